/** Error messages for text fields. Screen readers speak them when the user stops typing. */

import { useEffect } from "preact/hooks";
import { say } from "../messages.ts";

/** Milliseconds without a change before a text is spoken. */
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
