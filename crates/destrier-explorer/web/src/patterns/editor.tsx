/** Write a pattern: its text, what it finds in the position, and how often it occurs in the games. */

import { useEffect, useRef, useState } from "preact/hooks";
import { NO_MARKS, together } from "../board/marks.ts";
import { findPattern, isProblem, position, type PatternEntry } from "../engine.ts";
import { useLibrary } from "../games/library.ts";
import { countPattern, searchFor } from "../games/loading.ts";
import { download } from "../games/save.ts";
import { address } from "../link.ts";
import { Copy } from "../panels/controls.tsx";
import { FindingCard } from "../panels/finding-card.tsx";
import { focusTitle, Title } from "../panels/heading.tsx";
import { Legend } from "../panels/legend.tsx";
import { Unplayable } from "../panels/unplayable.tsx";
import { changed, choose, getState, registry, show, showParams, wholeNumber, type State } from "../state.ts";
import { isNumber, unread } from "../views/reads.ts";
import { positionScene } from "../views/position-scene.ts";
import type { View } from "../views/view.ts";
import { counted, readable } from "../words.ts";
import { useWorth } from "../worth/worth.ts";
import { PatternField } from "./field.tsx";
import { LanguageHelp } from "./language.tsx";
import { forgetPattern, keepPattern, ownPatterns, ownTitles } from "./own.ts";

/** What the field contains first. */
const FIRST = `pattern bishop-fork "A bishop attacks two pieces that it could win."
move bishop
targets = after(attacks(to) & them & (kings | queens | rooks | undefended(them)))
where count(targets) >= 2
where not after(can_capture(to))
`;
const FIRST_FEN = "4r3/1q2P2k/p1p1pB1p/1p5B/4PP2/1P6/P4P1P/3r2RK w - - 5 37";

/** Short examples to start from, before the pattern book. */
const EXAMPLES: readonly (readonly [name: string, text: string, fen: string])[] = [
  ["Bishop fork", FIRST, FIRST_FEN],
  ["Loose queen", 'pattern loose-queen "A queen is attacked, and nothing protects it."\nstanding\nsquare = them & queens & undefended(them)\nwhere attackers(square) & us\n', "3q2k1/5ppp/8/8/8/8/3R1PPP/6K1 w - - 0 1"],
  ["Check and rook", 'pattern check-and-rook "A check that attacks a rook, too."\nmove\nwhere after(check)\ntargets = after(attacks(to) & them & rooks & undefended(them))\nwhere targets\n', "r3k3/8/8/1N6/8/8/8/4K3 w - - 0 1"],
  ["Isolated pawn", 'pattern isolated-pawn "A pawn on d4 without pawns beside it."\nstanding\nsquare = us & pawns & d4\nwhere no us & pawns & (file(c) | file(e))\n', "r1b1k2r/pp1n2pp/1qn1p3/3pp3/1b1P1P2/3B1N2/PP1BN1PP/R2QK2R w KQkq - 0 12"],
];

export function textOf({ params }: Pick<State, "params">): string {
  return params.text ?? FIRST;
}

export const WRITE: View = {
  title: "Write a pattern",
  hasPosition: true,
  unread: (params) => unread(params, { text: () => true, finding: isNumber }),
  scene(state) {
    const chosen = wholeNumber(state.params, "finding");
    return positionScene(state, ({ fen }) => {
      const found = findPattern(fen, textOf(state));
      if (isProblem(found) || found.findings.length === 0) return NO_MARKS;
      const one = fen === state.fen && chosen ? found.findings[chosen - 1] : undefined;
      return together((one ? [one] : found.findings).map(({ drawing }) => drawing));
    });
  },
  Panel({ state }) {
    const text = textOf(state);
    const answer = findPattern(state.fen, text);
    const problem = isProblem(answer) ? answer : null;
    const entry = isProblem(answer) ? null : answer.pattern;
    const plain = isProblem(answer) ? [] : answer.findings;
    const worth = useWorth(plain.some(({ move }) => move !== null) ? state.fen : null, text);
    const found = Array.isArray(worth) ? worth : plain;
    const chosen = wholeNumber(state.params, "finding") ?? 0;
    const roles = found.flatMap(({ drawing: { squares, arrows } }) => [...squares, ...arrows].map(({ role }) => role));
    return (
      <>
        <header class="heading">
          <Title name="Write a pattern" />
        </header>
        <section class="write" aria-label="Text">
          <Start />
          <PatternField text={text} problem={problem} change={(next) => showParams({ text: (text === " " ? next.trimStart() : next) || " ", finding: null })} />
          <Keep text={text} entry={entry} />
        </section>
        {entry !== null && <InGames text={text} />}
        <section class="results" aria-label="Findings">
          {entry !== null && (
            <h3>
              In this position{" "}
              <span class="count" data-test="finding-count">
                {found.length}
              </span>
            </h3>
          )}
          <Unplayable view={position(state.fen)} more="Patterns need a position that games can reach." />
          <ol class="findings">
            {found.map((finding, i) => (
              <li key={i}>
                <FindingCard
                  finding={finding}
                  chosen={chosen === i + 1}
                  choose={() => showParams({ finding: chosen === i + 1 ? null : String(i + 1) })}
                />
              </li>
            ))}
          </ol>
          {roles.length > 0 && <Legend words={Object.fromEntries(roles.map((role) => [role, ""]))} />}
        </section>
      </>
    );
  },
};

