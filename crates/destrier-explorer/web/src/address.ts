/** Synchronizes the page's address with its state. */

import { isProblem, position } from "./engine.ts";
import { openLinked } from "./games/loading.ts";
import { readLink, writeLink } from "./link.ts";
import { viewOf } from "./menu.tsx";
import { tell } from "./messages.ts";
import { readable } from "./words.ts";
import { FIRST, changed, getState, show, subscribe, type State } from "./state.ts";

/** Shows the state in the address, and a message about invalid parts. */
function open(): void {
  const link = readLink(location.hash);
  if (link === null) {
    show(FIRST);
    return;
  }
  const complaints = link.complaint === null ? [] : [link.complaint];
  const next: State = { ...getState(), flip: link.flip, play: link.play, params: link.params };
  if (link.entry !== null && viewOf(link.entry) === null) {
    complaints.push(`The menu has no entry “${link.entry}”.`);
    next.entry = FIRST.entry;
    next.params = {};
  } else if (link.entry !== null) {
    next.entry = link.entry;
  }
  const unread = viewOf(next.entry)?.unread(next.params) ?? [];
  if (unread.length > 0) {
    const pairs = unread.map((key) => `${key}=${next.params[key]}`);
    complaints.push(`Part of the link is not valid: “${pairs.join("&")}”.`);
    next.params = changed(next.params, Object.fromEntries(unread.map((key) => [key, null])));
  }
  if (link.fen !== null) {
    const view = position(link.fen);
    if (isProblem(view)) complaints.push(`The position in the link is not valid: ${view.problem}.`);
    else next.fen = view.fen;
  }
  show(next);
  tell(null);
  if (next.entry === "games") openLinked(next.params);
  if (complaints.length > 0) tell(complaints.join(" "));
}

/** Milliseconds to collect changes before writing the address: browsers limit how often a page may do this. */
const WAIT = 400;

/** Opens the link in the address and updates the address from then on. Only a new menu entry adds to the browser's
 * history. */
export function keepAddress(): void {
  open();
  let shown = getState();
  let opening = false;
  let timer: ReturnType<typeof setTimeout> | null = null;
  /** The last hash that the page wrote or opened. If the address has another, a link is about to open. */
  let known = location.hash;
  name(shown);
  const write = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (location.hash !== known) return;
    const hash = writeLink(shown);
    try {
      if (hash !== known) history.replaceState(null, "", hash);
      known = location.hash;
    } catch {
      // Too many writes. Try again later.
      timer = setTimeout(write, 10 * WAIT);
    }
  };
  subscribe(() => {
    const before = shown;
    const next = getState();
    if (next.entry !== before.entry) {
      // Pending changes belong to the previous entry.
      if (timer !== null && !opening) write();
      shown = next;
      name(next);
      try {
        if (!opening && location.hash === known) {
          history.pushState(null, "", writeLink(next));
          known = location.hash;
        }
      } catch {
        // The history then misses one step.
      }
    }
    shown = next;
    timer ??= setTimeout(write, WAIT);
  });
  window.addEventListener("hashchange", () => {
    known = location.hash;
    opening = true;
    open();
    opening = false;
  });
}

/** Sets the page's title. */
function name({ entry }: State): void {
  const title = viewOf(entry)?.title;
  document.title = title === undefined ? "Destrier explorer" : `${readable(title)} – Destrier explorer`;
}
