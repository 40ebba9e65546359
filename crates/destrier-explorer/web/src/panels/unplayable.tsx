/** Says that a position cannot arise, and that a king is missing. */

import { isProblem, type Color, type PositionView, type Problem } from "../engine.ts";
import { readPieces } from "../pieces.ts";
import { capital } from "../words.ts";

/** `more` is what follows from it. */
export function Unplayable({ view, more }: { view: PositionView | Problem; more?: string }) {
  if (isProblem(view) || view.unplayable === null) return null;
  return (
    <p class="problem" data-test="unplayable">
      No game can reach this position: {view.unplayable}. {more}
    </p>
  );
}

export function hasKing(fen: string, color: Color): boolean {
  return readPieces(fen).includes(color === "white" ? "wk" : "bk");
}

/** In place of a value that there is not without a king. */
export function NoKing({ side, king }: { side: Color; king: Color }) {
  return (
    <p class="problem" data-test={`value-${side}`}>
      There is no {capital(king)} king, and this value needs one.
    </p>
  );
}
