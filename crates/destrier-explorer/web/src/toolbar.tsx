/** The toolbar below the board. */

import { EMPTY_FEN, START } from "./pieces.ts";
import { fieldsOf, withTurn } from "./position.ts";
import { lichessPosition } from "./games/share.ts";
import { flipBoard } from "./keys.ts";
import { Choice } from "./panels/controls.tsx";
import { Share } from "./panels/share.tsx";
import { canRedo, canUndo, changed, edit, redo, show, undo, type State } from "./state.ts";

interface ToolbarProps {
  state: State;
  /** Whether the board is a position with a side to move. */
  hasPosition: boolean;
  /** Whether the board can be edited. */
  changes: boolean;
  /** Whether Black is at the bottom. */
  flip: boolean;
}

export function Toolbar({ state, hasPosition, changes, flip }: ToolbarProps) {
  const turn = fieldsOf(state.fen).turn;
  const plays = state.play && hasPosition;
  const put = (fen: string) => edit({ fen, params: changed(state.params, { finding: null }) });
  return (
    <div class="toolbar" role="toolbar" aria-label="Board">
      {hasPosition && (
        <Choice
          label="Mode"
          test="mode"
          value={plays ? "play" : "edit"}
          options={[
            ["play", "Play"],
            ["edit", "Edit"],
          ]}
          choose={(mode) => show({ play: mode === "play" })}
        />
      )}
      {changes && (
        <>
          <button type="button" data-test="undo" aria-disabled={!canUndo()} onClick={undo} title="Ctrl+Z">
            Undo
          </button>
          <button type="button" data-test="redo" aria-disabled={!canRedo()} onClick={redo} title="Ctrl+Shift+Z">
            Redo
          </button>
        </>
      )}
      <button type="button" class="flip" data-test="flip" aria-pressed={flip} onClick={flipBoard}>
        Flip<span class="long"> board</span>
      </button>
      {hasPosition && !plays && (
        <>
          <button type="button" data-test="start" onClick={() => put(START)}>
            Start<span class="long">ing position</span>
          </button>
          <button type="button" data-test="clear" onClick={() => put(EMPTY_FEN)}>
            Clear<span class="long"> board</span>
          </button>
          <button
            type="button"
            class="turn"
            data-test="turn"
            aria-label={`${turn === "b" ? "Black" : "White"} to move`}
            data-turn={turn === "b" ? "black" : "white"}
            onClick={() => put(withTurn(state.fen, turn === "b" ? "w" : "b"))}
          >
            <span class={turn === "b" ? "disc black" : "disc white"} aria-hidden="true" />
            <span>
              {turn === "b" ? "Black" : "White"}
              <span class="long"> to move</span>
            </span>
          </button>
        </>
      )}
      {hasPosition && <Share brief fen={state.fen} flip={flip} finding={null} lichess={lichessPosition(state.fen, state.flip)} />}
    </div>
  );
}
