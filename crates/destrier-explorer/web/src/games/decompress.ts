/** Reads files and decompresses gzip. */

import { LIMIT, command } from "./limits.ts";

/** The maximum number of compressed bytes in one write. Damage in a write loses the whole write. */
const CHUNK = 1024;

/** Milliseconds between progress reports. */
const TELL = 100;

/** The message for truncated or damaged data. */
const TORN = "its gzip data is cut off or damaged";

/** Whether a gzip member can start here. Other bytes can look like a start. */
function isStart(compressed: Uint8Array, at: number): boolean {
  return compressed[at] === 0x1f && compressed[at + 1] === 0x8b && compressed[at + 2] === 8;
}

/**
 * Decompresses the gzip member at `start`. A stream reads one member and fails on the bytes after it, without saying
 * where it ended. So each write stops where another member can start, and `end` counts the accepted bytes.
 */
function decompress(compressed: Uint8Array<ArrayBuffer>, start: number) {
  const { readable, writable } = new DecompressionStream("gzip");
  const writer = writable.getWriter();
  const part = { end: start, reader: readable.getReader() };
  const write = async () => {
    while (part.end < compressed.length) {
      let to = part.end + 1;
      while (to < compressed.length && to < part.end + CHUNK && !isStart(compressed, to)) to += 1;
      await writer.write(compressed.subarray(part.end, to));
      part.end = to;
    }
    // Wait until the stream has processed everything, because an error would discard the rest.
    await writer.write(new Uint8Array());
    await writer.close();
  };
  // The reader reports errors.
  write().catch(() => {});
  return part;
}

/** Whether a member ends with its decompressed length. The stream has already verified the checksum. */
function isEnd(compressed: Uint8Array<ArrayBuffer>, start: number, end: number, length: number): boolean {
  return end - start >= 18 && new DataView(compressed.buffer).getUint32(end - 4, true) === length;
}

/** The decompressed bytes of a file, and the error that stopped the decompression, or null. */
export interface Decompressed {
  bytes: Uint8Array<ArrayBuffer>;
  problem: string | null;
}

/**
 * Reads a file and decompresses it if needed. Stops at the size limit, because a small file can expand to a large one.
 * `on` receives the number of decompressed bytes. If it returns false, the result is empty.
 */
export async function bytesOf(
  blob: Blob,
  name: string,
  on: (size: number) => Promise<boolean>,
): Promise<Decompressed> {
  const compressed = new Uint8Array(await blob.arrayBuffer());
  if (!/\.gz$/i.test(name) && !isStart(compressed, 0)) return { bytes: compressed, problem: null };
  // Collect in one buffer, because chunks can be many and small.
  let bytes = new Uint8Array(Math.min(4 * compressed.length, LIMIT));
  let size = 0;
  let told = performance.now();
  let start = 0;
  let problem: string | null = null;
  // Most files have one member. Concatenated gzip files have several.
  do {
    const before = size;
    const part = decompress(compressed, start);
    for (;;) {
      const { done, value } = await part.reader.read().catch((error: unknown) => {
        if (!isEnd(compressed, start, part.end, size - before)) {
          if (size === 0) throw new Error(`${TORN}. Get a complete file.`, { cause: error });
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
          `the decompressed file is larger than ${LIMIT / 1024 / 1024} MiB. Use the command instead: ${command(name)}`,
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
  } while (problem === null && start < compressed.length);
  return { bytes: bytes.subarray(0, size), problem };
}
