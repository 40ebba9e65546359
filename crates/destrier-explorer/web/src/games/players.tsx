/** The players beside the board: names, ratings, clocks. */

import { getLibrary, useLibrary, type Open } from "./library.ts";

/** Formats whole seconds as on a chess clock. */
function time(whole: number): string {
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (n: number) => String(n).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** Returns the clock of a side: of its last move before the position. */
function clockOf({ view, ply }: Open, side: "w" | "b"): number | null {
  for (const at of [ply, ply - 1]) {
    const position = view.plies[at];
    if (position && position.clock !== null && position.fen.split(" ")[1] !== side) return position.clock;
  }
  return null;
}

export function Player({ side }: { side: "w" | "b" }) {
  useLibrary((library) => library?.open);
  const open = getLibrary()?.open ?? null;
  if (open === null) return null;
  const tag = (name: string) => open.view.tags.find(([key]) => key === name)?.[1] ?? "";
  const color = side === "w" ? "White" : "Black";
  const clock = clockOf(open, side);
  const rating = tag(`${color}Elo`);
  const [white, black] = tag("Result").split("-");
  const points = black === undefined ? undefined : side === "w" ? white : black;
  const turn = open.view.plies[open.ply]?.fen.split(" ")[1] === side;
  return (
    <p class={turn ? "player turn-now" : "player"} data-test={`player-${side}`}>
      <span class={side === "w" ? "disc white" : "disc black"} aria-hidden="true" />
      <span class="hidden">{color}: </span>
      <b>{tag(color) || color}</b>
      {rating !== "" && rating !== "?" && <span class="count"><span class="hidden">rating </span>{rating}</span>}
      {points !== undefined && <span class="points"><span class="hidden">points </span>{points === "1/2" ? "½" : points}</span>}
      {clock !== null && (
        <span class="clock" data-test={`clock-${side}`}>
          <span class="hidden">clock </span>
          {time(clock)}
        </span>
      )}
    </p>
  );
}
