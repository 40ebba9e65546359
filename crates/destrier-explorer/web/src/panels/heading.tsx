/** The head of a panel: what an entry of the registry is, where it comes from and what it costs. */

import { capital, readable } from "../words.ts";
import { Fact } from "./controls.tsx";

export interface HeadingProps {
  name: string;
  definition: string;
  source?: string;
  cost?: string | undefined;
}

export function Heading({ name, definition, source, cost }: HeadingProps) {
  return (
    <header class="heading">
      <h2 data-test="title" data-name={name}>
        {readable(name)}
      </h2>
      <p class="definition" data-test="definition">
        {capital(definition)}.
      </p>
      {/\bS\b/.test(definition) && (
        <p class="hint">S is the side whose pattern it is{/\bO\b/.test(definition) && ", O the other"}.</p>
      )}
      {source !== undefined && (
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
      )}
    </header>
  );
}
