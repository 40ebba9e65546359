/** What stands below the board of a game: where it is, what is found there, and all findings in time. */

import type { State } from "../state.ts";
import { Toolbar } from "../toolbar.tsx";
import { Found } from "./found.tsx";
import { getLibrary, useLibrary } from "./library.ts";
import { TimeLine, Transport } from "./timeline.tsx";

export function GameStage({ state }: { state: State }) {
  // Not each game that is read: only what is drawn here.
  useLibrary((library) => library?.open);
  useLibrary((library) => library?.filter);
  const library = getLibrary();
  if (library === null || library.open === null) return <Toolbar state={state} hasPosition={false} changes={false} />;
  return (
    <>
      <Transport library={library} flip={state.flip} />
      <Found library={library} />
      <TimeLine library={library} />
    </>
  );
}
