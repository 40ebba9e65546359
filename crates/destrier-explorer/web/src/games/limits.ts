/** Limits for files, and messages for files that the page refuses. */

const MIB = 1024 * 1024;

/** The maximum size of a file in bytes, decompressed. The page keeps it in memory. */
export const LIMIT = 64 * MIB;

/** Returns the shell command that reads a file. */
export function command(name: string): string {
  // A leading dash would mean an option or standard input.
  const file = name.startsWith("-") ? `./${name}` : name;
  const plain = /^[\w./+,:@%=-]+$/.test(file);
  return `destrier scan ${plain ? file : `'${file.replaceAll("'", "'\\''")}'`}`;
}

/** Returns a message if the page refuses a file, with the command that can read it. Null otherwise. */
export function refusal(name: string, size: number): string | null {
  if (/\.(zst|bz2)$/i.test(name)) {
    return `This page cannot open ${name}. It can decompress .gz only. Use the command instead: ${command(name)}`;
  }
  if (/\.(xz|zip|7z|rar|tar)$/i.test(name)) {
    return `This page cannot open ${name}. It can decompress .gz only. Extract the file first, then load the PGN.`;
  }
  if (size > LIMIT) {
    return `${name} is too large (${(size / MIB).toFixed(1)} MiB). This page opens up to ${LIMIT / MIB} MiB. Use the command instead: ${command(name)}`;
  }
  return null;
}
