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
    };
    setPosition(fen: string, animated?: boolean): Promise<void>;
    setOrientation(color: "w" | "b", animated?: boolean): Promise<void>;
    destroy(): void;
  }
}
