/** Keeps the address of the page and what it shows the same. */

import { isProblem, position } from "./engine.ts";
import { readLink, writeLink } from "./link.ts";
import { viewOf } from "./menu.tsx";
import { tell } from "./messages.ts";
import { readable } from "./words.ts";
import { FIRST, changed, getState, show, subscribe, type State } from "./state.ts";

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
  const unread = viewOf(next.entry)?.unread(next.params) ?? [];
  if (unread.length > 0) {
    const pairs = unread.map((key) => `${key}=${next.params[key]}`);
    complaints.push(`Of the link “${pairs.join("&")}” could not be read.`);
    next.params = changed(next.params, Object.fromEntries(unread.map((key) => [key, null])));
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

/** How long changes are gathered before they are written: browsers let an address be written only so often. */
const WAIT = 400;

/** Opens the link that the page came with, and writes it from now on: a new entry of the menu is a new page to go back
 * from, everything else is not. */
export function keepAddress(): void {
  open();
  let shown = getState();
  let opening = false;
  let timer: ReturnType<typeof setTimeout> | null = null;
  name(shown);
  const write = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    const hash = writeLink(shown);
    try {
      if (hash !== location.hash) history.replaceState(null, "", hash);
    } catch {
      // It was written too often; later it can be again.
      timer = setTimeout(write, 10 * WAIT);
    }
  };
  subscribe(() => {
    const before = shown;
    const next = getState();
    if (next.entry !== before.entry) {
      // What was not written yet belongs to the entry that is left.
      if (timer !== null && !opening) write();
      shown = next;
      name(next);
      try {
        if (!opening) history.pushState(null, "", writeLink(next));
      } catch {
        // Then there is one page less to go back to.
      }
    }
    shown = next;
    timer ??= setTimeout(write, WAIT);
  });
  window.addEventListener("hashchange", () => {
    opening = true;
    open();
    opening = false;
  });
}

/** The page's name, as tabs and the history of the browser have it. */
function name({ entry }: State): void {
  const title = viewOf(entry)?.title;
  document.title = title === undefined ? "Destrier explorer" : `${readable(title)} – Destrier explorer`;
}
