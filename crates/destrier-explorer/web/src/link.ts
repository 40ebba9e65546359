/**
 * Links: the state of the page as text after the `#` of the address.
 *
 * A link contains a version, then keys and values: `#v1/entry=moving/shortest-paths&fen=…&from=a1&to=h8`. `entry` is
 * the menu entry, `fen` the position, and `flip` puts Black at the bottom, and `mode=play` plays legal moves. All other keys belong to the entry. In a
 * FEN, `_` stands for a space.
 */

import { getState, type State } from "./state.ts";

interface Linked {
  entry: string | null;
  fen: string | null;
  flip: boolean;
  play: boolean;
  params: Record<string, string>;
  /** A message about invalid parts of the link. Null if there are none. */
  complaint: string | null;
}

/** The version of the links that this page writes. */
const VERSION = 1;

/** Escapes a value. Colons, slashes and commas need no escape after the `#`. */
function escape(text: string): string {
  return encodeURIComponent(text).replace(/%2F/g, "/").replace(/%2C/g, ",").replace(/%3A/g, ":");
}

export function writeLink(state: State): string {
  const pairs = [
    ["entry", state.entry],
    ["fen", state.fen.replaceAll(" ", "_")],
    ...(state.flip ? [["flip", "yes"]] : []),
    ...(state.play ? [["mode", "play"]] : []),
    ...Object.entries(state.params).sort(([a], [b]) => (a < b ? -1 : 1)),
  ];
  return `#v${VERSION}/` + pairs.map(([key, value]) => `${key}=${escape(value!)}`).join("&");
}

/** Returns the address of a state. */
export function addressOf(state: State): string {
  return location.href.replace(/#.*$/s, "") + writeLink(state);
}

/** Returns the address of the current state. */
export function address(): string {
  return addressOf(getState());
}

/** Reads the text after the `#`. Returns null if it is empty. */
export function readLink(hash: string): Linked | null {
  const text = hash.replace(/^#/, "");
  if (text === "") return null;
  const versioned = /^v(\d+)\/(.*)$/s.exec(text);
  const complaints: string[] = [];
  if (versioned === null) {
    complaints.push("This link has no version.");
  } else if (Number(versioned[1]) !== VERSION) {
    complaints.push(`This link has version ${versioned[1]}, but this page uses version ${VERSION}.`);
  }
  const linked: Linked = { entry: null, fen: null, flip: false, play: false, params: {}, complaint: null };
  const unread: string[] = [];
  for (const pair of (versioned === null ? text : versioned[2]!).split("&")) {
    const [, key, raw] = /^([a-z][a-z_0-9-]*)=(.*)$/s.exec(pair) ?? [];
    const value = raw === undefined ? null : unescape(raw);
    if (key === undefined || value === null) {
      if (pair !== "") unread.push(pair);
    } else if (key === "entry") linked.entry = value;
    else if (key === "fen") linked.fen = value.replaceAll("_", " ");
    else if (key === "flip" && (value === "yes" || value === "no")) linked.flip = value === "yes";
    else if (key === "mode" && (value === "play" || value === "edit")) linked.play = value === "play";
    else if (key === "flip" || key === "mode") unread.push(pair);
    else linked.params[key] = value;
  }
  if (unread.length > 0) complaints.push(`Part of the link is not valid: “${unread.join("&")}”.`);
  else if (complaints.length > 0) complaints.push("The page shows what it could read.");
  linked.complaint = complaints.length > 0 ? complaints.join(" ") : null;
  return linked;
}

function unescape(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
