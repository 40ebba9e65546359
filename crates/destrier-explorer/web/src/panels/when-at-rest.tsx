/** What is wrong with what is typed: seen at once, and said to who listens when the typing rests. */

import { useEffect } from "preact/hooks";
import { say } from "../messages.ts";

/** Milliseconds without a change after which a text is said. */
const REST = 500;

export function useSaid(text: string | null): void {
  useEffect(() => {
    if (text === null) return;
    const timer = setTimeout(() => say(text), REST);
    return () => clearTimeout(timer);
  }, [text]);
}

export function CallProblem({ text }: { text: string }) {
  useSaid(text);
  return (
    <p class="problem" data-test="call-problem">
      {text}
    </p>
  );
}
