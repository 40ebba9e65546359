/** An editable position with marks. */

import type { Marks } from "../board/marks.ts";
import { NO_MARKS } from "../board/marks.ts";
import type { Scene, Words } from "../board/scene.ts";
import { isProblem, position, type PositionView } from "../engine.ts";
import { readPieces } from "../pieces.ts";
import { editedFen, roughFen } from "../position.ts";
import { changed, edit, getState, type State } from "../state.ts";

export function positionScene(state: State, marks: (view: PositionView) => Marks, words?: Words): Scene {
  const drawn = (fen: string) => {
    const view = position(fen);
    return isProblem(view) ? NO_MARKS : marks(view);
  };
  return {
    pieces: readPieces(state.fen),
    marks: drawn(state.fen),
    ...(words && { words }),
    edit: {
      free: true,
      trays: true,
      preview: (pieces) => drawn(roughFen(pieces, state.fen)),
      // The chosen finding belongs to the old position.
      drop: (pieces) =>
        edit({ fen: editedFen(pieces, state.fen), params: changed(getState().params, { finding: null }) }),
    },
  };
}
