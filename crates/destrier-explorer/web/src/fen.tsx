/** The position as text, to paste and to edit. What is wrong is said and marked, and the board stays as it was. */

import { useEffect, useState } from "preact/hooks";
import { isProblem, position } from "./engine.ts";
import { Copy } from "./panels/controls.tsx";
import { changed, edit, type State } from "./state.ts";

export function FenField({ state }: { state: State }) {
  const [text, setText] = useState(state.fen);
  useEffect(() => {
    // What is typed may be the same position, written in another way.
    const typed = position(text);
    if (isProblem(typed) || typed.fen !== state.fen) setText(state.fen);
  }, [state.fen]);
  const view = position(text);
  const problem = isProblem(view) ? view : null;
  return (
    <div class="fen">
      <label for="fen">FEN</label>
      <div class="row">
        <input
          id="fen"
          type="text"
          value={text}
          spellcheck={false}
          autocomplete="off"
          data-test="fen"
          aria-invalid={problem !== null}
          aria-describedby={problem === null ? undefined : "fen-problem"}
          onInput={({ currentTarget: { value } }) => {
            setText(value);
            const view = position(value);
            if (!isProblem(view) && view.fen !== state.fen) {
              edit({ fen: view.fen, params: changed(state.params, { finding: null }) });
            }
          }}
        />
        <Copy text={state.fen} what="FEN" test="copy-fen" />
      </div>
      {problem !== null && (
        <div
          class="problem"
          id="fen-problem"
          role="alert"
          data-test="fen-problem"
          data-from={problem.from}
          data-to={problem.to}
        >
          <p>{problem.problem}. The board is as it was.</p>
          <p class="where">
            <code>
              {text.slice(0, problem.from)}
              <mark data-test="fen-wrong">{text.slice(problem.from, problem.to) || "▁"}</mark>
              {text.slice(problem.to)}
            </code>
          </p>
          <button type="button" data-test="fen-reset" onClick={() => setText(state.fen)}>
            Back to the board’s FEN
          </button>
        </div>
      )}
    </div>
  );
}
