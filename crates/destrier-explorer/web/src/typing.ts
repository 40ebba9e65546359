/** Makes the text typed in a field one undo step, until the field loses the focus. */

import { endWriting, write } from "./state.ts";

/** Whether the element takes text input. */
export function isText(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches("input:not([type=radio], [type=checkbox], [type=range], [type=file]), textarea, select")
  );
}

/** Registers listeners that run before and after the field's own. */
export function keepTyping(): void {
  document.addEventListener("input", ({ target }) => write(isText(target) ? target : null), { capture: true });
  document.addEventListener("input", () => write(null));
  document.addEventListener("change", endWriting);
}
