/** What the marks on the board mean. */

import { MEANINGS, type Words } from "../board/scene.ts";
import type { Role } from "../engine.ts";

const ROLES: readonly Role[] = ["move", "place", "target", "reason"];

/** A mark as it is on the board, small. */
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

/** The roles that are on the board, each with its words or those that go for all. */
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
