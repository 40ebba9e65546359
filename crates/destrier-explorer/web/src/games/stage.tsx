/** The area below the board of a game: navigation and timeline. */

import type { State } from "../state.ts";
import { Toolbar } from "../toolbar.tsx";
import { teaser } from "./teaser.ts";
import { getLibrary, useLibrary } from "./library.ts";
import { TimeLine, Transport } from "./timeline.tsx";

export function GameStage({ state }: { state: State }) {
  // Subscribe to what this component shows, so that it does not render for each game read.
  useLibrary((library) => library?.open);
  useLibrary((library) => library?.filter);
  const library = getLibrary();
  if (library === null || library.open === null) {
    return (
      <>
        {library === null && <Teaser fen={state.fen} />}
        <Toolbar state={state} hasPosition={false} changes={false} flip={state.flip} />
      </>
    );
  }
  return (
    <>
      <Transport library={library} flip={state.flip} />
      <TimeLine library={library} />
    </>
  );
}

/** Says what the board of the first screen shows. */
function Teaser({ fen }: { fen: string }) {
  const finding = teaser(fen);
  return finding && <p class="teaser">{finding.words}</p>;
}
