/** The dragged piece, which follows the pointer. */

import type { Piece } from "../pieces.ts";

const SVG = "http://www.w3.org/2000/svg";

export class Ghost {
  private readonly svg = document.createElementNS(SVG, "svg");
  private readonly use = document.createElementNS(SVG, "use");
  private size = 0;

  constructor() {
    this.svg.setAttribute("viewBox", "0 0 40 40");
    this.svg.setAttribute("class", "ghost");
    this.svg.setAttribute("aria-hidden", "true");
    this.svg.append(this.use);
  }

  show(piece: Piece, size: number): void {
    this.size = size;
    this.use.setAttribute("href", `#${piece}`);
    this.svg.setAttribute("width", String(size));
    this.svg.setAttribute("height", String(size));
    document.body.append(this.svg);
  }

  move(x: number, y: number): void {
    this.svg.style.transform = `translate(${x - this.size / 2}px, ${y - this.size / 2}px)`;
  }

  hide(): void {
    this.svg.remove();
  }
}
