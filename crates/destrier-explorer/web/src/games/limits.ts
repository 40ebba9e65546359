/** Files that the page refuses, and messages for them. */

const MIB = 1024 * 1024;

/** The maximum size of a compressed file in bytes. The page keeps it in memory while it decompresses it. */
const LIMIT = 1024 * MIB;

/** Like the command, the page stops to decompress a file that grows to more than this many times its size. */
export const MAX_RATIO = 100;
/** Small files may grow more. */
export const ANY_RATIO = 64 * MIB;

/** Returns the shell command that reads a file. */
export function command(name: string): string {
  // A leading dash would mean an option or standard input.
  const file = name.startsWith("-") ? `./${name}` : name;
  const plain = /^[\w./+,:@%=-]+$/.test(file);
  return `destrier scan ${plain ? file : `'${file.replaceAll("'", "'\\''")}'`}`;
}

/** Returns a message if the page refuses a file, with a way out. Null otherwise. */
export function refusal(name: string, size: number): string | null {
  if (/\.bz2$/i.test(name)) {
    return `This page cannot open ${name}. It can decompress .zip, .gz and .zst. Extract the file first, then load the PGN, or use the command: ${command(name)}`;
  }
  if (/\.(xz|7z|rar|tar)$/i.test(name)) {
    return `This page cannot open ${name}. It can decompress .zip, .gz and .zst. Extract the file first, then load the PGN.`;
  }
  if (/\.(gz|zst)$/i.test(name) && size > LIMIT) {
    return `${name} is too large to decompress here (${(size / MIB).toFixed(1)} MiB). Decompress it first, then load the PGN: plain files can have any size.`;
  }
  return null;
}
