/** The interactive boards, in the order of the menu. */

import type { View } from "../views/view.ts";
import { CAUGHT } from "./caught.tsx";
import { DISTANCE } from "./distance.tsx";
import { FILL } from "./fill.tsx";
import { FLOOD } from "./flood.tsx";
import { FORKS } from "./forks.tsx";
import { OPEN_LINES } from "./open-lines.tsx";
import { PATHS } from "./paths.tsx";
import { SHIELD } from "./shield.tsx";

export const MOVING: Readonly<Record<string, View>> = {
  "knight-fill": FILL,
  "distance-map": DISTANCE,
  "shortest-paths": PATHS,
  "fork-squares": FORKS,
  "caught-area": CAUGHT,
  "open-lines": OPEN_LINES,
  "pawn-shield": SHIELD,
  "flood-fill": FLOOD,
};
