import { asSchema, type Tool, type ToolSet } from "ai";
import { plannerTools } from "#server/agent/planner-tools.ts";
import { nothingHappened, type Turn } from "#server/agent/turn.ts";

/** The product's own tools as a model sees them: names, descriptions and schemas, with another doing behind. */
export function offeredTools(
  state: Turn["state"],
  call: (name: string, input: unknown) => Promise<string>,
): ToolSet {
  seen ??= toolsAsSeen(state);
  return Object.fromEntries(
    seen.map(({ name, ...tool }) => [name, { ...tool, execute: (input: unknown) => call(name, input) }]),
  );
}

let seen: ReturnType<typeof toolsAsSeen> | undefined;

/** The same for every turn: a schema that is made once is also written out as JSON only once. */
function toolsAsSeen(state: Turn["state"]) {
  const parts: Omit<Turn, "ctx"> = {
    state,
    messageId: "message-1",
    emit: () => {},
    happened: nothingHappened(),
    startsOver: false,
    hasRead: null,
    changing: [],
  };
  // What is missing only a tool's own execute would use, and that is left behind.
  const tools = Object.entries<Tool>(plannerTools(parts as Turn));
  return tools.map(([name, { description, inputSchema, strict }]) => ({
    name,
    description,
    inputSchema: asSchema(inputSchema),
    strict,
  }));
}
