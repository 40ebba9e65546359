/** The part of cm-chessboard that is used here; it brings no types. */
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
      position: { setFen(fen: string): void };
      orientation: "w" | "b";
    };
    setPosition(fen: string, animated?: boolean): Promise<void>;
    destroy(): void;
  }
}
