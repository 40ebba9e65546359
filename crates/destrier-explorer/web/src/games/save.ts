/** Saves the listed games. */

import { inSlices } from "./arrange.ts";
import { games, getLibrary, shown, wantedOf } from "./library.ts";
import { ask } from "./reader.ts";
import type { Saves } from "./worker.ts";

/** Saves the listed games: their text, or their chances that match the filter as a study or as positions. */
export function save(format: Saves): void {
  const library = getLibrary();
  if (library === null) return;
  const { filter } = library;
  const [all, listed] = [games, shown];
  const words: number[] = [];
  inSlices(
    () => listed.length,
    () => games !== all,
    (i) => {
      const wanted = format === "pgn" ? [] : wantedOf(filter, all[listed[i]!]!);
      words.push(listed[i]!, wanted.length, ...wanted);
    },
    () => ask({ kind: "save", format, games: new Uint32Array(words) }),
  );
}

/** Has the browser save a file. */
export function download(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
