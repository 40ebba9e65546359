/** All shortest paths of a knight or a king between two squares, around forbidden squares. */

import type { Marks } from "../board/marks.ts";
import type { Words } from "../board/scene.ts";
import { call, type Arrow, type SetHex } from "../engine.ts";
import { Choice, Stepper } from "../panels/controls.tsx";
import { Facts, Heading } from "../panels/heading.tsx";
import { Legend } from "../panels/legend.tsx";
import { SetPanel } from "../panels/set-panel.tsx";
import { on, type Pieces } from "../pieces.ts";
import { EMPTY, SQUARES, has, intersection, members, readSet, squareOr, withSquare, writeSet } from "../squares.ts";
import { changed, edit, editParams, getState, show, showParams, wholeNumber, type Params } from "../state.ts";
import { numbered } from "../views/answer.ts";
import { costOf, layersAnswer, setAnswer, sourceOf } from "./ask.ts";
import { counted } from "../words.ts";
import { isNumber, isSet, isSquare, oneOf, unread } from "../views/reads.ts";
import type { View } from "../views/view.ts";

interface Way {
  piece: "knight" | "king";
  from: number;
  to: number;
  taboo: SetHex;
}

function read(params: Params): Way & { step: number | null } {
  return {
    piece: params.piece === "king" ? "king" : "knight",
    from: squareOr(params.from, "a1"),
    to: squareOr(params.to, "h8"),
    taboo: readSet(params.taboo ?? "") ?? EMPTY,
    step: wholeNumber(params, "step"),
  };
}

function layersOf({ piece, from, to, taboo }: Way): SetHex[] | null {
  return layersAnswer(call(`${piece}-path`, [SQUARES[from]!, SQUARES[to]!, null, "0x" + taboo]));
}

/** Returns the moves from each layer to the next. */
function arrowsOf(piece: string, layers: readonly SetHex[]): Arrow[] {
  return layers
    .slice(0, -1)
    .flatMap((layer, i) =>
      members(layer).flatMap((from) =>
        members(intersection(setAnswer(call(`${piece}-attacks`, [SQUARES[from]!])), layers[i + 1]!)).map(
          (to): Arrow => ({ from: SQUARES[from]!, to: SQUARES[to]!, role: "move" }),
        ),
      ),
    );
}

function marks(way: Way, step: number | null): Marks {
  const layers = layersOf(way) ?? [];
  const shown = step === null ? layers : layers.slice(0, step + 1);
  return {
    squares: [...shown.map((set) => ({ set, role: "place" as const })), { set: way.taboo, role: "reason" }],
    arrows: arrowsOf(way.piece, shown),
    numbers: numbered(shown),
  };
}

const pieceOf = (piece: string) => (piece === "king" ? "wk" : "wn");

/** Returns both ends after a drag. Ignores a drag that removes or covers an end. */
function moved(way: Way, pieces: Pieces): Way {
  const [from, to] = [pieces.indexOf(pieceOf(way.piece)), pieces.indexOf("bp")];
  return from < 0 || to < 0 ? way : { ...way, from, to };
}

/** Counts the shortest paths along the arrows. */
function count(arrows: readonly Arrow[], from: number, to: number): number {
  const ways = new Map([[SQUARES[from]!, 1]]);
  for (const arrow of arrows) ways.set(arrow.to, (ways.get(arrow.to) ?? 0) + (ways.get(arrow.from) ?? 0));
  return ways.get(SQUARES[to]!) ?? 0;
}

const WORDS: Words = { place: "on a shortest path, with its move number", reason: "forbidden" };

export const PATHS: View = {
  title: "Shortest paths",
  hasPosition: false,
  unread: (params) => unread(params, { from: isSquare, to: isSquare, taboo: isSet, step: isNumber, piece: oneOf("knight", "king") }),
  scene({ params }) {
    const way = read(params);
    return {
      pieces: on(["bp", way.to], [pieceOf(way.piece), way.from]),
      marks: marks(way, way.step),
      words: WORDS,
      edit: {
        free: false,
        preview: (pieces) => marks(moved(way, pieces), way.step),
        drop(pieces) {
          const next = moved(way, pieces);
          if (next !== way) editParams({ from: SQUARES[next.from]!, to: SQUARES[next.to]!, step: null });
        },
      },
      paint: {
        name: "forbidden",
        has: (square) => has(read(getState().params).taboo, square),
        set(square, on, begins) {
          const before = getState().params;
          const taboo = withSquare(read(before).taboo, square, on);
          const params = changed(before, { taboo: writeSet(taboo), step: null });
          if (begins) edit({ params });
          else show({ params });
        },
      },
    };
  },
  Panel({ state: { params } }) {
    const way = read(params);
    const layers = layersOf(way);
    const most = (layers?.length ?? 1) - 1;
    const step = Math.min(way.step ?? most, most);
    return (
      <>
        <Heading
          name="Shortest paths"
          definition={`all shortest paths of a ${way.piece} between two squares`}
        />
        <Choice
          label="Piece"
          test="piece"
          value={way.piece}
          options={[
            ["knight", "Knight"],
            ["king", "King"],
          ]}
          choose={(piece) => showParams({ piece, step: null })}
        />
        <p class="hint">Drag the {way.piece}, or the pawn that marks its destination. Click empty squares to forbid them.</p>
        <p class="answer" role="status">
          {layers === null ? (
            <b data-test="answer">There is no path.</b>
          ) : (
            <b data-test="answer">
              {counted(most, "move")}, {counted(count(arrowsOf(way.piece, layers), way.from, way.to), "path")}
            </b>
          )}
        </p>
        {layers !== null && (
          <Stepper
            label="After move"
            value={step}
            most={most}
            step={(step) => showParams({ step: step >= most ? null : String(step) })}
          />
        )}
        <div class="row">
          <button
            type="button"
            data-test="clear-taboo"
            aria-disabled={way.taboo === EMPTY}
            onClick={() => way.taboo !== EMPTY && editParams({ taboo: null })}
          >
            Allow all squares
          </button>
        </div>
        <Legend words={WORDS} />
        {layers !== null && <SetPanel title={`After move ${step}`} set={layers[step]!} />}
        <Facts source={sourceOf(`${way.piece}-path`)} cost={costOf(`${way.piece}-path`)} />
      </>
    );
  },
};
