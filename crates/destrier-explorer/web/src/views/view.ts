/** What an entry of the menu is to the page: what it puts on the board, and what it says beside it. */

import type { ComponentType } from "preact";
import type { Scene } from "../board/scene.ts";
import type { Params, State } from "../state.ts";

export interface View {
  title: string;
  scene(state: State): Scene;
  Panel: ComponentType<{ state: State }>;
  /** Whether the board is a position, with a FEN. */
  hasPosition: boolean;
  /** The keys of a link's parameters that it cannot read. */
  unread(params: Params): string[];
}
