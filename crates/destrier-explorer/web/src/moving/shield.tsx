/** The pawns in front of a castled king as a number from 0 to 63. Click to add and remove pawns. */

import type { Marks } from "../board/marks.ts";
import type { Words } from "../board/scene.ts";
import type { Color, SetHex } from "../engine.ts";
import { Choice } from "../panels/controls.tsx";
import { Facts, Heading } from "../panels/heading.tsx";
import { Legend } from "../panels/legend.tsx";
import { SetPanel } from "../panels/set-panel.tsx";
import { on, placed } from "../pieces.ts";
import {
  EMPTY,
  has,
  indexOf,
  intersection,
  members,
  readSet,
  withSquare,
  writeSet,
} from "../squares.ts";
import { changed, edit, getState, show, showParams, type Params } from "../state.ts";
import { costOf, sourceOf } from "./ask.ts";
import { shieldIndex, shieldSquares, shieldWeights, type Wing } from "./shield-squares.ts";
import { isColor, isSet, oneOf, unread } from "../views/reads.ts";
import type { View } from "../views/view.ts";

interface Shield {
  wing: Wing;
  color: Color;
  pawns: SetHex;
}

function read(params: Params): Shield {
  const wing = params.wing === "queen" ? "queen" : "king";
  const color = params.color === "black" ? "black" : "white";
  return { wing, color, pawns: readSet(params.pawns ?? firstPawns(wing, color)) ?? EMPTY };
}

function firstPawns(wing: string, color: Color): string {
  const files = wing === "king" ? ["f", "g", "h"] : ["a", "b", "c"];
  const [second, third] = color === "white" ? [2, 3] : [7, 6];
  return `${files[0]}${second},${files[1]}${third},${files[2]}${second}`;
}

function marks({ wing, color, pawns }: Shield): Marks {
  const region = shieldSquares(wing, color);
  return {
    squares: [
      { set: region, role: "reason" },
      { set: intersection(region, pawns), role: "place" },
    ],
    arrows: [],
    numbers: shieldWeights(wing, color),
  };
}

const WORDS: Words = { reason: "the six squares, with the value of a pawn", place: "shield pawn" };

export const SHIELD: View = {
  title: "Pawn shield",
  hasPosition: false,
  unread: (params) => unread(params, { pawns: isSet, wing: oneOf("king", "queen"), color: isColor }),
  scene({ params }) {
    const shield = read(params);
    const home = (shield.wing === "king" ? "g" : "b") + (shield.color === "white" ? "1" : "8");
    const king = on([shield.color === "white" ? "wk" : "bk", indexOf(home)]);
    return {
      pieces: members(shield.pawns).reduce((all, at) => placed(all, at, shield.color === "white" ? "wp" : "bp"), king),
      marks: marks(shield),
      words: WORDS,
      paint: {
        name: "pawn",
        has: (square) => has(read(getState().params).pawns, square),
        set(square, on, begins) {
          const before = getState().params;
          const shield = read(before);
          if (!has(shieldSquares(shield.wing, shield.color), square)) return;
          const params = changed(before, { pawns: writeSet(withSquare(shield.pawns, square, on)) || "none" });
          if (begins) edit({ params });
          else show({ params });
        },
      },
    };
  },
  Panel({ state: { params } }) {
    const shield = read(params);
    const parts = members(shield.pawns).map((square) => shieldWeights(shield.wing, shield.color)[square] ?? 0);
    const number = shieldIndex(shield.wing, shield.color, shield.pawns);
    return (
      <>
        <Heading
          name="Pawn shield"
          definition="which of the six squares in front of a castled king have a pawn, as one number from 0 to 63"
        />
        <p class="hint">Click the six squares to add or remove pawns.</p>
        <Choice
          label="Wing"
          test="wing"
          value={shield.wing}
          options={[
            ["king", "Kingside"],
            ["queen", "Queenside"],
          ]}
          choose={(wing) => showParams({ wing, pawns: null })}
        />
        <Choice
          label="Side"
          test="color"
          value={shield.color}
          options={[
            ["white", "White"],
            ["black", "Black"],
          ]}
          choose={(color) => showParams({ color, pawns: null })}
        />
        <p class="answer" role="status">
          <span>Index</span> <b data-test="answer">{number}</b>
          {parts.length > 1 && <small> = {parts.sort((a, b) => a - b).join(" + ")}</small>}
        </p>
        <p>
          Binary <code>{number.toString(2).padStart(6, "0")}</code>
        </p>
        <Legend words={WORDS} />
        <SetPanel title="Pawns" set={shield.pawns} />
        <Facts source={sourceOf("pawn-shield")} cost={costOf("pawn-shield")} />
      </>
    );
  },
};
