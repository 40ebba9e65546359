/** The time line of a game: every finding a mark in the row of its pattern, and where the board is. */

import type { GameView } from "../engine.ts";
import { pattern } from "../state.ts";
import { capital, readable } from "../words.ts";
import { goToFinding, goToPly, isWanted, step, type Library, type Row } from "./library.ts";
import { Shape } from "./shapes.tsx";

/** `12. Nf3`, `12… Nf6`: the move that is played in a position; `the end` of the last. */
export function moveName(view: GameView, ply: number): string {
  const position = view.plies[ply];
  if (!position?.san) return "the end";
  const [, turn, , , , number] = position.fen.split(" ");
  return `${number}${turn === "b" ? "…" : "."} ${position.san}`;
}

export function TimeLine({ library }: { library: Library }) {
  const open = library.open;
  if (open === null) return null;
  const { view, ply, finding: chosen } = open;
  const rows: readonly Row[] = library.games[open.index]!.findings;
  const last = Math.max(1, view.plies.length - 1);
  const at = (ply: number) => `${(100 * ply) / last}%`;
  const patterns = [...new Set(rows.map((row) => row[1]))].sort((a, b) => a - b);
  const marks = view.findings.map(({ ply, finding }, i) => ({
    ply,
    finding,
    i,
    wanted: isWanted(library.filter, rows[i]!),
  }));
  return (
    <section class="time-line" aria-label="Time line" data-test="time-line">
      <div class="row transport">
        <button
          type="button"
          class="to-finding"
          data-test="previous-finding"
          onClick={() => step(-1)}
          title="Key P or K"
        >
          ‹ Finding
        </button>
        <button type="button" aria-label="First position" data-test="first" onClick={() => goToPly(0)}>
          «
        </button>
        <button
          type="button"
          aria-label="One move back"
          data-test="back"
          onClick={() => goToPly(ply - 1)}
          title="Left arrow"
        >
          ‹
        </button>
        <output data-test="ply" data-ply={ply}>
          {moveName(view, ply)}
        </output>
        <button
          type="button"
          aria-label="One move on"
          data-test="on"
          onClick={() => goToPly(ply + 1)}
          title="Right arrow"
        >
          ›
        </button>
        <button type="button" aria-label="Last position" data-test="last" onClick={() => goToPly(last)}>
          »
        </button>
        <button type="button" class="to-finding" data-test="next-finding" onClick={() => step(1)} title="Key N or J">
          Finding ›
        </button>
      </div>
      <input
        class="scrubber"
        type="range"
        min={0}
        max={view.plies.length - 1}
        value={ply}
        aria-label="Position in the game"
        aria-valuetext={moveName(view, ply)}
        data-test="scrubber"
        onInput={(event) => goToPly(Number(event.currentTarget.value))}
      />
      <div class="lanes">
        <div class="now" style={{ left: at(ply) }} />
        {patterns.map((index) => (
          <div key={index} class="lane" role="group" aria-label={pattern(index).name}>
            {marks
              .filter(({ finding }) => finding.pattern === index)
              .map(({ ply, finding, i, wanted }) => (
                <button
                  key={i}
                  type="button"
                  class={finding.side}
                  style={{ left: at(ply) }}
                  tabIndex={wanted ? 0 : -1}
                  aria-current={chosen === i}
                  aria-label={`${moveName(view, ply)}: ${pattern(index).name}, ${capital(finding.side)}${
                    finding.played === false ? ", missed" : finding.played ? ", played" : ""
                  }`}
                  title={finding.words}
                  disabled={!wanted}
                  data-test="mark"
                  data-ply={ply}
                  data-pattern={pattern(index).name}
                  data-played={String(finding.played)}
                  onClick={() => goToFinding(i)}
                >
                  <Shape pattern={index} />
                </button>
              ))}
          </div>
        ))}
      </div>
      <ul class="legend">
        {patterns.map((index) => (
          <li key={index}>
            <Shape pattern={index} /> {readable(pattern(index).name)}
          </li>
        ))}
        {view.findings.some(({ finding }) => finding.played) && <li>Bold: played</li>}
      </ul>
    </section>
  );
}
