import { OpenAPIHono } from "@hono/zod-openapi";
import type { LanguageModel } from "ai";
import { pino } from "pino";
import type { Database } from "#db/client.ts";
import { openPglite } from "#db/pglite.ts";
import { readConfig } from "#server/config.ts";
import type { Context } from "#server/context.ts";
import type { ToolDefinition } from "#server/core/tool.ts";
import { problemOf } from "#server/http/problem.ts";
import { newId } from "#server/ids.ts";
import { createMetrics } from "#server/metrics/create-metrics.ts";
import { createSenders } from "#server/senders/create-senders.ts";
import { createSealing } from "#server/sealing.ts";
import { readFigures } from "#server/services/read-figures.ts";
import { agentRoutes } from "#server/routes/agents.ts";
import { chatRoutes } from "#server/routes/chat.ts";
import { planRoutes } from "#server/routes/plans.ts";
import { noSecrets } from "#test/tools/built-in-catalogue.ts";
import { noToolServers } from "#test/no-tool-servers.ts";
import { snapshotRoutes } from "#server/routes/snapshots.ts";

/** A part of the reply stream, as far as tests look at it. */
export type Chunk = { type: string; [key: string]: unknown };

type PostOptions = { id?: string; baseRevision?: number; supersedes?: string; timezone?: string };

/** What JSON.parse gives: tests look into answers freely. */
type Parsed = ReturnType<typeof JSON.parse>;

const READ_FILE: ToolDefinition = {
  name: "read_file",
  description: "Reads a file.",
  inputSchema: {
    type: "object",
    properties: { path: { type: "string" }, encoding: { type: "string" } },
    required: ["path"],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true },
  policy: "allowed",
};

/** The conversation's services and routes on a database, embedded when none is named, with a model that the test sets. */
export async function openPlanning(
  open: () => Promise<Database> = openPglite,
  environment: Record<string, string> = {},
) {
  const database = await open();
  let model: LanguageModel | null = null;
  let stepModel: LanguageModel | null = null;
  const tools = [READ_FILE];
  const ctx: Context = {
    config: readConfig({ MODEL_TIMEOUT_SECONDS: "20", ...environment }),
    db: database.db,
    database,
    now: () => new Date(),
    newId,
    queue: { send: async () => {} },
    tools: {
      list: () => tools,
      find: (name) => tools.find((tool) => tool.name === name) ?? null,
      call: async () => ({ type: "failed", message: "No tool is called here.", retry: "not_retryable" }),
    },
    models: {
      plannerName: "scripted",
      planner: () => {
        if (model === null) throw new Error("The test set no model.");
        return model;
      },
      step: () => stepModel,
    },
    secrets: noSecrets,
    reloadTools: async () => {},
    toolServers: noToolServers,
    sealing: createSealing({
      secretKey: "a key of the tests, long enough for this",
      databaseUrl: null,
      dataDir: "",
    }),
    senders: createSenders({ egressAllow: [], mail: null }),
    metrics: createMetrics({ figures: () => readFigures(database.db), prices: () => ({}) }),
    log: pino({ level: "silent" }),
  };
  const app = new OpenAPIHono()
    .route("/", agentRoutes(ctx))
    .route("/", planRoutes(ctx))
    .route("/", snapshotRoutes(ctx))
    .route("/", chatRoutes(ctx));
  app.onError((error, c) => problemOf(ctx, error, c));

  return {
    ctx,
    app,
    close: () => database.close(),
    setModel: (next: LanguageModel) => {
      model = next;
      stepModel = next;
    },
    request: async (
      method: string,
      path: string,
      body?: unknown,
    ): Promise<{ status: number; body: Parsed }> => {
      const response = await app.request(path, jsonRequest(method, body));
      const text = await response.text();
      const isJson = response.headers.get("content-type")?.includes("json") ?? false;
      return { status: response.status, body: isJson ? JSON.parse(text) : text };
    },
    /** Posts a message and gives the response whose body is the reply stream. */
    post: async (agentId: string, text: string, options: PostOptions = {}) => {
      const { id, ...metadata } = options;
      const message = {
        id: id ?? newId("test"),
        role: "user",
        parts: [{ type: "text", text }],
        metadata,
      };
      return app.request(`/api/agents/${agentId}/chat`, jsonRequest("POST", { message }));
    },
  };
}

export async function chunksOf(response: Response): Promise<Chunk[]> {
  const text = await response.text();
  return text
    .split("\n\n")
    .filter((event) => event.startsWith("data: {"))
    .map((event) => JSON.parse(event.slice("data: ".length)) as Chunk);
}

export function said(chunks: readonly Chunk[]): string {
  return chunks.map((chunk) => (chunk.type === "text-delta" ? String(chunk["delta"]) : "")).join("");
}

export function dataOf(chunks: readonly Chunk[], type: string): Parsed[] {
  return chunks.filter((chunk) => chunk.type === `data-${type}`).map((chunk) => chunk["data"]);
}

function jsonRequest(method: string, body: unknown) {
  if (body === undefined) return { method };
  return { method, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}
