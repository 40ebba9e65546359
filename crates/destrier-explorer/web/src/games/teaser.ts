/** The finding on the board before a file is loaded. */

import { isProblem, position, type FindingView } from "../engine.ts";

export function teaser(fen: string): FindingView | null {
  const view = position(fen);
  return isProblem(view) ? null : (view.findings[0] ?? null);
}
