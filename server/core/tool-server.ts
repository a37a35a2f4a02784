import { z } from "zod";
import { toolAnnotationsSchema } from "./tool.ts";
import { jsonSchema } from "./json.ts";

const texts = z.record(z.string(), z.string());

/** How a tool server is reached. Texts in `env`, `headers`, `url` and `args` may name secrets: `{{secret.NAME}}`. */
export const toolServerTransportSchema = z.discriminatedUnion("type", [
  /** A program that speaks MCP on its standard streams. Started without a shell. */
  z.strictObject({
    type: z.literal("stdio"),
    command: z.string().min(1),
    args: z.array(z.string()).default([]),
    env: texts.default({}),
  }),
  /** A server that speaks MCP over streamable HTTP. */
  z.strictObject({
    type: z.literal("http"),
    url: z.url({ protocol: /^https?$/ }),
    headers: texts.default({}),
  }),
  /** A service that an OpenAPI document describes: each operation is a tool. */
  z.strictObject({
    type: z.literal("openapi"),
    /** Where the document is read from; it is read again when the server is looked at. */
    url: z.url({ protocol: /^https?$/ }).optional(),
    /** The document itself, JSON or YAML, instead of `url`. */
    document: z.string().optional(),
    /** Where requests go; what the document says when left out. */
    baseUrl: z.url({ protocol: /^https?$/ }).optional(),
    headers: texts.default({}),
  }),
]);
export type ToolServerTransport = z.infer<typeof toolServerTransportSchema>;

/** A tool as its server describes it. What is accepted is kept, and compared with what is offered later. */
export const offeredToolSchema = z.object({
  name: z.string(),
  description: z.string(),
  inputSchema: z.record(z.string(), jsonSchema),
  outputSchema: z.record(z.string(), jsonSchema).optional(),
  annotations: toolAnnotationsSchema,
});
export type OfferedTool = z.infer<typeof offeredToolSchema>;

/** What a server offers: the tools that can be used, and in words which cannot, and why. */
export type Offer = { tools: readonly OfferedTool[]; leftOut: readonly string[] };

/**
 * - `accepted`: a person accepted it, and it is offered as it was then.
 * - `new`: nobody has accepted it yet.
 * - `changed`: it is offered with another description, schema or hints than a person accepted.
 * - `gone`: it was accepted, and is not offered any more.
 * Only accepted tools can be called.
 */
export const serverToolStatusSchema = z.enum(["accepted", "new", "changed", "gone"]);
export type ServerToolStatus = z.infer<typeof serverToolStatusSchema>;

/** The name of a server's tool in plans: `memory.search_nodes`. */
export function serverToolName(server: string, tool: string): string {
  return `${server}.${tool}`;
}

export const SERVER_NAME = /^[a-z][a-z0-9-]{0,39}$/;

const serverToolViewSchema = z.object({
  /** As plans name it. */
  name: z.string(),
  status: serverToolStatusSchema,
  /** What a person accepted; null when nobody did. */
  accepted: offeredToolSchema.nullable(),
  /** What the server offered when it was last looked at; null when it did not. */
  offered: offeredToolSchema.nullable(),
});
export type ServerToolView = z.infer<typeof serverToolViewSchema>;

/** A tool server as the API shows it. Values in `env` and `headers` that are no reference to a secret are hidden. */
export const toolServerViewSchema = z.object({
  serverId: z.string(),
  name: z.string(),
  transport: toolServerTransportSchema,
  enabled: z.boolean(),
  /** When it was last looked at; null before. */
  checkedAt: z.iso.datetime().nullable(),
  /** Why it could not be reached then; null when it was. */
  problem: z.string().nullable(),
  tools: z.array(serverToolViewSchema),
  /** Tools that it offers and nobody can use, each with the reason. */
  leftOut: z.array(z.string()),
  /** Tells what is offered: equal while nothing changes. */
  offerHash: z.string(),
  createdAt: z.iso.datetime(),
});
export type ToolServerView = z.infer<typeof toolServerViewSchema>;
