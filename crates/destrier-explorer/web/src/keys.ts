/** The keys that work everywhere except in text fields. */

import { getLibrary } from "./games/library.ts";
import { goToPly, step, stepGame, stepMove } from "./games/open-game.ts";
import { playMissed } from "./games/line.tsx";
import { toggleHelp } from "./help.tsx";
import { getState, redo, show, undo } from "./state.ts";
import { flipSession, getSession, hint, next, stepSolution } from "./train/session.ts";
import { isText } from "./typing.ts";

/** Steps through the moves on the board: of the game, or of a solution. Returns false if there are none. */
export function stepBoard(by: 1 | -1): boolean {
  const { entry } = getState();
  if (entry === "games" && getLibrary()?.open) stepMove(by);
  else if (entry === "train" && getSession()?.solution) stepSolution(by);
  else return false;
  return true;
}

export function flipBoard(): void {
  if (!flipSession()) show({ flip: !getState().flip });
}

/** Returns the action of a key in the open game. */
function inGame(key: string): (() => void) | undefined {
  const last = () => getLibrary()?.open?.view.plies.length ?? 1;
  const actions: Record<string, () => void> = {
    arrowright: () => stepMove(1),
    arrowleft: () => stepMove(-1),
    arrowdown: () => stepGame(1),
    arrowup: () => stepGame(-1),
    home: () => goToPly(0),
    end: () => goToPly(last() - 1),
    n: () => step(1),
    j: () => step(1),
    p: () => step(-1),
    k: () => step(-1),
    l: () => void playMissed(),
  };
  return actions[key];
}

/** Returns the action of a key in training. */
function inTraining(key: string): (() => void) | undefined {
  const session = getSession();
  if (session?.state === "done") {
    const actions: Record<string, () => void> = {
      arrowright: () => stepSolution(1),
      arrowleft: () => stepSolution(-1),
      n: next,
    };
    return actions[key];
  }
  return key === "h" && session !== null ? hint : undefined;
}

/** Whether the element with the focus needs the key itself: a choice or a slider that was reached with the keyboard. */
function needsKey(event: KeyboardEvent): boolean {
  const { target, key } = event;
  if (!(target instanceof HTMLElement)) return false;
  const scrolls = target.matches(".games, .moves") && (key === "Home" || key === "End");
  const isArrow = key.startsWith("Arrow") || key === "Home" || key === "End";
  return scrolls || (isArrow && !focusedByPointer && target instanceof HTMLInputElement && target.type !== "checkbox");
}

export function handleKey(event: KeyboardEvent): void {
  if (isText(event.target) || event.altKey || document.querySelector("dialog[open]")) return;
  const { entry } = getState();
  const key = event.key.toLowerCase();
  if (event.ctrlKey || event.metaKey) {
    if (entry === "games" || entry === "train") return;
    if (key === "z" && !event.shiftKey) undo();
    else if (key === "y" || key === "z") redo();
    else return;
  } else if (event.key === "?") {
    toggleHelp();
  } else if (needsKey(event)) {
    return;
  } else if (key === "f") {
    flipBoard();
  } else {
    const action =
      entry === "games" && getLibrary()?.open ? inGame(key) : entry === "train" ? inTraining(key) : undefined;
    if (action === undefined) return;
    action();
  }
  event.preventDefault();
}

/** Whether the last input was a pointer, and whether the focus came from one. */
let pointed = false;
let focusedByPointer = false;

/** Gives the arrow keys back to the game after a choice from a list with the pointer. */
export function keepKeys(): void {
  document.addEventListener("pointerdown", () => (pointed = true), { capture: true });
  document.addEventListener("keydown", () => (pointed = false), { capture: true });
  document.addEventListener("focusin", () => (focusedByPointer = pointed), { capture: true });
  document.addEventListener("change", ({ target }) => {
    if (pointed && target instanceof HTMLSelectElement) target.blur();
  });
}
