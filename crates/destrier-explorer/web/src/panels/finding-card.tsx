/** A finding as a selectable card. */

import type { ComponentChildren } from "preact";
import type { Chance, FindingView } from "../engine.ts";
import { capital } from "../words.ts";

interface FindingCardProps {
  finding: FindingView;
  /** The chance of the finding, in a game. */
  chance?: Chance;
  /** How long the chance lasted. */
  moves?: string | null;
  chosen: boolean;
  choose(): void;
  /** Content before the move. */
  children?: ComponentChildren;
}

/** Returns whether the move was played or missed. Null without a game. Not every unplayed move is missed. */
export function verdict({ played, missed }: FindingView, chance?: Chance): string | null {
  if (missed !== null) return `missed (${missed})`;
  if (played === false && chance?.played) return "played later";
  return played === null ? null : played ? "played" : "not played";
}

export function FindingCard({ finding, chance, moves, chosen, choose, children }: FindingCardProps) {
  const { san, square, side, classes, missed, words } = finding;
  const was = verdict(finding, chance);
  return (
    <button type="button" aria-pressed={chosen} data-test="finding" onClick={choose}>
      {children}
      <b>{san ?? square ?? ""}</b>
      <span class="side">{capital(side)}</span>
      {moves && (
        <span class="tag" data-test="moves">
          {moves}
        </span>
      )}
      {classes.map((name) => (
        <span key={name} class="tag">
          {name}
        </span>
      ))}
      {was !== null && (
        <span class="tag" data-missed={missed}>
          {was}
        </span>
      )}
      <span class="words" data-test="words">
        {words}
      </span>
    </button>
  );
}
