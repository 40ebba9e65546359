/** Training: the board waits for a move. */

import { useEffect, useRef, useState } from "preact/hooks";
import { NO_MARKS, type Marks } from "../board/marks.ts";
import { DisplayChoice } from "../display.tsx";
import { findPattern, isProblem, legalMoves, type PatternEntry } from "../engine.ts";
import { getLibrary } from "../games/library.ts";
import { download } from "../games/save.ts";
import { openSamplePuzzles } from "../games/opener.tsx";
import { lichessPosition } from "../games/share.ts";
import { addressOf } from "../link.ts";
import { MoveLine } from "../judge/line.tsx";
import { tell } from "../messages.ts";
import { focusTitle, Title } from "../panels/heading.tsx";
import { Share } from "../panels/share.tsx";
import { patternOfKey } from "../patterns/key.ts";
import { pieceName, readPieces } from "../pieces.ts";
import { indexOf, setOf } from "../squares.ts";
import { choose, type State } from "../state.ts";
import { counted, readable } from "../words.ts";
import type { View } from "../views/view.ts";
import { due, writeDeck, type Puzzle } from "./cards.ts";
import { forgetDeck, getDeck, importDeck } from "./deck.ts";
import { begin, current, end, getSession, goInSolution, hint, next, showSolution, stepSolution, tryMove, useSession, type Session } from "./session.ts";
import { SIZE, trainDue, trainGames } from "./start.ts";

export const TRAIN: View = {
  title: "Train",
  hasPosition: false,
  unread: Object.keys,
  scene(state: State) {
    const session = getSession();
    const pieces = readPieces(session?.fen ?? state.fen);
    if (session === null || session.over) return { pieces, marks: NO_MARKS };
    return {
      pieces,
      marks: marksOf(session),
      last: session.last,
      ...(session.state !== "done" && { words: { move: "the piece to move" } }),
      ...(session.state === "waiting" && {
        play: { moves: legalMoves(session.fen), play: (move) => void tryMove(move) },
      }),
      ...(session.state === "done" && { place: { game: current()!, ply: session.solution?.at ?? 0 } }),
    };
  },
  Panel() {
    const session = useSession();
    // On a phone, the panel scrolls below the board.
    useEffect(() => window.scrollTo(0, 0), [session === null, session?.at, session?.over]);
    return (
      <>
        <header class={session === null ? "heading" : "heading away"}>
          <Title name="Train" />
        </header>
        {session === null ? <Start /> : session.over ? <Over session={session} /> : <Question session={session} />}
      </>
    );
  },
};

/** The mark of the second hint or, with the solution, the finding. */
function marksOf(session: Session): Marks {
  const { hint, state, played } = session;
  const puzzle = current();
  if (puzzle === undefined) return NO_MARKS;
  if (state === "done") return drawingOf(puzzle, session);
  if (hint < 2) return NO_MARKS;
  const move = played === 0 ? puzzle.answers[0] : puzzle.line[played];
  return move === undefined ? NO_MARKS : { squares: [{ set: setOf([indexOf(move.slice(0, 2))]), role: "move" }], arrows: [] };
}

/** Returns the pattern of a position. Null if it has none, or one of the user's that was called by its name only. */
function entryOf({ pattern }: Puzzle): PatternEntry | null {
  const entry = pattern === null ? null : patternOfKey(pattern);
  return entry === null || isProblem(entry) ? null : entry;
}

/** Returns the drawing of the finding, before and after its move. */
function drawingOf({ fen, line, pattern }: Puzzle, session: Session): Marks {
  if (pattern === null || ![fen, session.solution?.moves[0]?.fen].includes(session.fen)) return NO_MARKS;
  const view = findPattern(fen, pattern);
  return (isProblem(view) ? undefined : view.findings.find(({ move }) => move === line[0])?.drawing) ?? NO_MARKS;
}

