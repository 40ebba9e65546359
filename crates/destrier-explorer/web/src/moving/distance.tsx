/** A map of the distances from the square under the pointer, for a knight or a king. */

import type { Marks } from "../board/marks.ts";
import { distances } from "../engine.ts";
import { Choice } from "../panels/controls.tsx";
import { Facts, Heading } from "../panels/heading.tsx";
import { on } from "../pieces.ts";
import { SQUARES, indexOf } from "../squares.ts";
import { showParams, type Params } from "../state.ts";
import { costOf, sourceOf } from "./ask.ts";
import { isSquare, oneOf, unread } from "../views/reads.ts";
import type { View } from "../views/view.ts";

type Leaper = "knight" | "king";

function read(params: Params): { piece: Leaper; at: number } {
  const at = indexOf(params.at ?? "e4");
  return { piece: params.piece === "king" ? "king" : "knight", at: at < 0 ? 28 : at };
}

function marks(piece: Leaper, at: number): Marks {
  return { squares: [], arrows: [], numbers: [...distances(piece, SQUARES[at]!)], shaded: true };
}

export const DISTANCE: View = {
  title: "Distance map",
  hasPosition: false,
  unread: (params) => unread(params, { at: isSquare, piece: oneOf("knight", "king") }),
  scene({ params }) {
    const { piece, at } = read(params);
    const drawn = (at: number) => ({ pieces: on([piece === "king" ? "wk" : "wn", at]), marks: marks(piece, at) });
    return {
      ...drawn(at),
      point: {
        preview: drawn,
        settle: (square) => showParams({ at: SQUARES[square]! }),
      },
    };
  },
  Panel({ state: { params } }) {
    const { piece, at } = read(params);
    const numbers = [...distances(piece, SQUARES[at]!)];
    const most = Math.max(...numbers);
    const counts = Array.from({ length: most + 1 }, (_, n) => numbers.filter((number) => number === n).length);
    return (
      <>
        <Heading
          name="Distance map"
          definition="the number of moves from the square under the pointer to every other square"
        />
        <Choice
          label="Piece"
          test="piece"
          value={piece}
          options={[
            ["knight", "Knight"],
            ["king", "King"],
          ]}
          choose={(piece) => showParams({ piece })}
        />
        <p class="hint">Point at a square, tap it, or use the arrow keys.</p>
        <table class="counts">
          <caption>
            From <b data-test="at">{SQUARES[at]}</b>
          </caption>
          <thead>
            <tr>
              <th scope="col">Moves</th>
              <th scope="col">Squares</th>
            </tr>
          </thead>
          <tbody>
            {counts.map((count, n) => (
              <tr key={n}>
                <th scope="row">
                  <span class="swatch" data-shade={Math.min(n, 7)} aria-hidden="true" /> {n}
                </th>
                <td>{count}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <Facts source={sourceOf(`${piece}-distance`)} cost={costOf(`${piece}-distance`)} />
      </>
    );
  },
};
