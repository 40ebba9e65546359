/** A pattern in the position: all findings, or the chosen one. */

import { NO_MARKS, together } from "../board/marks.ts";
import { findPattern, isProblem, position, type FindingView, type PatternEntry, type PositionView } from "../engine.ts";
import { Example } from "../panels/example.tsx";
import { FindingCard } from "../panels/finding-card.tsx";
import { Facts, Heading } from "../panels/heading.tsx";
import { Legend } from "../panels/legend.tsx";
import { SetPanel } from "../panels/set-panel.tsx";
import { Unplayable } from "../panels/unplayable.tsx";
import { registry, showParams, wholeNumber, type Params } from "../state.ts";
import { indexOf, setOf } from "../squares.ts";
import { positionScene } from "./position-scene.ts";
import { SidesChoice, hasSide, sidesOf } from "./sides.tsx";
import { isColor, isNumber, unread } from "./reads.ts";
import { useWorth } from "../worth/worth.ts";
import type { View } from "./view.ts";

/** Whether a pattern speaks of the moves before or after the position. */
function needsGame({ text }: PatternEntry): boolean {
  return text !== null && /\b(last_from|last_to|last_captured|then)\b/.test(text.replaceAll(/"[^"]*"|#.*/g, ""));
}

export function patternView(index: number): View {
  const entry = registry().patterns[index]!;
  const all = (view: PositionView) => {
    const found = findPattern(view.fen, entry.name);
    return isProblem(found) ? [] : found.findings;
  };
  const ofSides = (findings: readonly FindingView[], params: Params) =>
    findings.filter(({ side }) => hasSide(sidesOf(params), side));
  return {
    title: entry.name,
    hasPosition: true,
    unread: (params) => unread(params, { side: isColor, finding: isNumber }),
    scene(state) {
      const { side } = state.params;
      const finding = wholeNumber(state.params, "finding");
      return positionScene(state, (view) => {
        const found = ofSides(all(view), side ? { side } : {});
        const chosen = view.fen === state.fen && finding ? found[finding - 1] : undefined;
        return found.length === 0 ? NO_MARKS : together((chosen ? [chosen] : found).map(({ drawing }) => drawing));
      });
    },
    Panel({ state }) {
      const view = position(state.fen);
      const plain = isProblem(view) ? [] : all(view);
      const worth = useWorth(plain.some(({ move }) => move !== null) ? state.fen : null, entry.name);
      const found = ofSides(Array.isArray(worth) ? worth : plain, state.params);
      const chosen = wholeNumber(state.params, "finding") ?? 0;
      const squares = found.flatMap(({ square }) => (square === null ? [] : [indexOf(square)]));
      const drawn = together(found.map(({ drawing }) => drawing));
      const roles = new Set([...drawn.squares, ...drawn.arrows].map(({ role }) => role));
      return (
        <>
          <Heading {...entry} sides={sidesOf(state.params)} />
          <section class="results" aria-label="Findings">
            <div class="row between">
              <h3>
                Findings{" "}
                <span class="count" data-test="finding-count">
                  {found.length}
                </span>
              </h3>
              <SidesChoice params={state.params} />
            </div>
            <Unplayable
              view={view}
              more="It has no findings, but you can still see its values."
            />
            <ol class="findings">
              {found.map((finding, i) => (
                <li key={i}>
                  <FindingCard
                    finding={finding}
                    chosen={chosen === i + 1}
                    choose={() => showParams({ finding: chosen === i + 1 ? null : String(i + 1) })}
                  />
                </li>
              ))}
            </ol>
            {worth === "given up" && <p class="hint">Computing what these moves win takes too long.</p>}
            {found.length === 0 && !isProblem(view) && view.unplayable === null && <p>None in this position.{needsGame(entry) && " This pattern depends on the moves of a game, and is found only in games."}</p>}
            {roles.size > 0 && <Legend words={Object.fromEntries([...roles].map((role) => [role, ""]))} />}
          </section>
          <Example words="Drag the pieces or add new ones. The findings update as you drag." fen={entry.example} />
          <SetPanel title="Squares of the findings" set={setOf(squares)} />
          <Facts {...entry} />
        </>
      );
    },
  };
}
