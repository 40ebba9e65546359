/** Squares and sets of squares as text, as in links, forms and the library's functions. */

import type { SetHex, Square } from "./engine.ts";

/** The names of the squares, from a1, b1 to h8. */
export const SQUARES: readonly Square[] = Array.from({ length: 64 }, (_, i) => "abcdefgh"[i % 8]! + (1 + (i >> 3)));

export const EMPTY: SetHex = "0".repeat(16);

/** Returns the index of a square in `SQUARES`, or -1 if the name is not valid. */
export function indexOf(square: string): number {
  return SQUARES.indexOf(square);
}

/** Returns the index of a square, or of the default if the text is missing or not valid. */
export function squareOr(text: string | undefined, usual: Square): number {
  const index = indexOf(text ?? usual);
  return index < 0 ? indexOf(usual) : index;
}

function bits(set: SetHex): bigint {
  return BigInt("0x" + set);
}

function hex(value: bigint): SetHex {
  return BigInt.asUintN(64, value).toString(16).padStart(16, "0");
}

export function has(set: SetHex, square: number): boolean {
  const digit = parseInt(set[15 - (square >> 2)]!, 16);
  return ((digit >> (square & 3)) & 1) === 1;
}

export function withSquare(set: SetHex, square: number, on: boolean): SetHex {
  const bit = 1n << BigInt(square);
  return hex(on ? bits(set) | bit : bits(set) & ~bit);
}

export function union(a: SetHex, b: SetHex): SetHex {
  return hex(bits(a) | bits(b));
}

export function intersection(a: SetHex, b: SetHex): SetHex {
  return hex(bits(a) & bits(b));
}

export function difference(a: SetHex, b: SetHex): SetHex {
  return hex(bits(a) & ~bits(b));
}

export function complement(set: SetHex): SetHex {
  return hex(~bits(set));
}

/** Returns the squares of a set, starting with a1. */
export function members(set: SetHex): number[] {
  return SQUARES.flatMap((_, i) => (has(set, i) ? [i] : []));
}

export function setOf(squares: Iterable<number>): SetHex {
  let set = 0n;
  for (const square of squares) set |= 1n << BigInt(square);
  return hex(set);
}

/** Reads `c7,e8`, `0x…`, `full`, `empty`, `none` or an empty text. Returns null for any other text. */
export function readSet(text: string): SetHex | null {
  const trimmed = text.trim().toLowerCase();
  if (["", "none", "empty"].includes(trimmed)) return EMPTY;
  if (trimmed === "full") return complement(EMPTY);
  if (/^0x[0-9a-f]{1,16}$/.test(trimmed)) return trimmed.slice(2).padStart(16, "0");
  const squares = trimmed.split(/[\s,]+/).map(indexOf);
  return squares.includes(-1) ? null : setOf(squares);
}

/** Writes a set as a list of squares, or as a number if it has more than 8 squares. */
export function writeSet(set: SetHex): string {
  const squares = members(set);
  return squares.length > 8 ? "0x" + set : squares.map((i) => SQUARES[i]).join(",");
}
