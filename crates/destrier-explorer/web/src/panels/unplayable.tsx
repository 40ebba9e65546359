/** Messages for unreachable positions and missing kings. */

import { isProblem, type Color, type PositionView, type Problem } from "../engine.ts";
import { readPieces } from "../pieces.ts";
import { capital } from "../words.ts";

/** Says that no game can reach the position. `more` states the consequence. */
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

/** Replaces a value that needs a missing king. */
export function NoKing({ side, king }: { side: Color; king: Color }) {
  return (
    <p class="problem" data-test={`value-${side}`}>
      There is no {capital(king)} king. This value needs one.
    </p>
  );
}
