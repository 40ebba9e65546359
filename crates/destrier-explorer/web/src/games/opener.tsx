/** The first screen, and the controls that load games. */

import { useRef } from "preact/hooks";
import sample from "../../../../../samples/lichess.pgn?url";
import puzzles from "../../../../../samples/puzzles.csv?url";
import { writeLink } from "../link.ts";
import { tell } from "../messages.ts";
import { focusTitle } from "../panels/heading.tsx";
import { choose, getState, registry } from "../state.ts";
import { readable } from "../words.ts";
import { positionFor } from "../views/examples.ts";
import { openFile, openText } from "./loading.ts";
import { LichessField } from "./lichess.tsx";

/** Loads a sample file of the page. */
async function openSample(address: string, name: string): Promise<void> {
  try {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
    if (openFile(new File([await answer.blob()], name))) focusTitle();
  } catch (error) {
    tell(`The sample cannot be loaded: ${error instanceof Error ? error.message : String(error)}. Try again.`);
  }
}

const openSampleGames = () => openSample(sample, "sample games.pgn");
export const openSamplePuzzles = () => openSample(puzzles, "sample puzzles.csv");

/** What a visitor sees first. */
export function FirstScreen() {
  return (
    <>
      <Opener first />
      <section aria-label="More">
        <h3>Or look at a pattern</h3>
        <ul class="pattern-list">
          {registry()
            .patterns.filter(({ theme }) => theme === "")
            .map(({ name, in_short }) => (
            <li key={name}>
              <EntryLink id={`pattern/${name}`}>{readable(name)}</EntryLink> {in_short}
            </li>
          ))}
        </ul>
        <p class="hint">
          <EntryLink id="write">Write a pattern</EntryLink> of your own, or look at the pattern book under <b>Menu</b>.
        </p>
        <p class="hint">
          Programmers find sets, numbers and code under <b>Menu</b>.
        </p>
      </section>
    </>
  );
}

function EntryLink({ id, children }: { id: string; children: string }) {
  const state = getState();
  const fen = positionFor(id, state.fen);
  return (
    <a
      href={writeLink({ ...state, fen, entry: id, params: {} })}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        choose(id, fen);
      }}
    >
      {children}
    </a>
  );
}

export function Opener({ first = false }: { first?: boolean }) {
  const input = useRef<HTMLInputElement>(null);
  const text = useRef<HTMLTextAreaElement>(null);
  return (
    <div class={first ? "opener first" : "opener"} data-test="opener">
      {first && (
        <p class="invitation">
          <span class="with-mouse">Drop a PGN file anywhere on this page.</span>
          <span class="with-fingers">Choose a PGN file.</span> See every fork that you missed.
        </p>
      )}
      <div class="row">
        <button type="button" class="main" data-test="choose-file" onClick={() => input.current!.click()}>
          {first ? "Choose a file" : "Open another file"}
        </button>
        {first && (
          <>
            <button type="button" data-test="sample" onClick={openSampleGames}>
              Try sample games
            </button>
            <button type="button" data-test="sample-puzzles" onClick={openSamplePuzzles}>
              Try sample puzzles
            </button>
          </>
        )}
        <input
          ref={input}
          type="file"
          class="hidden"
          tabIndex={-1}
          aria-label="File of games"
          accept=".pgn,.epd,.fen,.csv,.txt,.zip,.gz,.zst"
          data-test="file"
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            // On the first screen, this button disappears.
            if (file && openFile(file)) focusTitle();
            event.currentTarget.value = "";
          }}
        />
      </div>
      {first && (
        <>
          <LichessField />
          <p class="hint">
            On Lichess, open your profile and click <b>Export games</b>. On Chess.com, open your archive and click{" "}
            <b>Download</b>.
          </p>
          <p class="hint">
            The page reads PGN, Lichess puzzles (CSV) and positions (EPD), of any size, also compressed (.zip, .gz, .zst).
            Your browser reads the file and does not upload it. If you enter a name, the page asks lichess.org for the last
            300 games of that player, and sends nothing else.
          </p>
        </>
      )}
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
