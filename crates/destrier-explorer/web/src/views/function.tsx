/** A function of the library as a calculator: a form for its arguments, and its answer on the board. */

import { NO_MARKS, type Marks } from "../board/marks.ts";
import type { Words } from "../board/scene.ts";
import {
  call,
  isProblem,
  type Answer,
  type ArgumentEntry,
  type Call,
  type FunctionEntry,
  type Role,
  type SetHex,
} from "../engine.ts";
import { meaningOfLines, namesOfLines } from "../moving/king-lines.ts";
import { Choice } from "../panels/controls.tsx";
import { Facts, Heading } from "../panels/heading.tsx";
import { Legend } from "../panels/legend.tsx";
import { SetPanel } from "../panels/set-panel.tsx";
import { CallProblem } from "../panels/when-at-rest.tsx";
import { NO_PIECES, placed, type Pieces } from "../pieces.ts";
import { EMPTY, complement, has, members, readSet, withSquare, writeSet } from "../squares.ts";
import { changed, edit, editParams, getState, registry, show, showParams, wholeNumber, type Params } from "../state.ts";
import { callMarks, callWords } from "./answer.ts";
import { pieceOf, roleOf } from "./arguments.ts";
import { firstArguments } from "./examples.ts";
import { capital, counted, said } from "../words.ts";
import { isNumber, oneOf, unread } from "./reads.ts";
import type { View } from "./view.ts";

/** Returns the key of an argument in a link. */
function keyOf({ name }: ArgumentEntry): string {
  return `arg-${name.toLowerCase().replaceAll("_", "-")}`;
}

const isSquares = ({ kind }: ArgumentEntry) => kind === "set" || kind === "square";

