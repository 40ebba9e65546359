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

export function FindingCard({ finding, chosen, choose, children }: FindingCardProps) {
  const { san, square, side, classes, played, words } = finding;
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
      {played !== null && <span class="tag">{played ? "played" : "missed"}</span>}
      <span class="words" data-test="words">
        {words}
      </span>
    </button>
  );
}
