/** A training session: positions one after another, the answers, the hints and the score. */

import { useEffect, useState } from "preact/hooks";
import { legalMoves, type LegalMove } from "../engine.ts";
import { numbered } from "../games/move-name.ts";
import { judge } from "../judge/judge.ts";
import { say } from "../messages.ts";
import { getState, show } from "../state.ts";
import type { Puzzle } from "./cards.ts";
import { answer } from "./deck.ts";

export interface Session {
  /** Where the positions come from. */
  source: string;
  puzzles: readonly Puzzle[];
  /** Whether more positions are being read. */
  reading: boolean;
  at: number;
  /** The position on the board, and the move that led to it. */
  fen: string;
  last: string | null;
  /** Whether Black is at the bottom. */
  flip: boolean;
  /** How many moves of the solution have been played. */
  played: number;
  /** `thinks` while a move is judged, `replies` before the opponent's move, `done` when the solution is known. */
  state: "waiting" | "thinks" | "replies" | "done";
  /** Whether the position was solved, without showing the piece or the solution. */
  solved: boolean;
  missed: boolean;
  /** 0 for none, 1 for the pattern, 2 for the piece. */
  hint: 0 | 1 | 2;
  /** What the last move was worth. `right` is null for the solution that the page shows. */
  said: { right: boolean | null; text: string } | null;
  /** The solution to step through, and how many of its moves are on the board. */
  solution: { moves: readonly LegalMove[]; at: number } | null;
  right: number;
  wrong: readonly Puzzle[];
  over: boolean;
}

let session: Session | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function put(next: Session | null): void {
  session = next;
  for (const listener of [...listeners]) listener();
  if (next !== null && getState().entry === "train" && getState().fen !== next.fen) show({ fen: next.fen });
}

export function getSession(): Session | null {
  return session;
}

