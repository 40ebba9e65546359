/** What the parameters of an entry may be: what a link has beside that is named to who opens it. */

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

/** The keys whose values cannot be read, or that the entry does not know. */
export function unread(params: Params, known: Readonly<Record<string, Reads>>): string[] {
  return Object.entries(params).flatMap(([key, text]) => (Object.hasOwn(known, key) && known[key]!(text) ? [] : [key]));
}
