/** The games of a file, as the worker reads them, with the filter and the open game. */

import { useEffect, useState } from "preact/hooks";
import { GRADES, isProblem, type FindingView, type GameView, type LegalMove, type Miss } from "../engine.ts";
import { say, tell } from "../messages.ts";
import { EMPTY_FEN } from "../pieces.ts";
import { getState, pattern, patternOfKey, setOwn, show, subscribe, type Params } from "../state.ts";
import { counted } from "../words.ts";
import {
  ALL,
  MISTAKE,
  NO_FILTER,
  admits,
  admitsSide,
  colorOf,
  gravity,
  isShown,
  isWanted as isWantedAmong,
  wantedOf as wantedAmong,
  type Filter,
  type ListedGame,
  type Missed,
  type Shows,
} from "./filter.ts";
import { Findings } from "./findings.ts";
import { refusal } from "./limits.ts";
import { lastMoveName, moveName } from "./move-name.ts";
import { gameParams, isSameGame, lastMove, pgnOf } from "./share.ts";
import type { Reply, Request, Saves } from "./worker.ts";

export interface Library {
  name: string;
  /** The name or the text of the pattern that the games are searched for. Empty for the built-in ones. */
  patterns: string;
  /** The name of the file's format, once it is known. */
  format: string;
  /** Bytes of the file, decompressed once that size is known. */
  size: number;
  /** Bytes decompressed so far. Null if nothing is being decompressed. */
  decompressed: number | null;
  read: number;
  done: boolean;
  /** Whether an error stopped the reading. */
  failed: boolean;
  games: readonly ListedGame[];
  /** Indices of the games that match the filter. With missed moves shown, the worst misses come first. */
  shown: readonly number[];
  /** The number of chances in these games that match the filter. */
  wanted: number;
  damaged: number;
  chances: number;
  /** The number of games searched for misses, and the number of turns missed by a mistake or a blunder. */
  judged: number;
  missed: number;
  filter: Filter;
  open: Open | null;
  /** The chances of a pattern that the user writes, in the first games. */
  counted: { pattern: string; games: number; chances: number } | null;
  /** The number of games in which the misses of the pattern book are counted. */
  booked: number;
}

/** The open game, and the position on the board. */
export interface Open {
  index: number;
  view: GameView;
  ply: number;
  finding: number | null;
  /** The last chosen finding. The step to the next finding starts here. */
  last: number | null;
  /** Whether the user stepped here from another game. The list then scrolls to it. */
  stepped: boolean;
  /** Moves that the user tries out from the position at `ply`, and how many of them are on the board. */
  line: { moves: readonly LegalMove[]; at: number } | null;
}

/** Where to open a game: at the first or the last finding that matches the filter, or at its start if none does. */
type Place = "first" | "last";

let library: Library | null = null;
/** Grow in place during reading, while the library is a new object at each change. */
let games: ListedGame[] = [];
let findings = new Findings();
let shown: number[] = [];
/** How many games each player has, by name. Equal texts of different games share memory. */
let players = new Map<string, number>();
let texts = new Map<string, string>();
let worker: Worker | null = null;
let file = 0;
/** The open file. */
let source: { name: string; blob: Blob } | null = null;
/** The misses of the pattern book in each game; see `GameFile.book_misses`. */
let bookMisses: (readonly number[])[] = [];
/** The requested game. `unasked` if the page, not the user, wants to show it. */
let wanted: { index: number; place: Place; stepped: boolean; unasked: boolean } | null = null;
/** The views requested by `viewOf`, by index. */
const views = new Map<number, ((view: GameView | null) => void)[]>();
/** The place in the game of a link, until it is open. */
let linked: Params | null = null;
/** Whether the user has chosen a game, a position or a filter. */
let touched = false;
/** Whether the user has used the page since the file was opened. From then on, the board shows no other game unasked. */
let looked = false;
for (const kind of ["pointerdown", "keydown", "wheel"]) {
  addEventListener(kind, () => (looked = true), { capture: true, passive: true });
}
const listeners = new Set<() => void>();

let drawing: number | null = null;

function put(next: Library | null): void {
  library = next;
  for (const listener of [...listeners]) listener();
}

/** Like `put`, but notifies listeners once a frame, because games arrive faster than that. */
function putSoon(next: Library): void {
  library = next;
  drawing ??= requestAnimationFrame(() => {
    drawing = null;
    put(library);
  });
}

