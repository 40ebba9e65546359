/** Games: a file that was dropped, its findings, and the board at one of them. */

import { useEffect, useMemo, useRef } from "preact/hooks";
import { NO_MARKS, together } from "../board/marks.ts";
import { Choice } from "../panels/controls.tsx";
import { Title } from "../panels/heading.tsx";
import { readPieces } from "../pieces.ts";
import { registry, type State } from "../state.ts";
import type { View } from "../views/view.ts";
import {
  fenOf,
  getLibrary,
  goToPly,
  isJudged,
  isWanted,
  openFile,
  openText,
  setFilter,
  useLibrary,
  type Library,
} from "./library.ts";
import { GameList } from "./list.tsx";
import { LIMIT } from "./limits.ts";
import { moveName } from "./move-name.ts";

const number = (n: number) => n.toLocaleString("en");

export const GAMES: View = {
  title: "Games",
  hasPosition: false,
  unread: Object.keys,
  scene(state: State) {
    // The position of the open game, whatever was edited elsewhere in the meantime.
    const here = getLibrary()?.open ?? null;
    const chosen = here && here.finding !== null ? here.view.findings[here.finding] : undefined;
    // Without a chosen finding all those of the position that the filter leaves are drawn.
    const drawn = !here
      ? []
      : chosen
        ? [chosen]
        : here.view.findings.filter(
            ({ ply }, i) => ply === here.ply && isWanted(getLibrary()!.filter, getLibrary()!.games[here.index]!, i),
          );
    return {
      pieces: readPieces(here ? fenOf(here) : state.fen),
      marks: drawn.length === 0 ? NO_MARKS : together(drawn.map(({ finding }) => finding.drawing)),
      ...(here && { place: { game: here.view, ply: here.ply } }),
    };
  },
  Panel() {
    const library = useLibrary((library) => library);
    const open = library?.open ?? null;
    // Games that are read meanwhile change nothing in it.
    const moves = useMemo(() => open && <Moves open={open} />, [open]);
    return (
      <>
        <header class="heading">
          <Title name="Games" />
        </header>
        <Opener library={library} />
        {library !== null && (
          <>
            <Progress library={library} />
            <Filters library={library} />
            <GameList library={library} />
            {moves}
          </>
        )}
      </>
    );
  },
};

function Opener({ library }: { library: Library | null }) {
  const input = useRef<HTMLInputElement>(null);
  const text = useRef<HTMLTextAreaElement>(null);
  return (
    <div class={library === null ? "opener first" : "opener"} data-test="opener">
      {library === null && (
        <p>
          Drop a file of games anywhere on this page: PGN, also packed as .gz, up to {LIMIT / 1024 / 1024} MiB. It is
          read here, in your browser, and sent nowhere. A link holds the position on the board, not the file.
        </p>
      )}
      <div class="row">
        <button type="button" class="main" data-test="choose-file" onClick={() => input.current!.click()}>
          Choose a file
        </button>
        <input
          ref={input}
          type="file"
          class="hidden"
          tabIndex={-1}
          aria-label="File of games"
          accept=".pgn,.epd,.csv,.txt,.gz"
          data-test="file"
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            if (file) openFile(file);
            event.currentTarget.value = "";
          }}
        />
      </div>
      <details>
        <summary>Paste games</summary>
        <label for="pgn">Games as PGN</label>
        <textarea id="pgn" ref={text} rows={5} spellcheck={false} data-test="pgn" />
        <button
          type="button"
          data-test="read-pgn"
          onClick={() => text.current!.value.trim() !== "" && openText(text.current!.value)}
        >
          Read
        </button>
      </details>
    </div>
  );
}

