/**
 * Marks, numbers and arrows over the board. The overlay creates all possible marks once and only changes their
 * attributes, so that they follow a drag within one frame. Visible marks have `data-square` and `data-role`, numbers
 * have `data-number`, and arrows have `data-from` and `data-to`.
 */

import type { Role } from "../engine.ts";
import { SQUARES, has, indexOf, union, EMPTY } from "../squares.ts";
import type { Marks } from "./marks.ts";

const SVG = "http://www.w3.org/2000/svg";

/** The shape of each role, in a square of 100 by 100 units. */
const SHAPES: Record<Role, { d: string; under: boolean }> = {
  reason: { d: "M0 0H100V100H0Z", under: true },
  place: { d: "M50 9A41 41 0 1 1 50 91A41 41 0 1 1 50 9Z", under: true },
  move: { d: "M50 6A44 44 0 1 1 50 94A44 44 0 1 1 50 6Z", under: false },
  target: { d: "M6 30V6H30M70 6H94V30M94 70V94H70M30 94H6V70", under: false },
};
const ROLES = Object.keys(SHAPES) as Role[];

function element<K extends keyof SVGElementTagNameMap>(
  parent: Element,
  name: K,
  attributes: Record<string, string>,
): SVGElementTagNameMap[K] {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  parent.append(made);
  return made;
}

function attribute(of: Element, name: string, value: string | null): void {
  if (value === null) of.removeAttribute(name);
  else if (of.getAttribute(name) !== value) of.setAttribute(name, value);
}

export class Overlay {
  private readonly marks: Record<Role, SVGElement[]>;
  private readonly shades: SVGElement[];
  private readonly numbers: SVGTextElement[];
  private readonly arrows: SVGElement;
  /** The squares of the last move, the destinations of the picked-up piece, and what the user drew. */
  private readonly lasts: SVGElement[];
  private readonly targets: SVGElement[];
  private readonly drawn: SVGElement;
  private shapes: readonly string[] = [];
  private readonly under: SVGElement;
  private readonly over: SVGElement;
  private flip = false;
  private occupied: readonly unknown[] = [];

  /** Adds an overlay below the pieces and one above. */
  constructor(below: SVGGElement, above: SVGGElement) {
    const under = element(below, "svg", { viewBox: "0 0 800 800", class: "overlay under" });
    const over = element(above, "svg", { viewBox: "0 0 800 800", class: "overlay over" });
    [this.under, this.over] = [under, over];
    const hatching = element(element(under, "defs", {}), "pattern", {
      id: "hatching",
      width: "20",
      height: "20",
      patternUnits: "userSpaceOnUse",
      patternTransform: "rotate(45)",
    });
    element(hatching, "path", { d: "M5 0V20M15 0V20", class: "hatch-light" });
    element(hatching, "path", { d: "M5 0V20", class: "hatch" });
    this.lasts = SQUARES.map(() => element(under, "path", { class: "last", d: "M0 0H100V100H0Z" }));
    this.shades = SQUARES.map(() => element(under, "path", { class: "shade", d: "M0 0H100V100H0Z" }));
    const make = (role: Role): SVGElement[] =>
      SQUARES.map(() => {
        const group = element(SHAPES[role].under ? under : over, "g", { class: `mark ${role}` });
        element(group, "path", { d: SHAPES[role].d, class: "halo" });
        element(group, "path", { d: SHAPES[role].d, class: "shape" });
        return group;
      });
    this.marks = { reason: make("reason"), place: make("place"), move: make("move"), target: make("target") };
    this.arrows = element(over, "g", {});
    this.numbers = SQUARES.map(() => element(over, "text", { class: "number" }));
    this.targets = SQUARES.map(() => element(over, "path", { class: "target-square" }));
    this.drawn = element(over, "g", { class: "drawn" });
    this.turn(false);
  }

  /** Flips the board. */
  turn(flip: boolean): void {
    this.flip = flip;
    SQUARES.forEach((_, i) => {
      const { x, y } = this.corner(i);
      const transform = `translate(${x} ${y})`;
      for (const role of ROLES) attribute(this.marks[role][i]!, "transform", transform);
      for (const all of [this.shades, this.lasts, this.targets]) attribute(all[i]!, "transform", transform);
    });
    this.placeNumbers();
    this.drawShapes(this.shapes);
  }

  /** Sets the pieces. Numbers on their squares move to a corner. */
  occupy(pieces: readonly unknown[]): void {
    this.occupied = pieces;
    this.placeNumbers();
  }

  /** Marks the squares of the last move, given as UCI. */
  markLast(move: string | null): void {
    this.lasts.forEach((mark, i) => {
      const is = move !== null && (move.slice(0, 2) === SQUARES[i] || move.slice(2, 4) === SQUARES[i]);
      attribute(mark, "data-square", is ? SQUARES[i]! : null);
    });
  }

