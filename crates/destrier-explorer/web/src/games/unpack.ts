/** The bytes of a file, unpacked where it is gzip. */

import { LIMIT, command } from "./limits.ts";

/** The most packed bytes that are unpacked at once: of those with damage among them nothing comes out. */
const CHUNK = 1024;

/** After how many milliseconds it is told again how much is unpacked. */
const TELL = 100;

/** What is said of a file that cannot be unpacked to its end. */
const TORN = "its gzip data are cut off or damaged";

/** Whether the packed part of a gzip file may begin there; other bytes may look like it. */
function isStart(packed: Uint8Array, at: number): boolean {
  return packed[at] === 0x1f && packed[at + 1] === 0x8b && packed[at + 2] === 8;
}

/**
 * Unpacks the part that begins at a place. A stream takes one part and refuses what is behind it, without a word where
 * that is: so it is given what there is up to where another part may begin, and `end` is how much it has taken.
 */
function unpack(packed: Uint8Array<ArrayBuffer>, start: number) {
  const { readable, writable } = new DecompressionStream("gzip");
  const writer = writable.getWriter();
  const part = { end: start, reader: readable.getReader() };
  const write = async () => {
    while (part.end < packed.length) {
      let to = part.end + 1;
      while (to < packed.length && to < part.end + CHUNK && !isStart(packed, to)) to += 1;
      await writer.write(packed.subarray(part.end, to));
      part.end = to;
    }
    // It waits until all is taken: an error throws away what is not.
    await writer.write(new Uint8Array());
    await writer.close();
  };
  // The reader is told what goes wrong.
  write().catch(() => {});
  return part;
}

/** Whether a part ends there: with its unpacked length. That its sum is right was looked at by the stream. */
function isEnd(packed: Uint8Array<ArrayBuffer>, start: number, end: number, length: number): boolean {
  return end - start >= 18 && new DataView(packed.buffer).getUint32(end - 4, true) === length;
}

/** The bytes of a file, and what kept it from being unpacked to its end; null where nothing did. */
export interface Unpacked {
  bytes: Uint8Array<ArrayBuffer>;
  problem: string | null;
}

/**
 * Reads a file, or unpacks it, and stops at the limit: a small file may hold a large one. `on` is told how much is
 * unpacked, and says whether it is still wanted; nothing comes of what is not.
 */
export async function bytesOf(
  blob: Blob,
  name: string,
  on: (size: number) => Promise<boolean>,
): Promise<Unpacked> {
  const packed = new Uint8Array(await blob.arrayBuffer());
  if (!/\.gz$/i.test(name) && !isStart(packed, 0)) return { bytes: packed, problem: null };
  // Pieces may be many and small: they are not kept.
  let bytes = new Uint8Array(Math.min(4 * packed.length, LIMIT));
  let size = 0;
  let told = performance.now();
  let start = 0;
  let problem: string | null = null;
  // One part is usual, several are as good: what is packed piece by piece, or put together of packed files.
  do {
    const before = size;
    const part = unpack(packed, start);
    for (;;) {
      const { done, value } = await part.reader.read().catch((error: unknown) => {
        if (!isEnd(packed, start, part.end, size - before)) {
          if (size === 0) throw new Error(`${TORN}: get a whole file`, { cause: error });
          problem = TORN;
        }
        return { done: true as const, value: undefined };
      });
      if (performance.now() - told >= TELL) {
        if (!(await on(size))) {
          part.reader.cancel().catch(() => {});
          return { bytes: new Uint8Array(), problem };
        }
        told = performance.now();
      }
      if (done) break;
      if (size + value.length > LIMIT) {
        part.reader.cancel().catch(() => {});
        throw new Error(
          `unpacked it has more than ${LIMIT / 1024 / 1024} MiB, which this page takes. The command reads it: ${command(name)}`,
        );
      }
      if (size + value.length > bytes.length) {
        const larger = new Uint8Array(Math.min(2 * (size + value.length), LIMIT));
        larger.set(bytes.subarray(0, size));
        bytes = larger;
      }
      bytes.set(value, size);
      size += value.length;
    }
    start = part.end;
  } while (problem === null && start < packed.length);
  return { bytes: bytes.subarray(0, size), problem };
}
