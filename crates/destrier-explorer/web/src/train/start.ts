/** Makes sessions from the listed games, from puzzles and from the positions that are due. */

import type { GameView } from "../engine.ts";
import { getLibrary, wantedOf } from "../games/library.ts";
import { viewOf } from "../games/reader.ts";
import { lastMove } from "../games/share.ts";
import { tell } from "../messages.ts";
import { choose, keyOf } from "../state.ts";
import { due, type Puzzle } from "./cards.ts";
import { getDeck } from "./deck.ts";
import { begin, extend } from "./session.ts";

/** The number of positions in a session. */
export const SIZE = 20;

const tagOf = ({ tags }: GameView, name: string) => tags.find(([key]) => key === name)?.[1] ?? "";

/** Whether a game is a puzzle or a chapter of a worksheet: it starts in a position, and its moves are the solution. */
function isPuzzle(view: GameView, format: string): boolean {
  return format === "puzzles" || (tagOf(view, "Orientation") !== "" && tagOf(view, "FEN") !== "");
}

/** Returns a puzzle of a puzzle file, whose first move is the opponent's, or a chapter of a worksheet. */
function ofPuzzle(view: GameView, format: string): Puzzle | null {
  const first = format === "puzzles" ? 1 : 0;
  const line = view.plies.slice(first).flatMap(({ uci }) => uci ?? []);
  const start = view.plies[first];
  if (start === undefined || line.length === 0) return null;
  const id = tagOf(view, "PuzzleId");
  const name = tagOf(view, "ChapterName") || tagOf(view, "Event");
  return {
    fen: start.fen,
    before: lastMove(view.plies, first),
    answers: line.slice(0, 1),
    line,
    pattern: null,
    title: id !== "" ? `Puzzle ${id}` : name,
    link: view.link,
    words: null,
  };
}

/** Returns a chance of a game, given by the index of its finding. Null if it has no move, a move that wins nothing, or a
 * missed move that is not an answer. */
function ofFinding(view: GameView, at: number): Puzzle | null {
  const { ply, finding } = view.findings[at]!;
  if (finding.move === null || (finding.wins ?? 0) <= 0 || finding.answer === false) return null;
  // Other findings of the same side are right, too, if they win as much.
  const others = view.findings.flatMap(({ ply: other, finding: { side, move, wins } }) =>
    other === ply && side === finding.side && move !== null && move !== finding.move && (wins ?? 0) >= (finding.wins ?? 0) ? [move] : [],
  );
  const players = [tagOf(view, "White"), tagOf(view, "Black")].filter(Boolean).join(" – ");
  return {
    fen: view.plies[ply]!.fen,
    before: lastMove(view.plies, ply),
    answers: [finding.move, ...new Set(others)],
    line: [finding.move],
    pattern: keyOf(finding.pattern),
    title: `${players || "Position"}, move ${view.plies[ply]!.fen.split(" ")[5]}`,
    link: view.link === null ? null : `${view.link.split("#")[0]}#${ply}`,
    words: finding.words,
  };
}

/** Starts a session with the chances that the list shows, in its order. */
export async function trainGames(): Promise<void> {
  const library = getLibrary();
  if (library === null) return;
  const { name, filter, format, shown, games } = library;
  const isStale = () => getLibrary()?.games !== games;
  let count = 0;
  // One chance can be found on several turns, and several in one position.
  const seen = new Set<string>();
  for (const index of shown) {
    if (count >= SIZE) break;
    const view = await viewOf(index);
    if (isStale()) {
      extend(name, [], false);
      return;
    }
    if (view === null) continue;
    const puzzles = isPuzzle(view, format)
      ? [ofPuzzle(view, format)]
      : wantedOf(filter, games[index]!).map((at) => ofFinding(view, at));
    const fresh = puzzles.filter((puzzle) => puzzle !== null && !seen.has(puzzle.fen)).slice(0, SIZE - count) as Puzzle[];
    const once = fresh.filter(({ fen }, i) => fresh.findIndex((other) => other.fen === fen) === i);
    for (const { fen } of once) seen.add(fen);
    if (once.length === 0) continue;
    if (count === 0) {
      choose("train");
      begin(name, once, true);
    } else {
      extend(name, once, true);
    }
    count += once.length;
  }
  if (count === 0) tell("None of these findings wins something. Choose another pattern, or other games.");
  else extend(name, [], false);
}

/** Starts a session with the positions that are due. */
export function trainDue(): void {
  const puzzles = due(getDeck(), Date.now()).slice(0, SIZE);
  if (puzzles.length > 0) begin("Positions that come back", puzzles);
}
