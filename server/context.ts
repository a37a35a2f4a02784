import type { LanguageModel } from "ai";
import type { Logger } from "pino";
import type { Database, Db } from "#db/client.ts";
import type { Config } from "./config.ts";
import type { Json } from "./core/json.ts";
import type { CutEdge } from "./core/find-secrets.ts";
import type { ChannelType } from "./core/notice.ts";
import type { NoticeMessage } from "./core/notice-message.ts";
import type { Result } from "./core/result.ts";
import type { SecretPlace } from "./core/secret-places.ts";
import type { ToolDefinition, ToolOutcome } from "./core/tool.ts";
import type { Offer, OfferedTool, ToolServerTransport } from "./core/tool-server.ts";
import type { Metrics } from "./metrics/create-metrics.ts";
import type { Sealing } from "./sealing.ts";

/** Work on a run that some worker is to take up. */
export type DriveJob = { runId: string; startAfter?: Date; priority?: "new" | "continued" };

/** Sends jobs in the caller's own transaction, so that work and its job commit together. */
export type RunQueue = {
  send: (tx: Db, jobs: readonly DriveJob[]) => Promise<void>;
  /** The same for a new run inside the statement that inserts it: CTEs that read `run` and end with `queued`. */
  sendNewRun?: string;
};

/** Where one tool call happens. */
export type ToolCallContext = {
  runId: string;
  stepId: string;
  /** The run's own folder; file tools resolve relative paths in it. */
  folder: string;
  signal: AbortSignal;
  /** Equal for every try of the same effect: for tools that take an idempotency key. */
  idempotencyKey: string;
  /** Where the plan's own template names secrets in this input. Nothing else in an input is one. */
  secretPlaces?: readonly SecretPlace[];
  /**
   * Hides secrets in a text. A tool that keeps only a part of what it received hides first and cuts then, or says
   * at which edges it has cut: a part of a secret is not found any more.
   */
  hide?: (text: string, cut?: readonly CutEdge[]) => string;
};

/** The values that plans name as `{{secret.NAME}}`. */
export type SecretStore = {
  /** The values by name, or the name of one that is not kept. */
  read: (names: readonly string[]) => Promise<Result<ReadonlyMap<string, string>, { missing: string }>>;
  /** The value with every secret in it hidden, in whatever form and however cut into pieces. */
  redact: <Value extends Json>(value: Value) => Value;
  redactText: (text: string) => string;
  /** The same for a text that was cut off at some edges, where a part of a secret may be left. */
  redactCutText: (text: string, edges: readonly CutEdge[]) => string;
  /** The text with the values of secrets replaced by references to them, as a person would write it. */
  referTo: (text: string) => string;
  /** The names of the secrets whose values stand in it; null for a value of the settings. */
  namesIn: (value: Json) => (string | null)[];
};

/** The tools that plans may name. */
export type ToolCatalogue = {
  list: () => readonly ToolDefinition[];
  find: (name: string) => ToolDefinition | null;
  /** Checks `input` against the tool's schema (unknown parameters refused), then calls. Never throws. */
  call: (name: string, input: Json, context: ToolCallContext) => Promise<ToolOutcome>;
};

/** A tool server with the secrets that its settings name in place. Never logged, never kept. */
export type ReachableServer = { serverId: string; name: string; transport: ToolServerTransport };

/** What reaches the tool servers. Never throws. */
export type ToolServerClient = {
  /** Connects anew, and answers what the server offers now. */
  offer: (server: ReachableServer, signal: AbortSignal) => Promise<Result<Offer, { message: string }>>;
  /**
   * Calls the tool if the server offers it as it was accepted, on a connection of this run's own. When the
   * offer differs nothing is called, and the outcome is `not_retryable`.
   */
  call: (
    server: ReachableServer,
    accepted: OfferedTool,
    input: Json,
    context: ToolCallContext,
  ) => Promise<ToolOutcome>;
  /** Ends its connections that nobody uses, and takes away what its program kept. */
  forget: (server: { serverId: string; name: string }) => Promise<void>;
  close: () => Promise<void>;
};

export type Models = {
  /** `builtin` or e.g. `openai:gpt-5.2`: the planner's model when an agent names none. */
  plannerName: string;
  planner: (name?: string | null) => LanguageModel;
  /** For reasoning steps, missing inputs and the judge; null while no language model is set. */
  step: (name?: string | null) => LanguageModel | null;
};

/** What goes to a channel once. `deliveryId` is the same for every try, so that receivers can drop repeats. */
export type OutgoingNotice = {
  deliveryId: string;
  target: string;
  /** Of a webhook: signs what is sent. */
  secret: string | null;
  message: NoticeMessage;
};

/** How sending ended. The words are for the person who looks after the channel, and hold no secret. */
export type SendOutcome =
  | { type: "sent" }
  | { type: "failed"; error: string; mayHelpToTryAgain: boolean; retryAfterMs?: number };

/** What carries notices out of this server. */
export type Senders = {
  /** Why nothing can be sent to `target`, in words; null when it can be tried. */
  refusal: (type: ChannelType, target: string) => string | null;
  /** Never throws. */
  send: (type: ChannelType, outgoing: OutgoingNotice, signal: AbortSignal) => Promise<SendOutcome>;
};

/** Everything that services need from outside. Built once in main.ts, faked in tests. */
export type Context = {
  config: Config;
  db: Db;
  database: Database;
  now: () => Date;
  /** A new id such as `run_01j…`: unguessable, and later ids sort after earlier ones. */
  newId: (prefix: string) => string;
  queue: RunQueue;
  tools: ToolCatalogue;
  /** Reads the tool servers and databases again that the catalogue is made of. */
  reloadTools: () => Promise<void>;
  toolServers: ToolServerClient;
  models: Models;
  sealing: Sealing;
  secrets: SecretStore;
  senders: Senders;
  metrics: Metrics;
  log: Logger;
};
