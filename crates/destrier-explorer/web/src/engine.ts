/**
 * What the page asks of the library, compiled to WebAssembly, and the types of what it answers. Nothing about chess is
 * computed on this side: this module and the worker of games are the only ones that call it.
 */

import load, * as wasm from "./wasm/destrier.js";
import file from "./wasm/destrier_bg.wasm?url";

/** A set of squares: 16 hexadecimal digits, the lowest bit being a1. */
export type SetHex = string;
/** `e4`. */
export type Square = string;
export type Color = "white" | "black";

/** What a part of a drawing is there for. Each has a color, and a shape that tells without color. */
export type Role =
  /** The move of a finding, and the square where it goes. */
  | "move"
  /** What is attacked. */
  | "target"
  /** What a set or a pattern is about: its squares. */
  | "place"
  /** Why: walls, escapes, a line, the way of a pawn. */
  | "reason";

export interface Arrow {
  from: Square;
  to: Square;
  role: Role;
}

/** What is drawn over a board. */
export interface Drawing {
  squares: { set: SetHex; role: Role }[];
  arrows: Arrow[];
}

export interface PatternEntry {
  name: string;
  /** A sentence for players. */
  in_short: string;
  definition: string;
  source: string;
  cost: string;
  /** A position that shows it, as FEN. */
  example: string;
}

export interface ValueEntry {
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
  /** The option by which the command takes it; null where its place says what it is. */
  flag: string | null;
  required: boolean;
}

export interface FunctionEntry {
  name: string;
  definition: string;
  source: string;
  /** The first formulation's. */
  cost: string;
  arguments: ArgumentEntry[];
}

/** The three registries, in their order: the menu is made of them. */
export interface Registry {
  version: string;
  patterns: PatternEntry[];
  values: ValueEntry[];
  functions: FunctionEntry[];
}

/** Why a text cannot be read, and where: `text.slice(from, to)` is what is wrong. */
export interface Problem {
  problem: string;
  from: number;
  to: number;
}

/** How grave a missed move is, by the winning chances that it cost. */
export type Grade = "inaccuracy" | "mistake" | "blunder";

export const GRADES: readonly Grade[] = ["inaccuracy", "mistake", "blunder"];

export interface FindingView {
  /** Index of the pattern in the registry. */
  pattern: number;
  side: Color;
  /** Null for patterns without a move. */
  san: string | null;
  move: string | null;
  square: Square;
  classes: string[];
  played: boolean | null;
  /** What the move gains in pawns, 100 for a forced mate. Null without a move, or where it was not computed. */
  wins: number | null;
  /** How much more it gains than the game's move. */
  missed_by: number | null;
  /** Null where the game's move was about as good. */
  missed: Grade | null;
  /** What was found and why, a sentence or two. */
  words: string;
  drawing: Drawing;
}

export interface ValueView {
  /** Null for values that are no sets. */
  set: SetHex | null;
  /** `c7, e6`, `rank`, `king`, `7`, `none`. */
  text: string;
}

/** All there is to say of a position. */
export interface PositionView {
  /** As the library writes it; of a position that no game can reach as it was given, with single spaces. */
  fen: string;
  /** Why no game can reach it, so that patterns of moves are not searched for; null where all is well. */
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

/** What a function answers, by each of its formulations, the one to use first. */
export interface Call {
  ways: { name: string; cost: string; answer: Answer }[];
}

/** A set in all the ways it is written. */
export interface SetForms {
  count: number;
  squares: string;
  /** Eight lines of `X` and `.`, rank 8 first. */
  board: string;
  mappings: { name: string; hex: string }[];
  literals: { language: string; text: string }[];
}

/** What is told of a game before it is opened. */
export interface GameSummary {
  white: string;
  black: string;
  result: string;
  date: string;
  plies: number;
  /** A row a finding: ply, index of the pattern, 0 White or 1 Black, 0 to 3 for no class, check, royal and family, 1
   * played, 0 not played, null where the game ends, and the number of its chance. */
  findings: [number, number, 0 | 1, 0 | 1 | 2 | 3, 0 | 1 | null, number][];
  /** What could not be read of it, with number, byte and token. */
  damage: string | null;
}

/** A missed move: its place among the findings of its game, 1 to 3 for the grades, how many pawns more it gains than the
 * game's move, and the number of its chance. */
export type Miss = [number, 1 | 2 | 3, number, number];

/** The same possibility on several turns. */
export interface Chance {
  /** Within the game, from 1. */
  number: number;
  first_ply: number;
  last_ply: number;
  /** Whether its move was played, on any of the turns; null where that is unknown. */
  played: boolean | null;
}

/** Some of the games of a file. */
export interface Games {
  games: GameSummary[];
  /** Bytes read up to now. */
  read: number;
  done: boolean;
}

export interface GameView {
  tags: [string, string][];
  /** A position each, the last without a move. */
  plies: { fen: string; san: string | null }[];
  /** By ply, in order. */
  findings: { ply: number; chance: Chance; finding: FindingView }[];
  damage: string | null;
}

/** Makes the library ready; nothing else of this module is called before. */
export async function start(): Promise<Registry> {
  await load({ module_or_path: file });
  return JSON.parse(wasm.registry()) as Registry;
}

/** Whether the library refused, and says why. */
export function isProblem(answer: object): answer is Problem {
  return "problem" in answer;
}

/** All there is to say of a position. The last answers are kept: the board and the panel beside it ask for the same. */
export function position(fen: string): PositionView | Problem {
  return kept(positions, fen, () => JSON.parse(wasm.position(fen)) as PositionView | Problem);
}

/** Why a function cannot be called, and which of its arguments is at fault. */
export type CallProblem = Problem & { argument: number };

/** Calls a function of the registry, its arguments as the command takes them, null where one is left out. */
export function call(name: string, args: readonly (string | null)[]): Call | CallProblem {
  const json = JSON.stringify(args);
  return kept(calls, name + json, () => JSON.parse(wasm.call(name, json)) as Call | CallProblem);
}

/** A set in all the ways it is written. */
export function setForms(set: SetHex): SetForms | Problem {
  return JSON.parse(wasm.set_forms(set)) as SetForms | Problem;
}

/** The fewest moves from a square to each of the 64, a1 first. */
export function distances(piece: "knight" | "king", from: Square): Uint8Array {
  return wasm.distances(piece, from);
}

const positions = new Map<string, PositionView | Problem>();
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
