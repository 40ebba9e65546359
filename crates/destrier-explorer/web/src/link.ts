/**
 * The link: all that is seen, as text after the `#` of the address, so that it can be sent.
 *
 * `#v1/entry=moving/shortest-paths&fen=…&from=a1&to=h8`: a version, then keys and values. `entry` is what is chosen in the
 * menu, `fen` the position, `flip` is there where Black is below; all other keys belong to the entry. In a FEN `_`
 * stands for a space.
 */

export interface Linked {
  entry: string | null;
  fen: string | null;
  flip: boolean;
  params: Record<string, string>;
  /** What of the link could not be read, in words; null where all was. */
  complaint: string | null;
}

/** The version that this page writes. */
export const VERSION = 1;

/** Colons, slashes and commas need no escape after the `#`. */
function escape(text: string): string {
  return encodeURIComponent(text).replace(/%2F/g, "/").replace(/%2C/g, ",").replace(/%3A/g, ":");
}

export function writeLink(state: {
  entry: string;
  fen: string;
  flip: boolean;
  params: Record<string, string>;
}): string {
  const pairs = [
    ["entry", state.entry],
    ["fen", state.fen.replaceAll(" ", "_")],
    ...(state.flip ? [["flip", "yes"]] : []),
    ...Object.entries(state.params).sort(([a], [b]) => (a < b ? -1 : 1)),
  ];
  return `#v${VERSION}/` + pairs.map(([key, value]) => `${key}=${escape(value!)}`).join("&");
}

/** Reads what follows the `#`; null where there is nothing. */
export function readLink(hash: string): Linked | null {
  const text = hash.replace(/^#/, "");
  if (text === "") return null;
  const versioned = /^v(\d+)\/(.*)$/s.exec(text);
  const complaints: string[] = [];
  if (versioned === null) {
    complaints.push("This link names no version, as links of this page do.");
  } else if (Number(versioned[1]) !== VERSION) {
    complaints.push(`This link is of version ${versioned[1]}; this page writes version ${VERSION}.`);
  }
  const linked: Linked = { entry: null, fen: null, flip: false, params: {}, complaint: null };
  const unread: string[] = [];
  for (const pair of (versioned === null ? text : versioned[2]!).split("&")) {
    const [, key, raw] = /^([a-z][a-z_0-9-]*)=(.*)$/s.exec(pair) ?? [];
    const value = raw === undefined ? null : unescape(raw);
    if (key === undefined || value === null) {
      if (pair !== "") unread.push(pair);
    } else if (key === "entry") linked.entry = value;
    else if (key === "fen") linked.fen = value.replaceAll("_", " ");
    else if (key === "flip" && (value === "yes" || value === "no")) linked.flip = value === "yes";
    else if (key === "flip") unread.push(pair);
    else linked.params[key] = value;
  }
  if (unread.length > 0) complaints.push(`Of the link “${unread.join("&")}” could not be read.`);
  else if (complaints.length > 0) complaints.push("It was read as far as possible.");
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
