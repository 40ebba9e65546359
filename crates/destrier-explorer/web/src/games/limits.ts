/** What the page takes of files, and what it says of those that it does not take. */

/** The most bytes of a file, unpacked: it is held in memory, and read by one thread. */
export const LIMIT = 64 * 1024 * 1024;

const MIB = 1024 * 1024;

/** Why a file is refused before it is read, and the command that can read it; null where it is not. */
export function refusal(name: string, size: number): string | null {
  const command = `destrier scan ${/[\s'"\\$]/.test(name) ? `'${name.replaceAll("'", "'\\''")}'` : name}`;
  if (/\.(zst|bz2|xz|zip|7z)$/i.test(name)) {
    return `${name} is packed, and this page unpacks .gz alone. The command reads .zst and .bz2 as they are: ${command}`;
  }
  if (size > LIMIT) {
    return `${name} has ${(size / MIB).toFixed(1)} MiB; this page takes ${LIMIT / MIB} MiB. The command reads files of any size: ${command}`;
  }
  return null;
}
