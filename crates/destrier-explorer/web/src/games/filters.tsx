/** The filter of games and chances. */

import type { InputHTMLAttributes } from "preact";
import { useId, useMemo, useState } from "preact/hooks";
import { GRADES } from "../engine.ts";
import { Choice } from "../panels/controls.tsx";
import { ownTitles, titleOf } from "../patterns/own.ts";
import { choose, pattern, registry } from "../state.ts";
import { capital, counted, readable } from "../words.ts";
import { NO_FILTER, type Filter, type Result, type Side } from "./filter.ts";
import { setFilter } from "./filtering.ts";
import { isJudged, missesByPattern, mostPlayers, type Library } from "./library.ts";
import { searchFor } from "./loading.ts";

/** The number of players that the field suggests. */
const SUGGESTED = 200;

export function Filters({ library }: { library: Library }) {
  const { filter, damaged, done } = library;
  const names = useId();
  const players = useMemo(() => mostPlayers(SUGGESTED), [done]);
  // Do not render them again for each game read.
  const suggestions = useMemo(() => players.map((name) => <option key={name} value={name} />), [players]);
  const hasPlayer = filter.player !== "";
  const changes = more(filter);
  return (
    <div class="filters" role="group" aria-label="Filter">
      <Choice
        label="Show"
        test="show"
        value={filter.shows}
        options={[
          ["missed", "Missed"],
          ["unplayed", "Not played"],
          ["all", "All"],
        ]}
        choose={(shows) => setFilter({ shows })}
      />
      <label class="wide">
        Player{" "}
        <Field
          type="text"
          list={names}
          value={filter.player}
          placeholder="all players"
          spellcheck={false}
          autocomplete="off"
          data-test="filter-player"
          take={(value) => {
            const typed = value.trim();
            const player = players.find((name) => name.toLowerCase() === typed.toLowerCase()) ?? typed;
            const needsPlayer = filter.side === "player" || filter.side === "opponent";
            const side = player === "" ? (needsPlayer ? "both" : filter.side) : hasPlayer ? filter.side : "player";
            const result = player === "" && (filter.result === "won" || filter.result === "lost") ? "any" : filter.result;
            setFilter({ player, side, result });
          }}
        />
      </label>
      <datalist id={names}>{suggestions}</datalist>
      <PatternChoice library={library} />
      <Select<Side>
        label="Chances of"
        test="filter-side"
        value={filter.side}
        options={[
          ["both", "Both sides"],
          ["white", "White"],
          ["black", "Black"],
          ...(hasPlayer ? ([["player", "The player"], ["opponent", "The opponent"]] as const) : []),
        ]}
        choose={(side) => setFilter({ side })}
      />
      <details class="wide" data-test="more-filters">
        <summary>More filters{changes > 0 && ` (${changes})`}</summary>
        <div class="filters">
          <Select<string>
            label="Class"
            test="filter-class"
            value={String(filter.level)}
            options={["All", "Check", "Royal (king and queen)", "Family (king, queen and rook)"].map((name, i) => [String(i), name] as const)}
            choose={(level) => setFilter({ level: Number(level) })}
          />
          <Select<string>
            label="Missed, at least"
            test="filter-grade"
            value={String(filter.grade)}
            options={GRADES.map((grade, i) => [String(i + 1), capital(grade)] as const)}
            choose={(grade) => setFilter({ grade: Number(grade) })}
          />
          <Select<Result>
            label="Result"
            test="filter-result"
            value={filter.result}
            options={[
              ["any", "All"],
              ...(hasPlayer ? ([["won", "The player won"], ["lost", "The player lost"]] as const) : []),
              ["draw", "Draw"],
              ["white", "White won"],
              ["black", "Black won"],
            ]}
            choose={(result) => setFilter({ result })}
          />
          <span class="row">
            <Rating label="Rating from" at={0} filter={filter} />
            <Rating label="to" at={1} filter={filter} />
          </span>
          {damaged > 0 && (
            <label>
              <input
                type="checkbox"
                checked={filter.damaged}
                data-test="filter-damaged"
                onChange={({ currentTarget }) => setFilter({ damaged: currentTarget.checked })}
              />{" "}
              Only damaged games
            </label>
          )}
        </div>
      </details>
    </div>
  );
}

