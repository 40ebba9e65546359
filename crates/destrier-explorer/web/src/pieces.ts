/** The pieces on the board, and their part of a FEN. */

export const PIECES = ["wk", "wq", "wr", "wb", "wn", "wp", "bk", "bq", "br", "bb", "bn", "bp"] as const;
export type Piece = (typeof PIECES)[number];
/** A piece or null for each of the 64 squares, starting with a1. */
export type Pieces = readonly (Piece | null)[];

export const NO_PIECES: Pieces = Array<null>(64).fill(null);
export const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
export const EMPTY_FEN = "8/8/8/8/8/8/8/8 w - - 0 1";

const KINDS: Record<string, string> = {
  k: "king",
  q: "queen",
  r: "rook",
  b: "bishop",
  n: "knight",
  p: "pawn",
};

/** Returns a piece's name, such as `white knight`. */
export function pieceName(piece: Piece): string {
  return `${piece[0] === "w" ? "white" : "black"} ${KINDS[piece[1]!]}`;
}

/** Returns the piece of a FEN letter: `N` is a white knight. */
export function pieceOfLetter(letter: string): Piece | null {
  const piece = (letter === letter.toUpperCase() ? "w" : "b") + letter.toLowerCase();
  return (PIECES as readonly string[]).includes(piece) ? (piece as Piece) : null;
}

/** Splits a FEN into fields at spaces, tabs and underscores. */
export function fields(fen: string): string[] {
  return fen.split(/[\s_]+/).filter((field) => field !== "");
}

/**
 * Reads the piece placement of a FEN that the library has accepted. Returns no pieces if it is not valid. Crazyhouse
 * FENs can contain pieces in hand, as `[Qn]` or as a ninth rank, and `~` after a promoted piece. This skips both.
 */
export function readPieces(fen: string): Pieces {
  const placement = (fields(fen)[0] ?? "").replace(/\[.*$/, "").replaceAll("~", "");
  const rows = placement.split("/").slice(0, 8).map((row) =>
    [...row].flatMap((letter) => {
      if (/[1-8]/.test(letter)) return Array<null>(Number(letter)).fill(null);
      return pieceOfLetter(letter) ?? [undefined];
    }),
  );
  const pieces = rows.reverse().flat();
  const is = (all: (Piece | null | undefined)[]): all is (Piece | null)[] => !all.includes(undefined);
  return rows.length === 8 && rows.every((row) => row.length === 8) && is(pieces) ? pieces : NO_PIECES;
}

/** Writes the piece placement of a FEN. */
export function writePieces(pieces: Pieces): string {
  const rows: string[] = [];
  for (let rank = 7; rank >= 0; rank--) {
    let row = "";
    for (const piece of pieces.slice(8 * rank, 8 * rank + 8)) {
      row += piece === null ? "1" : piece[0] === "w" ? piece[1]!.toUpperCase() : piece[1];
    }
    rows.push(row.replace(/1+/g, (ones) => String(ones.length)));
  }
  return rows.join("/");
}

export function placed(pieces: Pieces, square: number, piece: Piece | null): Pieces {
  return pieces.with(square, piece);
}

export function moved(pieces: Pieces, from: number, to: number): Pieces {
  return from === to || pieces[from] === null ? pieces : pieces.with(to, pieces[from]!).with(from, null);
}

/** Places pieces on an empty board: `on(["wn", 5])`. */
export function on(...places: [Piece, number][]): Pieces {
  return places.reduce((pieces, [piece, square]) => (square < 0 ? pieces : placed(pieces, square, piece)), NO_PIECES);
}
