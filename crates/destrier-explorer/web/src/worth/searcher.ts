/** A worker that computes what the moves of a position win. Positions with many queens take long. */

import load, { worth } from "../wasm/destrier.js";
import wasm from "../wasm/destrier_bg.wasm?url";
import type { FindingView, Problem } from "../engine.ts";

/** A position, and the index of a pattern in the registry. */
export interface Question {
  fen: string;
  pattern: number;
}

export type Answer = Question & { findings: FindingView[] | Problem };

const ready = load({ module_or_path: wasm });

self.onmessage = async ({ data }: MessageEvent<Question>) => {
  await ready;
  const findings = JSON.parse(worth(data.fen, data.pattern)) as FindingView[] | Problem;
  self.postMessage({ ...data, findings } satisfies Answer);
};
