/** Types for the part of cm-chessboard that the explorer uses. The package has none. */
declare module "cm-chessboard/src/Chessboard.js" {
  export class Chessboard {
    constructor(context: HTMLElement, props: object);
    view: {
      svg: SVGSVGElement;
      /** Between squares and pieces. */
      markersLayer: SVGGElement;
      /** Above the pieces. */
      markersTopLayer: SVGGElement;
      piecesGroup: SVGGElement;
      redrawBoard(): void;
      redrawPieces(): void;
    };
    state: {
      position: Position;
      orientation: "w" | "b";
    };
    destroy(): void;
  }

  export interface Position {
    setFen(fen: string): void;
    clone(): Position;
  }
}

declare module "cm-chessboard/src/view/PositionAnimationsQueue.js" {
  import type { Chessboard, Position } from "cm-chessboard/src/Chessboard.js";

  /** Starts at once, and calls `callback` at the end. */
  export class PositionsAnimation {
    constructor(view: Chessboard["view"], from: Position, to: Position, milliseconds: number, callback: () => void);
    frameHandle: number;
  }
}
