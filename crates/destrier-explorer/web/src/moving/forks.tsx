/** The squares from which a knight attacks several targets. Place the targets. */

import type { Marks } from "../board/marks.ts";
import type { Words } from "../board/scene.ts";
import { call, type Arrow, type SetHex } from "../engine.ts";
import { Choice } from "../panels/controls.tsx";
import { Facts, Heading } from "../panels/heading.tsx";
import { Legend } from "../panels/legend.tsx";
import { SetPanel } from "../panels/set-panel.tsx";
import { NO_PIECES, placed, type Piece, type Pieces } from "../pieces.ts";
import { EMPTY, SQUARES, has, indexOf, intersection, members, readSet, setOf } from "../squares.ts";
import { changed, edit, editParams, getState, show, showParams, type Params } from "../state.ts";
import { costOf, setAnswer, sourceOf } from "./ask.ts";
import { isSet, oneOf, unread } from "../views/reads.ts";
import type { View } from "../views/view.ts";

/** The pieces that represent targets: first a king, then a queen, then rooks. */
const MEN: readonly Piece[] = ["bk", "bq", "br"];

const LEAST = ["1", "2", "3", "4"];
const isLeast = oneOf(...LEAST);

/** Reads the targets, in the order of placement and as a set. */
function read(params: Params): { list: number[]; targets: SetHex; least: string } {
  const text = params.targets ?? "e8,a8,d4";
  const named = text.trim().toLowerCase().split(/[\s,]+/).map(indexOf);
  const list = named.includes(-1) ? members(readSet(text) ?? EMPTY) : named;
  return { list, targets: setOf(list), least: isLeast(params.least ?? "") ? params.least! : "2" };
}

function write(list: readonly number[]): string {
  return list.map((square) => SQUARES[square]).join(",") || "none";
}

function forks(targets: SetHex, least: string): SetHex {
  return setAnswer(call("forks", ["0x" + targets, least]));
}

function marks(targets: SetHex, least: string): Marks {
  const squares = forks(targets, least);
  const arrows = members(squares).flatMap((from) =>
    members(intersection(setAnswer(call("knight-attacks", [SQUARES[from]!])), targets)).map((to): Arrow => ({
      from: SQUARES[from]!,
      to: SQUARES[to]!,
      role: "target",
    })),
  );
  return {
    squares: [
      { set: squares, role: "place" },
      { set: targets, role: "target" },
    ],
    arrows,
  };
}

function targetsOf(pieces: Pieces): number[] {
  return pieces.flatMap((piece, square) => (piece === null ? [] : [square]));
}

/** Updates the list of targets. A moved target keeps its index. */
function changedList(list: readonly number[], pieces: Pieces): number[] {
  const now = targetsOf(pieces);
  const fresh = now.filter((square) => !list.includes(square));
  const kept = list.map((square) => (now.includes(square) ? square : (fresh.shift() ?? -1)));
  return [...kept.filter((square) => square >= 0), ...fresh];
}

const WORDS: Words = { place: "a knight here forks", target: "targets" };

export const FORKS: View = {
  title: "Fork squares",
  hasPosition: false,
  unread: (params) => unread(params, { targets: isSet, least: isLeast }),
  scene({ params }) {
    const { list, targets, least } = read(params);
    return {
      pieces: list.reduce<Pieces>((all, at, i) => placed(all, at, MEN[Math.min(i, 2)]!), NO_PIECES),
      marks: marks(targets, least),
      words: WORDS,
      edit: {
        free: true,
        placed: "target",
        preview: (pieces) => marks(setOf(targetsOf(pieces)), least),
        drop: (pieces) => editParams({ targets: write(changedList(list, pieces)) }),
      },
      paint: {
        name: "target",
        has: (square) => has(read(getState().params).targets, square),
        set(square, on, begins) {
          const before = getState().params;
          const others = read(before).list.filter((target) => target !== square);
          const params = changed(before, { targets: write(on ? [...others, square] : others) });
          if (begins) edit({ params });
          else show({ params });
        },
      },
    };
  },
  Panel({ state: { params } }) {
    const { targets, least } = read(params);
    return (
      <>
        <Heading
          name="Fork squares"
          definition="the squares from which a knight attacks several targets"
        />
        <p class="hint">Click empty squares to place targets. Drag targets to move them. Drag them off the board to remove them.</p>
        <Choice
          label="Minimum targets"
          test="least"
          value={least}
          options={LEAST.map((n) => [n, n] as const)}
          choose={(least) => showParams({ least })}
        />
        <div class="row">
          <button
            type="button"
            data-test="clear-targets"
            aria-disabled={targets === EMPTY}
            onClick={() => targets !== EMPTY && editParams({ targets: "none" })}
          >
            Remove all targets
          </button>
        </div>
        <Legend words={WORDS} />
        <SetPanel title="Fork squares" set={forks(targets, least)} />
        <Facts source={sourceOf("forks")} cost={costOf("forks")} />
      </>
    );
  },
};
