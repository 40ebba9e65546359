/** Games: a file, its findings, and the board at one of them. */

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
    // Show the position of the open game, even after edits in other entries.
    const here = getLibrary()?.open ?? null;
    const chosen = here && here.finding !== null ? here.view.findings[here.finding] : undefined;
    // Without a chosen finding, draw all findings of the position that match the filter.
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
    // Do not render the moves again for each game read.
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
          Load a PGN, or drop one anywhere on this page. Compressed files (.pgn.gz) work too. The limit is{" "}
          {LIMIT / 1024 / 1024} MiB. Your browser reads the file and does not upload it. A link contains the position on
          the board, not the file.
        </p>
      )}
      <div class="row">
        <button type="button" class="main" data-test="choose-file" onClick={() => input.current!.click()}>
          Load a PGN
        </button>
        <input
          ref={input}
          type="file"
          class="hidden"
          tabIndex={-1}
          aria-label="PGN file"
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
        <summary>Paste a PGN</summary>
        <label for="pgn">PGN</label>
        <textarea id="pgn" ref={text} rows={5} spellcheck={false} data-test="pgn" />
        <button
          type="button"
          data-test="read-pgn"
          onClick={() => text.current!.value.trim() !== "" && openText(text.current!.value)}
        >
          Load
        </button>
      </details>
    </div>
  );
}

function Progress({ library }: { library: Library }) {
  const { name, size, decompressed, read, done, failed, games, shown, chances, damaged, judged, missed } = library;
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
        <b>{name}</b>: {decompressed !== null && `decompressing, ${number(Math.floor(decompressed / 1024 / 1024))} MiB; `}
        {done && games.length === 0
          ? failed
            ? "The file could not be read."
            : "The file contains no games."
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
        {failed && games.length > 0 && <>; only partly read</>}
        {shown.length !== games.length && <>; {number(shown.length)} shown</>}
      </p>
      {!done && (
        <progress
          max={Math.max(1, size)}
          value={decompressed === null ? read : undefined}
          aria-label={decompressed === null ? "Reading the file" : "Decompressing the file"}
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
          Moves that were better than the game’s move. Missing them was a mistake (?) or a blunder (??). The worst come
          first.
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
      <Only condition="found" filter={filter} label="Only games with findings" />
      {damaged > 0 && <Only condition="damaged" filter={filter} label="Only damaged games" />}
    </div>
  );
}

/** A checkbox that filters the list. */
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
        Keys: left and right arrow for the previous and next move, <kbd>N</kbd> or <kbd>J</kbd> for the next finding,{" "}
        <kbd>P</kbd> or <kbd>K</kbd> for the previous finding. The finding keys also go from game to game.
      </p>
    </section>
  );
}
