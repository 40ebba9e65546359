/** A worker that computes what the moves of a position win. Positions with many queens take long. */

import load, { evaluate, judge, worth } from "../wasm/destrier.js";
import wasm from "../wasm/destrier_bg.wasm?url";
import type { FindingView, Judgement, Problem } from "../engine.ts";

/** A position, and the name or the text of a pattern. */
export interface Question {
  fen: string;
  pattern: string;
}

export type Answer = Question & { findings: FindingView[] | Problem };

/** A position and a move, or null to evaluate the position. */
export interface JudgeQuestion {
  fen: string;
  uci: string | null;
}

export type JudgeAnswer = JudgeQuestion & { answer: Judgement | number | Problem };

const ready = load({ module_or_path: wasm });

self.onmessage = async ({ data }: MessageEvent<Question | JudgeQuestion>) => {
  await ready;
  if ("uci" in data) {
    const answer = JSON.parse(data.uci === null ? evaluate(data.fen) : judge(data.fen, data.uci)) as JudgeAnswer["answer"];
    self.postMessage({ ...data, answer } satisfies JudgeAnswer);
  } else {
    const findings = JSON.parse(worth(data.fen, data.pattern)) as FindingView[] | Problem;
    self.postMessage({ ...data, findings } satisfies Answer);
  }
};
