/** What can be done with the board, and a position in which there is something to see. */

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