  /** Marks where the picked-up piece can go: a dot, or a ring around a piece. */
  markTargets(squares: ReadonlySet<string>): void {
    this.targets.forEach((mark, i) => {
      const is = squares.has(SQUARES[i]!);
      attribute(mark, "data-square", is ? SQUARES[i]! : null);
      const dot = this.occupied[i] == null;
      if (is) attribute(mark, "d", dot ? "M50 36A14 14 0 1 1 50 64A14 14 0 1 1 50 36Z" : "M50 3A47 47 0 1 1 50 97A47 47 0 1 1 50 3Z");
      mark.classList.toggle("ring", !dot);
    });
  }

  /** Draws the user's circles and arrows: `e4`, `e2e4`. */
  drawShapes(shapes: readonly string[]): void {
    this.shapes = shapes;
    this.drawn.replaceChildren();
    for (const shape of shapes) {
      const [from, to] = [shape.slice(0, 2), shape.slice(2, 4)];
      const group = element(this.drawn, "g", { class: "shape-drawn", "data-shape": shape });
      if (to === "") {
        const { x, y } = this.corner(indexOf(from));
        element(group, "path", { class: "line", d: SHAPES.move.d, transform: `translate(${x} ${y})` });
        continue;
      }
      const [line, head] = this.arrowPaths(indexOf(from), indexOf(to), false);
      element(group, "path", { class: "line", d: line });
      element(group, "path", { class: "head", d: head });
    }
  }

  draw(marks: Marks): void {
    for (const role of ROLES) {
      const set = marks.squares.reduce((all, part) => (part.role === role ? union(all, part.set) : all), EMPTY);
      const shown = this.marks[role];
      for (let i = 0; i < 64; i++) {
        const is = has(set, i);
        attribute(shown[i]!, "data-role", is ? role : null);
        attribute(shown[i]!, "data-square", is ? SQUARES[i]! : null);
      }
    }
    for (let i = 0; i < 64; i++) {
      const number = marks.numbers?.[i] ?? null;
      const text = this.numbers[i]!;
      const written = number === null ? null : String(number);
      attribute(text, "data-number", written);
      attribute(text, "data-square", number === null ? null : SQUARES[i]!);
      if (text.textContent !== (written ?? "")) text.textContent = written ?? "";
      attribute(this.shades[i]!, "data-shade", marks.shaded && number !== null ? String(Math.min(number, 7)) : null);
    }
    this.drawArrows(marks);
  }

  private drawArrows(marks: Marks): void {
    // With numbers, arrows become plain lines below them, because the numbers show the direction.
    const below = marks.numbers !== undefined;
    const place = below ? this.marks.place[0]! : this.numbers[0]!;
    if (this.arrows.nextSibling !== place) (below ? this.under : this.over).insertBefore(this.arrows, place);
    this.arrows.classList.toggle("ways-below", below);
    while (this.arrows.childElementCount < marks.arrows.length) {
      const group = element(this.arrows, "g", { class: "arrow" });
      element(group, "path", { class: "halo" });
      element(group, "path", { class: "shape" });
      element(group, "path", { class: "head" });
    }
    [...this.arrows.children].forEach((group, i) => {
      const arrow = marks.arrows[i];
      attribute(group, "data-role", arrow?.role ?? null);
      attribute(group, "data-from", arrow?.from ?? null);
      attribute(group, "data-to", arrow?.to ?? null);
      if (arrow === undefined) return;
      const thin = marks.arrows.length > 8;
      const [line, head] = this.arrowPaths(indexOf(arrow.from), indexOf(arrow.to), thin);
      attribute(group.children[0]!, "d", line + head);
      attribute(group.children[1]!, "d", line);
      attribute(group.children[2]!, "d", head);
      group.classList.toggle("thin", thin);
    });
  }

  /** Returns the paths of an arrow's line and head, from the center of a square to the edge of a mark on another. */
  private arrowPaths(from: number, to: number, thin: boolean): [string, string] {
    const a = this.corner(from);
    const b = this.corner(to);
    const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
    const at = (along: number, aside: number) =>
      `${(a.x + 50 + along * ux - aside * uy).toFixed(1)} ${(a.y + 50 + along * uy + aside * ux).toFixed(1)}`;
    const [start, tip, size] = thin ? [24, length - 24, 16] : [34, length - 30, 26];
    return [
      `M${at(start, 0)}L${at(tip - size, 0)}`,
      `M${at(tip, 0)}L${at(tip - size, 0.62 * size)}L${at(tip - size, -0.62 * size)}Z`,
    ];
  }

  private placeNumbers(): void {
    this.numbers.forEach((text, i) => {
      const { x, y } = this.corner(i);
      const aside = this.occupied[i] != null;
      attribute(text, "x", String(x + (aside ? 80 : 50)));
      attribute(text, "y", String(y + (aside ? 30 : 65)));
      text.classList.toggle("aside", aside);
    });
  }

  /** Returns the upper left corner of a square. */
  private corner(square: number): { x: number; y: number } {
    const [file, rank] = [square & 7, square >> 3];
    return { x: 100 * (this.flip ? 7 - file : file), y: 100 * (this.flip ? rank : 7 - rank) };
  }
}