/** The choice of a pattern: a built-in one, one of the pattern book, or one that the user wrote. With their misses. */
function PatternChoice({ library }: { library: Library }) {
  const { filter, patterns, judged, booked, format } = library;
  const isComplete = patterns === "" && isJudged(library);
  // Counting takes long in large files.
  const counts = useMemo(() => (isComplete ? missesByPattern() : new Map<number, number>()), [isComplete, judged, booked, filter]);
  const all = registry().patterns.map((entry, i) => ({ ...entry, i }));
  const builtIn = all.filter(({ theme }) => theme === "");
  const own = ownTitles();
  const isListed = all.some(({ name }) => name === patterns) || own.some(({ text }) => text === patterns);
  const count = (i: number, known: boolean) => (format === "pgn" && known ? ` (${counts.get(i) ?? 0})` : "");
  return (
    <label class="wide">
      Pattern{" "}
      <select
        data-test="filter-pattern"
        data-booked={booked}
        value={patterns !== "" ? patterns : filter.pattern === null ? "" : String(filter.pattern)}
        onChange={({ currentTarget: { value } }) => {
          const index = /^\d+$/.test(value) ? Number(value) : null;
          if (value === "write") choose("write");
          else if (value !== "" && index === null) searchFor(value);
          else if (patterns !== "") searchFor("", index);
          else setFilter({ pattern: index });
        }}
      >
        <option value="">All built-in patterns</option>
        {builtIn.map(({ name, i }) => (
          <option key={name} value={String(i)}>
            {readable(name) + count(i, isComplete)}
          </option>
        ))}
        {[...new Set(all.map(({ theme }) => theme))].slice(1).map((theme) => (
          <optgroup key={theme} label={theme}>
            {all
              .filter((entry) => entry.theme === theme)
              .map(({ name, i, is_move }) => (
                <option key={name} value={name}>
                  {readable(name) + (is_move ? count(i, isComplete && booked > 0) : "")}
                </option>
              ))}
          </optgroup>
        ))}
        <optgroup label="Yours">
          {own.map(({ title, text }) => (
            <option key={text} value={text}>
              {title}
            </option>
          ))}
          {patterns !== "" && !isListed && (
            <option value={patterns}>{titleOf({ name: pattern(all.length).name, text: patterns })}</option>
          )}
          <option value="write">Write a pattern…</option>
        </optgroup>
      </select>
      {isComplete && booked > 0 && booked < judged && <span class="hint">Counting… {booked} of {counted(judged, "game")}</span>}
    </label>
  );
}

/** Returns how many of the folded filters differ from the default. */
function more({ level, grade, result, rating, damaged }: Filter): number {
  const is = [level > 0, grade !== NO_FILTER.grade, result !== "any", rating.some((limit) => limit !== null), damaged];
  return is.filter(Boolean).length;
}

interface SelectProps<T extends string> {
  label: string;
  test: string;
  value: T;
  options: readonly (readonly [T, string])[];
  choose(value: T): void;
}

function Select<T extends string>({ label, test, value, options, choose }: SelectProps<T>) {
  return (
    <label>
      {label}{" "}
      <select data-test={test} value={value} onChange={({ currentTarget }) => choose(currentTarget.value as T)}>
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

type FieldProps = InputHTMLAttributes & { value: string; take(value: string): void };

/** A field that keeps what the user types while the page is drawn again, until it is taken. */
function Field({ value, take, ...others }: FieldProps) {
  const [typed, type] = useState<string | null>(null);
  return (
    <input
      {...others}
      value={typed ?? value}
      onInput={({ currentTarget }) => type(currentTarget.value)}
      onChange={({ currentTarget }) => {
        type(null);
        take(currentTarget.value);
      }}
      onBlur={() => type(null)}
    />
  );
}

/** A limit of the rating of the side with the chance. */
function Rating({ label, at, filter: { rating } }: { label: string; at: 0 | 1; filter: Filter }) {
  return (
    <label>
      {label}{" "}
      <Field
        type="number"
        min={0}
        max={4000}
        step={50}
        value={String(rating[at] ?? "")}
        data-test={at === 0 ? "filter-rating-from" : "filter-rating-to"}
        take={(value) => {
          const limit = value === "" ? null : Number(value);
          setFilter({ rating: at === 0 ? [limit, rating[1]] : [rating[0], limit] });
        }}
      />
    </label>
  );
}