function Progress({ library }: { library: Library }) {
  const { name, size, unpacked, read, done, failed, games, shown, chances, damaged, judged, missed } = library;
  const judges = done && !isJudged(library);
  return (
    <section
      aria-label="File"
      class="progress"
      data-test="file-status"
      data-done={done ? "yes" : "no"}
      data-games={games.length}
      data-damaged={damaged}
      data-judged={judged}
      data-missed={missed}
    >
      <p>
        <b>{name}</b>: {unpacked !== null && `unpacking, ${number(Math.floor(unpacked / 1024 / 1024))} MiB; `}
        {done && games.length === 0
          ? failed
            ? "It could not be read."
            : "There is no game in it."
          : `${number(games.length)} ${games.length === 1 ? "game" : "games"}, ${number(chances)} ${chances === 1 ? "chance" : "chances"}`}
        {isJudged(library) && chances > 0 && `, ${missed > 0 ? number(missed) : "none"} missed`}
        {damaged > 0 && (
          <>
            ,{" "}
            <span class="damaged" data-test="damaged-count">
              {number(damaged)} damaged
            </span>
          </>
        )}
        {failed && games.length > 0 && <>; not read to its end</>}
        {shown.length !== games.length && <>; {number(shown.length)} shown</>}
      </p>
      {!done && (
        <progress
          max={Math.max(1, size)}
          value={unpacked === null ? read : undefined}
          aria-label={unpacked === null ? "Read of the file" : "Unpacking of the file"}
        />
      )}
      {judges && (
        <label class="judging">
          Looking for missed moves <progress max={games.length} value={judged} />
        </label>
      )}
    </section>
  );
}

function Filters({ library: { filter, damaged } }: { library: Library }) {
  return (
    <div class="filters" role="group" aria-label="Filter">
      <Choice
        label="Show"
        test="show"
        value={filter.shows}
        options={[
          ["missed", "Missed"],
          ["unplayed", "Not played"],
          ["all", "All findings"],
        ]}
        choose={(shows) => setFilter({ shows })}
      />
      {filter.shows === "missed" && (
        <p class="hint">
          Moves that were better than the game’s move: not playing them was a mistake (?) or a blunder (??). The gravest
          come first.
        </p>
      )}
      <label>
        Pattern{" "}
        <select
          data-test="filter-pattern"
          value={filter.pattern === null ? "" : String(filter.pattern)}
          onChange={({ currentTarget: { value } }) => setFilter({ pattern: value === "" ? null : Number(value) })}
        >
          <option value="">All</option>
          {registry().patterns.map(({ name }, i) => (
            <option key={name} value={String(i)}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label>
        Class{" "}
        <select
          data-test="filter-class"
          value={String(filter.level)}
          onChange={({ currentTarget: { value } }) => setFilter({ level: Number(value) })}
        >
          {["All", "Check", "Royal", "Family"].map((name, i) => (
            <option key={name} value={String(i)}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <Only condition="found" filter={filter} label="Games with findings" />
      {damaged > 0 && <Only condition="damaged" filter={filter} label="Damaged games" />}
    </div>
  );
}

/** A condition that the list is narrowed by, or not. */
function Only(props: { condition: "found" | "damaged"; filter: Library["filter"]; label: string }) {
  const { condition, filter, label } = props;
  return (
    <label>
      <input
        type="checkbox"
        checked={filter[condition]}
        data-test={`filter-${condition}`}
        onChange={({ currentTarget }) => setFilter({ [condition]: currentTarget.checked })}
      />{" "}
      {label}
    </label>
  );
}

/** The moves of the open game. */
function Moves({ open }: { open: NonNullable<Library["open"]> }) {
  const current = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const [box, move] = [list.current, current.current];
    if (box && move) box.scrollTop = move.offsetTop - box.clientHeight / 2;
  }, [open.index, open.ply]);
  const { view, ply } = open;
  return (
    <section class="open-game" aria-label="Moves">
      <ol class="moves" ref={list}>
        {view.plies.map(({ san }, i) =>
          san === null ? null : (
            <li key={i}>
              <button
                type="button"
                ref={i === ply ? current : null}
                aria-current={i === ply}
                data-test="move"
                data-ply={i}
                onClick={() => goToPly(i)}
              >
                {moveName(view, i).replace(/^\d+… /, "")}
              </button>
            </li>
          ),
        )}
      </ol>
      <p class="hint">
        Keys: left and right arrow for moves, <kbd>N</kbd> or <kbd>J</kbd> for the next finding, <kbd>P</kbd> or{" "}
        <kbd>K</kbd> for the one before, also from game to game.
      </p>
    </section>
  );
}
