/** A menu entry: its scene on the board and its panel. */

import type { ComponentType } from "preact";
import type { Scene } from "../board/scene.ts";
import type { Params, State } from "../state.ts";

export interface View {
  title: string;
  scene(state: State): Scene;
  Panel: ComponentType<{ state: State }>;
  /** Whether the board is a position with a FEN. */
  hasPosition: boolean;
  /** Returns the keys of invalid parameters in a link. */
  unread(params: Params): string[];
}
