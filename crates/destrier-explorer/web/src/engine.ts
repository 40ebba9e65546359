/**
 * Calls to the library, compiled to WebAssembly, and the types of its answers. The page computes nothing about chess
 * itself. Only this module and the workers call the library.
 */

import load, * as wasm from "./wasm/destrier.js";
import file from "./wasm/destrier_bg.wasm?url";

/** A set of squares as 16 hexadecimal digits. The lowest bit is a1. */
export type SetHex = string;
/** `e4`. */
export type Square = string;
export type Color = "white" | "black";

/** The role of a mark or an arrow. Each role has its own color and shape. */
export type Role =
  /** The move of a finding and its destination. */
  | "move"
  /** Attacked pieces. */
  | "target"
  /** The squares of a set or a pattern. */
  | "place"
  /** The reason: blocked squares, escapes, a line, the path of a pawn. */
  | "reason";

export interface Arrow {
  from: Square;
  to: Square;
  role: Role;
}

/** Marks and arrows on a board. */
export interface Drawing {
  squares: { set: SetHex; role: Role }[];
  arrows: Arrow[];
}

export interface PatternEntry {
  name: string;
  /** A one-sentence description for players. */
  in_short: string;
  definition: string;
  source: string;
  cost: string;
  /** The FEN of an example. */
  example: string;
  /** Whether its findings are moves. */
  is_move: boolean;
  /** Its theme in the pattern book. Empty for all others. */
  theme: string;
  /** Its text in the pattern language. Null if it is built in. */
  text: string | null;
}

interface ValueEntry {
  name: string;
  definition: string;
  source: string;
  cost: string;
  kind: "set" | "lines" | "wing" | "index";
}

export interface ArgumentEntry {
  name: string;
  definition: string;
  kind: "set" | "square" | "number" | "color" | "wing";
  /** The command's option for it. Null for positional arguments. */
  flag: string | null;
  required: boolean;
}

export interface FunctionEntry {
  name: string;
  definition: string;
  source: string;
  /** The cost of the first formulation for the example. */
  cost: string;
  /** The first arguments, as text. Those that are empty or missing are omitted. */
  example: string[];
  arguments: ArgumentEntry[];
}

/** The three registries, in the order of the menu. */
export interface Registry {
  version: string;
  /** The built-in patterns, then the pattern book. */
  patterns: PatternEntry[];
  /** The words of the pattern language, except squares. */
  words: string[];
  values: ValueEntry[];
  functions: FunctionEntry[];
}

/** An error in a text: `text.slice(from, to)` is the wrong part. */
export interface Problem {
  problem: string;
  from: number;
  to: number;
}

/** The grade of a missed move, by the winning chances that it cost. */
export type Grade = "inaccuracy" | "mistake" | "blunder";

export const GRADES: readonly Grade[] = ["inaccuracy", "mistake", "blunder"];

export interface FindingView {
  /** Index of the pattern in the registry. One more than the last for a pattern that the user wrote. */
  pattern: number;
  side: Color;
  /** Null for patterns without a move. */
  san: string | null;
  move: string | null;
  /** Null for patterns of the whole position. */
  square: Square | null;
  classes: string[];
  played: boolean | null;
  /** What the move gains in pawns, or 100 for a forced mate. Null without a move, or if not computed. */
  wins: number | null;
  /** How much more it gains than the game's move. */
  /** The winning chances that missing it cost, in thousandths. */
  lost: number | null;
  /** Whether the missed move may be shown as the move to find. */
  answer: boolean | null;
  /** Null if the game's move was about as good. */
  missed: Grade | null;
  /** An explanation of one or two sentences. */
  words: string;
  drawing: Drawing;
}

export interface ValueView {
  /** Null for values that are not sets. */
  set: SetHex | null;
  /** `c7, e6`, `rank`, `king`, `7`, `none`. */
  text: string;
}

/** The findings and values of a position. */
export interface PositionView {
  /** Normalized by the library. For a position that no game can reach, the input with single spaces. */
  fen: string;
  /** Why no game can reach the position, which then has no findings. Null otherwise. */
  unplayable: string | null;
  findings: FindingView[];
  /** In the registry's order. */
  values: { white: ValueView; black: ValueView }[];
}

export type Answer =
  | { kind: "set"; set: SetHex }
  | { kind: "number"; number: number | null }
  | { kind: "truth"; truth: boolean }
  | { kind: "layers"; layers: SetHex[] | null }
  | { kind: "moves"; moves: { direction: string; from: Square; to: Square }[] }
  | { kind: "lines"; lines: { line: string; set: SetHex }[] };

/** The answers of a function, one for each formulation. The recommended formulation comes first. */
export interface Call {
  formulations: { name: string; cost: string; answer: Answer }[];
}

/** A set in every notation. */
interface SetForms {
  count: number;
  squares: string;
  /** Eight lines of `X` and `.`, rank 8 first. */
  board: string;
  mappings: { name: string; hex: string }[];
  literals: { language: string; text: string }[];
}

/** The summary of a game in the list. */
export interface GameSummary {
  white: string;
  black: string;
  /** The ratings of White and Black. */
  ratings: [number | null, number | null];
  result: string;
  date: string;
  plies: number;
  /** One row for each finding: ply; index of the pattern; 0 for White, 1 for Black; 0 to 3 for no class, check, royal,
   * family; 1 if played, 0 if not, null if the game ends there; number of its chance. */
  findings: [number, number, 0 | 1, 0 | 1 | 2 | 3, 0 | 1 | null, number][];
  /** The damage: what could not be read, and at which byte. */
  damage: string | null;
}

