import type { Workspace } from "#server/core/check/workspace.ts";
import type { IssueCode, Plan, Step } from "#server/core/plan.ts";
import { makePlan } from "#test/make.ts";
import { makeTool } from "../checked-plan.ts";

/** A plan with one fault, what is said of it, and the sentence that mends it. */
export type BrokenPlan = {
  code: IssueCode;
  /** Severity, number of the step and place in it. */
  at: string;
  plan: Plan;
  over?: Partial<Workspace>;
  message: string;
  /** Left out where only the person knows what would be right. */
  say?: string;
  /** Why the planner without a model cannot do what the sentence says. */
  needsModel?: string;
};

const text = { type: "string" } as const;
const READ = { readOnlyHint: true } as const;

/** Tools whose schemas say what they take and give. */
export const tools = [
  makeTool("read_file", READ, {
    inputSchema: {
      type: "object",
      properties: { path: text, encoding: { enum: ["utf8", "base64"] }, lines: { type: "integer" } },
      additionalProperties: false,
    },
    outputSchema: {
      type: "object",
      properties: { content: text, bytes: { type: "integer" }, parts: { type: "array", items: text } },
    },
  }),
  makeTool("count", READ, {
    inputSchema: {
      type: "object",
      properties: {
        list: { type: "array", items: text },
        options: { type: "object", properties: { unique: { type: "boolean" } }, additionalProperties: false },
      },
    },
    outputSchema: { type: "object", properties: { total: { type: "integer" } } },
  }),
  makeTool(
    "http_request",
    {},
    {
      inputSchema: {
        type: "object",
        properties: {
          url: { ...text, pattern: "^https?://", description: "An http or https URL" },
          method: { enum: ["GET", "POST"] },
          headers: { type: "object", additionalProperties: text },
          body: {},
        },
        required: ["url"],
      },
      outputSchema: { type: "object", properties: { status: { type: "integer" }, body: {} } },
      takesSecrets: true,
      annotationCases: [{ parameter: "method", isOneOf: ["GET", null], annotations: READ }],
    },
  ),
  makeTool("old_tool", READ, { policy: "off" }),
];

export const workspace: Workspace = {
  tools,
  agents: ["digest", "own"],
  self: "own",
  hasModel: true,
  secrets: ["API_TOKEN"],
};

type Over = Record<string, Partial<Step>>;

const TITLES: Over = {
  fetch: { title: "Fetch orders", kind: "tool", tool: "read_file", input: { path: "orders.csv" } },
  sum: { title: "Count the orders", kind: "tool", tool: "count", input: { list: "$fetch.output.parts" } },
  tell: { title: "Write a note" },
};

/** Fetch, sum, tell: a sound plan but for what `over` says. */
export function broken(over: Over, links: Record<string, string[]> = {}): Plan {
  const graph = { fetch: [], sum: ["fetch"], tell: ["sum"], ...links };
  const ids = [...Object.keys(graph)];
  return makePlan(
    graph,
    Object.fromEntries(ids.map((id) => [id, { title: `Do ${id}`, ...TITLES[id], ...over[id] }])),
  );
}

export function withIds(plan: Plan, ids: readonly string[]): Plan {
  return { ...plan, steps: plan.steps.map((step, index) => ({ ...step, id: ids[index] ?? step.id })) };
}

export const check = { path: "status", op: "==", value: 200, everySeconds: 5, withinSeconds: 60 } as const;
export const asCheck: Partial<Step> = {
  kind: "check",
  tool: "http_request",
  input: { url: "https://example.com" },
  check,
};
export const post: Partial<Step> = {
  kind: "tool",
  tool: "http_request",
  input: { url: "https://example.com", method: "POST" },
};
export const many = makePlan(
  Object.fromEntries(Array.from({ length: 501 }, (_, index) => [`s${index + 1}`, []])),
);
