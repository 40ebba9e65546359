/** Opens files, and adds what the worker reads from them to the library. */

import { isProblem, type Miss } from "../engine.ts";
import { say, tell } from "../messages.ts";
import { patternOfKey } from "../patterns/key.ts";
import { setOwn, type Params } from "../state.ts";
import { counted } from "../words.ts";
import { arrange, isTimeToArrange, list, stopArranging } from "./arrange.ts";
import { ALL, MISTAKE, NO_FILTER, admits, gravity, isShown, type ListedGame } from "./filter.ts";
import { filterBy } from "./filtering.ts";
import { bookMisses, clear, findings, games, getLibrary, isJudged, looked, players, put, putSoon, shown, touch, touched, wantedOf, type Library } from "./library.ts";
import { refusal } from "./limits.ts";
import { forgetRequest, goToLinked, openGame, opened, requested, setLinked } from "./open-game.ts";
import { ask, giveView, startFile, stopWorker, type Answer } from "./reader.ts";
import { download } from "./save.ts";
import { gameParams, isSameGame, pgnOf } from "./share.ts";

/** The open file. */
let source: { name: string; blob: Blob } | null = null;
/** Equal texts of different games share memory. */
let texts = new Map<string, string>();

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
  const open = getLibrary()?.open;
  if (open && isSameGame(gameParams(open.view), params) && getLibrary()!.patterns === (params.pattern ?? "")) {
    goToLinked(params);
    return;
  }
  const pgn = pgnOf(params);
  if (pgn === null) return;
  if (!begin("shared game.pgn", new Blob([pgn]), params.pattern)) return;
  setLinked(params);
  touch();
}

/** Opens games. Returns false if the pattern cannot be read. */
function begin(name: string, blob: Blob, patterns = "", filter = NO_FILTER): boolean {
  const library = getLibrary();
  tell(null);
  const entry = patterns === "" ? null : patternOfKey(patterns);
  if (entry !== null && isProblem(entry)) {
    tell(`The pattern cannot be read: ${entry.problem}`);
    return false;
  }
  if (entry !== null) setOwn(entry);
  source = { name, blob };
  // Do not wait for a long search in the previous file.
  if (library !== null && (requested() !== null || !isJudged(library))) stopWorker();
  startFile(take, end);
  stopArranging();
  clear();
  texts = new Map();
  forgetRequest();
  setLinked(null);
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
  ask({ kind: "open", name, blob, patterns, helpers: workers - 1 });
  return true;
}

/** Searches the open file for the pattern with a name or a text or, if it is empty, for the built-in ones. */
export function searchFor(patterns: string, pattern: number | null = null): void {
  const library = getLibrary();
  if (library === null || source === null) return;
  const { player, side, result, rating } = library.filter;
  begin(source.name, source.blob, patterns, { ...NO_FILTER, player, side, result, rating, pattern });
}

/** Counts the chances of a pattern, given by its text, in the loaded games. Null counts none. */
export function countPattern(pattern: string | null): void {
  const library = getLibrary();
  if (library === null) return;
  if (pattern === null) put({ ...library, counted: null });
  ask({ kind: "count", pattern });
}

/** Ends a failed worker. The next file starts a new one. */
function end(why: string): void {
  const library = getLibrary();
  stopWorker();
  forgetRequest();
  tell(`The games cannot be read: ${why}. Load the file again.`);
  // A file that was already complete did not fail.
  if (library !== null) {
    const failed = library.failed || !library.done;
    put({ ...library, done: true, failed, decompressed: null, judged: games.length });
    arrange();
  }
}

function take(reply: Answer): void {
  const library = getLibrary();
  if (library === null) return;
  if (reply.kind === "decompressed") {
    putSoon({ ...library, decompressed: reply.size });
  } else if (reply.kind === "problem") {
    // If one game cannot be opened, the worker still reads the others.
    if (reply.index !== null) {
      tell(`Game ${reply.index + 1} of ${library.name} cannot be opened: ${reply.problem}`);
      if (requested() === reply.index) forgetRequest();
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
    if (requested() === reply.index) opened(reply.index, reply.view);
  }
}

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
    if (!touched && filter.shows === "missed" && (isFirst || isTimeToArrange())) arrange(showWorst);
    return;
  }
  if (after.patterns === "") ask({ kind: "count book" });
  say(missed > 0 ? `${counted(missed, "missed chance")}.` : "No missed chances.");
  // If nothing was missed, show all findings.
  const shows = missed === 0 && !touched ? "all" : filter.shows;
  put({ ...after, filter: { ...filter, shows } });
  arrange(showWorst);
}

/** Most games of a large file have no misses. */
const NO_MISSES: ListedGame["missed"] = new Map();

/** Opens the game with the worst miss that is known so far, unless the user has begun to look. */
function showWorst(): void {
  const worst = shown[0];
  if (looked || touched || worst === undefined) return;
  const gravityOf = (index: number | undefined) => {
    const chance = index === undefined ? undefined : wantedOf(getLibrary()!.filter, games[index]!)[0];
    return chance === undefined ? -1 : gravity(games[index!]!, chance);
  };
  const { open } = getLibrary()!;
  const isAtStart = open?.index === worst && open.finding === null;
  if (isAtStart || gravityOf(worst) > gravityOf(requested() ?? open?.index)) openGame(worst, "first", false, true);
}

/** Returns a text that shares memory with equal ones. */
function same(text: string): string {
  const known = texts.get(text);
  if (known !== undefined) return known;
  texts.set(text, text);
  return text;
}

function add(before: Library, { games: more, words, counts, size, read, done, format, player }: Extract<Answer, { kind: "games" }>): void {
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
  filterBy({ ...getLibrary()!.filter, player, side: "player" }, looked);
}
