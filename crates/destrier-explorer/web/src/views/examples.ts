/** The first examples of the menu entries. */

import type { FunctionEntry } from "../engine.ts";
import { FIRST, registry } from "../state.ts";

/** Knights with outposts behind pawns, and knights that can check. */
const OUTPOSTS = "4k3/5n2/8/3p4/4P3/8/2N5/4K3 w - - 0 1";
const CHECKS = "4k3/8/8/3N4/3n4/8/8/4K3 w - - 0 1";

/** A bishop can fork. */
const WRITTEN = "4r3/1q2P2k/p1p1pB1p/1p5B/4PP2/1P6/P4P1P/3r2RK w - - 5 37";

/** A position for each value, normalized by the library, in which both sides have the value. */
const POSITIONS: Record<string, string> = {
  knight_attacks: "4k3/8/2n5/8/5N2/8/8/4K3 w - - 0 1",
  fork_squares: "r1bqk2r/ppp2ppp/8/3N4/4n3/8/PPP2PPP/R2QKB1R w KQkq - 0 1",
  forking_knights: "r2qk2r/ppN2ppp/8/8/8/8/PPP2nPP/R2QKB1R b KQkq - 0 1",
  king_escapes: "8/8/3k4/8/8/2R1K3/8/5r2 w - - 0 1",
  king_lines: "6k1/5ppp/8/8/8/6P1/6PK/6R1 w - - 0 1",
  shield_wing: "2kr3r/ppp2p1p/2n1b1p1/8/8/2N2N1P/PPP2PP1/R4RK1 w - - 0 1",
  shield_index: "2kr3r/1pp2p1p/p1n1b1p1/8/8/2N2N1P/PPP2PP1/R4RK1 w - - 0 1",
  passers: "8/p4k2/1p5p/4P3/PP3P2/6K1/8/8 w - - 0 1",
  uncatchable: "8/2p5/7k/P7/2P4p/8/1K6/8 w - - 0 1",
  king_reach: "8/2k5/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/4K3/8 w - - 0 1",
  knight_mobility: OUTPOSTS,
  trapped_knights: "n3k3/2p5/1p6/8/8/1P6/2P5/N3K3 w - - 0 1",
  knight_outposts: OUTPOSTS,
  safe_knight_checks: CHECKS,
  safe_checks: CHECKS,
  attacked_king_zone: CHECKS,
  king_open_files: CHECKS,
  king_half_open_files: OUTPOSTS,
  storm_pawns: OUTPOSTS,
  virtual_queen_attacks: OUTPOSTS,
};

/** Returns the example of a menu entry. Null if it needs none. */
export function exampleOf(entry: string): string | null {
  const [kind, name] = entry.split("/");
  if (kind === "pattern") return registry().patterns.find((pattern) => pattern.name === name)?.example ?? null;
  if (entry === "write") return WRITTEN;
  if (kind === "value") return POSITIONS[name ?? ""] ?? null;
  return entry === "moving/open-lines" ? POSITIONS.king_lines! : null;
}

/** Returns the position for an entry: its example, or the current position if the user has changed it. */
export function positionFor(entry: string, fen: string): string {
  const { patterns } = registry();
  const ours = [FIRST.fen, ...patterns.map(({ example }) => example), ...Object.values(POSITIONS), WRITTEN];
  return (ours.includes(fen) ? exampleOf(entry) : null) ?? fen;
}

/** Returns the first arguments of a function, as text. Omitted arguments are empty. */
export function firstArguments({ arguments: all, example }: FunctionEntry): string[] {
  return all.map((_, i) => example[i] ?? "");
}
