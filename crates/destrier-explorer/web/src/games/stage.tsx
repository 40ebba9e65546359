/** What stands below the board of a game: where it is, what is found there, and all findings in time. */

import type { State } from "../state.ts";
import { Toolbar } from "../toolbar.tsx";
import { Found } from "./found.tsx";
import { useLibrary } from "./library.ts";
import { TimeLine, Transport } from "./timeline.tsx";

export function GameStage({ state }: { state: State }) {
  const library = useLibrary();
  if (library === null || library.open === null) return <Toolbar state={state} hasPosition={false} changes={false} />;
  return (
    <>
      <Transport library={library} flip={state.flip} />
      <Found library={library} />
      <TimeLine library={library} />
    </>
  );
}
