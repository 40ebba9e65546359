/** What is typed in a field is one step to undo, until the field is left. */

import { endWriting, write } from "./state.ts";

/** Whether keys write text there. */
export function isText(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches("input:not([type=radio], [type=checkbox], [type=range]), textarea, select")
  );
}

/** Sees what is typed before the field itself does, and when the field is done with it. */
export function keepTyping(): void {
  document.addEventListener("input", ({ target }) => write(isText(target) ? target : null), { capture: true });
  document.addEventListener("input", () => write(null));
  document.addEventListener("change", endWriting);
}
