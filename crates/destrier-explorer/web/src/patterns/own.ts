/** The patterns that the user wrote, kept in the browser. */

import { tell } from "../messages.ts";
import { readable } from "../words.ts";

export interface OwnPattern {
  name: string;
  text: string;
}

/** Each folder of a host has its own patterns. */
const KEY = `destrier ${new URL(".", location.href).pathname} patterns`;

/** The characters of a title. */
const LENGTH = 44;

let own: readonly OwnPattern[] | null = null;

export function ownPatterns(): readonly OwnPattern[] {
  if (own === null) {
    try {
      const read = JSON.parse(localStorage.getItem(KEY) ?? "[]") as unknown;
      own = Array.isArray(read) ? read.filter(isPattern) : [];
    } catch {
      // Without storage, they last for this visit.
      own = [];
    }
  }
  return own;
}

/** Returns the kept patterns with titles that differ. */
export function ownTitles(): readonly { title: string; text: string }[] {
  const times = new Map<string, number>();
  return ownPatterns().map((own) => {
    const title = titleOf(own);
    const count = (times.get(title) ?? 0) + 1;
    times.set(title, count);
    return { title: count > 1 ? `${title} (${count})` : title, text: own.text };
  });
}

/** Returns the name of a pattern or, if it has none, how its text begins. */
export function titleOf({ name, text }: OwnPattern): string {
  if (name !== "custom") return readable(name);
  const words = text.replace(/#.*/g, "").split(/\s+/).filter(Boolean);
  let title = "";
  for (const word of words) {
    if (title.length + word.length > LENGTH) return `${title}…`;
    title += `${title && " "}${word}`;
  }
  return title;
}

function isPattern(value: unknown): value is OwnPattern {
  const { name, text } = (value ?? {}) as Record<string, unknown>;
  return typeof name === "string" && typeof text === "string";
}

/** Keeps a pattern in place of the one with its name. Those without a name are all called `custom`. */
export function keepPattern({ name, text }: OwnPattern): void {
  keep([...ownPatterns().filter((other) => other.name !== name || name === "custom"), { name, text }]);
}

export function forgetPattern(text: string): void {
  keep(ownPatterns().filter((other) => other.text !== text));
}

function keep(next: readonly OwnPattern[]): void {
  own = next;
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    tell("Your browser does not keep patterns. Export them before you leave.");
  }
}
