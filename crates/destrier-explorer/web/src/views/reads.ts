/** Checks for the parameters of an entry. The page names invalid ones when it opens a link. */

import { readSet, indexOf } from "../squares.ts";
import type { Params } from "../state.ts";

type Reads = (text: string) => boolean;

export const isSquare: Reads = (text) => indexOf(text) >= 0;
export const isSet: Reads = (text) => readSet(text) !== null;
export const isNumber: Reads = (text) => /^\d{1,3}$/.test(text);
export const isColor = oneOf("white", "black");

export function oneOf(...texts: string[]): Reads {
  return (text) => texts.includes(text);
}

/** Returns unknown keys, and keys with invalid values. */
export function unread(params: Params, known: Readonly<Record<string, Reads>>): string[] {
  return Object.entries(params).flatMap(([key, text]) => (Object.hasOwn(known, key) && known[key]!(text) ? [] : [key]));
}
