/** A worker that computes what the moves of a position win. Positions with many queens take long. */

import load, { judge, worth } from "../wasm/destrier.js";
import wasm from "../wasm/destrier_bg.wasm?url";
import type { FindingView, Judgement, Problem } from "../engine.ts";

/** A position, and the index of a pattern in the registry. */
export interface Question {
  fen: string;
  pattern: number;
}

export type Answer = Question & { findings: FindingView[] | Problem };

/** A position and a move. */
interface JudgeQuestion {
  fen: string;
  uci: string;
}

export type JudgeAnswer = JudgeQuestion & { judgement: Judgement | Problem };

const ready = load({ module_or_path: wasm });

self.onmessage = async ({ data }: MessageEvent<Question | JudgeQuestion>) => {
  await ready;
  if ("uci" in data) {
    const judgement = JSON.parse(judge(data.fen, data.uci)) as Judgement | Problem;
    self.postMessage({ ...data, judgement } satisfies JudgeAnswer);
  } else {
    const findings = JSON.parse(worth(data.fen, data.pattern)) as FindingView[] | Problem;
    self.postMessage({ ...data, findings } satisfies Answer);
  }
};
