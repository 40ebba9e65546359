/** Words as they are shown. */

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** An entry's name for people: `knight-fork` is Knight fork. */
export function readable(name: string): string {
  return capital(name.replaceAll(/[-_]/g, " "));
}
