/**
 * Positions to train, and when they come back. FSRS, the scheduler that Anki uses, models how well each position is
 * remembered. A position that was missed comes back at once. Each time it is solved, it comes back when the solver is
 * likely to remember nine of ten such positions.
 */

import { FSRSAlgorithm, Rating, S_MAX, S_MIN } from "ts-fsrs";

const FSRS = new FSRSAlgorithm({});

const DAY = 24 * 60 * 60 * 1000;

/** The most positions in a deck. Those that come back last go first. */
const MAX = 5000;

/** A position with its solution. */
export interface Puzzle {
  fen: string;
  /** The move before, as UCI. Null if unknown. */
  before: string | null;
  /** The moves that solve it, as UCI. */
  answers: string[];
  /** The whole solution, as UCI, if it has several moves or replies: the solver moves first. */
  line: string[];
  /** The name or the text of the pattern. Null if unknown. */
  pattern: string | null;
  /** Where it comes from: players and move, or the number of a puzzle. */
  title: string;
  link: string | null;
  /** What the solution does. */
  words: string | null;
}

/** A position that comes back. */
export interface Card extends Puzzle {
  /** The days after which nine of ten such positions are remembered. */
  stability: number;
  /** From 1 to 10. */
  difficulty: number;
  /** When it was answered last, in milliseconds since 1970. */
  answered: number;
  /** When it comes back, in milliseconds since 1970. */
  due: number;
}

/** Returns a text that is the same for the same position and solution. */
function idOf({ fen, answers }: Puzzle): string {
  return `${fen.split(" ").slice(0, 4).join(" ")} ${answers[0]}`;
}

/** Returns the deck after an answer. */
export function answered(deck: readonly Card[], puzzle: Puzzle, right: boolean, now: number): Card[] {
  const id = idOf(puzzle);
  const known = deck.find((card) => idOf(card) === id);
  const others = deck.filter((card) => card !== known);
  // Solved at the first try.
  if (known === undefined && right) return others;
  // The clock may have been turned back.
  const days = known === undefined ? 0 : Math.max(0, Math.floor((now - known.answered) / DAY));
  const memory = FSRS.next_state(known ?? null, days, right ? Rating.Good : Rating.Again);
  const due = right ? now + FSRS.next_interval(memory.stability, days) * DAY : now;
  return limited([...others, { ...(right ? known! : puzzle), ...memory, answered: now, due }]);
}

function limited(deck: Card[]): Card[] {
  if (deck.length <= MAX) return deck;
  const last = deck.reduce((a, b) => (b.due > a.due ? b : a));
  return deck.filter((card) => card !== last);
}

/** Returns the positions that are due, the longest due first. */
export function due(deck: readonly Card[], now: number): Card[] {
  return deck.filter((card) => card.due <= now).sort((a, b) => a.due - b.due);
}

export function writeDeck(deck: readonly Card[]): string {
  return JSON.stringify({ destrier: "training", version: 2, cards: deck });
}

const isText = (value: unknown): value is string => typeof value === "string";
const isMoves = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((move) => isText(move) && /^[a-h][1-8][a-h][1-8][qrbn]?$/.test(move));

function isPuzzle(value: unknown): value is Puzzle {
  const card = value as Record<string, unknown> | null;
  return (
    typeof card === "object" &&
    card !== null &&
    isText(card.fen) &&
    (card.before === null || isMoves([card.before])) &&
    isMoves(card.answers) &&
    card.answers.length > 0 &&
    isMoves(card.line) &&
    (card.pattern === null || isText(card.pattern)) &&
    isText(card.title) &&
    (card.link === null || (isText(card.link) && /^https?:/.test(card.link))) &&
    (card.words === null || isText(card.words))
  );
}

const isBetween = (value: unknown, least: number, most: number) => typeof value === "number" && value >= least && value <= most;

function isCard(value: Puzzle): value is Card {
  const { stability, difficulty, answered, due } = value as Card;
  return isBetween(stability, S_MIN, S_MAX) && isBetween(difficulty, 1, 10) && Number.isFinite(answered) && Number.isFinite(due);
}

/** The days until a position of each box came back, before FSRS. */
const BOX_DAYS: readonly number[] = [0, 1, 3, 7, 21];

/** Returns a card of the boxes before FSRS. It keeps its date, and its days until then count as its stability. */
function ofBox(puzzle: Puzzle): Card | null {
  const { box, due, ...rest } = puzzle as Card & { box: number };
  const days = Number.isInteger(box) ? BOX_DAYS[box] : undefined;
  if (days === undefined || !Number.isFinite(due)) return null;
  const missed = FSRS.next_state(null, 0, Rating.Again);
  return { ...rest, ...missed, stability: Math.max(missed.stability, days), answered: due - days * DAY, due };
}

/** Reads a deck. Returns null if the text is not one, and skips cards that are not valid. */
export function readDeck(text: string): { cards: Card[]; skipped: number } | null {
  try {
    const { destrier, version, cards } = JSON.parse(text) as Record<string, unknown>;
    if (destrier !== "training" || !Array.isArray(cards) || (version !== 1 && version !== 2)) return null;
    const puzzles = cards.filter(isPuzzle);
    const all = version === 1 ? puzzles.flatMap((puzzle) => ofBox(puzzle) ?? []) : puzzles.filter(isCard);
    const valid = all.slice(0, MAX);
    return { cards: valid, skipped: cards.length - valid.length };
  } catch {
    return null;
  }
}

/** Adds the cards of another deck. Of the same position, keeps the card that was answered last. */
export function merged(deck: readonly Card[], more: readonly Card[]): Card[] {
  const all = new Map(deck.map((card) => [idOf(card), card]));
  for (const card of more) {
    const known = all.get(idOf(card));
    if (known === undefined || card.answered > known.answered) all.set(idOf(card), card);
  }
  return [...all.values()].slice(0, MAX);
}
