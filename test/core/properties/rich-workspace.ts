import type { Workspace } from "#server/core/check/workspace.ts";
import type { JsonObject } from "#server/core/json.ts";
import type { ToolAnnotations, ToolDefinition } from "#server/core/tool.ts";

const text = { type: "string" };
const whole = { type: "integer" };
const flag = { type: "boolean" };
const list = (items: JsonObject) => ({ type: "array", items });

/** Takes these parameters and no others. */
function closed(properties: JsonObject, required: string[] = []): JsonObject {
  return { type: "object", properties, required, additionalProperties: false };
}

const READS: ToolAnnotations = { readOnlyHint: true, openWorldHint: false };
const DESTROYS: ToolAnnotations = { destructiveHint: true };
const REPEATS: ToolAnnotations = { destructiveHint: false, idempotentHint: true };

function tool(
  name: string,
  annotations: ToolAnnotations,
  inputSchema: JsonObject,
  over: Partial<ToolDefinition> = {},
): ToolDefinition {
  return { name, description: "", annotations, inputSchema, policy: "allowed", ...over };
}

const linkSchema = closed({ title: text, url: text, score: { type: "number" }, isNew: flag });
const pageSchema = closed({
  status: whole,
  text,
  links: list(linkSchema),
  headers: { type: "object", additionalProperties: text },
});
const rowsSchema = closed({
  rows: list(closed({ id: whole, name: text, amount: { type: "number" }, paid: flag })),
  total: whole,
  next: { type: ["string", "null"] },
});

/** Tools of every kind; what may be used is read from `policy` and `granted`. */
const tools: ToolDefinition[] = [
  tool(
    "read_page",
    { readOnlyHint: true },
    closed(
      {
        url: { type: "string", minLength: 1 },
        headers: closed({ accept: text, language: { enum: ["en", "de", "ja"] } }),
        attempts: { type: "integer", minimum: 0, maximum: 5 },
      },
      ["url"],
    ),
    { outputSchema: pageSchema },
  ),
  tool(
    "query_rows",
    READS,
    closed(
      {
        table: { type: "string", enum: ["orders", "refunds", "people"] },
        where: list(closed({ column: text, op: { enum: ["=", "<", ">"] }, value: {} }, ["column"])),
        columns: list(text),
        limit: { type: "integer", minimum: 1 },
      },
      ["table"],
    ),
    { outputSchema: rowsSchema },
  ),
  tool("look_up", READS, { type: "object" }),
  tool(
    "post_message",
    DESTROYS,
    closed(
      {
        channel: text,
        text,
        silent: flag,
        attachments: list(closed({ name: text, bytes: whole }, ["name"])),
      },
      ["channel", "text"],
    ),
    { outputSchema: closed({ id: text, sentAt: text }) },
  ),
  tool(
    "put_record",
    REPEATS,
    closed(
      {
        id: whole,
        mode: { enum: ["merge", "replace"] },
        tags: list(text),
        fields: { type: "object", additionalProperties: { type: "number" } },
      },
      ["id"],
    ),
    { outputSchema: { type: "object", properties: { record: { type: "object" } } } },
  ),
  tool("append_line", { destructiveHint: false, openWorldHint: false }, closed({ line: text }, ["line"])),
  tool("remove_account", DESTROYS, closed({ id: whole, reason: text }, ["id"]), {
    policy: "needs_approval",
  }),
  tool(
    "call_address",
    DESTROYS,
    closed({ method: { enum: ["GET", "POST"] }, url: text, body: {} }, ["method", "url"]),
    {
      annotationCases: [{ parameter: "method", isOneOf: ["GET"], annotations: { readOnlyHint: true } }],
    },
  ),
  tool("run_command", DESTROYS, closed({ argv: list(text), folder: text }, ["argv"])),
  tool("switched_off", READS, { type: "object" }, { policy: "off" }),
  tool("not_granted", READS, { type: "object" }),
  tool("do_anything", {}, { type: "object" }),
];

export const richWorkspace: Workspace = {
  tools,
  granted: tools.map(({ name }) => name).filter((name) => name !== "not_granted"),
  agents: ["digest", "archive-2", "own"],
  self: "own",
  triggers: { hasCron: false, hasWebhook: true },
  hasModel: true,
};

/** The tool of a name that a plan made here uses. */
export function toolNamed(name: string): ToolDefinition {
  const found = tools.find((item) => item.name === name);
  if (!found) throw new Error(`There is no tool ${name}.`);
  return found;
}

export const USABLE = tools
  .map(({ name }) => name)
  .filter((name) => name !== "switched_off" && name !== "not_granted");
export const READING = ["read_page", "query_rows", "look_up"];

/** What a tool needs at least, for a precondition: no model makes what that leaves out. */
export const NEEDED: Readonly<Record<string, JsonObject>> = {
  read_page: { url: "https://example.com" },
  query_rows: { table: "orders" },
  remove_account: { id: 1 },
  call_address: { method: "POST", url: "https://example.com" },
};
