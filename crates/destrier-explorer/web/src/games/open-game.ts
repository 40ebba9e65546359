/** The open game: goes to games, positions and findings, and plays moves. */

import { GRADES, type FindingView, type GameView, type LegalMove } from "../engine.ts";
import { say } from "../messages.ts";
import { EMPTY_FEN } from "../pieces.ts";
import { getState, pattern, show, subscribe, type Params } from "../state.ts";
import { arrange, list } from "./arrange.ts";
import { colorOf, type Filter, type Missed, type Shows } from "./filter.ts";
import { findings, games, getLibrary, looked, put, shown, touch, wantedOf, type Open } from "./library.ts";
import { lastMoveName, moveName } from "./move-name.ts";
import { ask } from "./reader.ts";
import { gameParams, lastMove } from "./share.ts";

/** Where to open a game: at the first or the last finding that matches the filter, or at its start if none does. */
type Place = "first" | "last";

/** The requested game. `unasked` if the page, not the user, wants to show it. */
let wanted: { index: number; place: Place; stepped: boolean; unasked: boolean } | null = null;
/** The place in the game of a link, until it is open. */
let linked: Params | null = null;

/** Returns the index of the requested game, which is not open yet. */
export function requested(): number | null {
  return wanted?.index ?? null;
}

export function forgetRequest(): void {
  wanted = null;
}

/** Opens the first game at the place of a link, or else at its first finding. */
export function setLinked(params: Params | null): void {
  linked = params;
}

/** Goes to a game. Requests it from the worker unless it is open. */
export function openGame(index: number, place: Place, stepped = false, unasked = false): void {
  wanted = null;
  if (getLibrary()?.open?.index === index) {
    goTo(index, place);
    return;
  }
  wanted = { index, place, stepped, unasked };
  ask({ kind: "game", index });
}

export function opened(index: number, view: GameView): void {
  const { place, stepped, unasked } = wanted!;
  wanted = null;
  if (unasked && looked) return;
  const game = games[index]!;
  const isNew = game.missed === null;
  game.missed ??= missedOf(view);
  const library = getLibrary()!;
  put({ ...library, wanted: library.wanted + (isNew ? list(index) : 0), open: { index, view, ply: 0, finding: null, last: null, stepped, line: null } });
  // The player whose games these are sits at the bottom, or the solver of a puzzle.
  const { filter } = library;
  const solver = library.format === "puzzles" ? view.plies[1] : undefined;
  if (solver !== undefined) show({ flip: solver.fen.split(" ")[1] === "b" });
  else if (filter.player !== "" && linked === null) show({ flip: colorOf(filter, game) === 1 });
  if (linked === null) {
    goTo(index, place);
  } else {
    const params = linked;
    linked = null;
    goToLinked(params);
  }
}

/** Returns the misses of an opened game. */
function missedOf(view: GameView): Map<number, Missed> {
  const grade = ({ missed }: FindingView) => (missed === null ? 0 : 1 + GRADES.indexOf(missed));
  const all = view.findings.map(({ finding }, at) => [at, { grade: grade(finding), lost: finding.lost ?? 0, answer: finding.answer ?? false }] as const);
  return new Map(all.filter(([, { grade }]) => grade > 0));
}

function goTo(index: number, place: Place): void {
  const { filter, format, open } = getLibrary()!;
  const chances = wantedOf(filter, games[index]!);
  // A puzzle opens at what its solution plays, or else at the position to solve, after the opponent's move.
  const isPuzzle = format === "puzzles" && !open!.stepped;
  const isSolution = (at: number) => open!.view.findings[at]!.ply > 0 && open!.view.findings[at]!.finding.played;
  const at = isPuzzle ? chances.find(isSolution) : chances.at(place === "first" ? 0 : -1);
  if (at !== undefined) moveToFinding(at);
  else moveToPly(isPuzzle ? 1 : 0);
}

/** Opens the game that the user chose. */
export function chooseGame(index: number): void {
  touch();
  openGame(index, "first");
}

/** Opens the next or the previous game of the list. */
export function stepGame(by: 1 | -1): void {
  const library = getLibrary();
  if (library === null) return;
  const place = shown.indexOf(library.open?.index ?? -1);
  const next = shown[place < 0 ? 0 : place + by];
  if (next === undefined) {
    say(by > 0 ? "No more games." : "No earlier games.");
    return;
  }
  touch();
  openGame(next, "first", true);
}

export function goToLinked(params: Params): void {
  const open = getLibrary()!.open!;
  const shows = params.show as Shows | undefined;
  if (shows !== undefined && shows !== getLibrary()!.filter.shows) {
    put({ ...getLibrary()!, filter: { ...getLibrary()!.filter, shows } });
    arrange();
  }
  const ply = Number(params.ply ?? 0);
  const finding = open.view.findings.findIndex(
    (found) => found.ply === ply && [nameOf(found.finding), oldNameOf(found.finding)].includes(params.finding ?? ""),
  );
  moveToPly(ply);
  if (finding >= 0) put({ ...getLibrary()!, open: { ...getLibrary()!.open!, finding, last: finding } });
  showPlace();
}

/** Names a finding of a position in a link: `knight-fork.b5c7`. */
function nameOf({ pattern: index, move, square }: FindingView): string {
  return `${pattern(index).name}.${move ?? square ?? ""}`;
}

/** Names a finding as older links of training do, with the number of the pattern: `0.b5c7`. */
function oldNameOf({ pattern, move, square }: FindingView): string {
  return `${pattern}.${move ?? square ?? ""}`;
}

