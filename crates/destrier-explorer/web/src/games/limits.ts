/** What the page takes of files, and what it says of those that it does not take. */

const MIB = 1024 * 1024;

/** The most bytes of a file, unpacked: it is held in memory. */
export const LIMIT = 64 * MIB;

/** The command that reads a file, as it is typed into a shell. */
export function command(name: string): string {
  // What begins with a dash would be an option, or standard input.
  const file = name.startsWith("-") ? `./${name}` : name;
  const plain = /^[\w./+,:@%=-]+$/.test(file);
  return `destrier scan ${plain ? file : `'${file.replaceAll("'", "'\\''")}'`}`;
}

/** Why a file is refused before it is read, and the command that can read it; null where it is not. */
export function refusal(name: string, size: number): string | null {
  if (/\.(zst|bz2)$/i.test(name)) {
    return `${name} is packed, and this page unpacks .gz alone. The command reads it as it is: ${command(name)}`;
  }
  if (/\.(xz|zip|7z|rar|tar)$/i.test(name)) {
    return `${name} is packed, and this page unpacks .gz alone. Unpack it, and drop the file that is in it.`;
  }
  if (size > LIMIT) {
    return `${name} has ${(size / MIB).toFixed(1)} MiB; this page takes ${LIMIT / MIB} MiB. The command reads files of any size: ${command(name)}`;
  }
  return null;
}
