/** Makes a FEN of an edited board. Asks the library which rights of the old FEN are still valid. */

import { isProblem, position } from "./engine.ts";
import { fields, readPieces, writePieces, type Pieces } from "./pieces.ts";

const NO_RIGHTS = { castling: "-", enPassant: "-", clocks: "0 1" };

interface Fields {
  turn: string;
  castling: string;
  enPassant: string;
  clocks: string;
}

/** Returns the fields after the pieces, with defaults for missing fields. */
export function fieldsOf(fen: string): Fields {
  const [, turn = "w", castling = "-", enPassant = "-", half = "0", full = "1"] = fields(fen);
  return { turn, castling, enPassant, clocks: `${half} ${full}` };
}

function write(pieces: Pieces, { turn, castling, enPassant, clocks }: Fields): string {
  return `${writePieces(pieces)} ${turn} ${castling} ${enPassant} ${clocks}`;
}

/** Returns the position without castling and en passant. This is enough during a drag. */
export function roughFen(pieces: Pieces, fen: string): string {
  return write(pieces, { ...NO_RIGHTS, turn: fieldsOf(fen).turn });
}

function isPlayable(fen: string): boolean {
  const view = position(fen);
  return !isProblem(view) && view.unplayable === null;
}

/** Returns the position of these pieces, with the castling rights and the en passant square that are still valid. */
export function editedFen(pieces: Pieces, fen: string): string {
  return sensible(pieces, fieldsOf(fen), { ...NO_RIGHTS, turn: fieldsOf(fen).turn });
}

/** Returns the same position with another side to move. */
export function withTurn(fen: string, turn: "w" | "b"): string {
  const old = fieldsOf(fen);
  return sensible(readPieces(fen), old, { ...NO_RIGHTS, turn, clocks: old.clocks });
}

function sensible(pieces: Pieces, old: Fields, bare: Fields): string {
  let next = bare;
  // If no game can reach the position, for example with the opponent in check, the library cannot check the rights.
  if (!isPlayable(write(pieces, bare))) {
    next = { ...next, castling: old.castling };
  } else {
    let castling = "";
    for (const letter of old.castling.replace("-", "")) {
      if (isPlayable(write(pieces, { ...next, castling: castling + letter }))) castling += letter;
    }
    if (castling !== "") next = { ...next, castling };
    const withSquare = { ...next, enPassant: old.enPassant };
    if (next.turn === old.turn && isPlayable(write(pieces, withSquare))) next = withSquare;
  }
  const view = position(write(pieces, next));
  return isProblem(view) ? write(pieces, next) : view.fen;
}
