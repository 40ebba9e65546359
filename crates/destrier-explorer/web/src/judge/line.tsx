/** A line of moves. */

import { Fragment } from "preact";
import { useFigurines } from "../display.tsx";
import type { LegalMove } from "../engine.ts";
import { numbered } from "../games/move-name.ts";

interface MoveLineProps {
  /** The position before the line. */
  start: string;
  moves: readonly LegalMove[];
  /** How many of the moves are on the board. */
  at?: number;
  /** Puts a number of moves on the board. */
  choose(at: number): void;
  test: string;
}

/** Shows the moves of a line, each as a button that puts it on the board. */
export function MoveLine({ start, moves, at = 0, choose, test }: MoveLineProps) {
  const figurines = useFigurines();
  return (
    <span class="line" data-test={test}>
      {numbered(start, moves).map((name, i) => (
        <Fragment key={i}>
          {i > 0 && " "}
          <button type="button" aria-current={at === i + 1} data-test="line-move" onClick={() => choose(i + 1)}>
            {figurines(name)}
          </button>
        </Fragment>
      ))}
    </span>
  );
}
