/**
 * The board. cm-chessboard draws squares and pieces, the overlay draws marks, and this class handles pointers and keys
 * for all views. It changes the document without Preact, so that the board follows a drag within one frame.
 */

import { Chessboard } from "cm-chessboard/src/Chessboard.js";
import { PositionsAnimation } from "cm-chessboard/src/view/PositionAnimationsQueue.js";
import sprite from "../../../../destrier-games/src/picture/pieces.svg?url";
import type { LegalMove } from "../engine.ts";
import { say } from "../messages.ts";
import { moved, pieceName, pieceOfLetter, placed, writePieces, type Piece, type Pieces } from "../pieces.ts";
import { SQUARES } from "../squares.ts";
import { Ghost } from "./ghost.ts";
import { Grid } from "./grid.ts";
import type { Marks } from "./marks.ts";
import { Overlay } from "./overlay.ts";
import type { Scene } from "./scene.ts";

/** What a tap on a square places: the spare piece or eraser chosen next to the board. */
export type Hand = Piece | "eraser" | null;

interface Drag {
  /** The pointer that drags. Others are ignored. */
  pointer: number;
  piece: Piece;
  /** The square of origin. Null for a piece from the tray. */
  from: number | null;
  /** The square under the pointer. Null off the board. */
  over: number | null;
  /** Where the pointer went down, and whether it has moved away. */
  x: number;
  y: number;
  moved: boolean;
}

const quiet = window.matchMedia("(prefers-reduced-motion: reduce)");
/** Milliseconds of a piece animation, and of a pointer's rest before the page updates. */
const GLIDE = 160;
const REST = 100;

/** Whether a scene is one move away in the same game. */
function isNext(before: Scene | null, { place }: Scene): boolean {
  return place !== undefined && place.game === before?.place?.game && Math.abs(place.ply - before.place.ply) === 1;
}

const NO_SQUARES: ReadonlySet<string> = new Set();

/** A choice between promotions to the same square. */
export interface Promotions {
  moves: readonly LegalMove[];
  choose(move: LegalMove | null): void;
}

export class BoardView {
  private readonly chessboard: Chessboard;
  private readonly overlay: Overlay;
  private readonly grid: Grid;
  private readonly ghost = new Ghost();
  private readonly stop = new AbortController();
  private scene: Scene | null = null;
  /** The menu entry of the scene. */
  private entry = "";
  private flip = false;
  private drag: Drag | null = null;
  private stroke: { on: boolean; pointer: number } | null = null;
  private pointed: number | null = null;
  /** Runs from the preview of the square under the pointer until the page updates. */
  private resting: ReturnType<typeof setTimeout> | null = null;
  /** The square of a piece picked up by a tap or a key. */
  private picked: number | null = null;
  private hand: Hand = null;
  private glide: PositionsAnimation | null = null;
  /** Where the right button went down. */
  private drawnFrom: number | null = null;
  private shapes: string[] = [];
  /** The way that the wheel has turned since the last step. */
  private turned = 0;

  private readonly root: HTMLElement;
  private readonly onHand: (hand: Hand) => void;
  private readonly changed: () => void;
  private readonly onPromotion: (promotions: Promotions | null) => void;
  private readonly onWheel: (by: 1 | -1) => boolean;

