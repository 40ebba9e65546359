/** The FEN field. It marks and explains errors, and changes the board only if the FEN is valid. */

import { useEffect, useRef, useState } from "preact/hooks";
import { isProblem, position, type Problem } from "./engine.ts";
import { openText } from "./games/loading.ts";
import { Copy } from "./panels/controls.tsx";
import { useSaid } from "./panels/when-at-rest.tsx";
import { changed, choose, edit, type State } from "./state.ts";
import { said } from "./words.ts";

/** Whether an invalid FEN looks like a PGN: it starts with a tag or the first move. */
const isGame = (text: string) => /^\s*(\[|1\s*\.)/.test(text);

/** Removes spaces, for comparison: the field replaces line breaks with spaces or removes them. */
const withoutSpaces = (text: string) => text.replace(/\s+/g, "");

/** Returns the message for an invalid FEN. */
function wordsOf(text: string, { problem }: Problem): string {
  if (text.trim() === "") return "Paste a FEN here.";
  if (isGame(text)) return "This looks like a game, not a position.";
  return said(problem.replace(/^byte \d+ of the FEN: /, "")) + ".";
}

export function FenField({ state }: { state: State }) {
  const [text, setText] = useState(state.fen);
  const field = useRef<HTMLInputElement>(null);
  /** The pasted text with its line breaks, which the field does not keep. */
  const pasted = useRef("");
  useEffect(() => {
    // Keep the text if it is another notation of the same position.
    const typed = position(text);
    if (isProblem(typed) || typed.fen !== state.fen) setText(state.fen);
  }, [state.fen]);
  const view = position(text);
  const problem = isProblem(view) ? view : null;
  const words = problem && wordsOf(text, problem);
  useSaid(words);
  const message = useRef<HTMLDivElement>(null);
  useEffect(() => message.current?.scrollIntoView({ block: "nearest" }), [problem !== null]);
  return (
    <div class="fen">
      <label for="fen">FEN</label>
      <div class="row">
        <input
          id="fen"
          ref={field}
          type="text"
          value={text}
          spellcheck={false}
          autocomplete="off"
          data-test="fen"
          aria-invalid={problem !== null}
          aria-describedby={problem === null ? undefined : "fen-problem"}
          onPaste={(event) => (pasted.current = event.clipboardData?.getData("text/plain") ?? "")}
          onInput={({ currentTarget: { value } }) => {
            setText(value);
            const view = position(value);
            if (!isProblem(view) && view.fen !== state.fen) {
              edit({ fen: view.fen, params: changed(state.params, { finding: null }) });
            }
          }}
        />
        <Copy text={state.fen} what="FEN" test="copy-fen">
          Copy<span class="long"> FEN</span>
        </Copy>
      </div>
      {problem !== null && (
        <div class="problem" ref={message} id="fen-problem" data-test="fen-problem" data-from={problem.from} data-to={problem.to}>
          <p>{words} The board has not changed.</p>
          {text.trim() !== "" && !isGame(text) && (
            <p class="where">
              <code>
                {text.slice(0, problem.from)}
                <mark data-test="fen-wrong">{text.slice(problem.from, problem.to) || "▁"}</mark>
                {text.slice(problem.to)}
              </code>
            </p>
          )}
          <div class="row">
            {isGame(text) && (
              <button
                type="button"
                class="main"
                data-test="fen-is-game"
                onClick={() => {
                  choose("games");
                  openText(withoutSpaces(pasted.current) === withoutSpaces(text) ? pasted.current : text);
                }}
              >
                Open in Games
              </button>
            )}
            <button
              type="button"
              data-test="fen-reset"
              onClick={() => {
                setText(state.fen);
                field.current?.focus();
              }}
            >
              Restore the board’s FEN
            </button>
          </div>
        </div>
      )}
    </div>
  );
}
