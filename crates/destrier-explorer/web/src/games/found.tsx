/** The open game: players, opening, damage, and the findings in the position on the board. */

import type { FindingView } from "../engine.ts";
import { FindingCard } from "../panels/finding-card.tsx";
import { focusTitle } from "../panels/heading.tsx";
import { Legend } from "../panels/legend.tsx";
import { Share } from "../panels/share.tsx";
import { choose, getState, keyOf, pattern, registry, showParams } from "../state.ts";
import { gravestFirst } from "./filter.ts";
import { isWanted, type Library } from "./library.ts";
import { fenOf, goToFinding, goToPly } from "./open-game.ts";
import { capital, thing } from "../words.ts";
import { Tried, WinningLine } from "./line.tsx";
import { movesOf } from "./move-name.ts";
import { Shape } from "./shapes.tsx";
import { lichessAddress, lichessPosition } from "./share.ts";

/** Returns the findings of a position without moves that lose material and that nobody played, unless all are such. */
export function worthwhile<T extends { finding: FindingView }>(here: readonly T[]): readonly T[] {
  const others = here.filter(({ finding: { wins, played, missed } }) => (wins ?? 0) >= 0 || played || missed !== null);
  return others.length > 0 ? others : here;
}

/** Opens the view of a pattern with a position. */
function editPosition(index: number, fen: string): void {
  const { name } = pattern(index);
  if (index < registry().patterns.length) choose(`pattern/${name}`, fen);
  else {
    choose("write", fen);
    showParams({ text: keyOf(index), finding: null });
  }
}

export function Found({ library }: { library: Library }) {
  const open = library.open;
  if (open === null) return null;
  const { index, view, ply, finding: chosen, line } = open;
  const game = library.games[index]!;
  const tag = (name: string) => view.tags.find(([key]) => key === name)?.[1] ?? "";
  const places =
    line !== null
      ? []
      : [...view.findings.keys()].filter((i) => view.findings[i]!.ply === ply && isWanted(library.filter, game, i));
  const here = gravestFirst(game, places).map((i) => ({ ...view.findings[i]!, i }));
  const first = worthwhile(here);
  const cards = here.filter((found) => first.includes(found) || found.i === chosen);
  const folded = here.filter((found) => !cards.includes(found));
  const roles = cards.flatMap(({ finding: { drawing } }) =>
    [...drawing.squares, ...drawing.arrows].map(({ role }) => role),
  );
  const facts = [tag("Themes"), tag("Opening"), tag("Event").replace(/^\?$/, ""), game.date].filter((fact) => fact !== "" && !/^[?.]+$/.test(fact));
  const { flip } = getState();
  const fen = fenOf(open);
  const shared = here.find(({ i }) => i === chosen) ?? (here.length === 1 ? here[0] : undefined);
  const card = ({ finding, chance, i }: (typeof here)[number]) => (
    <li key={i}>
      <FindingCard
        finding={finding}
        chance={chance}
        moves={movesOf(view, chance)}
        chosen={chosen === i}
        choose={() => (chosen === i ? goToPly(ply) : goToFinding(i))}
      >
        <Shape pattern={finding.pattern} />
      </FindingCard>
      {(finding.missed !== null || chosen === i) && finding.move !== null && <WinningLine fen={view.plies[ply]!.fen} move={finding.move} />}
    </li>
  );
  return (
    <section class="open-game" aria-label="Open game" data-test="open-game" data-game={index}>
      <h2>
        {tag("White") || tag("Black") || library.format === "pgn" ? (
          <>
            {tag("White") || "?"} – {tag("Black") || "?"} <span class="count">{tag("Result")}</span>
          </>
        ) : (
          [`${capital(thing(library.format))} ${index + 1}`, tag("PuzzleId")].filter(Boolean).join(" · ")
        )}
      </h2>
      {(facts.length > 0 || view.link !== null) && (
        <p class="facts-of-game" data-test="game-facts">
          {facts.join(" · ")}
          {view.link !== null && (
            <>
              {facts.length > 0 && " · "}
              <a href={view.link} target="_blank" rel="noreferrer" data-test="game-link">
                {/^https?:\/\/([^/?#]+)/.exec(view.link)?.[1] ?? view.link}
              </a>
            </>
          )}
        </p>
      )}
      {view.damage !== null && (
        <p class="problem" data-test="damage">
          Damaged: {view.damage}. {view.plies.length > 1 && "The moves before the damage are shown."}
        </p>
      )}
      {line !== null && <Tried open={open} />}
      <ol class="findings">{cards.map(card)}</ol>
      {folded.length > 0 && (
        <details key={`${index} ${ply}`} data-test="losing">
          <summary>{folded.length === 1 ? "One more move loses" : `${folded.length} more moves lose`} material</summary>
          <ol class="findings">{folded.map(card)}</ol>
        </details>
      )}
      {roles.length > 0 && <Legend words={Object.fromEntries(roles.map((role) => [role, ""]))} />}
      <Share
        fen={fen}
        flip={flip}
        finding={shared?.finding ?? null}
        lichess={line === null ? lichessAddress(view, ply, flip) : lichessPosition(fen, flip)}
      >
        <button
          type="button"
          class="copy"
          data-test="edit-position"
          onClick={() => {
            editPosition(here[0]?.finding.pattern ?? 0, fen);
            focusTitle();
          }}
        >
          Edit<span class="hidden"> this position</span>
        </button>
      </Share>
      {line === null && <p class="hint">Move a piece to try out a line.<span class="with-mouse"> <kbd>L</kbd> plays the line of a miss.</span></p>}
    </section>
  );
}