  /**
   * Builds the board in an element. Calls `onHand` when the choice for the next taps changes, `changed` when pieces
   * have moved and the scene must be drawn again, `onPromotion` to ask for a promotion, and `onWheel` for each step of
   * the wheel, which returns whether there is something to step through.
   */
  constructor(
    root: HTMLElement,
    onHand: (hand: Hand) => void,
    changed: () => void,
    onPromotion: (promotions: Promotions | null) => void,
    onWheel: (by: 1 | -1) => boolean,
  ) {
    this.root = root;
    this.onHand = onHand;
    this.changed = changed;
    this.onPromotion = onPromotion;
    this.onWheel = onWheel;
    const holder = document.createElement("div");
    holder.className = "pieces-board";
    holder.setAttribute("aria-hidden", "true");
    root.append(holder);
    this.chessboard = new Chessboard(holder, {
      assetsUrl: "",
      style: { cssClass: "destrier", showCoordinates: false, pieces: { file: sprite } },
    });
    this.overlay = new Overlay(this.chessboard.view.markersLayer, this.chessboard.view.markersTopLayer);
    this.grid = new Grid(root);
    const options = { signal: this.stop.signal };
    this.grid.root.addEventListener("pointerdown", (event) => this.down(event), options);
    this.grid.root.addEventListener("pointermove", (event) => this.hover(event), options);
    this.grid.root.addEventListener("contextmenu", (event) => event.preventDefault(), options);
    this.grid.root.addEventListener("wheel", (event) => this.wheel(event), { ...options, passive: false });
    this.grid.root.addEventListener("pointerleave", () => this.settle(), options);
    this.grid.root.addEventListener("keydown", (event) => this.key(event), options);
    this.grid.root.addEventListener("focus", () => this.grid.point(this.grid.cursor), options);
    window.addEventListener("pointermove", (event) => this.follow(event), options);
    window.addEventListener("pointerup", (event) => this.up(event), options);
    window.addEventListener("pointercancel", (event) => this.isLed(event) && this.cancel(), options);
    // During a drag from the tray, the board does not have the focus.
    window.addEventListener("keydown", (event) => event.key === "Escape" && this.cancel(), options);
  }

  destroy(): void {
    this.stop.abort();
    this.rest(null);
    this.still();
    this.cancel();
    this.chessboard.destroy();
    this.root.replaceChildren();
  }

  /** Shows a scene. Animates single moves of a game unless the user prefers reduced motion. */
  update(scene: Scene, entry: string, flip: boolean): void {
    const before = this.scene;
    const other = entry !== this.entry;
    this.entry = entry;
    const changed = before === null || writePieces(before.pieces) !== writePieces(scene.pieces);
    if (other) {
      this.stroke = null;
      this.pointed = null;
      this.rest(null);
    }
    // The dragged piece is no longer on its square.
    if (this.drag !== null && (other || changed)) this.cancel();
    this.scene = scene;
    if (flip !== this.flip) {
      this.flip = flip;
      this.still();
      this.chessboard.state.orientation = flip ? "b" : "w";
      this.chessboard.view.redrawBoard();
      this.chessboard.view.redrawPieces();
      this.overlay.turn(flip);
      this.grid.turn(flip);
    }
    if (changed) {
      this.place(scene.pieces, !quiet.matches && isNext(before, scene));
      this.pick(null);
      this.onPromotion(null);
    }
    if (changed || other) this.setShapes([]);
    this.draw(scene.pieces, scene.marks);
    this.overlay.markLast(scene.last ?? null);
    this.grid.describe(scene);
    // The preview is newer than the page, which can render again for other reasons.
    if (this.resting !== null && this.pointed !== null) this.preview(this.pointed);
    else if (this.drag?.moved) this.follows(this.drag);
    this.root.dataset.mode = scene.edit ? "edit" : scene.play ? "play" : scene.paint ? "paint" : scene.point ? "point" : "still";
  }

  setHand(hand: Hand): void {
    this.hand = hand;
    this.root.classList.toggle("hand", hand !== null);
    this.pick(null);
  }

  /** Starts to drag a piece from the tray. */
  take(piece: Piece, event: PointerEvent): void {
    if (event.button === 0 && this.isFirst(event)) this.begin(event, piece, null);
  }

  /** Puts pieces on the board, without an animation if another one is still running: the marks already belong to the
   * new position. */
  private place(pieces: Pieces, animated: boolean): void {
    const { state, view } = this.chessboard;
    const glides = animated && this.glide === null;
    this.still();
    const before = state.position.clone();
    state.position.setFen(writePieces(pieces));
    if (glides) {
      this.glide = new PositionsAnimation(view, before, state.position.clone(), GLIDE, () => {
        this.glide = null;
        view.redrawPieces();
      });
    } else {
      view.redrawPieces();
    }
  }

  /** Stops the animation. The caller must redraw the pieces. */
  private still(): void {
    if (this.glide !== null) cancelAnimationFrame(this.glide.frameHandle);
    this.glide = null;
  }

  private draw(pieces: Pieces, marks: Marks): void {
    this.overlay.occupy(pieces);
    this.overlay.draw(marks);
  }

