/** The legend of the marks on the board. */

import { MEANINGS, type Words } from "../board/scene.ts";
import type { Role } from "../engine.ts";

const ROLES: readonly Role[] = ["move", "place", "target", "reason"];

/** A small copy of a mark. */
function Sign({ role }: { role: Role }) {
  return (
    <svg class={`sign ${role}`} viewBox="0 0 20 20" aria-hidden="true">
      {role === "move" && <circle cx="10" cy="10" r="7" />}
      {role === "target" && <path d="M2 7V2H7M13 2H18V7M18 13V18H13M7 18H2V13" />}
      {role === "place" && <circle cx="10" cy="10" r="8" />}
      {role === "reason" && <path d="M2 12L12 2M2 18L18 2M8 18L18 8" />}
    </svg>
  );
}

/** The roles on the board, each with its own meaning or the default one. */
export function Legend({ words }: { words: Words }) {
  return (
    <ul class="legend" data-test="legend">
      {ROLES.filter((role) => words[role] !== undefined).map((role) => (
        <li key={role}>
          <Sign role={role} /> {words[role] || MEANINGS[role]}
        </li>
      ))}
    </ul>
  );
}
