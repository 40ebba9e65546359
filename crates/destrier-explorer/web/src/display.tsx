/** How the page shows moves and positions. The browser keeps the choices. */

import { useEffect, useState } from "preact/hooks";

interface Display {
  /** Whether moves have figurines: `♘f3`. */
  figurines: boolean;
  /** Whether a bar beside the board shows the winning chances. */
  bar: boolean;
}

/** Each folder of a host has its own choices. */
const KEY = `destrier ${new URL(".", location.href).pathname} display`;
/** Phones have no room for the bar. */
const isSmall = window.matchMedia("(max-width: 820px), (max-height: 599px)").matches;

let display: Display = { figurines: false, bar: !isSmall, ...kept() };
const listeners = new Set<() => void>();

function kept(): Partial<Display> {
  try {
    const { figurines, bar } = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, unknown>;
    return { ...(typeof figurines === "boolean" && { figurines }), ...(typeof bar === "boolean" && { bar }) };
  } catch {
    return {};
  }
}

function change(choice: Partial<Display>): void {
  display = { ...display, ...choice };
  for (const listener of [...listeners]) listener();
  try {
    localStorage.setItem(KEY, JSON.stringify(display));
  } catch {
    // Without storage, the choice lasts for this visit.
  }
}

export function useDisplay(): Display {
  const [seen, see] = useState(display);
  useEffect(() => {
    const listener = () => see(display);
    listener();
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, []);
  return seen;
}

const FIGURINES: Readonly<Record<string, string>> = { K: "♔", Q: "♕", R: "♖", B: "♗", N: "♘" };

/** Returns a function that writes moves with figurines, if the user wants them. */
export function useFigurines(): (san: string) => string {
  const { figurines } = useDisplay();
  return (san) => (figurines ? san.replace(/[KQRBN]/g, (letter) => FIGURINES[letter]!) : san);
}

export function DisplayChoice() {
  const { figurines, bar } = useDisplay();
  return (
    <details class="display" data-test="display">
      <summary>Display</summary>
      <label>
        <input type="checkbox" checked={figurines} data-test="figurines" onChange={({ currentTarget: { checked } }) => change({ figurines: checked })} />{" "}
        Figurines (♘f3)
      </label>
      <label>
        <input type="checkbox" checked={bar} data-test="show-bar" onChange={({ currentTarget: { checked } }) => change({ bar: checked })} />{" "}
        Bar of winning chances: by the file or, if it has none, by the built-in judge, a short search
      </label>
    </details>
  );
}
