/** A hint for the board, and a button that shows an example. */

import { edit, getState } from "../state.ts";

export function Example({ words, fen }: { words: string; fen: string | null }) {
  return (
    <div class="try">
      <p class="hint">{words}</p>
      {fen !== null && (
        <button type="button" data-test="example" onClick={() => getState().fen !== fen && edit({ fen, params: {} })}>
          Show an example
        </button>
      )}
    </div>
  );
}
