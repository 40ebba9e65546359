/** Questions to the built-in judge. A worker answers them one at a time, the newest first. */

import { useEffect, useState } from "preact/hooks";
import { isProblem, type Judgement } from "../engine.ts";
import type { JudgeAnswer, JudgeQuestion } from "../worth/searcher.ts";

/** Milliseconds before a search stops. */
const PATIENCE = 4000;
const MAX_KNOWN = 500;

/** What a move is worth, White's winning chances in a position, or null if that takes too long. */
type Answer = Judgement | number | null;

interface Asked {
  question: JudgeQuestion;
  take(answer: Answer): void;
}

const known = new Map<string, Answer>();
let worker: Worker | null = null;
let waiting: Asked[] = [];
let current: Asked | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

const nameOf = ({ fen, uci }: JudgeQuestion) => `${fen} ${uci}`;

/** Asks the worker. Returns a function that withdraws the question. */
function ask(question: JudgeQuestion, take: (answer: Answer) => void): () => void {
  const answer = known.get(nameOf(question));
  if (answer !== undefined) {
    take(answer);
    return () => {};
  }
  const asked = { question, take };
  waiting.push(asked);
  next();
  return () => {
    waiting = waiting.filter((other) => other !== asked);
    asked.take = () => {};
  };
}

function next(): void {
  if (current !== null || waiting.length === 0) return;
  current = waiting.pop()!;
  worker ??= start();
  worker.postMessage(current.question);
  timer = setTimeout(stop, PATIENCE);
}

function start(): Worker {
  const started = new Worker(new URL("../worth/searcher.ts", import.meta.url), { type: "module" });
  started.onmessage = ({ data: { answer } }: MessageEvent<JudgeAnswer>) => {
    if (started === worker) end(typeof answer !== "number" && isProblem(answer) ? null : answer);
  };
  started.onerror = () => started === worker && stop();
  return started;
}

function stop(): void {
  worker?.terminate();
  worker = null;
  end(null);
}

function end(answer: Answer): void {
  clearTimeout(timer);
  const { question, take } = current!;
  current = null;
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(nameOf(question), answer);
  // The same question may have been asked twice.
  const same = waiting.filter((other) => nameOf(other.question) === nameOf(question));
  waiting = waiting.filter((other) => !same.includes(other));
  for (const asked of [{ take }, ...same]) asked.take(answer);
  next();
}

/** Judges a move. Null if that takes too long. */
export function judge(fen: string, uci: string): Promise<Judgement | null> {
  return new Promise((resolve) => ask({ fen, uci }, (answer) => resolve(answer as Judgement | null)));
}

/** Returns the answer to a question, undefined until it is known. Without a position, asks nothing. */
function useAnswer(fen: string | null, uci: string | null): Answer | undefined {
  const name = fen === null ? "" : nameOf({ fen, uci });
  const [seen, see] = useState<{ name: string; answer: Answer } | null>(null);
  useEffect(() => (fen === null ? undefined : ask({ fen, uci }, (answer) => see({ name, answer }))), [name]);
  return seen?.name === name ? seen.answer : undefined;
}

/** Returns what a move is worth: undefined until it is known, null if that takes too long. */
export function useJudgement(fen: string | null, uci: string): Judgement | null | undefined {
  return useAnswer(fen, uci) as Judgement | null | undefined;
}

/** Returns White's winning chances, from -1000 to 1000, null until they are known. */
export function useChances(fen: string | null): number | null {
  return (useAnswer(fen, null) as number | null | undefined) ?? null;
}

/** Formats winning chances: `54%`. */
export function percent(chances: number): string {
  return `${Math.round((chances + 1000) / 20)}%`;
}
