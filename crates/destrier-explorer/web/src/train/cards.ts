/**
 * Positions to train, and when they come back: the Leitner system. A position that was missed goes into the first box.
 * Each time it is solved, it moves to the next box and comes back later. Solved in the last box, it is learned.
 */

/** The days until a position of each box comes back. */
export const DAYS: readonly number[] = [0, 1, 3, 7, 21];

const DAY = 24 * 60 * 60 * 1000;

/** The most positions in a deck. The oldest in the last boxes go first. */
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
  /** The name of the pattern. Null if unknown. */
  pattern: string | null;
  /** Where it comes from: players and move, or the number of a puzzle. */
  title: string;
  link: string | null;
  /** What the solution does. */
  words: string | null;
}

/** A position that comes back. */
export interface Card extends Puzzle {
  box: number;
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
  if (!right) return limited([...others, { ...puzzle, box: 0, due: now }]);
  const box = (known?.box ?? 0) + 1;
  // Solved at the first try, or learned.
  if (known === undefined || box >= DAYS.length) return others;
  return [...others, { ...known, box, due: now + DAYS[box]! * DAY }];
}

function limited(deck: Card[]): Card[] {
  if (deck.length <= MAX) return deck;
  const last = deck.reduce((a, b) => (b.box > a.box || (b.box === a.box && b.due > a.due) ? b : a));
  return deck.filter((card) => card !== last);
}

/** Returns the positions that are due, the longest due first. */
export function due(deck: readonly Card[], now: number): Card[] {
  return deck.filter((card) => card.due <= now).sort((a, b) => a.due - b.due);
}

export function writeDeck(deck: readonly Card[]): string {
  return JSON.stringify({ destrier: "training", version: 1, cards: deck });
}

const isText = (value: unknown): value is string => typeof value === "string";
const isMoves = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((move) => isText(move) && /^[a-h][1-8][a-h][1-8][qrbn]?$/.test(move));

function isCard(value: unknown): value is Card {
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
    (card.words === null || isText(card.words)) &&
    Number.isInteger(card.box) &&
    (card.box as number) in DAYS &&
    Number.isFinite(card.due)
  );
}

/** Reads a deck. Returns null if the text is not one, and skips cards that are not valid. */
export function readDeck(text: string): { cards: Card[]; skipped: number } | null {
  try {
    const { destrier, version, cards } = JSON.parse(text) as Record<string, unknown>;
    if (destrier !== "training" || version !== 1 || !Array.isArray(cards)) return null;
    const valid = cards.filter(isCard).slice(0, MAX);
    return { cards: valid, skipped: cards.length - valid.length };
  } catch {
    return null;
  }
}

/** Adds the cards of another deck. Of the same position, keeps the card in the lower box. */
export function merged(deck: readonly Card[], more: readonly Card[]): Card[] {
  const all = new Map(deck.map((card) => [idOf(card), card]));
  for (const card of more) {
    const known = all.get(idOf(card));
    if (known === undefined || card.box < known.box) all.set(idOf(card), card);
  }
  return [...all.values()].slice(0, MAX);
}
