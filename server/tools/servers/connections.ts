import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { canonicalJson } from "#server/core/json.ts";
import type { ReachableServer } from "#server/tools/tool-servers.ts";
import type { Limits } from "./limits.ts";
import { untilAborted } from "./until-aborted.ts";

export type Connection = {
  open: (signal: AbortSignal) => Promise<void>;
  isOpen: () => boolean;
  close: () => Promise<void>;
};

type Kept<One> = {
  connection: One;
  opening: Promise<void>;
  settings: string;
  users: number;
  usedAt: number;
  timer: NodeJS.Timeout | null;
  isRetired: boolean;
};

/** More connections than that are in use at once. */
export class TooManyConnections extends Error {
  override readonly name = "TooManyConnections";
}

/**
 * Connections by server and run, so that nothing of one run is seen by another. Those that nobody uses
 * close after a while, or when their place is needed.
 */
export class Connections<One extends Connection> {
  readonly #kept = new Map<string, Kept<One>>();
  /** Of no use any more, but to calls that go on. */
  readonly #retired = new Set<Kept<One>>();
  readonly #closing = new Set<Promise<void>>();
  readonly #make: (server: ReachableServer) => One;
  readonly #limits: Limits;
  #isClosed = false;

  constructor(make: (server: ReachableServer) => One, limits: Limits) {
    this.#make = make;
    this.#limits = limits;
  }

  /**
   * Work on the connection of a run, which is opened when there is none: `opened` tells when it is, or why
   * not. `retire` keeps it from being used again; it closes when nobody uses it any more.
   */
  async use<Value>(
    server: ReachableServer,
    runId: string,
    signal: AbortSignal,
    work: (connection: One, opened: Promise<void>, retire: () => void) => Promise<Value>,
  ): Promise<Value> {
    // Whatever ended meanwhile is noticed first.
    await setImmediate();
    signal.throwIfAborted();
    const key = `${server.serverId} ${runId}`;
    const kept = this.#find(server, key);
    kept.users += 1;
    if (kept.timer) clearTimeout(kept.timer);
    try {
      const opened = untilAborted(kept.opening, signal);
      return await work(kept.connection, opened, () => this.#retire(key, kept));
    } finally {
      kept.users -= 1;
      kept.usedAt = Date.now();
      if (kept.users === 0 && kept.isRetired) this.#close(key, kept);
      else if (kept.users === 0) this.#idle(key, kept);
    }
  }

  /** No connection with this server is used again; those that nobody uses close. */
  async forget(serverId: string): Promise<void> {
    for (const [key, kept] of this.#kept) if (key.startsWith(`${serverId} `)) this.#retire(key, kept);
    await Promise.allSettled(this.#closing);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const [key, kept] of this.#kept) this.#close(key, kept);
    for (const kept of this.#retired) this.#close("", kept);
    await Promise.allSettled(this.#closing);
  }

  #find(server: ReachableServer, key: string): Kept<One> {
    if (this.#isClosed)
      throw new TooManyConnections("Tool servers are not called any more: this process ends.");
    const settings = createHash("sha256").update(canonicalJson(server.transport)).digest("hex");
    const known = this.#kept.get(key);
    if (known && known.settings === settings && known.connection.isOpen()) return known;
    if (known) this.#retire(key, known);
    this.#makeRoom();

    const connection = this.#make(server);
    const signal = AbortSignal.timeout(this.#limits.connectMs);
    const opening = connection.open(signal);
    const unused = { users: 0, usedAt: Date.now(), timer: null, isRetired: false };
    const kept = { connection, opening, settings, ...unused };
    this.#kept.set(key, kept);
    opening.catch(() => this.#close(key, kept));
    return kept;
  }

  #makeRoom(): void {
    const count = this.#kept.size + this.#retired.size;
    if (count < this.#limits.maxConnections) return;
    const [idlest] = [...this.#kept]
      .filter(([, { users }]) => users === 0)
      .sort(([, a], [, b]) => a.usedAt - b.usedAt);
    if (!idlest) {
      throw new TooManyConnections(`${count} connections with tool servers are in use at once.`);
    }
    this.#close(...idlest);
  }

  #idle(key: string, kept: Kept<One>): void {
    kept.timer = setTimeout(() => this.#retire(key, kept), this.#limits.idleMs).unref();
  }

  #retire(key: string, kept: Kept<One>): void {
    if (this.#kept.get(key) === kept) this.#kept.delete(key);
    kept.isRetired = true;
    if (kept.users === 0) this.#close(key, kept);
    else this.#retired.add(kept);
  }

  #close(key: string, kept: Kept<One>): void {
    if (this.#kept.get(key) === kept) this.#kept.delete(key);
    this.#retired.delete(kept);
    if (kept.timer) clearTimeout(kept.timer);
    const closing = kept.connection.close().catch(() => {});
    this.#closing.add(closing);
    void closing.finally(() => this.#closing.delete(closing));
  }
}
