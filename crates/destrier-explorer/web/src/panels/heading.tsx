/** The head of a panel: what an entry of the registry is. And its foot: where it comes from and what it costs. */

import type { Sides } from "../views/sides.tsx";
import { capital, readable, withSides } from "../words.ts";
import { Fact } from "./controls.tsx";

export interface HeadingProps {
  name: string;
  /** A sentence for players, where there is one. The definition then comes after it, folded. */
  in_short?: string;
  definition: string;
  /** What the name is in code; left out where it is none. */
  kind?: "value" | "function";
  /** The sides that are shown, where the definition is of one side and the other. */
  sides?: Sides;
}

export function Heading({ name, in_short, definition, kind, sides = "both" }: HeadingProps) {
  const exact = (
    <p class="definition" data-test="definition" data-definition={definition}>
      {capital(withSides(definition, sides))}.
    </p>
  );
  return (
    <header class="heading">
      {kind && (
        <p class="kind">
          {capital(kind)} <code>{name}</code>
        </p>
      )}
      <Title name={name} />
      {in_short === undefined ? (
        exact
      ) : (
        <>
          <p class="definition" data-test="in-short">
            {in_short}
          </p>
          <details>
            <summary>Exact definition</summary>
            {exact}
          </details>
        </>
      )}
    </header>
  );
}

/** The title. It can have the focus, so that who chooses an entry goes on from here. */
export function Title({ name }: { name: string }) {
  return (
    <h2 tabIndex={-1} data-test="title" data-name={name}>
      {readable(name)}
    </h2>
  );
}

/** Gives the focus to the title of what was chosen, when it is drawn: what was pressed may be gone. */
export function focusTitle(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(".panel h2")?.focus({ preventScroll: true }));
}

export function Facts({ source, cost }: { source: string; cost?: string | undefined }) {
  return (
    <dl class="foot">
      <Fact name="Source">
        <span data-test="source">{source}</span>
      </Fact>
      {cost !== undefined && (
        <Fact name="Cost">
          <span data-test="cost">{cost}</span>
        </Fact>
      )}
    </dl>
  );
}
