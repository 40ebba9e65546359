/** The file, and how far it is read. */

import { counted, thing } from "../words.ts";
import { isJudged, type Library } from "./library.ts";

const number = (n: number) => n.toLocaleString("en");

export function FileStatus({ library }: { library: Library }) {
  const { name, format, size, decompressed, read, done, failed, games, chances, damaged, judged, missed } = library;
  const judges = done && format !== "puzzles" && !isJudged(library);
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
          : `${counted(games.length, thing(format))}, ${counted(chances, "chance")}`}
        {isJudged(library) && chances > 0 && format !== "puzzles" && `, ${missed > 0 ? number(missed) : "none"} missed`}
        {damaged > 0 && (
          <>
            ,{" "}
            <span class="damaged" data-test="damaged-count">
              {number(damaged)} damaged
            </span>
          </>
        )}
        {failed && games.length > 0 && <>; only partly read</>}
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
