/** Lines beside the game: how a missed move wins, and what a tried move is worth. */

import { useEffect } from "preact/hooks";
import type { FindingView } from "../engine.ts";
import { judge, percent, useJudgement } from "../judge/judge.ts";
import { MoveLine } from "../judge/line.tsx";
import { useFigurines } from "../display.tsx";
import { getLibrary, type Open } from "./library.ts";
import { leaveLine, playLine } from "./open-game.ts";

/** The line that a missed move wins by, if it goes on after the move. */
export function WinningLine({ fen, move }: { fen: string; move: string }) {
  const judgement = useJudgement(fen, move);
  if (judgement === null || judgement?.line.length === 1) return null;
  if (judgement === undefined) return <p class="winning" aria-busy />;
  return (
    <p class="winning">
      Line: <MoveLine start={fen} moves={judgement.line} choose={(at) => playLine(judgement.line, at)} test="winning-line" />
    </p>
  );
}

/** Plays the first move of the line of the chosen miss, or of the first one in the position. */
export async function playMissed(): Promise<void> {
  const open = getLibrary()?.open;
  if (!open || open.line !== null) return;
  const { view, ply, finding: chosen } = open;
  const isMissed = (finding: FindingView) => finding.missed !== null && finding.move !== null;
  const found = view.findings[chosen ?? -1] ?? view.findings.find(({ ply: other, finding }) => other === ply && isMissed(finding));
  if (found === undefined || found.finding.move === null) return;
  const judgement = await judge(view.plies[ply]!.fen, found.finding.move);
  if (judgement !== null && getLibrary()?.open === open) playLine(judgement.line, 1);
}

/** The moves that the user tries out, and what the last one is worth. */
export function Tried({ open }: { open: Open }) {
  const figurines = useFigurines();
  const { moves, at } = open.line!;
  const start = open.view.plies[open.ply]!.fen;
  const [before, move] = [moves.slice(0, at - 1), moves[at - 1]!];
  const fen = before.at(-1)?.fen ?? start;
  const judgement = useJudgement(fen, move.uci);
  // The way back to the game must be in sight.
  useEffect(() => document.querySelector(".panel")!.scrollTo(0, 0), []);
  const best = judgement?.best ?? null;
  return (
    <section class="tried" aria-label="Moves that you try out" data-test="tried">
      <div class="row between">
        <MoveLine start={start} moves={moves} at={at} choose={(at) => playLine(moves, at)} test="tried-moves" />
        <button type="button" data-test="leave-line" onClick={leaveLine}>
          Back to the game
        </button>
      </div>
      {judgement === undefined && <p class="hint">Judging {figurines(move.san)}…</p>}
      {judgement === null && <p class="hint">Judging {figurines(move.san)} takes too long.</p>}
      {judgement && (
        <p data-test="verdict" data-good={judgement.good} role="status">
          <b>{figurines(move.san)}</b> {judgement.words}. Winning chances {percent(judgement.chances)}
          {best === null ? ": the best move." : judgement.good ? `, about as good as ${figurines(best.line[0]!.san)}.` : `; the best move has ${percent(best.chances)}.`}
        </p>
      )}
      {judgement && judgement.line.length > 1 && (
        <p>
          {judgement.good ? "Line" : "Answer"}:{" "}
          <MoveLine
            start={move.fen}
            moves={judgement.line.slice(1)}
            choose={(at) => playLine([...before, ...judgement.line], before.length + 1 + at)}
            test="answer-line"
          />
        </p>
      )}
      {best !== null && !judgement!.good && (
        <p>
          Best:{" "}
          <MoveLine
            start={fen}
            moves={best.line}
            choose={(at) => playLine([...before, ...best.line], before.length + at)}
            test="best-line"
          />{" "}
          {best.words}
        </p>
      )}
    </section>
  );
}
