/** The area where a king still catches a passed pawn. Drag the king. */

import type { Marks } from "../board/marks.ts";
import type { Words } from "../board/scene.ts";
import { call, type Color, type SetHex } from "../engine.ts";
import { Choice } from "../panels/controls.tsx";
import { Facts, Heading } from "../panels/heading.tsx";
import { Legend } from "../panels/legend.tsx";
import { SetPanel } from "../panels/set-panel.tsx";
import { on } from "../pieces.ts";
import { SQUARES, difference, indexOf } from "../squares.ts";
import { editParams, showParams, type Params } from "../state.ts";
import { capital } from "../words.ts";
import { costOf, setAnswer, sourceOf } from "./ask.ts";
import { isColor, isSquare, unread } from "../views/reads.ts";
import type { View } from "../views/view.ts";

interface Question {
  king: number;
  color: Color;
  turn: "both" | Color;
}

function read(params: Params): Question {
  const king = indexOf(params.king ?? "g5");
  return {
    king: king < 0 ? indexOf("g5") : king,
    color: params.color === "white" ? "white" : "black",
    turn: params.turn === "white" || params.turn === "black" ? params.turn : "both",
  };
}

function caught({ king, color }: Question, turn: Color): SetHex {
  return setAnswer(call("caught-area", [SQUARES[king]!, color, turn]));
}

const other = (color: Color): Color => (color === "white" ? "black" : "white");

function marks(question: Question): Marks {
  if (question.turn !== "both") {
    return { squares: [{ set: caught(question, question.turn), role: "place" }], arrows: [] };
  }
  // Having the move only adds squares.
  const without = caught(question, other(question.color));
  return {
    squares: [
      { set: without, role: "place" },
      { set: difference(caught(question, question.color), without), role: "move" },
    ],
    arrows: [],
  };
}

function words({ color, turn }: Question): Words {
  return turn === "both"
    ? { place: "caught with either side to move", move: `caught only with ${capital(color)} to move` }
    : { place: `caught with ${capital(turn)} to move` };
}

const pieceOf = (color: Color) => (color === "white" ? "wk" : "bk");

export const CAUGHT: View = {
  title: "Caught area",
  hasPosition: false,
  unread: (params) => unread(params, { king: isSquare, color: isColor, turn: isColor }),
  scene({ params }) {
    const question = read(params);
    return {
      pieces: on([pieceOf(question.color), question.king]),
      marks: marks(question),
      words: words(question),
      edit: {
        free: false,
        preview: (pieces) => marks({ ...question, king: pieces.indexOf(pieceOf(question.color)) }),
        drop: (pieces) => editParams({ king: SQUARES[pieces.indexOf(pieceOf(question.color))]! }),
      },
    };
  },
  Panel({ state: { params } }) {
    const question = read(params);
    const { color, turn } = question;
    const passer = other(color);
    return (
      <>
        <Heading
          name="Caught area"
          definition={`the squares where the ${color} king still catches a ${passer} passed pawn that runs alone`}
        />
        <p class="hint">Drag the king.</p>
        <Choice
          label="King"
          test="color"
          value={color}
          options={[
            ["black", "Black"],
            ["white", "White"],
          ]}
          choose={(color) => showParams({ color })}
        />
        <Choice
          label="To move"
          test="turn"
          value={turn}
          options={[
            ["both", "Either"],
            ["white", "White"],
            ["black", "Black"],
          ]}
          choose={(turn) => showParams({ turn: turn === "both" ? null : turn })}
        />
        <Legend words={words(question)} />
        {(["white", "black"] as const)
          .filter((side) => turn === "both" || turn === side)
          .map((side) => (
            <SetPanel
              key={side}
              title={`${capital(side)} to move`}
              set={caught(question, side)}
            />
          ))}
        <Facts source={sourceOf("caught-area")} cost={costOf("caught-area")} />
      </>
    );
  },
};