  /** Returns the square under a pointer. Null off the board. */
  private squareAt(event: PointerEvent): number | null {
    const { left, top, width } = this.grid.root.getBoundingClientRect();
    const column = Math.floor((8 * (event.clientX - left)) / width);
    const row = Math.floor((8 * (event.clientY - top)) / width);
    if (column < 0 || column > 7 || row < 0 || row > 7) return null;
    return this.flip ? 8 * row + 7 - column : 8 * (7 - row) + column;
  }

  private down(event: PointerEvent): void {
    const square = this.squareAt(event);
    if (event.button === 2 && square !== null && event.pointerType === "mouse") {
      this.drawnFrom = square;
      this.cancel();
      this.pick(null);
      return;
    }
    if (event.button !== 0 || square === null || this.scene === null) return;
    if (!this.isFirst(event)) return;
    this.grid.point(square);
    this.setShapes([]);
    const { edit, paint, play } = this.scene;
    const piece = this.scene.pieces[square]!;
    if (play) {
      if (this.picked !== null && this.movesOf(this.picked, square).length > 0) this.land(this.picked, square);
      else if (this.movesOf(square).length > 0) this.begin(event, piece, square);
      else this.pick(null);
    } else if (edit?.free && this.hand !== null) {
      this.put(square, this.hand === "eraser" ? null : this.hand);
    } else if (edit && this.picked !== null && this.picked !== square) {
      this.land(this.picked, square);
    } else if (edit && piece !== null) {
      this.begin(event, piece, square);
    } else if (paint) {
      this.stroke = { on: !paint.has(square), pointer: event.pointerId };
      paint.set(square, this.stroke.on, true);
    } else {
      this.pointAt(square);
    }
  }

  /** Returns the legal moves from a square, to another square if given. */
  private movesOf(from: number, to?: number): LegalMove[] {
    const start = SQUARES[from]! + (to === undefined ? "" : SQUARES[to]!);
    return (this.scene?.play?.moves ?? []).filter(({ uci }) => uci.startsWith(start));
  }

  private setShapes(shapes: string[]): void {
    if (shapes.length === 0 && this.shapes.length === 0) return;
    this.shapes = shapes;
    this.overlay.drawShapes(shapes);
  }

  /** Draws or removes a circle or an arrow. */
  private drawShape(from: number, to: number): void {
    const shape = SQUARES[from]! + (from === to ? "" : SQUARES[to]!);
    const without = this.shapes.filter((other) => other !== shape);
    this.setShapes(without.length < this.shapes.length ? without : [...without, shape]);
  }

  private wheel(event: WheelEvent): void {
    if (event.ctrlKey || event.deltaY === 0) return;
    // One notch of a mouse wheel is a step. Touchpads send many small turns.
    this.turned += event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : 50 * event.deltaY;
    if (Math.abs(this.turned) < 40) {
      if (this.scene?.place !== undefined) event.preventDefault();
      return;
    }
    const by = this.turned > 0 ? 1 : -1;
    this.turned = 0;
    if (this.onWheel(by)) event.preventDefault();
  }

  private hover(event: PointerEvent): void {
    if (this.drag === null && this.stroke === null) this.pointAt(this.squareAt(event));
  }

  private pointAt(square: number | null): void {
    const point = this.scene?.point;
    if (point === undefined || square === null || square === this.pointed) return;
    this.pointed = square;
    this.timed(() => this.preview(square));
    this.rest(setTimeout(() => this.settle(), REST));
  }

  /** Draws the view of the square under the pointer. The page follows when the pointer rests. */
  private preview(square: number): void {
    const shown = this.scene?.point?.preview(square);
    if (!this.scene || !shown) return;
    this.scene = { ...this.scene, ...shown };
    this.place(shown.pieces, false);
    this.draw(shown.pieces, shown.marks);
  }

  /** Updates the page with the square under the pointer. */
  private settle(): void {
    if (this.resting === null) return;
    this.rest(null);
    if (this.pointed !== null) this.scene?.point?.settle(this.pointed);
  }

  private rest(timer: ReturnType<typeof setTimeout> | null): void {
    if (this.resting !== null) clearTimeout(this.resting);
    this.resting = timer;
  }

  /** Whether a pointer can start a drag or a stroke: a second finger cannot. */
  private isFirst({ isPrimary }: PointerEvent): boolean {
    if (this.drag === null && this.stroke === null) return true;
    // The end of the last drag was lost.
    if (isPrimary) this.cancel();
    return isPrimary;
  }

