/** The timeline of a game: a mark for every chance, in the row of its pattern, and the current position. */

import { verdict } from "../panels/finding-card.tsx";
import { flipBoard } from "../keys.ts";
import { pattern } from "../state.ts";
import { capital, readable } from "../words.ts";
import { ALL } from "./filter.ts";
import { wantedOf, type Library, type Open } from "./library.ts";
import { goToFinding, goToPly, step, stepMove } from "./open-game.ts";
import { lastMoveName, moveName, movesOf, numberOf } from "./move-name.ts";
import { Shape } from "./shapes.tsx";

/** The navigation buttons and the current move. */
export function Transport({ library, flip }: { library: Library; flip: boolean }) {
  if (library.open === null) return null;
  const { view, ply } = library.open;
  const last = Math.max(1, view.plies.length - 1);
  const what = library.filter.shows === "missed" ? "Miss" : "Chance";
  return (
    <div class="row transport">
      <button
        type="button"
        class="to-finding"
        data-test="previous-finding"
        onClick={() => step(-1)}
        title="Keys: P or K"
      >
        ‹ {what}
      </button>
      <button type="button" aria-label="First position" data-test="first" onClick={() => goToPly(0)}>
        «
      </button>
      <button
        type="button"
        aria-label="Previous move"
        data-test="back"
        onClick={() => stepMove(-1)}
        title="Left arrow"
      >
        ‹
      </button>
      <output data-test="ply" data-ply={ply}>
        {shownMove(library.open)}
      </output>
      <button
        type="button"
        aria-label="Next move"
        data-test="on"
        onClick={() => stepMove(1)}
        title="Right arrow"
      >
        ›
      </button>
      <button type="button" aria-label="Last position" data-test="last" onClick={() => goToPly(last)}>
        »
      </button>
      <button type="button" class="flip" aria-label="Flip board" aria-pressed={flip} data-test="flip" onClick={flipBoard}>
        Flip
      </button>
      <button type="button" class="to-finding" data-test="next-finding" onClick={() => step(1)} title="Keys: N or J">
        {what} ›
      </button>
    </div>
  );
}

/** Returns the move that led to the position on the board. */
function shownMove({ view, ply, line }: Open): string {
  if (line === null || line.at === 0) return lastMoveName(view, ply);
  const before = line.moves[line.at - 2] ?? view.plies[ply]!;
  return `${numberOf(before.fen)} ${line.moves[line.at - 1]!.san}`;
}

export function TimeLine({ library }: { library: Library }) {
  const open = library.open;
  if (open === null) return null;
  const { view, ply, finding: chosen } = open;
  const game = library.games[open.index]!;
  const last = Math.max(1, view.plies.length - 1);
  const at = (ply: number) => `${(100 * ply) / last}%`;
  const patterns = [...new Set(view.findings.map(({ finding }) => finding.pattern))].sort((a, b) => a - b);
  const wanted = wantedOf(library.filter, game);
  const numberOf = (i: number) => view.findings[i]!.chance.number;
  const marks = wantedOf(ALL, game).map((first) => {
    // With a filter by class, the first findings of a chance may not match.
    const i = wanted.find((i) => numberOf(i) === numberOf(first));
    const { ply, chance, finding } = view.findings[i ?? first]!;
    const facts = [capital(finding.side), movesOf(view, chance), chance.played ? "played" : verdict(finding)];
    return { ply, chance, finding, i: i ?? first, facts: facts.filter(Boolean).join(", "), wanted: i !== undefined };
  });
  marks.sort((a, b) => a.ply - b.ply);
  return (
    <section class="time-line" aria-label="Timeline" data-test="time-line">
      <input
        class="scrubber"
        type="range"
        min={0}
        max={Math.max(0, view.plies.length - 1)}
        value={ply}
        aria-label="Position in the game"
        aria-valuetext={lastMoveName(view, ply)}
        data-test="scrubber"
        onInput={(event) => goToPly(Number(event.currentTarget.value))}
      />
      <div class="lanes">
        <div class="now" style={{ left: at(ply) }} />
        {patterns.map((index) => {
          const lane = marks.filter(({ finding }) => finding.pattern === index);
          const rows = rowsOf(lane.map(({ ply }) => (100 * ply) / last));
          return (
            <div
              key={index}
              class="lane"
              role="group"
              aria-label={pattern(index).name}
              style={{ height: `${26 * (1 + Math.max(...rows))}px` }}
            >
              {lane.map(({ ply, chance, finding, i, facts, wanted }, place) => (
                <button
                  key={chance.number}
                  type="button"
                  class={finding.side}
                  style={{ left: at(ply), top: `${26 * rows[place]! + 1}px` }}
                  tabIndex={wanted ? 0 : -1}
                  aria-current={chosen !== null && numberOf(chosen) === chance.number}
                  aria-label={`${moveName(view, ply)}: ${pattern(index).name}, ${facts}`}
                  title={finding.words}
                  disabled={!wanted}
                  data-test="mark"
                  data-ply={ply}
                  data-pattern={pattern(index).name}
                  data-played={String(chance.played)}
                  data-missed={finding.missed}
                  onClick={() => goToFinding(i)}
                >
                  <Shape pattern={index} />
                </button>
              ))}
            </div>
          );
        })}
      </div>
      <ul class="legend">
        {patterns.map((index) => (
          <li key={index}>
            <Shape pattern={index} /> {readable(pattern(index).name)}
          </li>
        ))}
        {view.findings.some(({ finding }) => finding.played) && <li>Bold: played</li>}
        {view.findings.some(({ finding }) => finding.missed !== null) && <li>Underlined: missed</li>}
      </ul>
    </section>
  );
}

/** The minimum distance between marks in one row, in percent of the width, and the maximum number of rows. */
const APART = 4.5;
const MOST_ROWS = 3;

/** Assigns a row to each mark of a lane, so that marks do not overlap. The marks must be in order. */
function rowsOf(places: readonly number[]): number[] {
  const ends = Array<number>(MOST_ROWS).fill(-APART);
  return places.map((place) => {
    const free = ends.findIndex((end) => place - end >= APART);
    const row = free >= 0 ? free : ends.indexOf(Math.min(...ends));
    ends[row] = place;
    return row;
  });
}
