/** A set in every notation: as a board, as numbers, and as literals to copy. */

import { isProblem, setForms, type SetHex } from "../engine.ts";
import { Copy } from "./controls.tsx";

interface SetPanelProps {
  set: SetHex;
  title?: string;
}

export function SetPanel({ set, title = "The set" }: SetPanelProps) {
  const forms = setForms(set);
  if (isProblem(forms)) return <p class="problem">{forms.problem}</p>;
  return (
    <section class="set" data-test="set" data-set={set} aria-label={title}>
      <h3>
        {title} <span class="count">{forms.count === 1 ? "1 square" : `${forms.count} squares`}</span>
      </h3>
      <p class="squares" data-test="set-squares">
        {forms.squares.replace(/,\s*/g, ", ")}
      </p>
      <details>
        <summary>Board, numbers and code</summary>
        <div class="set-forms">
          <pre data-test="set-board" aria-label="The set as a board, from rank 8 to rank 1">
            {forms.board}
          </pre>
          <table>
            <caption>Hexadecimal, in four square mappings</caption>
            <tbody>
              {forms.mappings.map(({ name, hex }) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td>
                    <code data-test="set-hex" data-mapping={name}>
                      {hex}
                    </code>
                  </td>
                  <td>
                    <Copy text={hex} what={`${name} number`} test={`copy-${name}`} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <table class="literals">
            <caption class="hidden">As code</caption>
            <tbody>
              {forms.literals.map(({ language, text }) => (
                <tr key={language}>
                  <th scope="row">{language}</th>
                  <td>
                    <code data-test="literal" data-language={language}>
                      {text}
                    </code>
                  </td>
                  <td>
                    <Copy text={text} what={`${language} literal`} test={`copy-${language.toLowerCase()}`} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </section>
  );
}
