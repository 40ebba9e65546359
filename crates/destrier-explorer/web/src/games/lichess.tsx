/** Loads the games of a player from Lichess. */

import { useState } from "preact/hooks";
import { tell } from "../messages.ts";
import { focusTitle } from "../panels/heading.tsx";
import { openFile } from "./loading.ts";

/** The most games to load. Lichess sends some twenty a second. */
const MAX = 300;

const address = (name: string) =>
  `https://lichess.org/api/games/user/${encodeURIComponent(name)}?max=${MAX}&clocks=true&evals=true&opening=true`;

/** The latest games of a player, and whether the connection was cut before the last one. */
interface Loaded {
  games: Blob;
  cut: boolean;
}

/** Loads the latest games of a player. Calls `progress` with the number of games so far. Throws a message. */
async function gamesOf(name: string, progress: (games: number) => void): Promise<Loaded> {
  let answer: Response;
  try {
    answer = await fetch(address(name), { headers: { accept: "application/x-chess-pgn" }, credentials: "omit", referrerPolicy: "no-referrer" });
  } catch {
    throw new Error("Lichess cannot be reached. Check your connection, or load a file");
  }
  if (answer.status === 404) throw new Error(`Lichess has no player ${name}`);
  if (answer.status === 429) throw new Error("Lichess asks you to wait a minute. Then try again");
  if (!answer.ok) throw new Error(`Lichess answered ${answer.status}. Try again later, or load a file`);
  const reader = answer.body!.getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let count = 0;
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      parts.push(part.value);
      count += new TextDecoder().decode(part.value).split("[Event ").length - 1;
      progress(count);
    }
  } catch {
    // The last game is not whole.
    const text = await new Blob(parts).text();
    const end = text.lastIndexOf("[Event ");
    if (end <= 0) throw new Error("The connection to Lichess was cut. Try again");
    return { games: new Blob([text.slice(0, end)]), cut: true };
  }
  return { games: new Blob(parts), cut: false };
}

/** A field for the name of a player. */
export function LichessField() {
  /** The number of games so far. Null if nothing is being loaded. */
  const [loading, setLoading] = useState<number | null>(null);
  const [name, setName] = useState("");
  const load = async () => {
    setLoading(0);
    try {
      const { games, cut } = await gamesOf(name.trim(), setLoading);
      if (games.size === 0) throw new Error(`${name.trim()} has no games on Lichess`);
      if (openFile(new File([games], `${name.trim()} on Lichess.pgn`))) focusTitle();
      if (cut) throw new Error("The connection to Lichess was cut. These are the games that arrived before");
    } catch (error) {
      tell(`${error instanceof Error ? error.message : String(error)}.`);
    }
    setLoading(null);
  };
  return (
    <form
      class="lichess"
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== "" && loading === null) void load();
      }}
    >
      <label for="lichess-name">Your name on Lichess</label>
      <div class="row">
        <input
          id="lichess-name"
          type="text"
          value={name}
          maxLength={30}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          data-test="lichess-name"
          onInput={({ currentTarget }) => setName(currentTarget.value)}
        />
        <button type="submit" data-test="lichess-load" disabled={loading !== null}>
          {loading === null ? "Load games" : loading === 0 ? "Loading…" : `Loading ${loading}…`}
        </button>
      </div>
    </form>
  );
}
