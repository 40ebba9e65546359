/** The squares that a knight reaches, step by step. */

import type { Marks } from "../board/marks.ts";
import type { Words } from "../board/scene.ts";
import { call, type SetHex } from "../engine.ts";
import { Stepper } from "../panels/controls.tsx";
import { Facts, Heading } from "../panels/heading.tsx";
import { Legend } from "../panels/legend.tsx";
import { SetPanel } from "../panels/set-panel.tsx";
import { NO_PIECES, placed, type Pieces } from "../pieces.ts";
import { difference, EMPTY, has, members, readSet, setOf, withSquare, writeSet } from "../squares.ts";
import { changed, edit, editParams, getState, show, showParams, wholeNumber, type Params } from "../state.ts";
import { numbered } from "../views/answer.ts";
import { costOf, setAnswer, sourceOf } from "./ask.ts";
import { isNumber, isSet, unread } from "../views/reads.ts";
import type { View } from "../views/view.ts";

function read(params: Params): { knights: SetHex; taboo: SetHex; step: number } {
  const knights = readSet(params.knights ?? "") ?? EMPTY;
  return {
    // Always keep one knight, because the user cannot add one.
    knights: knights === EMPTY ? setOf([0]) : knights,
    taboo: readSet(params.taboo ?? "") ?? EMPTY,
    step: wholeNumber(params, "step") ?? 2,
  };
}

/** Returns the squares reached after each number of moves, until there are no new ones. */
function fills(knights: SetHex, taboo: SetHex): SetHex[] {
  const all = [knights];
  for (;;) {
    const next = setAnswer(call("knight-fill", ["0x" + knights, String(all.length), "0x" + taboo]));
    if (next === all.at(-1)) return all;
    all.push(next);
  }
}

function marks(knights: SetHex, taboo: SetHex, step: number): Marks {
  const all = fills(knights, taboo).slice(0, step + 1);
  const reached = all.at(-1)!;
  const fresh = all.length > step && step > 0 ? difference(reached, all.at(-2)!) : EMPTY;
  return {
    squares: [
      { set: reached, role: "place" },
      { set: fresh, role: "move" },
      { set: taboo, role: "reason" },
    ],
    arrows: [],
    numbers: numbered(all),
  };
}

function piecesOf(knights: SetHex): Pieces {
  return members(knights).reduce((pieces, square) => placed(pieces, square, "wn"), NO_PIECES);
}

function knightsOf(pieces: Pieces): SetHex {
  return setOf(pieces.flatMap((piece, square) => (piece === null ? [] : [square])));
}

const WORDS: Words = { place: "reached", move: "new with the last move", reason: "forbidden" };

export const FILL: View = {
  title: "Knight fill",
  hasPosition: false,
  unread: (params) => unread(params, { knights: isSet, taboo: isSet, step: isNumber }),
  scene({ params }) {
    const { knights, taboo, step } = read(params);
    return {
      pieces: piecesOf(knights),
      marks: marks(knights, taboo, step),
      words: WORDS,
      edit: {
        free: false,
        preview: (pieces) => marks(knightsOf(pieces), taboo, step),
        drop: (pieces) => editParams({ knights: writeSet(knightsOf(pieces)) }),
      },
      paint: {
        name: "forbidden",
        has: (square) => has(read(getState().params).taboo, square),
        set(square, on, begins) {
          const before = getState().params;
          const params = changed(before, { taboo: writeSet(withSquare(read(before).taboo, square, on)) });
          if (begins) edit({ params });
          else show({ params });
        },
      },
    };
  },
  Panel({ state: { params } }) {
    const { knights, taboo, step } = read(params);
    const all = fills(knights, taboo);
    const most = all.length - 1;
    const reached = all[Math.min(step, most)]!;
    return (
      <>
        <Heading
          name="Knight fill"
          definition="the squares that a knight reaches in a number of moves"
        />
        <p class="hint">Drag the knight. Click empty squares to forbid them.</p>
        <Stepper
          label="Moves"
          value={Math.min(step, most)}
          most={most}
          step={(step) => showParams({ step: String(step) })}
        />
        <div class="row">
          <button
            type="button"
            data-test="clear-taboo"
            aria-disabled={taboo === EMPTY}
            onClick={() => taboo !== EMPTY && editParams({ taboo: null })}
          >
            Allow all squares
          </button>
        </div>
        <Legend words={WORDS} />
        <SetPanel title={`Reached by move ${Math.min(step, most)}`} set={reached} />
        <Facts source={sourceOf("knight-fill")} cost={costOf("knight-fill")} />
      </>
    );
  },
};