export function functionView(index: number): View {
  const entry: FunctionEntry = registry().functions[index]!;
  const first = firstArguments(entry);
  const keys = entry.arguments.map(keyOf);
  // The form reports invalid arguments, so links accept any text.
  const known = {
    ...Object.fromEntries(keys.map((key) => [key, () => true])),
    paint: oneOf(...keys),
    part: isNumber,
  };

  const texts = (params: Params) => entry.arguments.map((argument, i) => params[keyOf(argument)] ?? first[i]!);
  /** The arguments of the call. Empty text means the empty set if a set is required, and omits the argument otherwise. */
  const asked = (params: Params) =>
    texts(params).map((text, i) => {
      const { kind, required } = entry.arguments[i]!;
      if (text.trim() === "" || text === "-") return kind === "set" && required ? "0x0" : null;
      // Normalize the notation, so that the library reads the same set that the board shows.
      const set = kind === "set" ? readSet(text) : null;
      return set === null ? text : "0x" + set;
    });
  const ask = (params: Params) => call(entry.name, asked(params));
  /** The index of the argument that clicks on the board change, or -1. */
  const painted = (params: Params) => {
    const chosen = entry.arguments.findIndex((argument) => keyOf(argument) === params.paint);
    return chosen >= 0 ? chosen : entry.arguments.findIndex(isSquares);
  };
  /** A link writes an omitted argument as a dash, to override the first example. */
  const written = (i: number, text: string) => ({ [keyOf(entry.arguments[i]!)]: text === "" ? "-" : text });

  function pieces(params: Params): Pieces {
    const given = texts(params);
    const colorOf = (name: string) => given[entry.arguments.findIndex((argument) => argument.name === name)];
    return given.reduce((all, text, i) => {
      const piece = pieceOf(entry.name, entry.arguments[i]!.name, colorOf);
      return piece === null ? all : members(readSet(text) ?? EMPTY).reduce((on, at) => placed(on, at, piece), all);
    }, NO_PIECES);
  }

  function marks(params: Params): Marks {
    const answer = ask(params);
    const drawn = isProblem(answer)
      ? NO_MARKS
      : callMarks(entry.name, asked(params), answer.formulations[0]!.answer, wholeNumber(params, "part") ?? 0);
    return { ...drawn, squares: [...givenSets(params), ...drawn.squares] };
  }

  /** The nonempty square arguments, with their marks. */
  function givenSets(params: Params): { argument: ArgumentEntry; set: SetHex; role: Role }[] {
    return asked(params).flatMap((text, i) => {
      const argument = entry.arguments[i]!;
      const given = isSquares(argument) && text !== null ? readSet(text) : null;
      // Hatching always marks forbidden squares, so draw the squares that are not on the path.
      const set = given !== null && argument.name === "PATH" ? complement(given) : given;
      return set === null || set === EMPTY ? [] : [{ argument, set, role: roleOf(argument) }];
    });
  }

  /** The meanings of the marks of the arguments and the answer. */
  function words(params: Params, answer: Answer): Words {
    const words: Words = {};
    for (const { argument, role } of givenSets(params)) {
      const short = argument.name === "PATH" ? "not on the path" : argument.definition.split(",")[0]!;
      words[role] = words[role] === undefined ? short : `${words[role]}; ${short}`;
    }
    return { ...words, ...callWords(entry.name, answer) };
  }

  return {
    title: entry.name,
    hasPosition: false,
    unread: (params) => unread(params, known),
    scene({ params }) {
      const active = painted(params);
      const argument = entry.arguments[active];
      const answer = ask(params);
      return {
        pieces: pieces(params),
        marks: marks(params),
        words: isProblem(answer) ? {} : words(params, answer.formulations[0]!.answer),
        ...(argument && {
          paint: {
            name: argument.name.toLowerCase(),
            has: (square) => has(readSet(texts(getState().params)[active]!) ?? EMPTY, square),
            set(square, on, begins) {
              const before = getState().params;
              const old = readSet(texts(before)[active]!) ?? EMPTY;
              const set = argument.kind === "square" ? withSquare(EMPTY, square, on) : withSquare(old, square, on);
              const params = changed(before, { ...written(active, writeSet(set)), part: null });
              if (begins) edit({ params });
              else show({ params });
            },
          },
        }),
      };
    },
    Panel({ state: { params } }) {
      const answer = ask(params);
      const active = painted(params);
      return (
        <>
          <Heading {...entry} kind="function" />
          <form class="arguments" aria-label="Arguments" onSubmit={(event) => event.preventDefault()}>
            {entry.arguments.map((argument, i) => {
              const text = texts(params)[i]!;
              const value = text === "-" ? "" : text;
              const wrong = isProblem(answer) && answer.argument === i ? answer.problem : null;
              return (
                <Field
                  key={argument.name}
                  argument={argument}
                  value={value}
                  wrong={wrong}
                  painting={i === active}
                  paint={() => showParams({ paint: keyOf(argument) })}
                  change={(text) => editParams({ ...written(i, text), part: null })}
                />
              );
            })}
          </form>
          {isProblem(answer) ? (
            <CallProblem
              text={missing(entry.arguments[answer.argument], texts(params)[answer.argument]) ?? said(answer.problem.replace(/^[A-Z_]+(?=:)/, readableName))}
            />
          ) : (
            <>
              <Legend words={words(params, answer.formulations[0]!.answer)} />
              <Result
                name={entry.name}
                answer={answer.formulations[0]!.answer}
                part={wholeNumber(params, "part") ?? 0}
              />
              <section aria-label="Formulations">
                <h3>Formulations</h3>
                <p>
                  {answer.formulations.length === 1
                    ? "One formulation gives this answer."
                    : `${answer.formulations.length} formulations. ${agree(answer) ? "They agree." : "They do not agree!"}`}
                </p>
                <dl class="formulations">
                  {answer.formulations.map((formulation) => (
                    <div key={formulation.name} class="fact" data-test="formulation">
                      <dt>{formulation.name}</dt>
                      <dd>{formulation.cost}</dd>
                    </div>
                  ))}
                </dl>
              </section>
            </>
          )}
          <Facts {...entry} />
        </>
      );
    },
  };
}

/** Returns the message for a missing required argument, or null. */
function missing(argument: ArgumentEntry | undefined, text: string | undefined): string | null {
  if (!argument?.required || (text ?? "").replace("-", "").trim() !== "") return null;
  return `${capital(readableName(argument.name))} is missing. Enter ${KINDS[argument.kind]}.`;
}

const KINDS: Record<ArgumentEntry["kind"], string> = {
  set: "squares such as c7,e8",
  square: "a square such as e4",
  number: "a number",
  color: "a side",
  wing: "a wing",
};

/** Returns the name of an argument for display. */
const readableName = (name: string) => name.toLowerCase().replaceAll("_", " ");