export function useSession(): Session | null {
  const [seen, see] = useState(session);
  useEffect(() => {
    const listener = () => see(session);
    listener();
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, []);
  return seen;
}

/** Starts a session. */
export function begin(source: string, puzzles: readonly Puzzle[], reading = false): void {
  session = {
    source,
    puzzles,
    reading,
    at: 0,
    fen: "",
    last: null,
    flip: false,
    played: 0,
    state: "waiting",
    solved: false,
    missed: false,
    hint: 0,
    said: null,
    solution: null,
    right: 0,
    wrong: [],
    over: false,
  };
  pose(0);
}

/** Adds positions to the session with this source. */
export function extend(source: string, more: readonly Puzzle[], reading: boolean): void {
  if (session?.source === source) put({ ...session, puzzles: [...session.puzzles, ...more], reading });
}

/** Turns the board. Returns false if there is no session. */
export function flipSession(): boolean {
  if (session === null || getState().entry !== "train") return false;
  put({ ...session, flip: !session.flip });
  return true;
}

export function end(): void {
  clearTimeout(timer);
  put(null);
}

/** Shows a position to solve, from the solver's side. */
function pose(at: number): void {
  clearTimeout(timer);
  const puzzle = session!.puzzles[at];
  if (puzzle === undefined) {
    put({ ...session!, over: true, state: "done" });
    say(`You solved ${session!.right} of ${session!.at + 1}.`);
    return;
  }
  const black = puzzle.fen.split(" ")[1] === "b";
  put({
    ...session!,
    at,
    fen: puzzle.fen,
    last: puzzle.before,
    flip: black,
    played: 0,
    state: "waiting",
    solved: false,
    missed: false,
    hint: 0,
    said: null,
    solution: null,
  });
  say(`${black ? "Black" : "White"} to move. Find the best move.`);
}

export function current(): Puzzle | undefined {
  return session?.puzzles[session.at];
}

/** Returns the moves that solve the position on the board. */
function answers(): readonly string[] {
  const puzzle = current()!;
  return session!.played === 0 ? puzzle.answers : puzzle.line.slice(session!.played, session!.played + 1);
}

/** Answers with a move. */
export async function tryMove(move: LegalMove): Promise<void> {
  if (session === null || session.state !== "waiting") return;
  const { at, fen } = session;
  const right = answers();
  // Any mate solves a position.
  if (right.includes(move.uci) || move.san.endsWith("#")) {
    advance(move);
    return;
  }
  put({ ...session, state: "thinks", said: null });
  const tried = await judge(fen, move.uci);
  const after = getSession();
  // The user has gone on meanwhile.
  if (after === null || after.at !== at || after.fen !== fen || after.state !== "thinks") return;
  if (tried?.good) {
    advance(move, `${move.san} is right, too${tried.wins > 0 ? `: it ${tried.words}` : ""}.`);
    return;
  }
  const line = tried !== null && tried.line.length > 1 ? ` (${numbered(fen, tried.line).join(" ")})` : "";
  const but = tried !== null && tried.wins > 0 ? ", but another move is better" : "";
  const text = tried === null ? `${move.san} is not the move. Try again.` : `${move.san} ${tried.words}${line}${but}. Try again.`;
  put({ ...after, state: "waiting", missed: true, said: { right: false, text } });
  say(text);
}

/** Plays a right move, and the opponent's reply. */
function advance(move: LegalMove, instead?: string): void {
  const puzzle = current()!;
  const played = session!.played + 1;
  const reply = puzzle.line[played];
  // Only puzzles ask for more than one move. Another move than the solution's ends it.
  const goesOn = puzzle.pattern === null && instead === undefined && move.uci === puzzle.line[played - 1] && puzzle.line.length > played + 1;
  put({ ...session!, fen: move.fen, last: move.uci, played });
  if (!goesOn) {
    finish(true, instead ?? `${move.san} is right.`);
    return;
  }
  put({ ...session!, state: "replies", said: { right: true, text: `${move.san} is right. Go on.` } });
  say(`${move.san} is right.`);
  timer = setTimeout(() => {
    const next = legalMoves(session!.fen).find(({ uci }) => uci === reply);
    if (next === undefined) finish(true, `${move.san} is right.`);
    else {
      put({ ...session!, fen: next.fen, last: next.uci, played: played + 1, state: "waiting" });
      say(`The reply is ${next.san}.`);
    }
  }, 400);
}

/** Ends a position with its right move or, with null, by showing it: counts it, and prepares the solution. */
function finish(right: true | null, text: string): void {
  const solved = right === true && !session!.missed;
  const puzzle = current()!;
  answer(puzzle, solved);
  const moves: LegalMove[] = [];
  let fen = puzzle.fen;
  for (const uci of puzzle.line) {
    const move = legalMoves(fen).find((legal) => legal.uci === uci);
    if (move === undefined) break;
    moves.push(move);
    fen = move.fen;
  }
  const here = moves.findIndex((move) => move.fen === session!.fen) + 1;
  put({
    ...session!,
    state: "done",
    solved,
    said: { right, text },
    solution: { moves, at: here },
    right: session!.right + (solved ? 1 : 0),
    wrong: solved ? session!.wrong : [...session!.wrong, puzzle],
  });
  say(`${text} ${puzzle.words ?? ""}`);
  if (puzzle.line.length === 1) void showLine(session!.at);
}

/** Shows how the move of a missed chance wins. */
async function showLine(at: number): Promise<void> {
  const { fen, line } = current()!;
  const judgement = await judge(fen, line[0]!);
  if (judgement === null || session?.at !== at || session.solution === null) return;
  put({ ...session, solution: { ...session.solution, moves: judgement.line } });
}

/** Gives the next hint: the pattern, then the piece, then the solution. */
export function hint(): void {
  if (session === null || session.state !== "waiting") return;
  if (session.hint === 2) showSolution();
  else if (session.hint === 1 || current()!.pattern === null) put({ ...session, hint: 2, missed: true });
  else put({ ...session, hint: 1 });
}

export function showSolution(): void {
  if (session === null || session.state !== "waiting") return;
  const puzzle = current()!;
  put({ ...session, fen: puzzle.fen, missed: true });
  finish(null, "This is the solution.");
  stepSolution(1);
}

/** Steps through the solution. */
export function stepSolution(by: 1 | -1): void {
  const solution = session?.solution;
  if (!session || !solution) return;
  goInSolution(Math.max(0, Math.min(solution.moves.length, solution.at + by)));
}

/** Puts a number of moves of the solution on the board. */
export function goInSolution(at: number): void {
  const solution = session?.solution;
  if (!session || !solution) return;
  const move = solution.moves[at - 1];
  put({ ...session, solution: { ...solution, at }, fen: move?.fen ?? current()!.fen, last: move?.uci ?? current()!.before });
}

export function next(): void {
  if (session === null || session.state !== "done" || session.over) return;
  if (session.at + 1 >= session.puzzles.length && session.reading) say("The next position is being read.");
  else pose(session.at + 1);
}
