/** Reads the list of files in a zip archive. */

interface Member {
  name: string;
  /** The bytes in the archive, and whether they are deflated. */
  stored: Blob;
  deflated: boolean;
  /** Decompressed bytes. */
  size: number;
}

const LOCAL = 0x04034b50;
const LISTED = 0x02014b50;
const END = 0x06054b50;

/** Returns the files of an archive to read: all PGN files, sorted by name, or else the first file of another format.
 * Null if the archive is cut off or damaged. */
export async function membersOf(archive: Blob): Promise<Member[] | null> {
  const bytes = async (from: number, to: number) => new DataView(await archive.slice(from, to).arrayBuffer());
  // The end can have a comment.
  const tail = await bytes(Math.max(0, archive.size - 22 - 0xffff), archive.size);
  let at = tail.byteLength - 22;
  while (at >= 0 && tail.getUint32(at, true) !== END) at -= 1;
  if (at < 0) return null;
  const [length, start] = [tail.getUint32(at + 12, true), tail.getUint32(at + 16, true)];
  if (start === 0xffffffff) throw new Error("the archive is too large. Extract it first, then load the PGN.");
  const list = await bytes(start, start + length);
  if (list.byteLength < length) return null;
  const members: Member[] = [];
  for (let entry = 0; entry + 46 <= length; ) {
    if (list.getUint32(entry, true) !== LISTED) return null;
    const [flags, method] = [list.getUint16(entry + 8, true), list.getUint16(entry + 10, true)];
    const [packed, size] = [list.getUint32(entry + 20, true), list.getUint32(entry + 24, true)];
    const [named, extra, comment] = [28, 30, 32].map((field) => list.getUint16(entry + field, true)) as [number, number, number];
    const offset = list.getUint32(entry + 42, true);
    const name = new TextDecoder().decode(list.buffer.slice(entry + 46, entry + 46 + named));
    entry += 46 + named + extra + comment;
    // As the command does, skip hidden files and files of other formats.
    if (!/\.(pgn|epd|fen|csv)$/i.test(name) || name.split("/").some((part) => /^(\.|__MACOSX$)/.test(part))) continue;
    if ((flags & 1) !== 0) throw new Error(`${name} is encrypted. Extract it first, then load the PGN.`);
    if (method !== 0 && method !== 8) throw new Error(`this page cannot decompress ${name}. Extract it first, then load the PGN.`);
    const local = await bytes(offset, offset + 30);
    if (local.byteLength < 30 || local.getUint32(0, true) !== LOCAL) return null;
    const from = offset + 30 + local.getUint16(26, true) + local.getUint16(28, true);
    members.push({ name, stored: archive.slice(from, from + packed), deflated: method === 8, size });
  }
  members.sort((a, b) => (a.name < b.name ? -1 : 1));
  const games = members.filter(({ name }) => /\.pgn$/i.test(name));
  return games.length > 0 ? games : members.slice(0, 1);
}
