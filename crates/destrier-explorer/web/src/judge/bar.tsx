/** The bar of winning chances beside the board. */

import { useRef } from "preact/hooks";
import { percent, useChances } from "./judge.ts";

interface BarProps {
  fen: string;
  /** White's winning chances by the evaluation in the file, if it has one. */
  ofFile: number | null;
  /** Whether Black is at the bottom. */
  flip: boolean;
}

export function Bar({ fen, ofFile, flip }: BarProps) {
  const judged = useChances(ofFile === null ? fen : null);
  const chances = ofFile ?? judged;
  // Until the judge answers, the bar stays where it was.
  const last = useRef(0);
  last.current = chances ?? last.current;
  const white = percent(last.current);
  const source = ofFile === null ? "built-in judge" : "file";
  return (
    <div
      class="chances"
      role="meter"
      aria-label="Winning chances of White"
      aria-valuenow={parseInt(white)}
      aria-valuetext={chances === null ? "being computed" : `${white}, by the ${source}`}
      data-test="bar"
      data-source={ofFile === null ? "judge" : "file"}
      data-white={chances === null ? undefined : white}
    >
      <div class={flip ? "track flipped" : "track"}>
        <div style={{ height: white }} />
      </div>
      <span aria-hidden="true">{chances === null ? "…" : `White's chances ${white}, by the ${source}`}</span>
    </div>
  );
}
