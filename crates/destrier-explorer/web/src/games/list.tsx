/** The list of games. Only the visible rows are in the document. */

import { useEffect, useRef, useState } from "preact/hooks";
import { GRADES } from "../engine.ts";
import type { Filter, ListedGame } from "./filter.ts";
import { judgeFirst } from "./filtering.ts";
import { patternOf, wantedOf, type Library } from "./library.ts";
import { chooseGame } from "./open-game.ts";
import { pattern as patternAt } from "../state.ts";
import { capital, counted, readable, thing } from "../words.ts";
import { SIGNS } from "./signs.ts";
import { Shape } from "./shapes.tsx";

const ROW = 56;
const SPARE = 4;
/** Browsers limit elements to about 33 million pixels. For a longer list, scale the scroll position. */
const HIGHEST = 28_000_000;

export function GameList({ library }: { library: Library }) {
  const box = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(440);
  const { games, shown, open, filter } = library;
  useEffect(() => {
    const observer = new ResizeObserver(() => setHeight(box.current?.clientHeight ?? 440));
    observer.observe(box.current!);
    return () => observer.disconnect();
  }, []);
  const all = shown.length * ROW;
  const drawn = Math.min(all, HIGHEST);
  const scale = all > drawn ? (all - height) / (drawn - height) : 1;
  // Scroll to a game that the user stepped to. Otherwise keep the scroll position.
  useEffect(() => {
    const place = open?.stepped ? shown.indexOf(open.index) : -1;
    const element = box.current!;
    if (
      place >= 0 &&
      (place * ROW < scale * element.scrollTop || (place + 1) * ROW > scale * element.scrollTop + element.clientHeight)
    ) {
      element.scrollTop = (place * ROW - element.clientHeight / 2) / scale;
    }
  }, [open?.index]);
  const first = Math.max(0, Math.floor((scale * top) / ROW) - SPARE);
  const from = shown[first];
  // Search the visible games for missed moves first.
  useEffect(() => {
    const timer = setTimeout(() => judgeFirst(rows), 150);
    return () => clearTimeout(timer);
  }, [first, from]);
  const rows = shown.slice(first, Math.ceil((scale * top + height) / ROW) + SPARE);
  return (
    <div
      class="games"
      ref={box}
      role="region"
      aria-label="Games"
      tabIndex={0}
      data-test="games"
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
    >
      {library.done && shown.length === 0 && <p class="hint">No {thing(library.format)} matches.</p>}
      <ol class="rows" style={{ height: `${drawn}px` }}>
        {rows.map((index, i) => (
          <li
            key={index}
            style={{ top: `${(first + i) * ROW - (scale - 1) * top}px` }}
            aria-setsize={shown.length}
            aria-posinset={first + i + 1}
          >
            <Row game={games[index]!} index={index} current={open?.index === index} filter={filter} format={library.format} />
          </li>
        ))}
      </ol>
    </div>
  );
}

/** Returns the ratings of both players. */
function ratings({ ratings: [white, black] }: ListedGame): string {
  return white === null && black === null ? "" : `${white ?? "?"} – ${black ?? "?"}`;
}

interface RowProps {
  game: ListedGame;
  index: number;
  current: boolean;
  filter: Filter;
  format: string;
}

function Row({ game, index, current, filter, format }: RowProps) {
  const counts = new Map<number, number>();
  const misses = GRADES.map(() => 0);
  for (const at of wantedOf(filter, game)) {
    const pattern = patternOf(game, at);
    counts.set(pattern, (counts.get(pattern) ?? 0) + 1);
    const grade = game.missed?.get(at)?.grade ?? 0;
    if (grade > 0) misses[grade - 1]! += 1;
  }
  return (
    <button
      type="button"
      aria-current={current}
      data-test="game"
      data-game={index}
      onClick={() => {
        chooseGame(index);
        // On a phone, the findings are at the top of the page.
        if (window.matchMedia("(max-width: 820px), (max-height: 599px)").matches) window.scrollTo(0, 0);
      }}
    >
      <span class="place">
        <span class="hidden">Game </span>
        {index + 1}
      </span>
      <span class="players">
        {game.white || game.black || format === "pgn"
          ? `${game.white || "?"} – ${game.black || "?"}`
          : `${capital(thing(format))} ${index + 1}`}
      </span>
      <span class="result">{game.result}</span>
      <span class="facts">
        {game.damage === null ? (
          [ratings(game), game.date, counted(Math.ceil(game.plies / 2), "move")].filter(Boolean).join(" · ")
        ) : (
          <span class="damaged" title={game.damage}>
            Damaged: {game.damage}
          </span>
        )}
      </span>
      <span class="tallies">
        {GRADES.map((grade, i) => ({ grade, count: misses[i]! }))
          .filter(({ count }) => count > 0)
          .reverse()
          .map(({ grade, count }) => (
            <span key={grade} data-test="misses" data-missed={grade} title={`Missed: ${counted(count, grade)}`}>
              {count}
              <span aria-hidden="true">{SIGNS[grade]}</span>
              <span class="hidden"> missed ({grade})</span>
            </span>
          ))}
        {[...counts]
          .sort(([a], [b]) => a - b)
          .map(([pattern, count]) => (
            <span key={pattern}>
              <Shape pattern={pattern} />
              {count}
              <span class="hidden"> {readable(patternAt(pattern).name)}</span>
            </span>
          ))}
      </span>
    </button>
  );
}
