/** Names of moves. */

import type { Chance, GameView, LegalMove } from "../engine.ts";

/** Returns the number before a move in a position, such as `12.` or `12…`. */
export function numberOf(fen: string): string {
  const [, turn, , , , number] = fen.split(" ");
  return `${number}${turn === "b" ? "…" : "."}`;
}

/** Returns the moves of a line with their numbers: `12… Nf6`, `13. e5`, `Nd5`. */
export function numbered(start: string, moves: readonly LegalMove[]): string[] {
  let fen = start;
  return moves.map(({ san, fen: after }, i) => {
    const number = numberOf(fen);
    fen = after;
    return i === 0 || number.endsWith(".") ? `${number} ${san}` : san;
  });
}

/** Returns the next move, such as `12. Nf3` or `12… Nf6`, or `end of game`, or `no position` if there is none. */
export function moveName(view: GameView, ply: number): string {
  const position = view.plies[ply];
  if (!position) return "no position";
  if (position.san === null) return "end of game";
  return `${numberOf(position.fen)} ${position.san}`;
}

/** Returns the move that led to a position, or `start`. */
export function lastMoveName(view: GameView, ply: number): string {
  if (view.plies.length === 0) return "no position";
  return ply === 0 ? "start" : moveName(view, ply - 1);
}

/** Returns how long a chance lasted, such as `moves 12–14`. Null for one move. */
export function movesOf(view: GameView, { first_ply, last_ply }: Chance): string | null {
  const [first, last] = [first_ply, last_ply].map((ply) => view.plies[ply]?.fen.split(" ")[5]);
  return first === last ? null : `moves ${first}–${last}`;
}
