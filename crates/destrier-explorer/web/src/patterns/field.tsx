/** A field for a text in the pattern language: completes words, and underlines the wrong one. */

import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Problem } from "../engine.ts";
import { registry } from "../state.ts";
import { said } from "../words.ts";
import { meaningOf } from "./language.tsx";

/** The most words to offer. */
const MAX_OFFERED = 6;

interface PatternFieldProps {
  text: string;
  problem: Problem | null;
  change(text: string): void;
}

/** Returns the words that may complete the one before the caret, and where that begins. Names in the text come first, then short words. */
function completions(text: string, caret: number): { from: number; words: string[] } {
  const start = /[a-z][a-z_0-9]*$/.exec(text.slice(0, caret))?.[0] ?? "";
  const from = caret - start.length;
  const isInside = /^[a-z_0-9]/.test(text.slice(caret));
  // Texts in quotes and comments have no words of the language.
  const line = text.slice(text.lastIndexOf("\n", from - 1) + 1, from);
  const isCode = !line.includes("#") && line.split('"').length % 2 === 1;
  if (start === "" || isInside || !isCode) return { from, words: [] };
  const names = [...text.matchAll(/([a-z][a-z_0-9]*)\s*=(?!=)/g)].map(([, name]) => name!);
  const all = [...new Set([...names, ...registry().words.toSorted((a, b) => a.length - b.length)])];
  const words = all.filter((word) => word.startsWith(start));
  return { from, words: words.includes(start) ? [] : words.slice(0, MAX_OFFERED) };
}

export function PatternField({ text, problem, change }: PatternFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const place = useRef<HTMLSpanElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const [caret, setCaret] = useState<number | null>(null);
  const [chosen, choose] = useState(-1);
  const offered = caret === null ? { from: 0, words: [] } : completions(text, caret);
  const { from, words } = offered;
  // The words are below the one that they complete.
  useLayoutEffect(() => {
    if (!list.current || !place.current) return;
    const { offsetLeft, offsetTop, offsetHeight } = place.current;
    const room = field.current!.clientWidth - list.current.offsetWidth;
    list.current.style.left = `${Math.max(0, Math.min(offsetLeft, room))}px`;
    list.current.style.top = `${offsetTop + offsetHeight + 2}px`;
  });
  const complete = (word: string) => {
    const next = text.slice(0, from) + word + text.slice(caret!);
    change(next);
    setCaret(null);
    requestAnimationFrame(() => {
      field.current!.focus();
      field.current!.setSelectionRange(from + word.length, from + word.length);
    });
  };
  const keyDown = (event: KeyboardEvent) => {
    if (words.length === 0) return;
    if (event.key === "ArrowDown") choose((chosen + 1) % words.length);
    else if (event.key === "ArrowUp" && chosen >= 0) choose(chosen - 1);
    else if (event.key === "Escape") setCaret(null);
    else if (event.key === "Tab" && !event.shiftKey) complete(words[Math.max(0, chosen)]!);
    else if (event.key === "Enter" && chosen >= 0) complete(words[chosen]!);
    else return;
    event.preventDefault();
  };
  const [start, end] = problem === null ? [text.length, text.length] : [problem.from, problem.to];
  return (
    <div class="pattern-field">
      <pre aria-hidden="true">
        {text.slice(0, start)}
        {problem !== null && <mark data-test="wrong-word">{text.slice(start, end) || " "}</mark>}
        {text.slice(end)}
        {"\n"}
      </pre>
      <pre class="caret" aria-hidden="true">
        {text.slice(0, from)}
        <span ref={place}>|</span>
      </pre>
      <textarea
        ref={field}
        value={text}
        rows={5}
        spellcheck={false}
        autocomplete="off"
        autocapitalize="off"
        aria-label="Pattern"
        aria-invalid={problem !== null}
        aria-describedby="pattern-problem"
        aria-controls={words.length > 0 ? "pattern-words" : undefined}
        data-test="pattern-text"
        onInput={({ currentTarget }) => {
          change(currentTarget.value);
          choose(-1);
          setCaret(currentTarget.selectionEnd);
        }}
        onKeyDown={keyDown}
        onClick={() => setCaret(null)}
        onBlur={() => setCaret(null)}
      />
      {words.length > 0 && (
        <ul ref={list} id="pattern-words" class="offered" role="listbox" aria-label="Words" data-test="pattern-words">
          {words.map((word, i) => (
            <li
              key={word}
              role="option"
              aria-selected={i === chosen}
              // The field keeps the focus.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => complete(word)}
            >
              <code>{word}</code> <small>{meaningOf(word)}</small>
            </li>
          ))}
        </ul>
      )}
      <p id="pattern-problem" class={problem === null ? "hint" : "wrong-words"} role="status" data-test="pattern-problem">
        {problem === null ? "" : `Line ${text.slice(0, start).split("\n").length}: ${said(problem.problem)}`}
      </p>
    </div>
  );
}
