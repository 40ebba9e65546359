/** Keeps the address of the page and what it shows the same. */

import { isProblem, position } from "./engine.ts";
import { readLink, writeLink } from "./link.ts";
import { viewOf } from "./menu.tsx";
import { tell } from "./messages.ts";
import { FIRST, getState, show, subscribe, type State } from "./state.ts";

/** Shows what the address says, and says what of it cannot be shown. */
function open(): void {
  const link = readLink(location.hash);
  if (link === null) {
    show(FIRST);
    return;
  }
  const complaints = link.complaint === null ? [] : [link.complaint];
  const next: State = { ...getState(), flip: link.flip, params: link.params };
  if (link.entry !== null && viewOf(link.entry) === null) {
    complaints.push(`There is no “${link.entry}” in the menu.`);
    next.entry = FIRST.entry;
    next.params = {};
  } else if (link.entry !== null) {
    next.entry = link.entry;
  }
  if (link.fen !== null) {
    const view = position(link.fen);
    if (isProblem(view)) complaints.push(`The position of the link cannot be read: ${view.problem}.`);
    else next.fen = view.fen;
  }
  show(next);
  tell(complaints.length > 0 ? complaints.join(" ") : null);
}

/** The address of what is shown now. */
export function address(): string {
  return location.href.replace(/#.*$/s, "") + writeLink(getState());
}

/** Opens the link that the page came with, and writes it from now on: a new entry of the menu is a new page to go back
 * from, everything else is not. */
export function keepAddress(): void {
  open();
  let entry = getState().entry;
  let opening = false;
  let timer: ReturnType<typeof setTimeout> | null = null;
  const write = () => {
    timer = null;
    const hash = writeLink(getState());
    if (hash !== location.hash) history.replaceState(null, "", hash);
  };
  subscribe(() => {
    const next = getState().entry;
    if (next !== entry) {
      entry = next;
      if (!opening) history.pushState(null, "", writeLink(getState()));
    }
    // Browsers let an address be written only so often.
    timer ??= setTimeout(write, 150);
  });
  window.addEventListener("hashchange", () => {
    opening = true;
    open();
    opening = false;
  });
}
