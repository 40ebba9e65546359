/** What the list shows, in numbers, and what can be done with it. */

import { useEffect, useRef } from "preact/hooks";
import { trainGames } from "../train/start.ts";
import { counted, thing } from "../words.ts";
import { type Library } from "./library.ts";
import { save } from "./save.ts";

const NAMES = { missed: "missed chance", unplayed: "chance not played", all: "chance" };

/** Returns a count of chances, such as `240 missed chances`. */
function chances(count: number, shows: keyof typeof NAMES): string {
  return shows === "unplayed" ? `${counted(count, "chance")} not played` : counted(count, NAMES[shows]);
}

export function Listed({ library: { shown, wanted, filter, format, done } }: { library: Library }) {
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = ({ target }: Event) => {
      if (menu.current && !menu.current.contains(target as Node)) menu.current.open = false;
    };
    document.addEventListener("pointerdown", close);
    return () => document.removeEventListener("pointerdown", close);
  }, []);
  return (
    <section class="listed" aria-label="Listed games">
      <p data-test="listed" data-games={shown.length} data-chances={wanted}>
        <b>{counted(shown.length, thing(format))}</b>, <b>{chances(wanted, filter.shows)}</b>
      </p>
      <div class="row">
        <button type="button" class="main" data-test="train" disabled={(format === "puzzles" ? shown.length : wanted) === 0} onClick={() => void trainGames()}>
          Train these
        </button>
        <details
          ref={menu}
          class="menu-of"
          data-test="save"
          onKeyDown={(event) => event.key === "Escape" && (event.currentTarget.open = false)}
        >
          <summary role="button">Save</summary>
          <div class="choices">
            {(
              [
                ["pgn", "Games (PGN)"],
                ["study", "Study (PGN, one chapter per chance)"],
                ["epd", "Positions (EPD)"],
              ] as const
            )
              // A row of a puzzle file is not PGN.
              .filter(([saved]) => saved !== "pgn" || format === "pgn")
              .map(([saved, name]) => (
                <button
                  key={saved}
                  type="button"
                  data-test={`save-${saved}`}
                  disabled={!done || (saved === "pgn" ? shown.length : wanted) === 0}
                  onClick={(event) => {
                    event.currentTarget.closest("details")!.open = false;
                    save(saved);
                  }}
                >
                  {name}
                </button>
              ))}
          </div>
        </details>
      </div>
    </section>
  );
}
