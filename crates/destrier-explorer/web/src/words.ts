/** Formats text for display. */

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Returns an entry's name for display: `knight-fork` becomes `Knight fork`. */
export function readable(name: string): string {
  return capital(name.replaceAll(/[-_]/g, " "));
}

/**
 * Replaces S, the side of a pattern or value, and O, its opponent, in a definition of the registry. Without a chosen
 * side, the first of them becomes "one side", then "that side".
 */
export function withSides(definition: string, sides: "both" | "white" | "black"): string {
  let first: string | null = null;
  return definition.replace(/\b[SO]\b/g, (letter) => {
    if (sides !== "both") return (letter === "S") === (sides === "white") ? "White" : "Black";
    if (first === null) {
      first = letter;
      return "one side";
    }
    return letter === first ? "that side" : "the other";
  });
}

/** Formats an error message of the library: with a capital, and with quotation marks instead of backticks. */
export function said(problem: string): string {
  return capital(problem.replace(/`([^`]*)`/g, "“$1”"));
}

/** Returns a count with a noun: `1 move`, `1,200 moves`. */
export function counted(count: number, one: string): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : `${one}s`}`;
}

/** Returns what a file of a format contains. */
export function thing(format: string): string {
  return { puzzles: "puzzle", epd: "position" }[format] ?? "game";
}