/** Where positions come from. */
function Start() {
  const [, again] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const deck = getDeck();
  const now = due(deck, Date.now()).length;
  const library = getLibrary();
  const listed = library === null ? 0 : library.format === "puzzles" ? library.shown.length : library.wanted;
  return (
    <>
      <p>Find the move on the board. A wrong move is answered by why. Positions that you miss come back later.</p>
      <ul class="starts">
        {now > 0 && (
          <li>
            <button type="button" class="main" data-test="train-due" onClick={trainDue}>
              Repeat {counted(now, "position")} that you missed
            </button>
          </li>
        )}
        {library !== null && listed > 0 && (
          <li>
            <button type="button" class={now > 0 ? "" : "main"} data-test="train-listed" onClick={() => void trainGames()}>
              Train up to {counted(Math.min(listed, SIZE), "position")} from {library.name}
            </button>
          </li>
        )}
        <li>
          <button type="button" data-test="train-games" onClick={() => choose("games")}>
            {library === null ? "Load your games or a file of puzzles" : "Choose other games or puzzles"}
          </button>
        </li>
        <li>
          <button
            type="button"
            data-test="train-sample"
            onClick={() => {
              choose("games");
              void openSamplePuzzles();
            }}
          >
            Load sample puzzles
          </button>
        </li>
      </ul>
      <section class="deck" aria-label="Positions that come back" data-test="deck" data-cards={deck.length} data-due={now}>
        <h3>
          Positions that come back <span class="count">{deck.length}</span>
        </h3>
        <p class="hint">
          A position that you missed comes back at once. Each time you solve it, it comes back later: after a day, then a
          few, then weeks, as FSRS computes. Your browser keeps them. Export them to move them to another browser.
        </p>
        <div class="row">
          <button
            type="button"
            data-test="export-deck"
            disabled={deck.length === 0}
            onClick={() => download(new Blob([writeDeck(deck)], { type: "application/json" }), "destrier-training.json")}
          >
            Export
          </button>
          <button type="button" data-test="import-deck" onClick={() => input.current!.click()}>
            Import
          </button>
          <button
            type="button"
            data-test="forget-deck"
            disabled={deck.length === 0}
            onClick={() => {
              if (!window.confirm(`Forget ${counted(deck.length, "position")}? Export them first to keep them.`)) return;
              forgetDeck();
              again((n) => n + 1);
            }}
          >
            Forget all
          </button>
          <input
            ref={input}
            type="file"
            class="hidden"
            tabIndex={-1}
            aria-label="Exported training"
            accept=".json"
            data-test="deck-file"
            onChange={async (event) => {
              const field = event.currentTarget;
              const file = field.files?.[0];
              if (file) tell(importDeck(await file.text()));
              field.value = "";
              again((n) => n + 1);
            }}
          />
        </div>
      </section>
    </>
  );
}

function Question({ session }: { session: Session }) {
  const { at, puzzles, reading, state, said, hint: given, right, wrong, solution } = session;
  const puzzle = puzzles[at]!;
  const turn = puzzle.fen.split(" ")[1] === "b" ? "Black" : "White";
  const entry = entryOf(puzzle);
  const done = state === "done";
  const nextButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // Enter goes on.
    if (done) nextButton.current?.focus({ preventScroll: true });
    else document.querySelector<HTMLElement>(".cells")?.focus({ preventScroll: true });
  }, [done, at]);
  return (
    <section class="question" aria-label="Position to solve" data-test="question" data-at={at} data-state={state}>
      <p class="score" data-test="score" data-right={right} data-wrong={wrong.length}>
        Position {at + 1} of {puzzles.length}
        {reading && "…"} · <b>{right}</b> solved, <b>{wrong.length}</b> missed
      </p>
      <h3 data-test="task">
        {done ? puzzle.title : `${turn} to move. Find the best move.`}
      </h3>
      {said !== null && (
        <p class={`said ${said.right === null ? "shown" : said.right ? "right" : "wrong"}`} data-test="said" role="status">
          <b>{said.right === null ? "" : said.right ? "✓" : "✗"}</b> {said.text}
        </p>
      )}
      {state === "thinks" && <p class="hint">…</p>}
      {!done && (
        <>
          {given >= 1 && entry && (
            <p class="given" data-test="hint-pattern">
              <b>{readable(entry.name)}.</b> {entry.in_short}
            </p>
          )}
          {given >= 2 && <PieceHint session={session} />}
          <div class="row">
            <button type="button" data-test="hint" disabled={state !== "waiting"} onClick={hint}>
              {given === 0 ? "Hint" : given === 1 ? "Another hint" : "Show the solution"}
            </button>
            {given < 2 && (
              <button type="button" data-test="solution" disabled={state !== "waiting"} onClick={showSolution}>
                Show the solution
              </button>
            )}
          </div>
          <MoveField session={session} />
        </>
      )}
      {done && (
        <>
          {puzzle.words !== null && <p data-test="why">{puzzle.words}</p>}
          {solution !== null && (
            <div class="row" data-test="solution-line">
              <button type="button" aria-label="Previous move" disabled={solution.at === 0} onClick={() => stepSolution(-1)}>
                ‹
              </button>
              <MoveLine start={puzzle.fen} moves={solution.moves} at={solution.at} choose={goInSolution} test="solution-moves" />
              <button type="button" aria-label="Next move" disabled={solution.at === solution.moves.length} onClick={() => stepSolution(1)}>
                ›
              </button>
            </div>
          )}
          <div class="row">
            <button type="button" class="main" ref={nextButton} data-test="next-puzzle" onClick={next}>
              {at + 1 < puzzles.length || reading ? "Next position" : "Finish"}
            </button>
            {puzzle.link !== null && (
              <a class="button" href={puzzle.link} target="_blank" rel="noreferrer">
                Open the game
              </a>
            )}
          </div>
          <Share
            fen={session.fen}
            flip={session.flip}
            finding={null}
            link={() => linkTo(puzzle, session.flip)}
            lichess={lichessPosition(session.fen, session.flip)}
          />
          <DisplayChoice />
        </>
      )}
      <button type="button" class="quiet" data-test="end-training" onClick={leave}>
        End the session
      </button>
    </section>
  );
}

