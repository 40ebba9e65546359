/** A finding in words, to be chosen. */

import type { ComponentChildren } from "preact";
import type { FindingView } from "../engine.ts";
import { capital } from "../words.ts";

interface FindingCardProps {
  finding: FindingView;
  chosen: boolean;
  choose(): void;
  /** What stands before it. */
  children?: ComponentChildren;
}

/** What the game made of a move; null where there is no game. A move that was not played need not have been missed. */
export function verdict({ played, missed }: FindingView): string | null {
  if (missed !== null) return `missed (${missed})`;
  return played === null ? null : played ? "played" : "not played";
}

export function FindingCard({ finding, chosen, choose, children }: FindingCardProps) {
  const { san, square, side, classes, missed, words } = finding;
  const was = verdict(finding);
  return (
    <button type="button" aria-pressed={chosen} data-test="finding" onClick={choose}>
      {children}
      <b>{san ?? square}</b>
      <span class="side">{capital(side)}</span>
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
