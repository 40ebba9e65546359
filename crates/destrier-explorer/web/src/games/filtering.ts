/** Changes the filter. */

import { arrange } from "./arrange.ts";
import { admits, type Filter } from "./filter.ts";
import { games, getLibrary, isJudged, isWanted, put, shown, touch } from "./library.ts";
import { openGame, showPlace } from "./open-game.ts";
import { ask } from "./reader.ts";

export function setFilter(change: Partial<Filter>): void {
  const library = getLibrary();
  if (library === null) return;
  touch();
  filterBy({ ...library.filter, ...change });
}

/** Shows the games that match a filter. Unless the open one must stay, opens the first if the open one does not match. */
export function filterBy(filter: Filter, stays = false): void {
  const library = getLibrary();
  if (library === null) return;
  const { open } = library;
  // Deselect a finding that no longer matches the filter.
  const gone = open !== null && open.finding !== null && !isWanted(filter, games[open.index]!, open.finding);
  put({ ...library, filter, open: gone ? { ...open, finding: null, last: null } : open });
  showPlace();
  judgeFirst();
  arrange(() => {
    const at = getLibrary()?.open?.index;
    if (!stays && shown.length > 0 && (at === undefined || !shown.includes(at))) openGame(shown[0]!, "first");
  });
}

/** Has the worker search the games that pass the filter before all others, and these games first. They may belong to
 * the file before. */
export function judgeFirst(visible: readonly number[] = []): void {
  const library = getLibrary();
  if (library === null || isJudged(library)) return;
  const { player, result } = library.filter;
  const admitted: number[] = [];
  if (visible.length === 0 && (player !== "" || result !== "any")) {
    games.forEach((game, i) => game.missed === null && admits(getLibrary()!.filter, game) && admitted.push(i));
  }
  const first = [...visible.filter((i) => games[i]?.missed === null), ...admitted];
  if (first.length > 0) ask({ kind: "first", games: new Uint32Array(first) });
}
