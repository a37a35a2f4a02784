import { megabytes } from "./limits.ts";

/** Reads the data of server-sent events, as text/event-stream has them. */
export class SseReader {
  readonly #maxCharacters: number;
  readonly #decoder = new TextDecoder();
  #line = "";
  #data: string[] = [];
  #length = 0;

  constructor(maxCharacters: number) {
    this.#maxCharacters = maxCharacters;
  }

  /** The data of events that `chunk` completes. Throws when one is too long. */
  push(chunk: Uint8Array): string[] {
    const text = this.#line + this.#decoder.decode(chunk, { stream: true });
    const lines = text.split(/\r\n|\n|\r(?!$)/);
    this.#line = lines.pop() ?? "";
    const events: string[] = [];
    for (const line of lines) {
      if (line !== "") this.#take(line);
      else if (this.#data.length > 0) events.push(this.#data.join("\n"));
      if (line === "") {
        this.#data = [];
        this.#length = 0;
      }
    }
    if (this.#length + this.#line.length > this.#maxCharacters) {
      throw new Error(
        `It sent a message of more than ${megabytes({ maxMessageBytes: this.#maxCharacters })}, which is the most.`,
      );
    }
    return events;
  }

  #take(line: string): void {
    if (!/^data(?::|$)/.test(line)) return;
    const value = line.slice(5).replace(/^ /, "");
    this.#data.push(value);
    this.#length += value.length;
  }
}
