/** Calls every function once while the page is idle, so that the browser compiles it before the first drag. */

import { call, distances, position } from "./engine.ts";
import { START } from "./pieces.ts";
import { registry } from "./state.ts";
import { firstArguments } from "./views/examples.ts";

export function warm(): void {
  const work = [
    () => position(START),
    () => distances("knight", "a1"),
    () => distances("king", "a1"),
    ...registry().functions.map((entry) => () => {
      const args = firstArguments(entry).map((text) => text || null);
      call(entry.name, args);
    }),
  ];
  // Safari does not support `requestIdleCallback`.
  const idle = (next: () => void) => ("requestIdleCallback" in window ? requestIdleCallback(next) : setTimeout(next, 50));
  const next = () => {
    work.shift()?.();
    if (work.length > 0) idle(next);
  };
  idle(next);
}
