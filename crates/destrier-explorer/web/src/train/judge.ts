/** What a move wins, computed in a worker. */

import { isProblem, type Judgement } from "../engine.ts";
import type { JudgeAnswer } from "../worth/searcher.ts";

/** Milliseconds before a search stops. */
const PATIENCE = 4000;

let worker: Worker | null = null;
let waiting: ((judgement: Judgement | null) => void) | null = null;

/** Judges a move. Null if that takes too long, or if another question comes. */
export function judge(fen: string, uci: string): Promise<Judgement | null> {
  waiting?.(null);
  worker ??= new Worker(new URL("../worth/searcher.ts", import.meta.url), { type: "module" });
  const asked = worker;
  return new Promise((resolve) => {
    const done = (judgement: Judgement | null) => {
      clearTimeout(timer);
      if (waiting === done) waiting = null;
      resolve(judgement);
    };
    const timer = setTimeout(() => {
      asked.terminate();
      if (worker === asked) worker = null;
      done(null);
    }, PATIENCE);
    waiting = done;
    asked.onmessage = ({ data }: MessageEvent<JudgeAnswer>) => {
      if (data.fen === fen && data.uci === uci) waiting?.(isProblem(data.judgement) ? null : data.judgement);
    };
    asked.onerror = () => done(null);
    asked.postMessage({ fen, uci });
  });
}