/** Whether all formulations give the same answer. Compares sets only with sets, and moves only with moves. */
function agree({ formulations }: Call): boolean {
  const kinds = new Set(formulations.map((formulation) => formulation.answer.kind));
  return new Set(formulations.map((formulation) => JSON.stringify(formulation.answer))).size === kinds.size;
}

interface FieldProps {
  argument: ArgumentEntry;
  value: string;
  wrong: string | null;
  painting: boolean;
  paint(): void;
  change(text: string): void;
}

function Field({ argument, value, wrong, painting, paint, change }: FieldProps) {
  const { name, definition, kind, required } = argument;
  const id = keyOf(argument);
  const label = (
    <>
      {capital(readableName(name))} <small id={`${id}-is`}>{definition}</small>
    </>
  );
  if (kind === "color" || kind === "wing") {
    const options: [string, string][] =
      kind === "color"
        ? [
            ["white", "White"],
            ["black", "Black"],
          ]
        : [
            ["king", "Kingside"],
            ["queen", "Queenside"],
          ];
    const all: [string, string][] = required ? options : [["", "Not set"], ...options];
    return (
      <div class="field">
        <Choice
          label={`${capital(readableName(name))}: ${definition}`}
          test={id}
          value={value}
          options={all}
          choose={change}
        />
      </div>
    );
  }
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <div class="row">
        <input
          id={id}
          type="text"
          inputMode={kind === "number" ? "numeric" : "text"}
          value={value}
          spellcheck={false}
          autocomplete="off"
          placeholder={kind === "set" ? "c7,e8 or 0x…" : kind === "square" ? "e4" : ""}
          aria-invalid={wrong !== null}
          data-test={id}
          onInput={(event) => change(event.currentTarget.value)}
        />
        {isSquares(argument) && (
          <button type="button" aria-pressed={painting} data-test={`${id}-paint`} onClick={paint}>
            {painting ? "Using the board" : "Use the board"}
            <span class="hidden"> for {name.toLowerCase()}</span>
          </button>
        )}
      </div>
    </div>
  );
}

function Result({ name, answer, part }: { name: string; answer: Answer; part: number }) {
  switch (answer.kind) {
    case "set":
      return <SetPanel title="Answer" set={answer.set} />;
    case "number":
      return (
        <p class="answer">
          <span>Answer</span> <b data-test="answer">{answer.number ?? "none"}</b>{" "}
          {name === "king-lines" && answer.number !== null && (
            <small>{meaningOfLines(namesOfLines(answer.number)) || namesOfLines(answer.number).replaceAll("+", ", ")}</small>
          )}
        </p>
      );
    case "truth":
      return (
        <p class="answer">
          <span>Answer</span> <b data-test="answer">{answer.truth ? "yes" : "no"}</b>
        </p>
      );
    case "moves":
      return (
        <section aria-label="Answer">
          <h3>
            Answer <span class="count">{counted(answer.moves.length, "move")}</span>
          </h3>
          <p data-test="answer">
            {answer.moves.map(({ direction, from, to }) => `${from}–${to} ${direction}`).join(", ") || "none"}
          </p>
        </section>
      );
    case "lines":
    case "layers": {
      const parts =
        answer.kind === "lines"
          ? answer.lines.map(({ line, set }) => ({ name: line, set }))
          : (answer.layers ?? []).map((set, i) => ({ name: String(i), set }));
      if (parts.length === 0) {
        return (
          <p class="answer">
            <span>Answer</span> <b data-test="answer">none</b>
          </p>
        );
      }
      const chosen = parts[part - 1];
      return (
        <>
          <Choice
            label={answer.kind === "lines" ? "Line" : "After move"}
            test="part"
            value={String(chosen ? part : 0)}
            options={[["0", "All"], ...parts.map(({ name }, i) => [String(i + 1), name] as const)]}
            choose={(part) => showParams({ part: part === "0" ? null : part })}
          />
          {(chosen ? [chosen] : answer.kind === "lines" ? parts : []).map(({ name, set }) => (
            <SetPanel
              key={name}
              title={answer.kind === "lines" ? capital(name) : `After move ${name}`}
              set={set}
            />
          ))}
          {!chosen && answer.kind === "layers" && (
            <p data-test="answer">{counted(parts.length - 1, "move")}. Choose a move number to see its squares as a set.</p>
          )}
        </>
      );
    }
  }
}
