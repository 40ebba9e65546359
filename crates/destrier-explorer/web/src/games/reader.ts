/** The worker that reads the file, and the games that it is asked for. */

import type { GameView } from "../engine.ts";
import type { Reply, Request } from "./worker.ts";

/** A request about the file, without its number. */
type Asked = Request extends infer R ? (R extends Request ? Omit<R, "file"> : never) : never;

/** A reply about the file. */
export type Answer = Exclude<Reply, { kind: "fatal" }>;

let worker: Worker | null = null;
/** The number of the file. Replies about files before it are dropped. */
let file = 0;
/** The views requested by `viewOf`, by index. */
const views = new Map<number, ((view: GameView | null) => void)[]>();

export function ask(request: Asked): void {
  worker?.postMessage({ ...request, file });
}

/** Begins a new file, with the worker that runs, if any. */
export function startFile(take: (answer: Answer) => void, fail: (why: string) => void): void {
  worker ??= start(take, fail);
  file += 1;
  forgetViews();
}

/** Stops the worker. The next file starts a new one. */
export function stopWorker(): void {
  worker?.terminate();
  worker = null;
  forgetViews();
}

function start(take: (answer: Answer) => void, fail: (why: string) => void): Worker {
  const started = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  started.onmessage = ({ data }: MessageEvent<Reply>) => {
    if (started !== worker) return;
    if (data.kind === "fatal") fail(data.problem);
    else if (data.file === file) take(data);
  };
  started.onerror = (event) => {
    if (started === worker) fail(event.message || "the worker did not start");
  };
  return started;
}

/** Returns a game of the file. Null if it cannot be read. */
export function viewOf(index: number): Promise<GameView | null> {
  return new Promise((resolve) => {
    views.set(index, [...(views.get(index) ?? []), resolve]);
    ask({ kind: "game", index });
  });
}

export function giveView(index: number, view: GameView | null): void {
  for (const give of views.get(index) ?? []) give(view);
  views.delete(index);
}

function forgetViews(): void {
  for (const index of [...views.keys()]) giveView(index, null);
}
