/** The positions that come back, kept in the browser. */

import { tell } from "../messages.ts";
import { answered, merged, readDeck, writeDeck, type Card, type Puzzle } from "./cards.ts";

/** Each folder of a host has its own deck. */
const KEY = `destrier ${new URL(".", location.href).pathname} training`;

let deck: readonly Card[] | null = null;

export function getDeck(): readonly Card[] {
  if (deck === null) {
    try {
      deck = readDeck(localStorage.getItem(KEY) ?? "")?.cards ?? [];
    } catch {
      // Without storage, the deck lasts for this visit.
      deck = [];
    }
  }
  return deck;
}

function keep(next: readonly Card[]): void {
  deck = next;
  try {
    localStorage.setItem(KEY, writeDeck(next));
  } catch {
    tell("Your browser does not keep the positions that you missed. Export them before you leave.");
  }
}

export function answer(puzzle: Puzzle, right: boolean): void {
  keep(answered(getDeck(), puzzle, right, Date.now()));
}

/** Adds the positions of an exported file. Returns a message. */
export function importDeck(text: string): string {
  const read = readDeck(text);
  if (read === null) return "This file has no training. Choose a file that this page exported.";
  keep(merged(getDeck(), read.cards));
  const skipped = read.skipped > 0 ? ` ${read.skipped} could not be read.` : "";
  return `${read.cards.length} positions imported.${skipped}`;
}

export function forgetDeck(): void {
  keep([]);
}
