/** A position with marks, to play or to edit. */

import type { Marks } from "../board/marks.ts";
import { NO_MARKS } from "../board/marks.ts";
import type { Scene, Words } from "../board/scene.ts";
import { isProblem, legalMoves, position, type PositionView } from "../engine.ts";
import { say } from "../messages.ts";
import { readPieces } from "../pieces.ts";
import { editedFen, roughFen } from "../position.ts";
import { changed, edit, getState, type State } from "../state.ts";

/** The last move that the user played, and the position after it. */
let played: { fen: string; uci: string } | null = null;

export function positionScene(state: State, marks: (view: PositionView) => Marks, words?: Words): Scene {
  const drawn = (fen: string) => {
    const view = position(fen);
    return isProblem(view) ? NO_MARKS : marks(view);
  };
  return {
    pieces: readPieces(state.fen),
    marks: drawn(state.fen),
    ...(words && { words }),
    last: played?.fen === state.fen ? played.uci : null,
    ...(state.play ? { play: playing(state) } : { edit: editing(state, drawn) }),
  };
}

/** Legal moves. */
function playing(state: State): Scene["play"] & object {
  return {
    moves: legalMoves(state.fen),
    play: ({ fen, uci, san }) => {
      played = { fen, uci };
      edit({ fen, params: changed(getState().params, { finding: null }) });
      say(san);
    },
  };
}

/** Free changes of the position. */
function editing(state: State, drawn: (fen: string) => Marks): Scene["edit"] & object {
  return {
    free: true,
    trays: true,
    preview: (pieces) => drawn(roughFen(pieces, state.fen)),
    // The chosen finding belongs to the old position.
    drop: (pieces) =>
      edit({ fen: editedFen(pieces, state.fen), params: changed(getState().params, { finding: null }) }),
  };
}