/** Puts a pattern in the field and, if it has one, its position on the board. */
function take(text: string, fen: string): void {
  const state = getState();
  show({ fen: fen || state.fen, params: changed(state.params, { text, finding: null }) });
}

/** Where to start from: an example, the pattern book, or a pattern of one's own. */
function Start() {
  const input = useRef<HTMLInputElement>(null);
  const book = registry().patterns.filter(({ text }) => text !== null);
  const all = [
    ...EXAMPLES.map(([name, text, fen]) => ({ group: "Examples", name, text, fen })),
    ...ownTitles().map(({ title, text }) => ({ group: "Yours", name: title, text, fen: "" })),
    ...book.map(({ name, theme, text, example }) => ({ group: theme, name: readable(name), text: text!, fen: example })),
  ];
  return (
    <div class="row">
      <label class="start">
        Start from
        <select
          data-test="pattern-start"
          value=""
          onChange={({ currentTarget }) => {
            const { text, fen } = all[Number(currentTarget.value)]!;
            currentTarget.value = "";
            take(text, fen);
          }}
        >
          <option value="">an example…</option>
          {[...new Set(all.map(({ group }) => group))].map((group) => (
            <optgroup key={group} label={group}>
              {all.map(({ group: of, name }, i) => of === group && <option key={i} value={String(i)}>{name}</option>)}
            </optgroup>
          ))}
        </select>
      </label>
      <button type="button" data-test="open-pattern" onClick={() => input.current!.click()}>
        Open a file
      </button>
      <input
        ref={input}
        type="file"
        class="hidden"
        tabIndex={-1}
        aria-label="File of a pattern"
        accept=".pattern,.txt"
        data-test="pattern-file"
        onChange={async (event) => {
          const field = event.currentTarget;
          const file = field.files?.[0];
          if (file) take(await file.text(), "");
          field.value = "";
        }}
      />
    </div>
  );
}

/** Keeps the pattern in the browser, in a file or in a link. */
function Keep({ text, entry }: { text: string; entry: PatternEntry | null }) {
  const [, again] = useState(0);
  const isKept = ownPatterns().some((own) => own.text === text);
  // The command reads files in which each pattern has a name.
  const named = entry?.name === "custom" ? `pattern custom "A pattern of my own."\n${text}` : text;
  return (
    <div class="row share">
      <button
        type="button"
        data-test="keep-pattern"
        disabled={entry === null}
        onClick={() => {
          if (isKept) forgetPattern(text);
          else keepPattern({ name: entry!.name, text });
          again((n) => n + 1);
        }}
      >
        {isKept ? "Forget" : "Keep"}
      </button>
      <button
        type="button"
        data-test="export-pattern"
        disabled={entry === null}
        onClick={() => download(new Blob([named], { type: "text/plain" }), `${entry!.name}.pattern`)}
      >
        Export
      </button>
      <Copy text={address} what="link" test="pattern-link">
        Copy link
      </Copy>
      <LanguageHelp />
    </div>
  );
}

/** Milliseconds without typing before the games are counted. */
const PAUSE = 250;

/** How often the pattern occurs in the loaded games. */
function InGames({ text }: { text: string }) {
  const name = useLibrary((library) => library?.name);
  const total = useLibrary((library) => library?.games.length) ?? 0;
  const done = useLibrary((library) => library?.done);
  const count = useLibrary((library) => library?.counted);
  useEffect(() => {
    const timer = setTimeout(() => countPattern(text), PAUSE);
    return () => {
      clearTimeout(timer);
      countPattern(null);
    };
  }, [text, name, done]);
  if (name === undefined) {
    return (
      <p class="in-games">
        <button type="button" data-test="load-games" onClick={() => choose("games")}>
          Load games
        </button>{" "}
        to count it in them.
      </p>
    );
  }
  const isCounted = count?.pattern === text;
  const games = isCounted && count.games < total ? `the first ${counted(count.games, "game")}` : counted(total, "game");
  return (
    <div class="in-games row" data-test="pattern-count" data-chances={isCounted ? count.chances : undefined} data-games={isCounted ? count.games : undefined}>
      <p>
        {isCounted ? <b>{counted(count.chances, "chance")}</b> : "…"} in {games} of {name}
      </p>
      <button
        type="button"
        class="main"
        data-test="find-pattern"
        onClick={() => {
          searchFor(text);
          choose("games");
          focusTitle();
        }}
      >
        Show them
      </button>
    </div>
  );
}
