/** Words as they are shown. */

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** An entry's name for people: `knight-fork` is Knight fork. */
export function readable(name: string): string {
  return capital(name.replaceAll(/[-_]/g, " "));
}

/**
 * A definition of the registry with its sides in words: S, whose pattern or value it is, and O, the opponent. Without a
 * chosen side the one that is named first is one side, then that side.
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

/** What the library says of a text: its signs in quotation marks and not in those of code, as a sentence begins. */
export function said(problem: string): string {
  return capital(problem.replace(/`([^`]*)`/g, "“$1”"));
}

/** `1 move`, `2 moves`. */
export function counted(count: number, one: string): string {
  return `${count} ${count === 1 ? one : `${one}s`}`;
}
