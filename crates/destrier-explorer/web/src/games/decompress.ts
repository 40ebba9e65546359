/** Decompresses files: gzip, zstd and zip. */

import { Decompress } from "fzstd";
import { ANY_RATIO, MAX_RATIO } from "./limits.ts";
import { membersOf } from "./zip.ts";

/** The maximum number of compressed bytes in one write. Damage in a write loses the whole write. */
const CHUNK = 1024;

/** Milliseconds between progress reports. */
const TELL = 100;

/** The message for truncated or damaged data. */
const torn = (format: string) => `its ${format} data is cut off or damaged`;

/** A decompressed file, its name, and the error that stopped the decompression, or null. */
export interface Decompressed {
  name: string;
  blob: Blob;
  problem: string | null;
}

/** Collects decompressed data in blobs, which browsers move to disk if they are large. */
class Collected {
  size = 0;
  private parts: Blob[] = [];
  private chunks: Uint8Array<ArrayBuffer>[] = [];
  private waiting = 0;
  private told = performance.now();
  private readonly compressed: number;
  private readonly on: (size: number) => Promise<boolean>;

  constructor(compressed: number, on: (size: number) => Promise<boolean>) {
    this.compressed = compressed;
    this.on = on;
  }

  add(chunk: Uint8Array<ArrayBuffer>): void {
    this.size += chunk.length;
    if (this.size > ANY_RATIO && this.size > MAX_RATIO * this.compressed) {
      throw new Error(
        `it grows to more than ${MAX_RATIO} times its size, which files of games do not do. Decompress it first.`,
      );
    }
    this.chunks.push(chunk);
    this.waiting += chunk.length;
    if (this.waiting >= 8 << 20) this.flush();
  }

  private flush(): void {
    this.parts.push(new Blob(this.chunks));
    this.chunks = [];
    this.waiting = 0;
  }

  /** Reports the progress from time to time. Returns false if nobody waits for the file any more. */
  async goesOn(): Promise<boolean> {
    if (performance.now() - this.told < TELL) return true;
    const goesOn = await this.on(this.size);
    this.told = performance.now();
    return goesOn;
  }

  blob(): Blob {
    this.flush();
    return new Blob(this.parts);
  }
}

/** Whether a gzip member can start here. Other bytes can look like a start. */
function isGzip(compressed: Uint8Array, at: number): boolean {
  return compressed[at] === 0x1f && compressed[at + 1] === 0x8b && compressed[at + 2] === 8;
}

function isZstd(compressed: Uint8Array): boolean {
  return [0x28, 0xb5, 0x2f, 0xfd].every((byte, i) => compressed[i] === byte);
}

function isZip(compressed: Uint8Array): boolean {
  return [0x50, 0x4b, 3, 4].every((byte, i) => compressed[i] === byte);
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
      while (to < compressed.length && to < part.end + CHUNK && !isGzip(compressed, to)) to += 1;
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

/**
 * Decompresses a file if needed. `on` receives the number of decompressed bytes. If it returns false, the result is
 * empty.
 */
export async function decompressed(
  blob: Blob,
  name: string,
  on: (size: number) => Promise<boolean>,
): Promise<Decompressed> {
  const beginning = new Uint8Array(await blob.slice(0, 4).arrayBuffer());
  const collected = new Collected(blob.size, on);
  if (isZip(beginning) || /\.zip$/i.test(name)) return ofZip(blob, name, collected);
  const plain = name.replace(/\.(gz|zst)$/i, "");
  if (isZstd(beginning) || /\.zst$/i.test(name)) return { name: plain, ...(await ofZstd(blob, collected)) };
  if (isGzip(beginning, 0) || /\.gz$/i.test(name)) return { name: plain, ...(await ofGzip(blob, collected)) };
  return { name, blob, problem: null };
}

type Content = Omit<Decompressed, "name">;

const NOTHING: Content = { blob: new Blob([]), problem: null };

async function ofZip(blob: Blob, name: string, collected: Collected): Promise<Decompressed> {
  const members = await membersOf(blob);
  if (members === null) throw new Error(`${torn("zip")}. Get a complete file.`);
  if (members.length === 0) throw new Error("it contains no file of games.");
  const content = { name: members[0]!.name, problem: null };
  for (const { stored, deflated, size } of members) {
    const before = collected.size;
    const stream = deflated ? stored.stream().pipeThrough(new DecompressionStream("deflate-raw")) : stored.stream();
    const reader = stream.getReader();
    const read = () => reader.read().catch(() => ({ done: true as const, value: undefined }));
    for (let part = await read(); !part.done; part = await read()) {
      try {
        collected.add(part.value as Uint8Array<ArrayBuffer>);
      } catch (error) {
        reader.cancel().catch(() => {});
        throw error;
      }
      if (await collected.goesOn()) continue;
      reader.cancel().catch(() => {});
      return { name, ...NOTHING };
    }
    if (collected.size - before !== size) {
      if (collected.size === 0) throw new Error(`${torn("zip")}. Get a complete file.`);
      return { ...content, blob: collected.blob(), problem: torn("zip") };
    }
    // The last game of a file may lack the line ends.
    collected.add(new TextEncoder().encode("\n\n"));
  }
  return { ...content, blob: collected.blob() };
}

async function ofGzip(blob: Blob, collected: Collected): Promise<Content> {
  const compressed = new Uint8Array(await blob.arrayBuffer());
  let start = 0;
  let problem: string | null = null;
  // Most files have one member. Concatenated gzip files have several.
  do {
    const before = collected.size;
    const part = decompress(compressed, start);
    for (;;) {
      const { done, value } = await part.reader.read().catch((error: unknown) => {
        if (!isEnd(compressed, start, part.end, collected.size - before)) {
          if (collected.size === 0) throw new Error(`${torn("gzip")}. Get a complete file.`, { cause: error });
          problem = torn("gzip");
        }
        return { done: true as const, value: undefined };
      });
      if (!(await collected.goesOn())) {
        part.reader.cancel().catch(() => {});
        return NOTHING;
      }
      if (done) break;
      try {
        collected.add(value);
      } catch (error) {
        part.reader.cancel().catch(() => {});
        throw error;
      }
    }
    start = part.end;
  } while (problem === null && start < compressed.length);
  return { blob: collected.blob(), problem };
}

/** Bytes of compressed zstd data per call. */
const SLICE = 1 << 16;

async function ofZstd(blob: Blob, collected: Collected): Promise<Content> {
  let tooLarge: unknown = null;
  const stream = new Decompress((chunk) => {
    try {
      // The stream reuses its memory.
      collected.add(chunk.slice() as Uint8Array<ArrayBuffer>);
    } catch (error) {
      tooLarge ??= error;
    }
  });
  for (let at = 0; at < blob.size || at === 0; at += SLICE) {
    const slice = new Uint8Array(await blob.slice(at, at + SLICE).arrayBuffer());
    try {
      stream.push(slice, at + SLICE >= blob.size);
    } catch (error) {
      if (collected.size === 0) throw new Error(`${torn("zstd")}. Get a complete file.`, { cause: error });
      return { blob: collected.blob(), problem: torn("zstd") };
    }
    if (tooLarge !== null) throw tooLarge;
    if (!(await collected.goesOn())) return NOTHING;
  }
  return { blob: collected.blob(), problem: null };
}
