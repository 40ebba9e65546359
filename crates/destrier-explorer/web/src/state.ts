/** What the page shows, in one place. What a link holds is exactly this. */

import { useEffect, useState } from "preact/hooks";
import type { PatternEntry, Registry } from "./engine.ts";

export type Params = Readonly<Record<string, string>>;

export interface State {
  /** The position, as the library writes it. */
  fen: string;
  /** Whether Black is below. */
  flip: boolean;
  /** What is chosen in the menu. */
  entry: string;
  /** What belongs to the entry: its side, its arguments, its step. Nothing that is left out is set. */
  params: Params;
}

/** A middle game with a fork of king, queen and rook in it, for who comes without a link. */
export const FIRST: State = {
  fen: "r1b1kb1r/ppp2ppp/2npqn2/3N4/4P3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 1",
  flip: false,
  entry: "pattern/knight-fork",
  params: {},
};

let state: State = FIRST;
let past: State[] = [];
let future: State[] = [];
/** The parameters that an entry had when it was left. */
const left = new Map<string, Params>();
const listeners = new Set<() => void>();

function put(next: State): void {
  state = next;
  for (const listener of [...listeners]) listener();
}

export function getState(): State {
  return state;
}

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useAppState(): State {
  const [seen, see] = useState(state);
  useEffect(() => {
    see(state);
    return subscribe(() => see(state));
  }, []);
  return seen;
}

/** Changes what is shown, in a way that is not worth undoing. */
export function show(change: Partial<State>): void {
  put({ ...state, ...change });
}

/** Changes what is shown, in a way that can be undone. */
export function edit(change: Partial<State>): void {
  past = [...past.slice(-199), state];
  future = [];
  put({ ...state, ...change });
}

/** Parameters with some changed; null and the empty text leave one out. */
export function changed(params: Params, change: Record<string, string | null>): Params {
  const next: Record<string, string> = { ...params };
  for (const [key, value] of Object.entries(change)) {
    if (value === null || value === "") delete next[key];
    else next[key] = value;
  }
  return next;
}

/** A parameter that is a whole number, small as all of them are; null where it is left out or is none. */
export function wholeNumber(params: Params, key: string): number | null {
  const text = params[key] ?? "";
  return /^\d{1,3}$/.test(text) ? Number(text) : null;
}

/** `show` and `edit` for parameters alone. */
export function showParams(change: Record<string, string | null>): void {
  show({ params: changed(state.params, change) });
}

export function editParams(change: Record<string, string | null>): void {
  edit({ params: changed(state.params, change) });
}

/** Goes to another entry of the menu, as it was when it was left, and with another position if one is given. */
export function choose(entry: string, fen = state.fen): void {
  if (entry === state.entry) return;
  left.set(state.entry, state.params);
  const params = left.get(entry) ?? {};
  // A finding that was chosen is one of the old position.
  show({ entry, fen, params: fen === state.fen ? params : changed(params, { finding: null }) });
}

export function canUndo(): boolean {
  return past.length > 0;
}

export function canRedo(): boolean {
  return future.length > 0;
}

export function undo(): void {
  const last = past.at(-1);
  if (last === undefined) return;
  past = past.slice(0, -1);
  future = [state, ...future];
  put({ ...last, flip: state.flip });
}

export function redo(): void {
  const next = future[0];
  if (next === undefined) return;
  future = future.slice(1);
  past = [...past, state];
  put({ ...next, flip: state.flip });
}

let known: Registry | null = null;

export function setRegistry(registry: Registry): void {
  known = registry;
}

export function registry(): Registry {
  if (known === null) throw new Error("the library is not loaded");
  return known;
}

export function pattern(index: number): PatternEntry {
  return registry().patterns[index]!;
}
