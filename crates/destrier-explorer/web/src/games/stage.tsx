/** The area below the board of a game: navigation and timeline. */

import type { State } from "../state.ts";
import { Toolbar } from "../toolbar.tsx";
import { getLibrary, useLibrary } from "./library.ts";
import { TimeLine, Transport } from "./timeline.tsx";

export function GameStage({ state }: { state: State }) {
  // Subscribe to what this component shows, so that it does not render for each game read.
  useLibrary((library) => library?.open);
  useLibrary((library) => library?.filter);
  const library = getLibrary();
  if (library === null || library.open === null) return <Toolbar state={state} hasPosition={false} changes={false} />;
  return (
    <>
      <Transport library={library} flip={state.flip} />
      <TimeLine library={library} />
    </>
  );
}
