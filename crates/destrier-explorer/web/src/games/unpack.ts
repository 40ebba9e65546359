/** The bytes of a file, unpacked where it is gzip. */

import { LIMIT, command } from "./limits.ts";

/** Whether it is packed with gzip, whatever it is called. */
async function isGzip(blob: Blob): Promise<boolean> {
  const [first, second] = new Uint8Array(await blob.slice(0, 2).arrayBuffer());
  return first === 0x1f && second === 0x8b;
}

/**
 * Reads a file, or unpacks it, and stops at the limit: a small file may hold a large one. `on` is told how much is
 * unpacked, and says whether it is still wanted; nothing comes of what is not.
 */
export async function bytesOf(
  blob: Blob,
  name: string,
  on: (size: number) => boolean,
): Promise<Uint8Array<ArrayBuffer>> {
  if (!/\.gz$/i.test(name) && !(await isGzip(blob))) return new Uint8Array(await blob.arrayBuffer());
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  let told = 0;
  const reader = blob.stream().pipeThrough(new DecompressionStream("gzip")).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    size += value.length;
    if (size > LIMIT) {
      void reader.cancel();
      throw new Error(
        `unpacked it has more than ${LIMIT / 1024 / 1024} MiB, which this page takes. The command reads it: ${command(name)}`,
      );
    }
    if (size - told >= 1024 * 1024) {
      told = size;
      if (!on(size)) {
        void reader.cancel();
        return new Uint8Array();
      }
    }
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const part of parts.splice(0)) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
