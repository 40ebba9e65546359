/** A value of the position, for each side. */

import { NO_MARKS, type Marks } from "../board/marks.ts";
import type { Words } from "../board/scene.ts";
import { isProblem, position, type Color, type PositionView, type Role, type ValueView } from "../engine.ts";
import { linesThrough, meaningOfLines, numberOfLines } from "../moving/king-lines.ts";
import { shieldSquares, shieldWeights } from "../moving/shield-squares.ts";
import { Example } from "../panels/example.tsx";
import { Facts, Heading } from "../panels/heading.tsx";
import { Legend } from "../panels/legend.tsx";
import { SetPanel } from "../panels/set-panel.tsx";
import { NoKing, Unplayable, hasKing } from "../panels/unplayable.tsx";
import { readPieces } from "../pieces.ts";
import { intersection, setOf } from "../squares.ts";
import { registry } from "../state.ts";
import { exampleOf } from "./examples.ts";
import { positionScene } from "./position-scene.ts";
import { SidesChoice, hasSide, sidesOf, type Sides } from "./sides.tsx";
import { capital } from "../words.ts";
import { isColor, unread } from "./reads.ts";
import type { View } from "./view.ts";

const COLORS: readonly Color[] = ["white", "black"];

/** The king that a value needs: the side's own, or the opponent's. */
const KING_NEEDED: Record<string, "own" | "other"> = {
  king_escapes: "own",
  king_lines: "own",
  shield_wing: "own",
  shield_index: "own",
  uncatchable: "other",
  king_reach: "own",
};

export function valueView(index: number): View {
  const entry = registry().values[index]!;
  const wings = registry().values.findIndex(({ kind }) => kind === "wing");

  /** Returns the missing king that a side's value needs, or null. */
  function missingKing(fen: string, side: Color): Color | null {
    const needed = KING_NEEDED[entry.name];
    if (needed === undefined) return null;
    const king = needed === "own" ? side : side === "white" ? "black" : "white";
    return hasKing(fen, king) ? null : king;
  }

  function marks(view: PositionView, sides: Sides): Marks {
    const value = view.values[index]!;
    const shown = COLORS.filter((color) => hasSide(sides, color));
    switch (entry.kind) {
      case "set":
        return {
          ...NO_MARKS,
          // With both sides shown, White's set has discs and Black's has frames.
          squares: shown.flatMap((color) => {
            const set = value[color].set;
            const role: Role = color === "black" && sides === "both" ? "target" : "place";
            return set === null ? [] : [{ set, role }];
          }),
        };
      case "lines": {
        const pieces = readPieces(view.fen);
        return {
          ...NO_MARKS,
          squares: shown.map((color) => ({ set: linesThrough(pieces, color, value[color].text), role: "reason" })),
        };
      }
      case "wing":
      case "index":
        return shields(view, shown);
    }
  }

  /** Returns the six squares in front of each king, the pawns on them, and for the index what each pawn adds. */
  function shields(view: PositionView, shown: readonly Color[]): Marks {
    const pieces = readPieces(view.fen);
    const sheltered = shown.flatMap((color) => {
      const wing = view.values[wings]![color].text;
      return wing === "king" || wing === "queen" ? [{ color, wing } as const] : [];
    });
    return {
      ...NO_MARKS,
      squares: sheltered.flatMap(({ color, wing }) => {
        const pawn = color === "white" ? "wp" : "bp";
        const pawns = setOf(pieces.flatMap((piece, square) => (piece === pawn ? [square] : [])));
        const squares = shieldSquares(wing, color);
        return [
          { set: squares, role: "reason" },
          { set: intersection(squares, pawns), role: "place" },
        ];
      }),
      ...(entry.kind === "index" && {
        numbers: pieces.map((_, square) =>
          sheltered.reduce<number | null>((n, { wing, color }) => n ?? shieldWeights(wing, color)[square]!, null),
        ),
      }),
    };
  }

  function words(sides: Sides): Words {
    switch (entry.kind) {
      case "set":
        return sides === "both"
          ? { place: "White’s squares", target: "Black’s squares" }
          : { place: `${capital(sides)}’s squares` };
      case "lines":
        return { reason: "the lines through the king" };
      case "wing":
        return { reason: "the six squares in front of the king", place: "shield pawn" };
      case "index":
        return { reason: "the six squares, with the value of a pawn", place: "shield pawn" };
    }
  }

  return {
    title: entry.name,
    hasPosition: true,
    unread: (params) => unread(params, { side: isColor }),
    scene: (state) => positionScene(state, (view) => marks(view, sidesOf(state.params)), words(sidesOf(state.params))),
    Panel({ state }) {
      const view = position(state.fen);
      const sides = sidesOf(state.params);
      const shown = COLORS.filter((color) => hasSide(sides, color));
      return (
        <>
          <Heading {...entry} kind="value" sides={sides} />
          <section class="results" aria-label="Value">
            <div class="row">
              <SidesChoice params={state.params} />
            </div>
            <Unplayable view={view} />
            <Legend words={words(sides)} />
            {!isProblem(view) &&
              shown.map((color) => {
                const value = view.values[index]![color];
                const king = missingKing(state.fen, color);
                if (king !== null) return <NoKing key={color} side={color} king={king} />;
                return value.set === null ? (
                  <Text key={color} color={color} value={value} lines={entry.kind === "lines"} />
                ) : (
                  <SetPanel key={color} title={capital(color)} set={value.set} />
                );
              })}
          </section>
          <Example words="Drag the pieces or add new ones. The value updates as you drag." fen={exampleOf(state.entry)} />
          <Facts {...entry} />
        </>
      );
    },
  };
}

/** A value that is not a set. Lines appear as words and as the library's number. */
function Text({ color, value, lines }: { color: Color; value: ValueView; lines: boolean }) {
  return (
    <p class="answer">
      <span>{capital(color)}</span> <b data-test={`value-${color}`}>{value.text}</b>
      {lines && (
        <small>
          {meaningOfLines(value.text)} <code>{numberOfLines(value.text)}</code>
        </small>
      )}
    </p>
  );
}
