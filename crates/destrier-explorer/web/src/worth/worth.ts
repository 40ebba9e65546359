/** The findings of a position with what their moves win, computed in a worker. */

import { useEffect, useState } from "preact/hooks";
import { isProblem, type FindingView } from "../engine.ts";
import type { Answer, Question } from "./searcher.ts";

/** Milliseconds before a search stops, with and without another position waiting. */
const PATIENCE = { others: 500, none: 10_000 };

/** The running search, the next question, and the listener. */
let worker: Worker | null = null;
let asked: { question: Question; at: number } | null = null;
let waiting: Question | null = null;
let listener: ((answer: Answer | null) => void) | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Returns the findings of a pattern with their worth, null until they are known, or `"given up"` if the search takes
 * too long. Starts no search without a position.
 */
export function useWorth(fen: string | null, pattern: string): readonly FindingView[] | "given up" | null {
  const [seen, see] = useState<{ question: Question; findings: readonly FindingView[] | "given up" } | null>(null);
  useEffect(() => {
    if (fen === null) return;
    const question = { fen, pattern };
    listener = (answer) => {
      if (answer === null) see({ question, findings: "given up" });
      else if (answer.fen === fen && answer.pattern === pattern && !isProblem(answer.findings)) {
        see({ question, findings: answer.findings });
      }
    };
    ask(question);
    return () => {
      listener = null;
      waiting = null;
    };
  }, [fen, pattern]);
  return seen?.question.fen === fen && seen.question.pattern === pattern ? seen.findings : null;
}

function ask(question: Question): void {
  clearTimeout(timer);
  if (asked === null) {
    worker ??= start();
    worker.postMessage(question);
    asked = { question, at: performance.now() };
    timer = setTimeout(stop, PATIENCE.none);
  } else {
    waiting = question;
    timer = setTimeout(stop, asked.at + PATIENCE.others - performance.now());
  }
}

function start(): Worker {
  const started = new Worker(new URL("./searcher.ts", import.meta.url), { type: "module" });
  started.onmessage = ({ data }: MessageEvent<Answer>) => started === worker && end(data);
  started.onerror = () => started === worker && stop();
  return started;
}

/** Stops the running search. */
function stop(): void {
  worker?.terminate();
  worker = null;
  end(null);
}

function end(answer: Answer | null): void {
  const next = waiting;
  clearTimeout(timer);
  asked = waiting = null;
  // If another position is waiting, this answer is obsolete.
  if (next === null) listener?.(answer);
  else ask(next);
}
