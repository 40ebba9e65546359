/** The board component, with trays of spare pieces. */

import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { PIECES, pieceName, type Piece } from "../pieces.ts";
import { BoardView, type Hand, type Promotions } from "./board-view.ts";
import type { Scene } from "./scene.ts";

interface BoardProps {
  scene: Scene;
  entry: string;
  flip: boolean;
  /** What stands to the right of the board. */
  beside: ComponentChildren;
  /** Called for each step of the wheel. Returns whether there is something to step through. */
  wheel(by: 1 | -1): boolean;
}

export function Board({ scene, entry, flip, beside, wheel }: BoardProps) {
  const root = useRef<HTMLDivElement>(null);
  const view = useRef<BoardView | null>(null);
  const [hand, setHand] = useState<Hand>(null);
  const [, showAgain] = useState(0);
  const [promotions, setPromotions] = useState<Promotions | null>(null);
  useLayoutEffect(() => {
    const again = () => showAgain((times) => times + 1);
    view.current = new BoardView(root.current!, setHand, again, setPromotions, wheel);
    return () => view.current?.destroy();
  }, []);
  useLayoutEffect(() => view.current?.update(scene, entry, flip));
  const trays = scene.edit?.trays ?? false;
  useEffect(() => {
    if (!trays) setHand(null);
  }, [trays]);
  useLayoutEffect(() => view.current?.setHand(hand), [hand]);
  return (
    <div class="board-and-trays" data-flip={flip ? "yes" : "no"}>
      {trays && (
        <Tray color={flip ? "w" : "b"} hand={hand} setHand={setHand} take={(...it) => view.current?.take(...it)} />
      )}
      <div class="framed">
        <Coordinates class="ranks" names="87654321" flip={flip} />
        <div class="board-holder">
          <div class="board" ref={root} data-test="board-area" />
          {promotions && <PromotionChoice promotions={promotions} close={() => setPromotions(null)} />}
        </div>
        <Coordinates class="files" names="abcdefgh" flip={flip} />
        {beside}
      </div>
      {trays && (
        <Tray color={flip ? "b" : "w"} hand={hand} setHand={setHand} take={(...it) => view.current?.take(...it)} />
      )}
      <p id="board-keys" class="hidden">
        Use the arrow keys to move between squares. Press Enter to pick up or put down a piece, or to switch a square on
        or off. Type a letter to place a piece: capital K for a white king, small k for a black king. Press Delete to
        remove a piece. In a game, the arrow keys step through the moves; with Shift, they move between squares.
      </p>
    </div>
  );
}

/** Asks which piece a pawn becomes. */
function PromotionChoice({ promotions, close }: { promotions: Promotions; close(): void }) {
  const first = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => first.current?.focus(), []);
  // In the order that players expect: the queen first.
  const moves = ["q", "n", "r", "b"].flatMap((letter) => promotions.moves.filter(({ uci }) => uci[4] === letter));
  const color = promotions.moves[0]!.uci[3] === "8" ? "w" : "b";
  const choose = (move: (typeof moves)[number] | null) => {
    close();
    promotions.choose(move);
    document.querySelector<HTMLElement>(".cells")?.focus({ preventScroll: true });
  };
  return (
    <div
      class="promotion"
      role="dialog"
      aria-label="Promote to"
      data-test="promotion"
      onClick={(event) => event.target === event.currentTarget && choose(null)}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        choose(null);
      }}
    >
      <div class="row">
        {moves.map((move, i) => {
          const piece = `${color}${move.uci[4]}` as Piece;
          return (
            <button
              key={move.uci}
              type="button"
              ref={i === 0 ? first : null}
              aria-label={pieceName(piece)}
              data-test={`promote-${move.uci[4]}`}
              onClick={() => choose(move)}
            >
              <svg viewBox="0 0 40 40" aria-hidden="true">
                <use href={`#${piece}`} />
              </svg>
            </button>
          );
        })}
      </div>
    </div>
  );
}

/** The names of ranks or files. Hidden from screen readers, which hear them with each square. */
function Coordinates({ class: of, names, flip }: { class: string; names: string; flip: boolean }) {
  return (
    <div class={`coordinates ${of}`} aria-hidden="true">
      {(flip ? [...names].reverse() : [...names]).map((name) => (
        <span key={name}>{name}</span>
      ))}
    </div>
  );
}

interface TrayProps {
  color: "w" | "b";
  hand: Hand;
  setHand(hand: Hand): void;
  take(piece: Piece, event: PointerEvent): void;
}

/** Spare pieces: drag one to the board, or tap it and then tap squares. */
function Tray({ color, hand, setHand, take }: TrayProps) {
  return (
    <div class={color === "w" ? "tray white" : "tray black"} role="group" aria-label={color === "w" ? "Spare white pieces" : "Spare black pieces"}>
      {PIECES.filter((piece) => piece[0] === color).map((piece) => (
        <button
          key={piece}
          type="button"
          aria-label={`Place ${pieceName(piece)}`}
          aria-pressed={hand === piece}
          data-test={`spare-${piece}`}
          onPointerDown={(event) => {
            // Otherwise the button captures touch events, and the board does not receive them.
            const button = event.currentTarget;
            if (button.hasPointerCapture(event.pointerId)) button.releasePointerCapture(event.pointerId);
            take(piece, event);
          }}
          onClick={(event) => {
            // For keys only. The board handles a tap, as a drag without movement.
            if (event.detail === 0) setHand(hand === piece ? null : piece);
          }}
        >
          <svg viewBox="0 0 40 40" aria-hidden="true">
            <use href={`#${piece}`} />
          </svg>
        </button>
      ))}
      {color === "w" && (
        <button
          type="button"
          class="eraser"
          aria-label="Erase pieces"
          aria-pressed={hand === "eraser"}
          data-test="eraser"
          title="Select the eraser, then click the pieces to remove. You can also drag a piece off the board."
          onClick={() => setHand(hand === "eraser" ? null : "eraser")}
        >
          <svg viewBox="0 0 40 40" aria-hidden="true">
            <path d="M14 32L6 24L22 8L34 20L22 32ZM14 16L26 28M12 32H34" />
          </svg>
        </button>
      )}
    </div>
  );
}
