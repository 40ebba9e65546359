/** The choice of sides. */

import type { Color } from "../engine.ts";
import { showParams, type Params } from "../state.ts";
import { Choice } from "../panels/controls.tsx";

export type Sides = "both" | Color;

export function sidesOf(params: Params): Sides {
  return params.side === "white" || params.side === "black" ? params.side : "both";
}

export function hasSide(sides: Sides, side: Color): boolean {
  return sides === "both" || sides === side;
}

export function SidesChoice({ params }: { params: Params }) {
  return (
    <Choice
      label="Side"
      test="side"
      value={sidesOf(params)}
      options={[
        ["both", "Both"],
        ["white", "White"],
        ["black", "Black"],
      ]}
      choose={(side) => showParams({ side: side === "both" ? null : side, finding: null })}
    />
  );
}
