/** A flood fill along a painted path: how far a king gets with each move, and whether it arrives. */

import type { Marks } from "../board/marks.ts";
import type { Words } from "../board/scene.ts";
import { call, type SetHex } from "../engine.ts";
import { Stepper } from "../panels/controls.tsx";
import { Facts, Heading } from "../panels/heading.tsx";
import { Legend } from "../panels/legend.tsx";
import { SetPanel } from "../panels/set-panel.tsx";
import { on, type Pieces } from "../pieces.ts";
import {
  EMPTY,
  SQUARES,
  complement,
  difference,
  has,
  intersection,
  readSet,
  setOf,
  squareOr,
  union,
  withSquare,
  writeSet,
} from "../squares.ts";
import { changed, edit, editParams, getState, show, showParams, wholeNumber, type Params } from "../state.ts";
import { numbered } from "../views/answer.ts";
import { answerOf, costOf, setAnswer, sourceOf } from "./ask.ts";
import { counted } from "../words.ts";
import { isNumber, isSet, isSquare, unread } from "../views/reads.ts";
import type { View } from "../views/view.ts";

interface Flood {
  from: number;
  to: number;
  painted: SetHex;
  /** The painted squares and both ends. */
  path: SetHex;
  step: number | null;
}

const FIRST_PATH = "0xc03c023c4080403f";

function read(params: Params): Flood {
  const [from, to] = [squareOr(params.from, "a1"), squareOr(params.to, "h8")];
  const painted = readSet(params.path ?? FIRST_PATH) ?? EMPTY;
  return { ...withEnds(painted, from, to), step: wholeNumber(params, "step") };
}

function withEnds(painted: SetHex, from: number, to: number) {
  return { from, to, painted, path: union(painted, setOf([from, to])) };
}

/** Returns the squares reached after each number of moves, until there are no new ones. */
function floods({ from, path }: Flood): SetHex[] {
  const all = [setOf([from])];
  for (;;) {
    const next = setAnswer(call("king-fill", [SQUARES[from]!, String(all.length), "0x" + complement(path)]));
    if (next === all.at(-1)) return all;
    all.push(next);
  }
}

function connected({ from, to, path }: Flood): boolean {
  const answer = answerOf(call("connected", [SQUARES[from]!, SQUARES[to]!, "0x" + path]));
  return answer?.kind === "truth" && answer.truth;
}

function marks(flood: Flood): Marks {
  const all = floods(flood);
  const shown = all.slice(0, (flood.step ?? all.length) + 1);
  const reached = shown.at(-1)!;
  return {
    squares: [
      { set: difference(flood.path, reached), role: "reason" },
      { set: intersection(flood.path, reached), role: "place" },
    ],
    arrows: [],
    numbers: numbered(shown),
  };
}

function moved(flood: Flood, pieces: Pieces): Flood {
  const [from, to] = [pieces.indexOf("wk"), pieces.indexOf("bp")];
  return from < 0 || to < 0 ? flood : { ...flood, ...withEnds(flood.painted, from, to) };
}

const WORDS: Words = { place: "reached, with the number of moves", reason: "path, not reached" };

export const FLOOD: View = {
  title: "Flood fill",
  hasPosition: false,
  unread: (params) => unread(params, { from: isSquare, to: isSquare, path: isSet, step: isNumber }),
  scene({ params }) {
    const flood = read(params);
    const painted = () => readSet(getState().params.path ?? FIRST_PATH) ?? EMPTY;
    return {
      pieces: on(["bp", flood.to], ["wk", flood.from]),
      marks: marks(flood),
      words: WORDS,
      edit: {
        free: false,
        preview: (pieces) => marks(moved(flood, pieces)),
        drop(pieces) {
          const next = moved(flood, pieces);
          if (next !== flood) editParams({ from: SQUARES[next.from]!, to: SQUARES[next.to]!, step: null });
        },
      },
      paint: {
        name: "path",
        // The ends are always on the path. A click on them picks up the piece.
        has: (square) => square !== flood.from && square !== flood.to && has(painted(), square),
        set(square, on, begins) {
          if (has(painted(), square) === on) return;
          const path = writeSet(withSquare(painted(), square, on)) || "none";
          const params = changed(getState().params, { path, step: null });
          if (begins) edit({ params });
          else show({ params });
        },
      },
    };
  },
  Panel({ state: { params } }) {
    const flood = read(params);
    const all = floods(flood);
    const most = all.length - 1;
    const step = Math.min(flood.step ?? most, most);
    const is = connected(flood);
    const moves = all.findIndex((set) => has(set, flood.to));
    return (
      <>
        <Heading
          name="Flood fill"
          definition="how far a king gets along a path with each move, and whether the path connects two squares"
        />
        <p class="hint">Click squares or drag over them to draw the path. Drag the king, or the pawn that marks its destination.</p>
        <p class="answer" role="status">
          <b data-test="answer">{is ? `Connected: ${counted(moves, "move")}` : "Not connected"}</b>
        </p>
        <Stepper
          label="Moves"
          value={step}
          most={most}
          step={(step) => showParams({ step: step >= most ? null : String(step) })}
        />
        <div class="row">
          <button type="button" data-test="clear-path" onClick={() => editParams({ path: "none", step: null })}>
            Clear path
          </button>
          <button
            type="button"
            data-test="fill-path"
            onClick={() => editParams({ path: "0x" + complement(EMPTY), step: null })}
          >
            All squares
          </button>
        </div>
        <Legend words={WORDS} />
        <SetPanel title={`Reached by move ${step}`} set={all[step]!} />
        <Facts source={sourceOf("connected")} cost={costOf("connected")} />
      </>
    );
  },
};
