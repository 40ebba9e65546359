/** The state of the page. A link contains exactly this state. */

import { useEffect, useState } from "preact/hooks";
import type { PatternEntry, Registry } from "./engine.ts";

export type Params = Readonly<Record<string, string>>;

export interface State {
  /** The position, normalized by the library. */
  fen: string;
  /** Whether Black is at the bottom. */
  flip: boolean;
  /** Whether the board plays legal moves, or else edits the position. */
  play: boolean;
  /** The menu entry. */
  entry: string;
  /** The parameters of the entry: its side, its arguments, its step. Omitted parameters have no key. */
  params: Params;
}

/** The state without a link: the user's games, and a middlegame with a fork of king, queen and rook. */
export const FIRST: State = {
  fen: "r1b1kb1r/ppp2ppp/2npqn2/3N4/4P3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 1",
  flip: false,
  play: false,
  entry: "games",
  params: {},
};

let state: State = FIRST;
/** An undo step: the old position, or null if unchanged, and the old parameters, null for those that were omitted. */
interface Step {
  fen: string | null;
  params: Record<string, string | null>;
}

/** The steps of each entry. Undo never leaves the entry. */
const histories = new Map<string, { past: Step[]; future: Step[] }>();
/** The field that receives input now, and the field that made the last step. Text typed in one field is one step. */
let writing: object | null = null;
let written: object | null = null;
/** The last parameters of each entry, and their position. */
const left = new Map<string, { fen: string; params: Params }>();
const listeners = new Set<() => void>();

function put(next: State): void {
  if (next.entry !== state.entry) left.set(state.entry, state);
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

/** Changes the state without an undo step. */
export function show(change: Partial<State>): void {
  put({ ...state, ...change });
}

/** Changes the state with an undo step. */
export function edit(change: Partial<Pick<State, "fen" | "params">>): void {
  const { fen, params } = state;
  const next = { ...state, ...change };
  const keys = [...Object.keys(params), ...Object.keys(next.params)].filter((key) => params[key] !== next.params[key]);
  const step: Step = {
    fen: fen === next.fen ? null : fen,
    params: Object.fromEntries(keys.map((key) => [key, params[key] ?? null])),
  };
  const { past } = history();
  const last = writing !== null && writing === written ? past.pop() : undefined;
  written = writing;
  const whole: Step = last ? { fen: last.fen ?? step.fen, params: { ...step.params, ...last.params } } : step;
  if (whole.fen !== null || Object.keys(whole.params).length > 0) {
    histories.set(state.entry, { past: [...past.slice(-199), whole], future: [] });
  }
  put(next);
}

/** Sets the field that receives input now. Null for none. */
export function write(field: object | null): void {
  writing = field;
}

/** Starts a new step for the next input. */
export function endWriting(): void {
  written = null;
}

function history(): { past: Step[]; future: Step[] } {
  return histories.get(state.entry) ?? { past: [], future: [] };
}

/** Returns changed parameters. Null or an empty text removes one. */
export function changed(params: Params, change: Record<string, string | null>): Params {
  const next: Record<string, string> = { ...params };
  for (const [key, value] of Object.entries(change)) {
    if (value === null || value === "") delete next[key];
    else next[key] = value;
  }
  return next;
}

/** Returns a parameter as a number of up to three digits. Null if it is missing or not valid. */
export function wholeNumber(params: Params, key: string): number | null {
  const text = params[key] ?? "";
  return /^\d{1,3}$/.test(text) ? Number(text) : null;
}

/** Calls `show` with changed parameters. */
export function showParams(change: Record<string, string | null>): void {
  show({ params: changed(state.params, change) });
}

/** Calls `edit` with changed parameters. */
export function editParams(change: Record<string, string | null>): void {
  edit({ params: changed(state.params, change) });
}

/** Goes to another menu entry and restores its parameters. */
export function choose(entry: string, fen = state.fen): void {
  if (entry === state.entry) return;
  endWriting();
  const before = left.get(entry);
  const params = before?.params ?? {};
  // A chosen finding belongs to its position.
  show({ entry, fen, params: fen === before?.fen ? params : changed(params, { finding: null }) });
}

export function canUndo(): boolean {
  return history().past.length > 0;
}

export function canRedo(): boolean {
  return history().future.length > 0;
}

export function undo(): void {
  const { past, future } = history();
  const last = past.at(-1);
  if (last !== undefined) back(last, (now) => ({ past: past.slice(0, -1), future: [now, ...future] }));
}

export function redo(): void {
  const { past, future } = history();
  const next = future[0];
  if (next !== undefined) back(next, (now) => ({ past: [...past, now], future: future.slice(1) }));
}

/** Reverts a step and stores its inverse. */
function back({ fen, params }: Step, keep: (now: Step) => { past: Step[]; future: Step[] }): void {
  const now: Step = {
    fen: fen === null ? null : state.fen,
    params: Object.fromEntries(Object.keys(params).map((key) => [key, state.params[key] ?? null])),
  };
  histories.set(state.entry, keep(now));
  endWriting();
  // A finding chosen since then belongs to the other position.
  const other = fen === null ? {} : { finding: null };
  put({ ...state, fen: fen ?? state.fen, params: changed(state.params, { ...other, ...params }) });
}

let known: Registry | null = null;

export function setRegistry(registry: Registry): void {
  known = registry;
}

export function registry(): Registry {
  if (known === null) throw new Error("the library is not loaded");
  return known;
}

/** The pattern that the user wrote, if the games are searched for it. */
let own: PatternEntry | null = null;

export function setOwn(entry: PatternEntry): void {
  own = entry;
}

/** Returns a pattern of the registry or, for its length, the one that the user wrote. */
export function pattern(index: number): PatternEntry {
  return registry().patterns[index] ?? own!;
}

/** Returns the name of a pattern of the registry, or the text of the one that the user wrote. */
export function keyOf(index: number): string {
  return registry().patterns[index]?.name ?? own!.text!;
}
