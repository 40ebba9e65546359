/** A king's escapes and the lines that cover them all, in the position. */

import { NO_MARKS, type Marks } from "../board/marks.ts";
import type { Words } from "../board/scene.ts";
import { isProblem, position, type Color, type PositionView } from "../engine.ts";
import { Choice } from "../panels/controls.tsx";
import { Example } from "../panels/example.tsx";
import { Facts, Heading } from "../panels/heading.tsx";
import { Legend } from "../panels/legend.tsx";
import { SetPanel } from "../panels/set-panel.tsx";
import { NoKing, Unplayable, hasKing } from "../panels/unplayable.tsx";
import { readPieces } from "../pieces.ts";
import { EMPTY } from "../squares.ts";
import { registry, showParams, type Params } from "../state.ts";
import { exampleOf } from "../views/examples.ts";
import { positionScene } from "../views/position-scene.ts";
import { capital } from "../words.ts";
import { linesThrough, meaningOfLines, numberOfLines } from "./king-lines.ts";
import { isColor, unread } from "../views/reads.ts";
import type { View } from "../views/view.ts";

const sideOf = (params: Params): Color => (params.side === "white" ? "white" : "black");

function valueOf(view: PositionView, name: string, side: Color) {
  return view.values[registry().values.findIndex((value) => value.name === name)]?.[side];
}

function marks(view: PositionView, side: Color): Marks {
  return {
    ...NO_MARKS,
    squares: [
      {
        set: linesThrough(readPieces(view.fen), side, valueOf(view, "king_lines", side)?.text ?? "none"),
        role: "reason",
      },
      { set: valueOf(view, "king_escapes", side)?.set ?? EMPTY, role: "place" },
    ],
  };
}

const WORDS: Words = { place: "escapes", reason: "lines that cover all escapes" };

export const OPEN_LINES: View = {
  title: "Open lines",
  hasPosition: true,
  unread: (params) => unread(params, { side: isColor }),
  scene: (state) => positionScene(state, (view) => marks(view, sideOf(state.params)), WORDS),
  Panel({ state }) {
    const view = position(state.fen);
    const side = sideOf(state.params);
    const lines = isProblem(view) ? "none" : (valueOf(view, "king_lines", side)?.text ?? "none");
    const entry = (name: string) => registry().values.find((value) => value.name === name);
    return (
      <>
        <Heading
          name="Open lines"
          definition="a king’s escapes and the lines that cover them all: a distant check along such a line leaves no escape"
        />
        <Choice
          label="King"
          test="side"
          value={side}
          options={[
            ["black", "Black"],
            ["white", "White"],
          ]}
          choose={(side) => showParams({ side })}
        />
        <Unplayable view={view} />
        {!isProblem(view) && !hasKing(state.fen, side) && <NoKing side={side} king={side} />}
        {!isProblem(view) && hasKing(state.fen, side) && (
          <>
            <p class="answer">
              <span>Open lines</span> <b data-test={`value-${side}`}>{lines.replaceAll("+", ", ")}</b>{" "}
              <small>
                {meaningOfLines(lines)} <code>{numberOfLines(lines)}</code>
              </small>
            </p>
            <Legend words={WORDS} />
            <SetPanel title={`${capital(side)}’s escapes`} set={valueOf(view, "king_escapes", side)?.set ?? EMPTY} />
          </>
        )}
        <Example words="Drag the king or any other piece. The escapes update as you drag." fen={exampleOf(state.entry)} />
        <Facts source={entry("king_lines")?.source ?? ""} cost={entry("king_lines")?.cost} />
      </>
    );
  },
};
