/** Typed answers of the library's functions, and their sources and costs. */

import { isProblem, type Answer, type Call, type FunctionEntry, type Problem, type SetHex } from "../engine.ts";
import { EMPTY } from "../squares.ts";
import { registry } from "../state.ts";

/** Returns the answer of the first formulation. Null on error. */
export function answerOf(call: Call | Problem): Answer | null {
  return isProblem(call) ? null : (call.formulations[0]?.answer ?? null);
}

export function setAnswer(call: Call | Problem): SetHex {
  const answer = answerOf(call);
  return answer?.kind === "set" ? answer.set : EMPTY;
}

export function numberAnswer(call: Call | Problem): number | null {
  const answer = answerOf(call);
  return answer?.kind === "number" ? answer.number : null;
}

/** Returns the layers of a path. Null if there is no path. */
export function layersAnswer(call: Call | Problem): SetHex[] | null {
  const answer = answerOf(call);
  return answer?.kind === "layers" ? answer.layers : null;
}

function entry(name: string): FunctionEntry | undefined {
  return registry().functions.find((entry) => entry.name === name);
}

export function sourceOf(name: string): string {
  return entry(name)?.source ?? "";
}

export function costOf(name: string): string {
  return entry(name)?.cost ?? "";
}