/** Returns the position of the open game, or an empty board if the game has no readable position. */
export function fenOf({ view, ply, line }: Open): string {
  if (line !== null && line.at > 0) return line.moves[line.at - 1]!.fen;
  return view.plies[ply]?.fen ?? EMPTY_FEN;
}

/** Returns the move that led to the position on the board, as UCI. */
export function lastMoveOf({ view, ply, line }: Open): string | null {
  if (line !== null && line.at > 0) return line.moves[line.at - 1]!.uci;
  return lastMove(view.plies, ply);
}

/** Shows the open game in the page's state, so that a link holds it. */
export function showPlace(): void {
  const library = getLibrary();
  const open = library?.open;
  if (!library || !open || getState().entry !== "games") return;
  const found = open.finding === null ? undefined : open.view.findings[open.finding];
  const params: Params = {
    ...gameParams(open.view),
    ply: String(open.ply),
    show: library.filter.shows,
    ...(library.patterns !== "" && { pattern: library.patterns }),
    ...(found && { finding: nameOf(found.finding) }),
  };
  const fen = fenOf(open);
  const state = getState();
  const keys = new Set([...Object.keys(params), ...Object.keys(state.params)]);
  if (state.fen !== fen || [...keys].some((key) => state.params[key] !== params[key])) show({ fen, params });
}

// Games always shows the position of the open game, even after edits in other entries.
subscribe(showPlace);

export function goToPly(ply: number): void {
  touch();
  moveToPly(ply);
}

function moveToPly(ply: number): void {
  const library = getLibrary();
  const open = library?.open;
  if (!library || !open) return;
  const last = open.view.plies.length - 1;
  put({ ...library, open: { ...open, ply: Math.max(0, Math.min(last, ply)), finding: null, line: null } });
  showPlace();
}

/** Steps by a move, in the game or in the line that the user tries out. */
export function stepMove(by: 1 | -1): void {
  const library = getLibrary();
  const open = library?.open;
  if (!library || !open) return;
  touch();
  if (open.line === null) {
    moveToPly(open.ply + by);
    return;
  }
  const at = Math.min(open.line.moves.length, open.line.at + by);
  put({ ...library, open: { ...open, line: at <= 0 ? null : { ...open.line, at } } });
  showPlace();
}

/** Plays a move on the board: the game's own, or one that starts or continues a line to try out. */
export function play(move: LegalMove): void {
  const library = getLibrary();
  const open = library?.open;
  if (!library || !open) return;
  touch();
  if (open.line === null && open.view.plies[open.ply]?.uci === move.uci) {
    moveToPly(open.ply + 1);
  } else {
    const before = open.line?.moves.slice(0, open.line.at) ?? [];
    put({ ...library, open: { ...open, line: { moves: [...before, move], at: before.length + 1 } } });
    showPlace();
  }
  say(move.san);
}

/** Tries out a line from the position at the ply, up to one of its moves. */
export function playLine(moves: readonly LegalMove[], at: number): void {
  const library = getLibrary();
  const open = library?.open;
  if (!library || !open) return;
  touch();
  put({ ...library, open: { ...open, line: { moves, at } } });
  showPlace();
  say(moves[at - 1]!.san);
}

/** Leaves the line that the user tries out. */
export function leaveLine(): void {
  const library = getLibrary();
  const open = library?.open;
  if (!library || !open) return;
  put({ ...library, open: { ...open, line: null } });
  showPlace();
}

/** Goes to a finding of the open game, given by its index. */
export function goToFinding(finding: number): void {
  touch();
  moveToFinding(finding);
}

function moveToFinding(finding: number): void {
  const open = getLibrary()?.open;
  const found = open?.view.findings[finding];
  if (!open || !found) return;
  moveToPly(found.ply);
  const library = getLibrary()!;
  put({ ...library, open: { ...library.open!, finding, last: finding } });
  showPlace();
  say(`${lastMoveName(open.view, found.ply)}. ${moveName(open.view, found.ply)}: ${found.finding.words}`);
}

/** Goes to the next or the previous chance that matches the filter, in this game or in another. */
export function step(by: 1 | -1): void {
  const library = getLibrary();
  if (library === null) return;
  touch();
  const { open, filter } = library;
  if (open) {
    const at = stepWithin(open, filter, by);
    if (at !== undefined) {
      moveToFinding(at);
      return;
    }
  }
  const from = open?.index ?? -1;
  const place = shown.indexOf(from);
  // A hidden game is not in the list. Go by its number.
  const later = place < 0 ? shown.filter((index) => index > from) : shown.slice(place + 1);
  const earlier = place < 0 ? shown.filter((index) => index < from) : shown.slice(0, place);
  const next = (by > 0 ? later : earlier.reverse()).find((index) => wantedOf(filter, games[index]!).length > 0);
  if (next !== undefined) {
    openGame(next, by > 0 ? "first" : "last", true);
    return;
  }
  say(by > 0 ? "No more chances." : "No earlier chances.");
}

/** Returns the next or the previous chance in the open game. */
function stepWithin(open: Open, filter: Filter, by: 1 | -1): number | undefined {
  const game = games[open.index]!;
  const wanted = wantedOf(filter, game);
  // Step through misses from the worst on, even if the board has moved.
  const from = open.finding ?? (filter.shows === "missed" ? open.last : null);
  const chance = (at: number) => findings.chance(game.first + at);
  if (from !== null) return wanted[wanted.findIndex((at) => chance(at) === chance(from)) + by];
  // Without a chosen finding, step by ply.
  const ply = (at: number) => findings.ply(game.first + at);
  return by > 0 ? wanted.find((at) => ply(at) > open.ply) : wanted.findLast((at) => ply(at) < open.ply);
}