/** Returns a link that shows the position to a friend, as a game: with its solution or, if it is a finding, with that. */
function linkTo(puzzle: Puzzle, flip: boolean): string {
  const { pattern, fen, line, title } = puzzle;
  const entry = entryOf(puzzle);
  const moves = entry === null ? sanOf(fen, line).join("_") : "";
  const [, white = title, black] = /^(.+) – (.+), move \d+$/.exec(title) ?? [];
  const params = {
    moves,
    start: fen.replaceAll(" ", "_"),
    ply: "0",
    show: "all",
    white,
    ...(black !== undefined && { black }),
    ...(entry !== null && { finding: `${entry.name}.${line[0]}` }),
    // The page searches for the built-in patterns anyway.
    ...(entry !== null && entry.text !== null && { pattern: pattern! }),
  };
  return addressOf({ entry: "games", fen, flip, play: false, params });
}

/** Returns the moves of a line. */
function sanOf(start: string, line: readonly string[]): string[] {
  let fen = start;
  return line.flatMap((uci) => {
    const move = legalMoves(fen).find((legal) => legal.uci === uci);
    fen = move?.fen ?? fen;
    return move === undefined ? [] : [move.san.replace(/[+#]/g, "")];
  });
}

function leave(): void {
  end();
  focusTitle();
}

function PieceHint({ session }: { session: Session }) {
  const puzzle = current()!;
  const move = session.played === 0 ? puzzle.answers[0] : puzzle.line[session.played];
  const from = move?.slice(0, 2) ?? "";
  const piece = readPieces(session.fen)[indexOf(from)];
  if (!piece) return null;
  return (
    <p class="given" data-test="hint-piece">
      Move the {pieceName(piece)} on {from}.
    </p>
  );
}

/** Lets keyboard users type the move. */
function MoveField({ session }: { session: Session }) {
  const [text, setText] = useState("");
  useEffect(() => setText(""), [session.fen, session.said]);
  const plain = (san: string) => san.replace(/[+#x=\s]/g, "").toLowerCase().replaceAll("0", "o");
  return (
    <form
      class="row move-field"
      onSubmit={(event) => {
        event.preventDefault();
        const typed = plain(text);
        const legal = legalMoves(session.fen).filter(({ san, uci }) => plain(san) === typed || uci === typed);
        // `bxc3` and `Bc3` differ only in case.
        const exact = legal.filter(({ san }) => san.replace(/[+#]/g, "") === text.trim().replace(/[+#]/g, ""));
        const move = exact[0] ?? (legal.length === 1 ? legal[0] : undefined);
        if (move) void tryMove(move);
        else if (text.trim() !== "") tell(`“${text.trim()}” is not a legal move here. Type it like Nf3 or g1f3.`);
      }}
    >
      <label for="typed-move">Or type the move</label>
      <input
        id="typed-move"
        type="text"
        value={text}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        data-test="typed-move"
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
      <button type="submit">Play</button>
    </form>
  );
}

function PatternTag({ puzzle }: { puzzle: Puzzle }) {
  const entry = entryOf(puzzle);
  return entry && <span class="tag">{readable(entry.name)}</span>;
}

function Over({ session: { right, wrong, puzzles, source } }: { session: Session }) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => section.current?.querySelector("button")?.focus({ preventScroll: true }), []);
  return (
    <section ref={section} class="question" aria-label="Result" data-test="result" data-right={right} data-wrong={wrong.length}>
      <h3>
        You solved {right} of {puzzles.length}.
      </h3>
      {wrong.length > 0 && (
        <>
          <p>{counted(wrong.length, "position")} will come back. Repeat them now, or tomorrow.</p>
          <ul class="missed-list">
            {wrong.map((puzzle, i) => (
              <li key={i}>
                {puzzle.title}
                <PatternTag puzzle={puzzle} />
              </li>
            ))}
          </ul>
        </>
      )}
      <div class="row">
        {wrong.length > 0 && (
          <button type="button" class="main" data-test="repeat" onClick={() => begin(`${source}, again`, wrong)}>
            Repeat what you missed
          </button>
        )}
        <button type="button" class={wrong.length > 0 ? "" : "main"} data-test="end-training" onClick={leave}>
          Back
        </button>
      </div>
    </section>
  );
}
