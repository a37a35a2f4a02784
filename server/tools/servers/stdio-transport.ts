import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { type JSONRPCMessage, type MCPTransport, validateJSONRPCMessage } from "@ai-sdk/mcp";
import type { Hide } from "./failure-words.ts";
import { type Heard, cancellation, hear } from "./incoming.ts";
import { type Limits, megabytes } from "./limits.ts";
import { LineReader } from "./line-reader.ts";
import { type Places, type Program, endProgram, lastWords, startProgram } from "./server-process.ts";

// Programs print a line or two of their own among the messages; more than that is no MCP.
const MAX_ODD_LINES = 1_000;
// What was written last may still come after the end of the program.
const DRAIN_MS = 100;

/** Nothing of a message reached the server. */
export class NotSent extends Error {
  override readonly name = "NotSent";
}

/**
 * MCP over the standard streams of a program. The library's own transport hands down settings of this
 * process, keeps lines of any length, ends one process with a signal that it may ignore, and takes
 * notifications for errors.
 */
export class StdioTransport implements MCPTransport {
  readonly supportsProtocolVersionDiscovery = true;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  /** Why it was broken off, or what the program said last; empty when there is nothing to say. */
  words: (hide: Hide) => string = () => "";

  readonly #program: Program;
  readonly #places: Places;
  readonly #heard: Heard;
  readonly #limits: Limits;
  #child: ChildProcessWithoutNullStreams | null = null;
  #ending: Promise<void> | null = null;
  #oddLines = 0;

  constructor(program: Program, places: Places, heard: Heard, limits: Limits) {
    this.#program = program;
    this.#places = places;
    this.#heard = heard;
    this.#limits = limits;
  }

  async start(): Promise<void> {
    const child = await startProgram(this.#program, this.#places);
    if (this.#ending) {
      await endProgram(child, this.#limits.killMs);
      return;
    }
    this.#child = child;
    const said = lastWords(child);
    this.words = (hide) => {
      const { text, isCut } = said();
      const wrote = text === "" ? "" : `It wrote: ${hide(text, isCut ? ["start"] : [])}`;
      return [endOf(child), wrote].filter((part) => part !== "").join(" ");
    };
    const reader = new LineReader(this.#limits.maxMessageBytes);
    child.stdout.on("data", (chunk: Buffer) => {
      if (this.#ending) return;
      const lines = reader.push(chunk);
      if (lines) for (const line of lines) this.#take(line);
      else this.#breakOff(`It sent a message of more than ${megabytes(this.#limits)}, which is the most.`);
    });
    child.once("exit", () => setTimeout(() => void this.close(), DRAIN_MS));
    child.once("close", () => void this.close());
  }

  async send(message: JSONRPCMessage, options?: { signal?: AbortSignal }): Promise<void> {
    if (!this.#child?.stdin.writable || this.hasEnded())
      throw new NotSent("The program does not run any more.");
    this.#write(this.#heard.calls.marked(message));
    const cancel = cancellation(message);
    if (cancel) options?.signal?.addEventListener("abort", () => this.#write(cancel), { once: true });
  }

  close(): Promise<void> {
    this.#ending ??= this.#child ? endProgram(this.#child, this.#limits.killMs) : Promise.resolve();
    this.onclose?.();
    return this.#ending;
  }

  #write(message: JSONRPCMessage): void {
    if (!this.#child || this.#ending) return;
    this.#child.stdin.write(`${JSON.stringify(message)}\n`);
    if (this.#child.stdin.writableLength > this.#limits.maxMessageBytes) {
      this.#breakOff("It does not read what is sent to it.");
    }
  }

  hasEnded(): boolean {
    return this.#ending !== null || (this.#child !== null && endOf(this.#child) !== "");
  }

  #take(line: string): void {
    if (line.trim() === "" || this.#ending) return;
    let read: unknown;
    try {
      read = JSON.parse(line);
    } catch {
      this.#passOver();
      return;
    }
    for (const one of Array.isArray(read) ? read : [read]) this.#deliver(one);
  }

  #deliver(read: unknown): void {
    try {
      const message = validateJSONRPCMessage(read);
      if (hear(message, this.#heard)) this.onmessage?.(message);
    } catch {
      // No message, or the answer to a call that nobody waits for any more.
      this.#passOver();
    }
  }

  #passOver(): void {
    this.#oddLines += 1;
    if (this.#oddLines > MAX_ODD_LINES) this.#breakOff("It sends what is no MCP.");
  }

  #breakOff(reason: string): void {
    if (this.#ending) return;
    this.words = () => reason;
    void this.close();
  }
}

function endOf(child: ChildProcessWithoutNullStreams): string {
  if (child.exitCode !== null) return `The program ended with code ${child.exitCode}.`;
  return child.signalCode === null ? "" : `The program was ended by ${child.signalCode}.`;
}
