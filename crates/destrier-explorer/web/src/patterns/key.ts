/** Patterns by their key: a name, or a text in the pattern language. */

import { findPattern, isProblem, type PatternEntry, type Problem } from "../engine.ts";
import { EMPTY_FEN } from "../pieces.ts";
import { registry } from "../state.ts";

/** Returns the pattern of a key: the name of one of the registry, or a text in the pattern language. */
export function patternOfKey(key: string): PatternEntry | Problem {
  const named = registry().patterns.find(({ name }) => name === key);
  if (named !== undefined) return named;
  const view = findPattern(EMPTY_FEN, key);
  return isProblem(view) ? view : { ...view.pattern, text: key };
}
