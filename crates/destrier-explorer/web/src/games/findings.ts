/** The findings of all games of a file, packed: two numbers each, because a large file has millions. */

import type { GameSummary } from "../engine.ts";

const WORDS = 2;
const UNKNOWN = 2;

/** Packs the findings of games, in order. Returns the numbers, and how many findings each game has. */
export function pack(games: readonly GameSummary[]): { words: Uint32Array<ArrayBuffer>; counts: number[] } {
  const rows = games.flatMap(({ findings }) => findings);
  const words = new Uint32Array(WORDS * rows.length);
  rows.forEach(([ply, pattern, side, level, played, chance], i) => {
    words[WORDS * i] = Math.min(ply, 0xffff) | (pattern << 16) | (side << 24) | (level << 25) | ((played ?? UNKNOWN) << 27);
    words[WORDS * i + 1] = chance;
  });
  return { words, counts: games.map(({ findings }) => findings.length) };
}

/** A growing list of packed findings. */
export class Findings {
  private words = new Uint32Array(1 << 12);
  private used = 0;

  /** The number of findings. */
  get count(): number {
    return this.used / WORDS;
  }

  add(words: Uint32Array): void {
    if (this.used + words.length > this.words.length) {
      const larger = new Uint32Array(2 * (this.used + words.length));
      larger.set(this.words.subarray(0, this.used));
      this.words = larger;
    }
    this.words.set(words, this.used);
    this.used += words.length;
  }

  ply(at: number): number {
    return this.words[WORDS * at]! & 0xffff;
  }

  pattern(at: number): number {
    return (this.words[WORDS * at]! >> 16) & 0xff;
  }

  /** 0 for White, 1 for Black. */
  side(at: number): 0 | 1 {
    return ((this.words[WORDS * at]! >> 24) & 1) as 0 | 1;
  }

  /** 0 to 3 for no class, check, royal, family. */
  level(at: number): number {
    return (this.words[WORDS * at]! >> 25) & 3;
  }

  /** Null if the game ends there. */
  played(at: number): boolean | null {
    const played = (this.words[WORDS * at]! >> 27) & 3;
    return played === UNKNOWN ? null : played === 1;
  }

  /** The number of its chance, from 1 in each game. */
  chance(at: number): number {
    return this.words[WORDS * at + 1]!;
  }
}
