/** Names of moves. */

import type { Chance, GameView } from "../engine.ts";

/** Returns the next move, such as `12. Nf3` or `12… Nf6`, or `end of game`, or `no position` if there is none. */
export function moveName(view: GameView, ply: number): string {
  const position = view.plies[ply];
  if (!position) return "no position";
  if (position.san === null) return "end of game";
  const [, turn, , , , number] = position.fen.split(" ");
  return `${number}${turn === "b" ? "…" : "."} ${position.san}`;
}

/** Returns how long a chance lasted, such as `moves 12–14`. Null for one move. */
export function movesOf(view: GameView, { first_ply, last_ply }: Chance): string | null {
  const [first, last] = [first_ply, last_ply].map((ply) => view.plies[ply]?.fen.split(" ")[5]);
  return first === last ? null : `moves ${first}–${last}`;
}
