/** A value of the position, for each side. */

import { NO_MARKS, type Marks } from "../board/marks.ts";
import { isProblem, position, type Color, type PositionView } from "../engine.ts";
import { Heading } from "../panels/heading.tsx";
import { Legend } from "../panels/legend.tsx";
import { SetPanel } from "../panels/set-panel.tsx";
import { registry } from "../state.ts";
import { linesThrough } from "../moving/king-lines.ts";
import { readPieces } from "../pieces.ts";
import { positionScene } from "./position-scene.ts";
import { SidesChoice, hasSide, sidesOf, type Sides } from "./sides.tsx";
import { capital } from "../words.ts";
import { isColor, unread } from "./reads.ts";
import type { View } from "./view.ts";

const COLORS: readonly Color[] = ["white", "black"];

export function valueView(index: number): View {
  const entry = registry().values[index]!;

  function marks(view: PositionView, sides: Sides): Marks {
    const value = view.values[index]!;
    const shown = COLORS.filter((color) => hasSide(sides, color));
    if (entry.kind === "lines") {
      const pieces = readPieces(view.fen);
      return {
        ...NO_MARKS,
        squares: shown.map((color) => ({ set: linesThrough(pieces, color, value[color].text), role: "reason" })),
      };
    }
    return {
      ...NO_MARKS,
      // Where both sides are shown they are told apart: White's set as discs, Black's as frames.
      squares: shown.flatMap((color) => {
        const set = value[color].set;
        return set === null ? [] : [{ set, role: color === "black" && sides === "both" ? "target" : "place" } as const];
      }),
    };
  }

  return {
    title: entry.name,
    hasPosition: true,
    unread: (params) => unread(params, { side: isColor }),
    scene: (state) => positionScene(state, (view) => marks(view, sidesOf(state.params))),
    Panel({ state }) {
      const view = position(state.fen);
      const sides = sidesOf(state.params);
      const shown = COLORS.filter((color) => hasSide(sides, color));
      return (
        <>
          <Heading {...entry} />
          <p class="hint">Drag the pieces, or add some: the value follows.</p>
          <SidesChoice params={state.params} />
          {!isProblem(view) && view.unplayable !== null && (
            <p class="problem" data-test="unplayable">
              No game can reach this position: {view.unplayable}.
            </p>
          )}
          {entry.kind === "set" && (
            <Legend
              words={
                sides === "both"
                  ? { place: "White’s squares", target: "Black’s squares" }
                  : { place: `${capital(sides)}’s squares` }
              }
            />
          )}
          {entry.kind === "lines" && <Legend words={{ reason: "the lines through the king" }} />}
          {!isProblem(view) &&
            shown.map((color) => {
              const value = view.values[index]![color];
              return value.set === null ? (
                <p key={color} class="answer">
                  <span>{capital(color)}</span> <b data-test={`value-${color}`}>{value.text}</b>
                </p>
              ) : (
                <SetPanel key={color} title={capital(color)} set={value.set} />
              );
            })}
        </>
      );
    },
  };
}
