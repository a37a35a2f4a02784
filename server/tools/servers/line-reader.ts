/** Cuts a stream of bytes into lines, and never keeps more than `maxBytes` of one. */
export class LineReader {
  readonly #maxBytes: number;
  #parts: Buffer[] = [];
  #length = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The lines that `chunk` completes; null when one is longer than what is kept. */
  push(chunk: Buffer): string[] | null {
    const lines: string[] = [];
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      if (!this.#keep(chunk.subarray(start, end))) return null;
      lines.push(Buffer.concat(this.#parts).toString("utf8"));
      this.#parts = [];
      this.#length = 0;
      start = end + 1;
    }
    return this.#keep(chunk.subarray(start)) ? lines : null;
  }

  #keep(part: Buffer): boolean {
    this.#length += part.length;
    if (this.#length > this.#maxBytes) {
      this.#parts = [];
      return false;
    }
    if (part.length > 0) this.#parts.push(part);
    return true;
  }
}
