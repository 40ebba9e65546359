/** The annotation symbols of missed moves. */

import type { Grade } from "../engine.ts";

export const SIGNS: Readonly<Record<Grade, string>> = { inaccuracy: "?!", mistake: "?", blunder: "??" };
