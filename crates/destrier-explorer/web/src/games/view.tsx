/** Games: a file, its findings, and the board at one of them. */

import { useEffect, useMemo, useRef } from "preact/hooks";
import { NO_MARKS, together } from "../board/marks.ts";
import { DisplayChoice, useFigurines } from "../display.tsx";
import { GRADES, legalMoves, type Grade } from "../engine.ts";
import { Title } from "../panels/heading.tsx";
import { readPieces } from "../pieces.ts";
import type { State } from "../state.ts";
import type { View } from "../views/view.ts";
import { Filters } from "./filters.tsx";
import { FileStatus } from "./file-status.tsx";
import { Found, worthwhile } from "./found.tsx";
import { getLibrary, isWanted, useLibrary, type Library } from "./library.ts";
import { fenOf, goToPly, lastMoveOf, play } from "./open-game.ts";
import { GameList } from "./list.tsx";
import { moveName } from "./move-name.ts";
import { Listed } from "./listed.tsx";
import { Opener, FirstScreen } from "./opener.tsx";
import { unreadShared } from "./share.ts";
import { teaser } from "./teaser.ts";

export const GAMES: View = {
  title: "Your games",
  hasPosition: false,
  unread: unreadShared,
  scene(state: State) {
    // Show the position of the open game, even after edits in other entries.
    const here = getLibrary()?.open ?? null;
    if (here === null) {
      const finding = getLibrary() === null ? teaser(state.fen) : null;
      return { pieces: readPieces(state.fen), marks: finding?.drawing ?? NO_MARKS };
    }
    const chosen = here.finding !== null ? here.view.findings[here.finding] : undefined;
    // Without a chosen finding, draw those of the position that match the filter.
    const drawn =
      here.line !== null
        ? []
        : chosen
          ? [chosen]
          : worthwhile(
              here.view.findings.filter(
                ({ ply }, i) => ply === here.ply && isWanted(getLibrary()!.filter, getLibrary()!.games[here.index]!, i),
              ),
            );
    const fen = fenOf(here);
    return {
      pieces: readPieces(fen),
      marks: drawn.length === 0 ? NO_MARKS : together(drawn.map(({ finding }) => finding.drawing)),
      last: lastMoveOf(here),
      place: { game: here.view, ply: here.ply + (here.line?.at ?? 0) },
      play: { moves: legalMoves(fen), play },
    };
  },
  Panel() {
    const library = useLibrary((library) => library);
    const open = library?.open ?? null;
    // Do not render the moves again for each game read.
    const moves = useMemo(() => open && <Moves open={open} />, [open]);
    return (
      <>
        <header class={library === null ? "heading" : "heading away"}>
          <Title name="Your games" />
        </header>
        {library === null ? (
          <FirstScreen />
        ) : (
          <>
            <Listed library={library} />
            <Found library={library} />
            {moves}
            <DisplayChoice />
            <FileStatus library={library} />
            <Filters library={library} />
            <GameList library={library} />
            <Opener />
          </>
        )}
      </>
    );
  },
};

/** The moves of the open game. */
function Moves({ open }: { open: NonNullable<Library["open"]> }) {
  const current = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const [box, move] = [list.current, current.current];
    if (box && move) box.scrollTop = move.offsetTop - box.clientHeight / 2;
    else if (box) box.scrollTop = 0;
  }, [open.index, open.ply]);
  const figurines = useFigurines();
  const { view, ply, line } = open;
  const missed = new Map<number, Grade>();
  const rank = (grade: Grade | undefined) => (grade === undefined ? -1 : GRADES.indexOf(grade));
  for (const { ply, finding } of view.findings) {
    if (finding.missed !== null && rank(finding.missed) > rank(missed.get(ply))) missed.set(ply, finding.missed);
  }
  return (
    <ol class="moves" ref={list} aria-label="Moves" tabIndex={0}>
      {view.plies.map(({ san }, i) =>
        san === null ? null : (
          <li key={i}>
            <button
              type="button"
              ref={i + 1 === ply ? current : null}
              class={i + 1 === ply && line !== null ? "left-here" : undefined}
              aria-current={i + 1 === ply && line === null}
              data-missed={missed.get(i)}
              data-test="move"
              data-ply={i + 1}
              onClick={() => goToPly(i + 1)}
            >
              {figurines(i === 0 ? moveName(view, i) : moveName(view, i).replace(/^\d+… /, ""))}
            </button>
          </li>
        ),
      )}
    </ol>
  );
}