  /** Whether this pointer drags or paints. */
  private isLed({ pointerId }: PointerEvent): boolean {
    return (this.drag ?? this.stroke)?.pointer === pointerId;
  }

  private follow(event: PointerEvent): void {
    if (!this.isLed(event)) return;
    if (this.stroke !== null) {
      const square = this.squareAt(event);
      const paint = this.scene?.paint;
      if (square !== null && paint && paint.has(square) !== this.stroke.on) paint.set(square, this.stroke.on, false);
      return;
    }
    const drag = this.drag;
    if (drag === null) return;
    if (!drag.moved && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 4) return;
    if (!drag.moved) {
      drag.moved = true;
      this.pick(null);
      this.ghost.show(drag.piece, this.grid.root.clientWidth / 8);
      if (drag.from !== null) this.showTargets(drag.from);
      if (drag.from !== null) this.hide(drag.from, true);
    }
    this.ghost.move(event.clientX, event.clientY);
    const over = this.squareAt(event);
    if (over === drag.over) return;
    drag.over = over;
    this.grid.highlight(over);
    this.timed(() => this.follows(drag));
  }

  /** Draws the view as if the dragged piece were dropped now. */
  private follows(drag: Drag): void {
    const pieces = this.dropped(drag);
    const edit = this.scene?.edit;
    if (pieces !== null && edit) this.draw(pieces, edit.preview(pieces));
  }

  /** Measures the time to compute and draw, as the browser's measure `overlay`. */
  private timed(work: () => void): void {
    const start = performance.now();
    work();
    performance.clearMeasures("overlay");
    performance.measure("overlay", { start });
  }

  /** Returns the pieces as if the dragged piece were dropped now. */
  private dropped(drag: Drag): Pieces | null {
    if (this.scene === null) return null;
    const { pieces, edit } = this.scene;
    if (drag.over === null) return drag.from !== null && edit?.free ? placed(pieces, drag.from, null) : pieces;
    return drag.from === null ? placed(pieces, drag.over, drag.piece) : moved(pieces, drag.from, drag.over);
  }

  private up(event: PointerEvent): void {
    if (event.button === 2 && this.drawnFrom !== null) {
      const square = this.squareAt(event);
      if (square !== null) this.drawShape(this.drawnFrom, square);
      this.drawnFrom = null;
      return;
    }
    if (!this.isLed(event)) return;
    this.stroke = null;
    const drag = this.drag;
    if (drag === null) return;
    drag.over = this.squareAt(event);
    if (this.scene?.play && drag.from !== null) {
      const { from, over } = drag;
      this.cancel();
      if (!drag.moved) this.pick(this.picked === from ? null : from);
      else if (over !== null && over !== from) this.land(from, over);
      return;
    }
    const pieces = this.dropped(drag);
    if (drag.moved && pieces !== null && pieces !== this.scene?.pieces) {
      this.drag = null;
      this.ghost.hide();
      this.grid.highlight(null);
      this.commit(pieces);
      return;
    }
    this.cancel();
    if (!drag.moved) {
      const paint = this.scene?.paint;
      if (drag.from === null) this.onHand(this.hand === drag.piece ? null : drag.piece);
      else if (paint?.has(drag.from)) paint.set(drag.from, false, true);
      else this.pick(this.picked === drag.from ? null : drag.from);
    }
  }

  /** Cancels a drag. */
  private cancel(): void {
    const drag = this.drag;
    this.drag = null;
    this.stroke = null;
    this.ghost.hide();
    this.grid.highlight(null);
    if (drag?.from != null) this.hide(drag.from, false);
    if (this.picked === null) this.overlay.markTargets(NO_SQUARES);
    if (drag?.moved && this.scene !== null) this.draw(this.scene.pieces, this.scene.marks);
  }

  private begin({ pointerId, clientX: x, clientY: y }: PointerEvent, piece: Piece, from: number | null): void {
    this.drag = { pointer: pointerId, piece, from, over: from, x, y, moved: false };
  }

  private hide(square: number, hidden: boolean): void {
    const piece = this.chessboard.view.piecesGroup.querySelector(`[data-square="${SQUARES[square]}"]`);
    if (hidden) piece?.setAttribute("visibility", "hidden");
    else piece?.removeAttribute("visibility");
  }

