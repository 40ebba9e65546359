/** A FEN made from a board that was edited: the library is asked what of the old one still makes sense. */

import { isProblem, position } from "./engine.ts";
import { readPieces, writePieces, type Pieces } from "./pieces.ts";

interface Fields {
  turn: string;
  castling: string;
  enPassant: string;
}

/** The fields behind the pieces; what is missing is as in a FEN that ends early. */
export function fieldsOf(fen: string): Fields {
  const [, turn = "w", castling = "-", enPassant = "-"] = fen.trim().split(/\s+/);
  return { turn, castling, enPassant };
}

function write(pieces: Pieces, { turn, castling, enPassant }: Fields): string {
  return `${writePieces(pieces)} ${turn} ${castling} ${enPassant} 0 1`;
}

/** The position without castling and en passant: enough while a piece is dragged. */
export function roughFen(pieces: Pieces, fen: string): string {
  return write(pieces, { turn: fieldsOf(fen).turn, castling: "-", enPassant: "-" });
}

function isPlayable(fen: string): boolean {
  const view = position(fen);
  return !isProblem(view) && view.unplayable === null;
}

/** The position of these pieces, with the castling rights and the en passant square that still make sense. */
export function editedFen(pieces: Pieces, fen: string, turn?: "w" | "b"): string {
  const old = fieldsOf(fen);
  let fields: Fields = { turn: turn ?? old.turn, castling: "-", enPassant: "-" };
  let castling = "";
  for (const letter of old.castling.replace("-", "")) {
    if (isPlayable(write(pieces, { ...fields, castling: castling + letter }))) castling += letter;
  }
  if (castling !== "") fields = { ...fields, castling };
  if (old.enPassant !== "-" && fields.turn === old.turn) {
    const withSquare = { ...fields, enPassant: old.enPassant };
    if (isPlayable(write(pieces, withSquare))) fields = withSquare;
  }
  const view = position(write(pieces, fields));
  return isProblem(view) ? write(pieces, fields) : view.fen;
}

/** The same position, the other side to move. */
export function withTurn(fen: string, turn: "w" | "b"): string {
  return editedFen(readPieces(fen), fen, turn);
}