export function getLibrary(): Library | null {
  return library;
}

/** Returns a part of the library. The component renders only if this part changes. */
export function useLibrary<T>(part: (library: Library | null) => T): T {
  const [seen, see] = useState(() => part(library));
  useEffect(() => {
    const listener = () => see(() => part(library));
    listener();
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, []);
  return seen;
}

/** Whether a finding of a listed game, given by its index in the game, matches the filter. */
export function isWanted(filter: Filter, game: ListedGame, at: number): boolean {
  return isWantedAmong(filter, game, findings, at);
}

/** Returns the chances of a listed game that match the filter, each as the index of one finding. */
export function wantedOf(filter: Filter, game: ListedGame): number[] {
  return wantedAmong(filter, game, findings);
}

/** Returns the pattern of a finding of a listed game. */
export function patternOf(game: ListedGame, at: number): number {
  return findings.pattern(game.first + at);
}

/** Returns the names of the players with the most games, at most `count`. */
export function mostPlayers(count: number): string[] {
  // A large file has tens of thousands of players. Sort only those that are returned.
  const least = Uint32Array.from(players.values()).sort().at(-count) ?? 0;
  const most = [...players].filter(([, games]) => games > least).sort(([, x], [, y]) => y - x);
  const others = [...players].filter(([, games]) => games === least).slice(0, count - most.length);
  return [...most, ...others].map(([name]) => name);
}

/** Whether the search for misses is complete. Until then the games keep the order of the file. */
export function isJudged({ done, judged, games }: Library): boolean {
  return done && judged === games.length;
}

/** Milliseconds of work before the page may draw again. */
const SLICE = 30;

/** Calls `work` for each number below `count()`, in slices, then `then`. Stops as soon as `isStale()`. */
function inSlices(count: () => number, isStale: () => boolean, work: (i: number) => void, then: () => void): void {
  let at = 0;
  const slice = () => {
    if (isStale()) return;
    const end = performance.now() + SLICE;
    for (; at < count(); at++) {
      if (at % 64 === 63 && performance.now() > end) {
        setTimeout(slice);
        return;
      }
      work(at);
    }
    then();
  };
  slice();
}

/** Milliseconds between two arrangements of the list during the search for misses. */
const PAUSE = 1000;
/** The running arrangement. */
let arranging: { reached: number; take(index: number): void } | null = null;
let arranged = 0;

/** Filters and sorts the games, in slices. Then calls `then`, unless it has to start again before. */
function arrange(then: () => void = () => {}): void {
  const filter = library!.filter;
  // Gravities are few, and sorting all games would take long.
  const byGravity = new Map<number, number[]>();
  let count = 0;
  const run = {
    reached: 0,
    take(index: number) {
      const game = games[index]!;
      if (!admits(filter, game)) return;
      const chances = wantedOf(filter, game);
      if (!isShown(filter, chances)) return;
      count += chances.length;
      const rank = filter.shows === "missed" ? gravity(game, chances[0]!) : 0;
      const others = byGravity.get(rank);
      if (others === undefined) byGravity.set(rank, [index]);
      else others.push(index);
    },
  };
  arranging = run;
  inSlices(
    () => games.length,
    () => arranging !== run || library === null,
    (index) => {
      run.take(index);
      run.reached = index + 1;
    },
    () => {
      arranging = null;
      shown = [...byGravity].sort(([a], [b]) => b - a).flatMap(([, games]) => games);
      arranged = performance.now();
      put({ ...library!, shown, wanted: count });
      then();
    },
  );
}

/** Lists a game whose misses are now known, if they match the filter. Returns how many chances match. */
function list(index: number): number {
  const { filter } = library!;
  const game = games[index]!;
  if (filter.shows !== "missed" || !admits(filter, game)) return 0;
  const chances = wantedOf(filter, game).length;
  if (chances === 0) return 0;
  shown.push(index);
  // A running arrangement has passed this game without its misses.
  if (arranging !== null && index < arranging.reached) arranging.take(index);
  return chances;
}

export function setFilter(change: Partial<Filter>): void {
  if (library === null) return;
  touched = true;
  filterBy({ ...library.filter, ...change });
}

/** Shows the games that match a filter. Unless the open one must stay, opens the first if the open one does not match. */
function filterBy(filter: Filter, stays = false): void {
  if (library === null) return;
  const { open } = library;
  // Deselect a finding that no longer matches the filter.
  const gone = open !== null && open.finding !== null && !isWanted(filter, games[open.index]!, open.finding);
  put({ ...library, filter, open: gone ? { ...open, finding: null, last: null } : open });
  showPlace();
  judgeFirst();
  arrange(() => {
    const at = library?.open?.index;
    if (!stays && shown.length > 0 && (at === undefined || !shown.includes(at))) openGame(shown[0]!, "first");
  });
}

/** Has the worker search the games that pass the filter before all others, and these games first. They may belong to
 * the file before. */
export function judgeFirst(visible: readonly number[] = []): void {
  if (library === null || isJudged(library)) return;
  const { player, result } = library.filter;
  const admitted: number[] = [];
  if (visible.length === 0 && (player !== "" || result !== "any")) {
    games.forEach((game, i) => game.missed === null && admits(library!.filter, game) && admitted.push(i));
  }
  const first = [...visible.filter((i) => games[i]?.missed === null), ...admitted];
  if (first.length > 0) ask({ kind: "first", file, games: new Uint32Array(first) });
}

/** Opens a pasted or dropped text. */
export function openText(text: string): void {
  begin("pasted.pgn", new Blob([text]));
}

/** Opens a file. Returns false if the page refuses it. */
export function openFile(chosen: File): boolean {
  const refused = refusal(chosen.name, chosen.size);
  if (refused === null) begin(chosen.name, chosen);
  else tell(refused);
  return refused === null;
}

/** Opens the game of a link. If it is already open, goes to the place in it. */
export function openLinked(params: Params): void {
  const open = library?.open;
  if (open && isSameGame(gameParams(open.view), params) && library!.patterns === (params.pattern ?? "")) {
    goToLinked(params);
    return;
  }
  const pgn = pgnOf(params);
  if (pgn === null) return;
  begin("shared game.pgn", new Blob([pgn]), params.pattern);
  linked = params;
  touched = true;
}

function goToLinked(params: Params): void {
  const open = library!.open!;
  const shows = params.show as Shows | undefined;
  if (shows !== undefined && shows !== library!.filter.shows) {
    put({ ...library!, filter: { ...library!.filter, shows } });
    arrange();
  }
  const ply = Number(params.ply ?? 0);
  const finding = open.view.findings.findIndex(
    (found) => found.ply === ply && nameOf(found.finding) === params.finding,
  );
  moveToPly(ply);
  if (finding >= 0) put({ ...library!, open: { ...library!.open!, finding, last: finding } });
  showPlace();
}

/** Names a finding of a position in a link: `knight-fork.b5c7`. */
function nameOf({ pattern: index, move, square }: FindingView): string {
  return `${pattern(index).name}.${move ?? square ?? ""}`;
}

function begin(name: string, blob: Blob, patterns = "", filter = NO_FILTER): void {
  tell(null);
  const entry = patterns === "" ? null : patternOfKey(patterns);
  if (entry !== null && isProblem(entry)) {
    tell(`The pattern cannot be read: ${entry.problem}`);
    return;
  }
  if (entry !== null) setOwn(entry);
  source = { name, blob };
  // Do not wait for a long search in the previous file.
  if (library !== null && (wanted !== null || !isJudged(library))) {
    worker?.terminate();
    worker = null;
  }
  worker ??= start();
  file += 1;
  arranging = null;
  games = [];
  findings = new Findings();
  shown = [];
  players = new Map();
  texts = new Map();
  wanted = null;
  linked = null;
  touched = looked = false;
  forgetViews();
  bookMisses = [];
  put({
    name,
    patterns,
    format: "",
    size: blob.size,
    decompressed: null,
    read: 0,
    done: false,
    failed: false,
    games,
    shown,
    wanted: 0,
    damaged: 0,
    chances: 0,
    judged: 0,
    missed: 0,
    filter,
    open: null,
    counted: null,
    booked: 0,
  });
  // Leave a core to the page. More workers take too much memory on phones.
  const workers = Math.max(1, Math.min(4, (navigator.hardwareConcurrency ?? 1) - 1));
  ask({ kind: "open", file, name, blob, patterns, helpers: workers - 1 });
}

/** Searches the open file for the pattern with a name or a text or, if it is empty, for the built-in ones. */
export function searchFor(patterns: string, pattern: number | null = null): void {
  if (library === null || source === null) return;
  const { player, side, result, rating } = library.filter;
  begin(source.name, source.blob, patterns, { ...NO_FILTER, player, side, result, rating, pattern });
}

/** Counts the chances of a pattern, given by its text, in the loaded games. Null counts none. */
export function countPattern(pattern: string | null): void {
  if (library === null) return;
  if (pattern === null) put({ ...library, counted: null });
  ask({ kind: "count", file, pattern });
}

/** Returns the number of misses of each pattern in the games that match the filter. */
export function missesByPattern(): Map<number, number> {
  const { filter } = library!;
  const counts = new Map<number, number>();
  const add = (pattern: number, side: 0 | 1, game: ListedGame) => {
    if (admitsSide(filter, game, side)) counts.set(pattern, (counts.get(pattern) ?? 0) + 1);
  };
  games.forEach((game, i) => {
    if (!admits(filter, game)) return;
    for (const [at, { grade }] of game.missed ?? []) {
      if (grade >= MISTAKE) add(findings.pattern(game.first + at), findings.side(game.first + at), game);
    }
    for (const miss of bookMisses[i] ?? []) add(miss >> 1, (miss & 1) as 0 | 1, game);
  });
  return counts;
}

function ask(request: Request): void {
  worker?.postMessage(request);
}

function start(): Worker {
  const started = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  started.onmessage = ({ data }: MessageEvent<Reply>) => {
    if (started !== worker) return;
    if (data.kind === "fatal") end(data.problem);
    else if (data.file === file) take(data);
  };
  started.onerror = (event) => {
    if (started === worker) end(event.message || "the worker did not start");
  };
  return started;
}

/** Ends a failed worker. The next file starts a new one. */
function end(why: string): void {
  worker?.terminate();
  worker = null;
  wanted = null;
  forgetViews();
  tell(`The games cannot be read: ${why}. Load the file again.`);
  // A file that was already complete did not fail.
  if (library !== null) {
    const failed = library.failed || !library.done;
    put({ ...library, done: true, failed, decompressed: null, judged: games.length });
    arrange();
  }
}

function take(reply: Exclude<Reply, { kind: "fatal" }>): void {
  if (library === null) return;
  if (reply.kind === "decompressed") {
    putSoon({ ...library, decompressed: reply.size });
  } else if (reply.kind === "problem") {
    // If one game cannot be opened, the worker still reads the others.
    if (reply.index !== null) {
      tell(`Game ${reply.index + 1} of ${library.name} cannot be opened: ${reply.problem}`);
      if (wanted?.index === reply.index) wanted = null;
      giveView(reply.index, null);
    } else {
      const how = library.games.length > 0 ? "is only partly readable" : "cannot be read";
      tell(`${library.name} ${how}: ${reply.problem}`);
      put({ ...library, done: true, failed: true, decompressed: null });
    }
  } else if (reply.kind === "games") {
    add(library, reply);
  } else if (reply.kind === "counted") {
    putSoon({ ...library, counted: reply });
  } else if (reply.kind === "book") {
    for (const [index, misses] of reply.games) bookMisses[index] = misses;
    putSoon({ ...library, booked: bookMisses.length });
  } else if (reply.kind === "misses") {
    judge(library, reply.games);
  } else if (reply.kind === "saved") {
    download(reply.blob, `${library.name.replace(/(\.(pgn|epd|csv|txt|fen))?(\.(zip|gz|zst))?$/i, "")}-${reply.format}.${reply.format === "epd" ? "epd" : "pgn"}`);
  } else {
    giveView(reply.index, reply.view);
    if (wanted?.index === reply.index) opened(reply.index, reply.view);
  }
}

function opened(index: number, view: GameView): void {
  const { place, stepped, unasked } = wanted!;
  wanted = null;
  if (unasked && looked) return;
  const game = games[index]!;
  if (game.missed === null) {
    game.missed = missedOf(view);
    library = { ...library!, wanted: library!.wanted + list(index) };
  }
  put({ ...library!, open: { index, view, ply: 0, finding: null, last: null, stepped, line: null } });
  // The player whose games these are sits at the bottom, or the solver of a puzzle.
  const { filter } = library!;
  const solver = library!.format === "puzzles" ? view.plies[1] : undefined;
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

/** Returns a game of the file. Null if it cannot be read. */
export function viewOf(index: number): Promise<GameView | null> {
  return new Promise((resolve) => {
    views.set(index, [...(views.get(index) ?? []), resolve]);
    ask({ kind: "game", file, index });
  });
}

function giveView(index: number, view: GameView | null): void {
  for (const give of views.get(index) ?? []) give(view);
  views.delete(index);
}

function forgetViews(): void {
  for (const index of [...views.keys()]) giveView(index, null);
}

/** Returns the misses of an opened game. */
function missedOf(view: GameView): Map<number, Missed> {
  const grade = ({ missed }: FindingView) => (missed === null ? 0 : 1 + GRADES.indexOf(missed));
  const all = view.findings.map(({ finding }, at) => [at, { grade: grade(finding), lost: finding.lost ?? 0, answer: finding.answer ?? false }] as const);
  return new Map(all.filter(([, { grade }]) => grade > 0));
}

/** Most games of a large file have no misses. */
const NO_MISSES: ListedGame["missed"] = new Map();

/** Adds the misses of some games. */
function judge(before: Library, judged: readonly [index: number, misses: readonly Miss[]][]): void {
  let { missed, wanted } = before;
  const { filter } = before;
  for (const [index, misses] of judged) {
    const game = games[index]!;
    // An opened game is already listed.
    const isKnown = game.missed !== null;
    game.missed = misses.length === 0 ? NO_MISSES : new Map(misses.map(([at, grade, lost, , answer]) => [at, { grade, lost, answer }]));
    missed += misses.filter(([, grade]) => grade >= MISTAKE).length;
    if (!isKnown) wanted += list(index);
  }
  const after = { ...before, judged: before.judged + judged.length, missed, wanted };
  if (!isJudged(after)) {
    putSoon({ ...after, shown });
    // Show the first miss at once. Then sort the list from time to time, until the user looks at it.
    const isFirst = before.wanted === 0 && wanted > 0;
    if (!touched && filter.shows === "missed" && (isFirst || performance.now() > arranged + PAUSE)) arrange(showWorst);
    return;
  }
  if (after.patterns === "") ask({ kind: "count book", file });
  say(missed > 0 ? `${counted(missed, "missed chance")}.` : "No missed chances.");
  // If nothing was missed, show all findings.
  const shows = missed === 0 && !touched ? "all" : filter.shows;
  put({ ...after, filter: { ...filter, shows } });
  arrange(showWorst);
}

/** Opens the game with the worst miss that is known so far, unless the user has begun to look. */
function showWorst(): void {
  const worst = shown[0];
  if (looked || touched || worst === undefined) return;
  const gravityOf = (index: number | undefined) => {
    const chance = index === undefined ? undefined : wantedOf(library!.filter, games[index]!)[0];
    return chance === undefined ? -1 : gravity(games[index!]!, chance);
  };
  const { open } = library!;
  const isAtStart = open?.index === worst && open.finding === null;
  if (isAtStart || gravityOf(worst) > gravityOf(wanted?.index ?? open?.index)) openGame(worst, "first", false, true);
}

/** Returns a text that shares memory with equal ones. */
function same(text: string): string {
  const known = texts.get(text);
  if (known !== undefined) return known;
  texts.set(text, text);
  return text;
}

function add(before: Library, { games: more, words, counts, size, read, done, format, player }: Extract<Reply, { kind: "games" }>): void {
  const first = games.length;
  // Nobody missed anything in a puzzle or a position.
  const filter = first === 0 && !touched && format !== "pgn" ? ALL : before.filter;
  let start = findings.count;
  let { damaged, chances, wanted } = before;
  findings.add(words);
  more.forEach((summary, i) => {
    const count = counts[i]!;
    const [white, black] = [same(summary.white), same(summary.black)];
    const game: ListedGame = { ...summary, white, black, date: same(summary.date), result: same(summary.result), first: start, count, missed: null };
    games.push(game);
    for (const name of new Set([white, black])) {
      if (name !== "" && name !== "?") players.set(name, (players.get(name) ?? 0) + 1);
    }
    if (game.damage !== null) damaged += 1;
    // Chances are numbered in the order of their first findings.
    let numbers = 0;
    for (let at = start; at < start + count; at++) numbers = Math.max(numbers, findings.chance(at));
    chances += numbers;
    start += count;
    if (!admits(filter, game)) return;
    const matching = wantedOf(filter, game);
    if (!isShown(filter, matching)) return;
    shown.push(first + i);
    wanted += matching.length;
  });
  putSoon({ ...before, format, filter, size, decompressed: null, games, shown, wanted, read, done, damaged, chances });
  if (done) {
    say(`${counted(games.length, "game")} loaded, ${counted(chances, "chance")}, ${counted(damaged, "damaged game")}.`);
    if (!touched) showPlayer(player);
  }
  if (first === 0 && games.length > 0) openGame(0, "first");
}

/** Shows only the misses of the player whose games these are. */
function showPlayer(player: string | null): void {
  if (games.length < 3 || player === null) return;
  filterBy({ ...library!.filter, player, side: "player" }, looked);
}

/** Opens the game that the user chose. */
export function chooseGame(index: number): void {
  touched = true;
  openGame(index, "first");
}

/** Goes to a game. Requests it from the worker unless it is open. */
function openGame(index: number, place: Place, stepped = false, unasked = false): void {
  wanted = null;
  if (library?.open?.index === index) {
    goTo(index, place);
    return;
  }
  wanted = { index, place, stepped, unasked };
  ask({ kind: "game", file, index });
}

function goTo(index: number, place: Place): void {
  const { filter, format, open } = library!;
  const chances = wantedOf(filter, games[index]!);
  // A puzzle opens at what its solution plays, or else at the position to solve, after the opponent's move.
  const isPuzzle = format === "puzzles" && !open!.stepped;
  const isSolution = (at: number) => open!.view.findings[at]!.ply > 0 && open!.view.findings[at]!.finding.played;
  const at = isPuzzle ? chances.find(isSolution) : chances.at(place === "first" ? 0 : -1);
  if (at !== undefined) moveToFinding(at);
  else moveToPly(isPuzzle ? 1 : 0);
}

/** Opens the next or the previous game of the list. */
export function stepGame(by: 1 | -1): void {
  if (library === null) return;
  const place = shown.indexOf(library.open?.index ?? -1);
  const next = shown[place < 0 ? 0 : place + by];
  if (next === undefined) {
    say(by > 0 ? "No more games." : "No earlier games.");
    return;
  }
  touched = true;
  openGame(next, "first", true);
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
function showPlace(): void {
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
  touched = true;
  moveToPly(ply);
}

function moveToPly(ply: number): void {
  const open = library?.open;
  if (!library || !open) return;
  const last = open.view.plies.length - 1;
  put({ ...library, open: { ...open, ply: Math.max(0, Math.min(last, ply)), finding: null, line: null } });
  showPlace();
}

/** Steps by a move, in the game or in the line that the user tries out. */
export function stepMove(by: 1 | -1): void {
  const open = library?.open;
  if (!library || !open) return;
  touched = true;
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
  const open = library?.open;
  if (!library || !open) return;
  touched = true;
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
  const open = library?.open;
  if (!library || !open) return;
  touched = true;
  put({ ...library, open: { ...open, line: { moves, at } } });
  showPlace();
  say(moves[at - 1]!.san);
}

/** Leaves the line that the user tries out. */
export function leaveLine(): void {
  const open = library?.open;
  if (!library || !open) return;
  put({ ...library, open: { ...open, line: null } });
  showPlace();
}

/** Goes to a finding of the open game, given by its index. */
export function goToFinding(finding: number): void {
  touched = true;
  moveToFinding(finding);
}

function moveToFinding(finding: number): void {
  const open = library?.open;
  const found = open?.view.findings[finding];
  if (!library || !open || !found) return;
  moveToPly(found.ply);
  put({ ...library, open: { ...library.open!, finding, last: finding } });
  showPlace();
  say(`${lastMoveName(open.view, found.ply)}. ${moveName(open.view, found.ply)}: ${found.finding.words}`);
}

/** Goes to the next or the previous chance that matches the filter, in this game or in another. */
export function step(by: 1 | -1): void {
  if (library === null) return;
  touched = true;
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

/** Saves the listed games: their text, or their chances that match the filter as a study or as positions. */
export function save(format: Saves): void {
  if (library === null) return;
  const { filter } = library;
  const [saved, all, listed] = [file, games, shown];
  const words: number[] = [];
  inSlices(
    () => listed.length,
    () => games !== all,
    (i) => {
      const wanted = format === "pgn" ? [] : wantedOf(filter, all[listed[i]!]!);
      words.push(listed[i]!, wanted.length, ...wanted);
    },
    () => ask({ kind: "save", file: saved, format, games: new Uint32Array(words) }),
  );
}

/** Has the browser save a file. */
export function download(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
