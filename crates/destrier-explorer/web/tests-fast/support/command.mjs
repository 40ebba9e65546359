/** Runs the `destrier` command, for comparison with the page. */

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The root of the repository. */
export const ROOT = fileURLToPath(new URL("../../../../..", import.meta.url));
/** The folder with the built programs. */
export const PROGRAMS = join(process.env.CARGO_TARGET_DIR ?? join(ROOT, "target"), "debug");

export const SAMPLE = join(ROOT, "samples/lichess.pgn");
export const PUZZLES = join(ROOT, "samples/puzzles.csv");
export const DAMAGED = join(ROOT, "crates/destrier-games/tests/data/dirt");

/** Returns the output of the command. */
export function destrier(...args) {
  const options = { encoding: "utf8", maxBuffer: 1 << 28, cwd: ROOT, stdio: ["ignore", "pipe", "pipe"] };
  return execFileSync(join(PROGRAMS, "destrier"), args, options);
}

/** Returns the JSON Lines output of the command. */
export function rows(...args) {
  return destrier(...args)
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}

/** Returns the lines that `destrier board` prints for a function. */
export function board(...args) {
  return destrier("board", "--hex", ...args)
    .trimEnd()
    .split("\n");
}

/** Runs a function with a temporary folder. */
function inFolder(use) {
  const folder = mkdtempSync(join(tmpdir(), "destrier-"));
  try {
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Returns the command's rows for positions. The command reads them from a file, one a line. */
export function rowsOfPositions(command, fens) {
  return inFolder((folder) => {
    const file = join(folder, "positions.fen");
    writeFileSync(file, fens.map((fen) => fen + "\n").join(""));
    return rows(command, "-f", "jsonl", ...(command === "features" ? ["--fen"] : []), file);
  });
}

/** Returns the errors that the command finds in a file: game, byte, token and reason. */
export function errorsOf(file) {
  return inFolder((folder) => {
    const errors = join(folder, "errors.jsonl");
    destrier("scan", "-f", "jsonl", "--errors", errors, file);
    return readFileSync(errors, "utf8").trim().split("\n").map((line) => JSON.parse(line));
  });
}

/** Returns every position of the sample games, with the command's values for both sides. */
export function samplePositions() {
  return rows("features", "-f", "jsonl", "--fen", SAMPLE);
}

/**
 * Returns a hundred positions of real games and puzzles, with the command's values for both sides: fifteen for each
 * pattern, and the rest spread over the sample games.
 */
export function hundredPositions() {
  const fens = new Set();
  const take = (all, count) => {
    for (let i = 0; i < count; i++) fens.add(all[Math.floor((i * all.length) / count)].fen);
  };
  const found = rows("scan", "-f", "jsonl", SAMPLE, PUZZLES);
  for (const pattern of new Set(found.map(({ pattern }) => pattern))) {
    const all = found.filter((row) => row.pattern === pattern);
    take(all, Math.min(15, all.length));
  }
  const all = samplePositions().filter(({ fen }) => !fens.has(fen));
  take([...new Map(all.map((row) => [row.fen, row])).values()], 100 - fens.size);
  return rowsOfPositions("features", [...fens]);
}

const FILES = "abcdefgh";

/** Returns the squares of a set in the command's notation, starting with a1. */
export function squares(hex) {
  const bits = BigInt(hex.startsWith("0x") ? hex : "0x" + hex);
  return Array.from({ length: 64 }, (_, i) => i)
    .filter((i) => (bits >> BigInt(i)) & 1n)
    .map((i) => FILES[i % 8] + (1 + (i >> 3)));
}

/** Returns the union of sets. */
export function union(...sets) {
  return squares(sets.reduce((all, set) => all | BigInt("0x" + set), 0n).toString(16));
}

/** Returns the squares in the first set that are not in the second. */
export function difference(a, b) {
  const without = new Set(squares(b));
  return squares(a).filter((square) => !without.has(square));
}

export const SQUARES = squares("ffffffffffffffff");

/** Returns the pieces by square, with the page's names: `{ e1: "white king" }`. Ignores pieces in hand. */
export function piecesOf(fen) {
  const names = { k: "king", q: "queen", r: "rook", b: "bishop", n: "knight", p: "pawn" };
  const pieces = {};
  fen
    .split(" ")[0]
    .replace(/\[.*$|~/g, "")
    .split("/")
    .slice(0, 8)
    .forEach((row, i) => {
      let file = 0;
      for (const letter of row) {
        if (/\d/.test(letter)) file += Number(letter);
        else {
          const color = letter === letter.toUpperCase() ? "white" : "black";
          pieces[FILES[file++] + (8 - i)] = `${color} ${names[letter.toLowerCase()]}`;
        }
      }
    });
  return pieces;
}
