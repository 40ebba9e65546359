/** Filters and sorts the list of games, a little at a time. */

import { admits, gravity, isShown } from "./filter.ts";
import { games, getLibrary, put, setShown, shown, wantedOf } from "./library.ts";

/** Milliseconds of work before the page may draw again. */
const SLICE = 30;

/** Calls `work` for each number below `count()`, in slices, then `then`. Stops as soon as `isStale()`. */
export function inSlices(count: () => number, isStale: () => boolean, work: (i: number) => void, then: () => void): void {
  let at = 0;
  const slice = () => {
    if (isStale()) return;
    const end = performance.now() + SLICE;
    for (; at < count(); at++) {
      if (at % 64 === 63 && performance.now() > end) {
        setTimeout(slice);
        return;
      }
      work(at);
    }
    then();
  };
  slice();
}

/** Milliseconds between two arrangements of the list during the search for misses. */
const PAUSE = 1000;
/** The running arrangement. */
let arranging: { reached: number; take(index: number): void } | null = null;
let arranged = 0;

/** Whether the list was last arranged some time ago. */
export function isTimeToArrange(): boolean {
  return performance.now() > arranged + PAUSE;
}

/** Stops a running arrangement. */
export function stopArranging(): void {
  arranging = null;
}

/** Filters and sorts the games, in slices. Then calls `then`, unless it has to start again before. */
export function arrange(then: () => void = () => {}): void {
  const filter = getLibrary()!.filter;
  // Gravities are few, and sorting all games would take long.
  const byGravity = new Map<number, number[]>();
  let count = 0;
  const run = {
    reached: 0,
    take(index: number) {
      const game = games[index]!;
      if (!admits(filter, game)) return;
      const chances = wantedOf(filter, game);
      if (!isShown(filter, chances)) return;
      count += chances.length;
      const rank = filter.shows === "missed" ? gravity(game, chances[0]!) : 0;
      const others = byGravity.get(rank);
      if (others === undefined) byGravity.set(rank, [index]);
      else others.push(index);
    },
  };
  arranging = run;
  inSlices(
    () => games.length,
    () => arranging !== run || getLibrary() === null,
    (index) => {
      run.take(index);
      run.reached = index + 1;
    },
    () => {
      arranging = null;
      setShown([...byGravity].sort(([a], [b]) => b - a).flatMap(([, games]) => games));
      arranged = performance.now();
      put({ ...getLibrary()!, shown, wanted: count });
      then();
    },
  );
}

/** Lists a game whose misses are now known, if they match the filter. Returns how many chances match. */
export function list(index: number): number {
  const { filter } = getLibrary()!;
  const game = games[index]!;
  if (filter.shows !== "missed" || !admits(filter, game)) return 0;
  const chances = wantedOf(filter, game).length;
  if (chances === 0) return 0;
  shown.push(index);
  // A running arrangement has passed this game without its misses.
  if (arranging !== null && index < arranging.reached) arranging.take(index);
  return chances;
}
