/** The head of a panel, with title and definition, and its foot, with source and cost. */

import type { Sides } from "../views/sides.tsx";
import { capital, readable, withSides } from "../words.ts";
import { Fact } from "./controls.tsx";

interface HeadingProps {
  name: string;
  /** A one-sentence description for players. With it, the definition is collapsed. */
  in_short?: string;
  definition: string;
  /** What the name is in code. Omitted if the name does not occur in code. */
  kind?: "value" | "function";
  /** The sides to name in the definition. */
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

/** The title. It can receive the focus, so that keyboard users continue here after choosing an entry. */
export function Title({ name }: { name: string }) {
  return (
    <h2 tabIndex={-1} data-test="title" data-name={name}>
      {readable(name)}
    </h2>
  );
}

/** Moves the focus to the new title after the next render, because the pressed control can disappear. */
export function focusTitle(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(".panel h2")?.focus({ preventScroll: true }));
}

export function Facts({ source, cost }: { source: string; cost?: string | undefined }) {
  return (
    <details class="foot">
      <summary>Source{cost !== undefined && " and cost"}</summary>
      <dl>
        <Fact name="Source">
          <span data-test="source">{source}</span>
        </Fact>
        {cost !== undefined && (
          <Fact name="Cost">
            <span data-test="cost">{cost}</span>
          </Fact>
        )}
      </dl>
    </details>
  );
}
