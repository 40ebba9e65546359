/** Loads the games of a player from Lichess. */

import { useState } from "preact/hooks";
import { tell } from "../messages.ts";
import { focusTitle } from "../panels/heading.tsx";
import { openFile } from "./library.ts";

/** The most games to load. Lichess sends some twenty a second. */
const MAX = 300;

const address = (name: string) =>
  `https://lichess.org/api/games/user/${encodeURIComponent(name)}?max=${MAX}&clocks=true&evals=true&opening=true`;

/** Returns the latest games of a player. Throws a message. */
async function gamesOf(name: string): Promise<Blob> {
  let answer: Response;
  try {
    answer = await fetch(address(name), { headers: { accept: "application/x-chess-pgn" }, credentials: "omit", referrerPolicy: "no-referrer" });
  } catch {
    throw new Error("Lichess cannot be reached. Check your connection, or load a file");
  }
  if (answer.status === 404) throw new Error(`Lichess has no player ${name}`);
  if (answer.status === 429) throw new Error("Lichess asks you to wait a minute. Then try again");
  if (!answer.ok) throw new Error(`Lichess answered ${answer.status}. Try again later, or load a file`);
  return answer.blob();
}

/** A field for the name of a player. */
export function LichessField() {
  const [loading, setLoading] = useState(false);
  const [name, setName] = useState("");
  const load = async () => {
    setLoading(true);
    try {
      const games = await gamesOf(name.trim());
      if (games.size === 0) throw new Error(`${name.trim()} has no games on Lichess`);
      if (openFile(new File([games], `${name.trim()} on Lichess.pgn`))) focusTitle();
    } catch (error) {
      tell(`${error instanceof Error ? error.message : String(error)}.`);
    }
    setLoading(false);
  };
  return (
    <form
      class="lichess"
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== "" && !loading) void load();
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
        <button type="submit" data-test="lichess-load" disabled={loading}>
          {loading ? "Loading…" : "Load games"}
        </button>
      </div>
    </form>
  );
}