  private pick(square: number | null): void {
    this.picked = square;
    this.grid.select(square);
    if (square === null) this.overlay.markTargets(NO_SQUARES);
    else this.showTargets(square);
  }

  /** Marks the squares that a piece can go to. */
  private showTargets(from: number): void {
    this.overlay.markTargets(new Set(this.movesOf(from).map(({ uci }) => uci.slice(2, 4))));
  }

  /** Plays a legal move, and asks for a promotion first. */
  private playMove(from: number, to: number): void {
    const play = this.scene!.play!;
    const moves = this.movesOf(from, to);
    this.pick(null);
    if (moves.length > 1) this.onPromotion({ moves, choose: (move) => move !== null && play.play(move) });
    else if (moves[0]) play.play(moves[0]);
    else say(`${SQUARES[from]} to ${SQUARES[to]} is not a legal move.`);
  }

  private put(square: number, piece: Piece | null): void {
    if (this.scene === null || this.scene.pieces[square] === piece) return;
    say(piece === null ? `${SQUARES[square]} is empty` : `${this.scene.edit?.placed ?? pieceName(piece)} on ${SQUARES[square]}`);
    this.commit(placed(this.scene.pieces, square, piece));
  }

  private land(from: number, to: number): void {
    if (this.scene === null) return;
    if (this.scene.play) {
      this.playMove(from, to);
      return;
    }
    const piece = this.scene.pieces[from];
    if (piece) say(`${pieceName(piece)} from ${SQUARES[from]} to ${SQUARES[to]}`);
    this.commit(moved(this.scene.pieces, from, to));
  }

  /** Passes the new pieces to the view, and restores those that it rejects. */
  private commit(pieces: Pieces): void {
    if (this.scene === null) return;
    const scene = this.scene;
    this.pick(null);
    this.place(pieces, false);
    // The view can reject some changes. Showing the scene again restores those pieces.
    this.scene = { ...scene, pieces };
    scene.edit?.drop(pieces);
    this.changed();
  }

  private key(event: KeyboardEvent): void {
    if (this.scene === null || event.ctrlKey || event.metaKey || event.altKey) return;
    const { edit, paint, pieces, play } = this.scene;
    const square = this.grid.cursor;
    const turned = this.flip ? -1 : 1;
    const steps: Record<string, [number, number]> = {
      ArrowLeft: [-turned, 0],
      ArrowRight: [turned, 0],
      ArrowUp: [0, turned],
      ArrowDown: [0, -turned],
    };
    // In a game, the arrow keys step through its moves. With Shift, they move between squares.
    const step = this.scene.place === undefined || event.shiftKey ? steps[event.key] : undefined;
    const letter = edit?.free ? pieceOfLetter(event.key) : null;
    if (step) {
      const file = Math.min(7, Math.max(0, (square & 7) + step[0]));
      const rank = Math.min(7, Math.max(0, (square >> 3) + step[1]));
      this.grid.point(8 * rank + file);
      this.pointAt(8 * rank + file);
    } else if (event.key === "Enter" || event.key === " ") {
      if (edit?.free && this.hand !== null) this.put(square, this.hand === "eraser" ? null : this.hand);
      else if ((edit || play) && this.picked !== null) {
        const from = this.picked;
        this.pick(null);
        if (from !== square) this.land(from, square);
      } else if (pieces[square] && (edit || this.movesOf(square).length > 0)) {
        this.pick(square);
        const targets = [...new Set(this.movesOf(square).map(({ uci }) => uci.slice(2, 4)))].join(", ");
        say(`${pieceName(pieces[square])} picked up${targets && `; it can go to ${targets}`}`);
      } else if (paint) {
        const is = !paint.has(square);
        paint.set(square, is, true);
        // A view can reject a square.
        say(`${SQUARES[square]} ${paint.has(square) ? paint.name : `not ${paint.name}`}`);
      }
    } else if (letter !== null) {
      this.put(square, letter);
    } else if (edit?.free && (event.key === "Delete" || event.key === "Backspace")) {
      this.put(square, null);
    } else if (event.key === "Escape") {
      this.cancel();
      this.pick(null);
      if (this.hand !== null) this.onHand(null);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
}