/** A missed turn: the index of the move among the findings of its game; 1 to 3 for the grade; the winning chances lost, in
 * thousandths; the number of its chance; whether the move is an answer, which may be shown as the move to find. */
export type Miss = [number, 1 | 2 | 3, number, number, boolean];

/** The same opportunity on several turns. */
export interface Chance {
  /** Within the game, from 1. */
  number: number;
  first_ply: number;
  last_ply: number;
  /** Whether its move was played on any of the turns. Null if unknown. */
  played: boolean | null;
}

/** Some of the games of a file. */
export interface Games {
  games: GameSummary[];
  /** Bytes read so far. */
  read: number;
  done: boolean;
  /** The name of the file's format: `pgn`, `epd` or `puzzles`. */
  format: string;
  /** The player whose games these are, if all games are read and it can be told. */
  player: string | null;
}

/** A position of a game, and the game's move. */
export interface Ply {
  fen: string;
  /** Null in the last position. */
  san: string | null;
  uci: string | null;
  /** The whole seconds left for the player who moved last. */
  clock: number | null;
  /** The evaluation in the game's comments, as in `[%eval 0.31]`. */
  eval: string | null;
  /** White's winning chances by this evaluation, from -1000 to 1000. */
  chances: number | null;
}

export interface GameView {
  tags: [string, string][];
  /** A link to the game. */
  link: string | null;
  plies: Ply[];
  /** In order of plies. */
  findings: { ply: number; chance: Chance; finding: FindingView }[];
  damage: string | null;
}

/** A legal move, and the position after it. */
export interface LegalMove {
  uci: string;
  san: string;
  fen: string;
}

/** What a move is worth, and the best move. */
export interface Judgement {
  /** The gain in pawns, or 100 for a forced mate. */
  wins: number;
  /** `wins a rook`. */
  words: string;
  /** The move and the best play after it. */
  line: LegalMove[];
  /** The winning chances of the side that moves, from -1000 to 1000. */
  chances: number;
  /** Whether the move is about as good as the best one. */
  good: boolean;
  /** The best move, if it is another. */
  best: { chances: number; words: string; line: LegalMove[] } | null;
}

/** Loads the library. Call this before any other function of this module. */
export async function start(): Promise<Registry> {
  await load({ module_or_path: file });
  return JSON.parse(wasm.registry()) as Registry;
}

/** Whether the answer is an error. */
export function isProblem(answer: object): answer is Problem {
  return "problem" in answer;
}

/** Returns the findings and values of a position. Caches answers, because the board and the panel ask for the same. */
export function position(fen: string): PositionView | Problem {
  return kept(positions, fen, () => JSON.parse(wasm.position(fen)) as PositionView | Problem);
}

/** Returns the legal moves of a position. None if the position is not playable. */
export function legalMoves(fen: string): readonly LegalMove[] {
  const moves = kept(legal, fen, () => JSON.parse(wasm.moves(fen)) as LegalMove[] | Problem);
  return isProblem(moves) ? [] : moves;
}

/** A pattern, and its findings in a position. */
export interface PatternView {
  pattern: PatternEntry;
  findings: FindingView[];
}

/** Finds a pattern, given by its name or its text, in a position. */
export function findPattern(fen: string, key: string): PatternView | Problem {
  return kept(found, `${fen} ${key}`, () => JSON.parse(wasm.pattern(fen, key)) as PatternView | Problem);
}

/** Draws a position as SVG, with a finding of a pattern, given by its name or its text. */
export function picture(fen: string, flip: boolean, finding: FindingView | null, key: string | null): string | Problem {
  const at = finding === null ? "" : (finding.move ?? finding.square ?? "");
  return JSON.parse(wasm.picture(fen, flip, key, at)) as string | Problem;
}

/** An error in an argument of a function. */
export type CallProblem = Problem & { argument: number };

/** Calls a function of the registry. Arguments have the command's syntax. Null omits an optional argument. */
export function call(name: string, args: readonly (string | null)[]): Call | CallProblem {
  const lines = args.map((text) => (text === null ? "" : `=${text.replaceAll("\n", " ")}`)).join("\n");
  return kept(calls, `${name} ${lines}`, () => JSON.parse(wasm.call(name, lines)) as Call | CallProblem);
}

/** Returns a set in every notation. */
export function setForms(set: SetHex): SetForms | Problem {
  return JSON.parse(wasm.set_forms(set)) as SetForms | Problem;
}

/** Returns the number of moves from a square to each of the 64 squares, starting with a1. */
export function distances(piece: "knight" | "king", from: Square): Uint8Array {
  return wasm.distances(piece, from);
}

const positions = new Map<string, PositionView | Problem>();
const found = new Map<string, PatternView | Problem>();
const legal = new Map<string, LegalMove[] | Problem>();
const calls = new Map<string, Call | CallProblem>();

function kept<T>(answers: Map<string, T>, question: string, ask: () => T): T {
  let answer = answers.get(question);
  if (answer === undefined) {
    answer = ask();
    if (answers.size >= 256) answers.clear();
    answers.set(question, answer);
  }
  return answer;
}
