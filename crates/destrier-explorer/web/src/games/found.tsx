/** The open game: players, damage, and the findings in the position on the board. */

import { FindingCard } from "../panels/finding-card.tsx";
import { focusTitle } from "../panels/heading.tsx";
import { Legend } from "../panels/legend.tsx";
import { choose, pattern } from "../state.ts";
import { goToFinding, goToPly, gravestFirst, isWanted, type Library } from "./library.ts";
import { movesOf } from "./move-name.ts";
import { Shape } from "./shapes.tsx";

export function Found({ library }: { library: Library }) {
  const open = library.open;
  if (open === null) return null;
  const { index, view, ply, finding: chosen } = open;
  const game = library.games[index]!;
  const tag = (name: string) => view.tags.find(([key]) => key === name)?.[1] ?? "?";
  const places = [...view.findings.keys()].filter(
    (i) => view.findings[i]!.ply === ply && isWanted(library.filter, game, i),
  );
  const here = gravestFirst(game, places).map((i) => ({ ...view.findings[i]!, i }));
  const roles = here.flatMap(({ finding: { drawing } }) =>
    [...drawing.squares, ...drawing.arrows].map(({ role }) => role),
  );
  return (
    <section class="open-game" aria-label="Open game" data-test="open-game" data-game={index}>
      <div class="row">
        <h2>
          {tag("White")} – {tag("Black")} <span class="count">{tag("Result")}</span>
        </h2>
        {here[0] && (
          <button
            type="button"
            class="end"
            data-test="edit-position"
            onClick={() => {
              choose(`pattern/${pattern(here[0]!.finding.pattern).name}`);
              focusTitle();
            }}
          >
            Edit this position
          </button>
        )}
      </div>
      {view.damage !== null && (
        <p class="problem" data-test="damage">
          Damaged: {view.damage}. {view.plies.length > 1 && "The moves before the damage are shown."}
        </p>
      )}
      <ol class="findings">
        {here.map(({ finding, chance, i }) => (
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
          </li>
        ))}
      </ol>
      {roles.length > 0 && <Legend words={Object.fromEntries(roles.map((role) => [role, ""]))} />}
    </section>
  );
}
