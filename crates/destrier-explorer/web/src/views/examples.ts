/** What the functions are first asked, so that there is something to see; where nothing is here, by type. */

import type { ArgumentEntry, FunctionEntry } from "../engine.ts";

const EXAMPLES: Record<string, readonly string[]> = {
  "knight-attacks": ["d4"],
  "knight-fill": ["d4", "2", ""],
  "knight-reach": ["d4", "2", ""],
  "knight-distance": ["a1", "h8"],
  "knight-path": ["a1", "h8", "", ""],
  "knight-moves": ["c5,g4", "e1,b2,e2,g2,d3,g4,c5"],
  "fork-squares": ["a8,e8,e6", ""],
  "knight-stops": ["d4", "", "white", ""],
  "king-distance": ["b2", "g5"],
  "king-path": ["b2", "g5", "", "d3,d4,d5,d6,e3"],
  "king-lines": ["g1", "f1,h1"],
  "pawn-shield": ["f2,g3,h2", "king", ""],
  "caught-area": ["g5", "black", "white"],
  connected: ["a1", "h8", "0xc03c023c4080403f"],
};

const BY_KIND: Record<ArgumentEntry["kind"], string> = {
  set: "e4",
  square: "e4",
  number: "2",
  color: "white",
  wing: "king",
  text: "",
};

/** The first arguments of a function, as text, empty where one is left out. */
export function firstArguments({ name, arguments: all }: FunctionEntry): string[] {
  return all.map(({ kind, required }, i) => EXAMPLES[name]?.[i] ?? (required ? BY_KIND[kind] : ""));
}
