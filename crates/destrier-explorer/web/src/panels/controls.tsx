/** Controls shared by several views. */

import type { ComponentChildren } from "preact";
import { useEffect, useId, useState } from "preact/hooks";
import { say, tell } from "../messages.ts";

interface ChoiceProps<T extends string> {
  label: string;
  test: string;
  value: T;
  options: readonly (readonly [T, string])[];
  choose(value: T): void;
}

/** A choice between a few options, as a row of buttons. */
export function Choice<T extends string>({ label, test, value, options, choose }: ChoiceProps<T>) {
  const name = useId();
  return (
    <fieldset class="choice" data-test={test}>
      <legend>{label}</legend>
      {options.map(([option, text]) => (
        <label key={option}>
          <input
            type="radio"
            name={name}
            value={option}
            checked={option === value}
            data-test={`${test}-${option}`}
            onChange={() => choose(option)}
          />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  );
}

interface StepperProps {
  label: string;
  value: number;
  most: number;
  step(value: number): void;
}

const quiet = window.matchMedia("(prefers-reduced-motion: reduce)");

/** A slider with buttons to step back and forward, and a play button unless the user prefers reduced motion. */
export function Stepper({ label, value, most, step }: StepperProps) {
  const id = useId();
  const [running, run] = useState(false);
  const [still, setStill] = useState(quiet.matches);
  useEffect(() => {
    const change = () => setStill(quiet.matches);
    quiet.addEventListener("change", change);
    return () => quiet.removeEventListener("change", change);
  }, []);
  useEffect(() => {
    if (!running) return;
    if (value >= most) {
      run(false);
      return;
    }
    const timer = setTimeout(() => step(value + 1), 700);
    return () => clearTimeout(timer);
  }, [running, value, most]);
  return (
    <div class="stepper" data-test="stepper">
      <label for={id}>
        {label} <b data-test="step">{value}</b> of {most}
      </label>
      <div class="row">
        <button
          type="button"
          aria-label="Step back"
          data-test="step-back"
          aria-disabled={value <= 0}
          onClick={() => value > 0 && step(value - 1)}
        >
          ‹
        </button>
        <input
          id={id}
          type="range"
          min={0}
          max={most}
          value={value}
          data-test="step-slider"
          onInput={(event) => step(Number(event.currentTarget.value))}
        />
        <button
          type="button"
          aria-label="Step forward"
          data-test="step-on"
          aria-disabled={value >= most}
          onClick={() => value < most && step(value + 1)}
        >
          ›
        </button>
        {!still && (
          <button
            type="button"
            class="wide"
            data-test="play"
            onClick={() => {
              if (!running && value >= most) step(0);
              run(!running);
            }}
          >
            {running ? "Pause" : "Play"}
          </button>
        )}
      </div>
    </div>
  );
}

/** A button that copies a text. */
export function Copy({
  text,
  what,
  test,
  children,
}: {
  /** The text, or a function that makes it when it is needed. */
  text: string | (() => string);
  what: string;
  test: string;
  children?: ComponentChildren;
}) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 1500);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <button
      type="button"
      class="copy"
      aria-label={`${copied ? "Copied" : "Copy"} ${what}`}
      data-test={test}
      onClick={async () => {
        const copy = typeof text === "string" ? text : text();
        try {
          await navigator.clipboard.writeText(copy);
          setCopied(true);
          say(`${what} copied`);
        } catch {
          tell(`Your browser blocked copying. Copy the ${what} from here: ${copy}`);
        }
      }}
    >
      {copied ? "Copied" : (children ?? "Copy")}
    </button>
  );
}

/** A term with its description. */
export function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div class="fact">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
