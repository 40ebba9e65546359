/** The board for keyboards and screen readers: a grid of 64 cells over the drawn board, with a cursor. */

import { pieceName } from "../pieces.ts";
import { SQUARES, has } from "../squares.ts";
import { MEANINGS, type Scene } from "./scene.ts";

function words(scene: Scene, square: number): string {
  const piece = scene.pieces[square];
  const roles = scene.marks.squares
    .filter(({ set }) => has(set, square))
    .map(({ role }) => scene.words?.[role] || MEANINGS[role]);
  const number = scene.marks.numbers?.[square];
  return [
    SQUARES[square],
    piece ? pieceName(piece) : "empty",
    ...new Set(roles),
    ...(number == null ? [] : [String(number)]),
    ...(scene.paint?.has(square) ? [scene.paint.name] : []),
  ].join(", ");
}

export class Grid {
  readonly root = document.createElement("div");
  cursor = 0;
  private readonly cells: HTMLElement[];

  constructor(parent: HTMLElement) {
    this.root.className = "cells";
    this.root.tabIndex = 0;
    this.root.dataset.test = "board";
    this.root.setAttribute("role", "grid");
    this.root.setAttribute("aria-label", "Chess board");
    this.root.setAttribute("aria-describedby", "board-keys");
    this.cells = SQUARES.map((square) => {
      const cell = document.createElement("div");
      cell.setAttribute("role", "gridcell");
      cell.id = `cell-${square}`;
      cell.dataset.cell = square;
      return cell;
    });
    parent.append(this.root);
    this.turn(false);
  }

  /** Arranges the cells in rows, starting at the upper left. */
  turn(flip: boolean): void {
    const rows = Array.from({ length: 8 }, (_, row) => {
      const element = document.createElement("div");
      element.setAttribute("role", "row");
      for (let column = 0; column < 8; column++) {
        element.append(this.cells[flip ? 8 * row + 7 - column : 8 * (7 - row) + column]!);
      }
      return element;
    });
    this.root.replaceChildren(...rows);
  }

  /** Labels every cell with its contents. */
  describe(scene: Scene): void {
    this.cells.forEach((cell, i) => cell.setAttribute("aria-label", words(scene, i)));
  }

  /** Moves the cursor. Screen readers announce the new cell. */
  point(square: number): void {
    this.cells[this.cursor]!.classList.remove("cursor");
    this.cursor = square;
    this.cells[square]!.classList.add("cursor");
    this.root.setAttribute("aria-activedescendant", this.cells[square]!.id);
  }

  /** Marks the square of the picked-up piece. */
  select(square: number | null): void {
    this.cells.forEach((cell, i) => {
      if (i === square) cell.setAttribute("aria-selected", "true");
      else cell.removeAttribute("aria-selected");
    });
  }

  /** Marks the square under the dragged piece. */
  highlight(square: number | null): void {
    this.cells.forEach((cell, i) => cell.classList.toggle("drop", i === square));
  }
}
