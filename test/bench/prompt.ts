import { createOpenAI } from "@ai-sdk/openai";
import type { LanguageModelV4 } from "@ai-sdk/provider";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { createBuiltinPlanner } from "#server/agent/builtin/model.ts";
import type { Plan } from "#server/core/plan.ts";
import { newId } from "#server/ids.ts";
import { planOfGraph } from "#test/eval/conversation-case.ts";
import { readCases } from "#test/eval/read-cases.ts";
import { workspaceTools } from "#test/eval/workspace-tools.ts";
import { openPlanning } from "#test/planning.ts";
import { benchPlan } from "./bench-plan.ts";

// What a turn costs to read, as the provider gets it: the real requests of real conversations, whose
// turns the built-in planner decides. Tokens are those of OpenAI's o200k vocabulary; beside them the
// rule of thumb of four characters a token. A turn with a change makes two such requests.

type Body = { instructions?: string; input: { role?: string; content: unknown }[]; tools?: unknown[] };

const bodies: Body[] = [];
const planner = createBuiltinPlanner();
const openai = createOpenAI({
  apiKey: "none",
  fetch: async (_url, request) => {
    bodies.push(JSON.parse(String(request?.body)));
    return new Response("{}", { status: 400 });
  },
});
const asSeenByOpenAi = openai.responses("gpt-5.2");
const model: LanguageModelV4 = {
  ...planner,
  doStream: async (options) => {
    await Promise.resolve(asSeenByOpenAi.doGenerate(options)).catch(() => {});
    return planner.doStream(options);
  },
};

const planning = await openPlanning();
planning.setModel(model);
planning.ctx.tools.list = () => workspaceTools;
const { conversations } = readCases("test/cases");
const turnsOf = (steps: number) => {
  const [nearest] = conversations.toSorted(
    (a, b) => Math.abs(a.plan.length - steps) - Math.abs(b.plan.length - steps),
  );
  if (!nearest) throw new Error("There are no conversations to read.");
  return { plan: planOfGraph(nearest.plan), turns: nearest.turns.map((turn) => turn.say) };
};

console.log("steps  turn  instructions  tools  history  context  request   request/4");
for (const steps of [20, 50, 100]) await report(turnsOf(steps));
console.log("with tools, inputs, conditions and schemas in most steps, four links a step:");
for (const steps of [20, 100, 300]) await report({ plan: benchPlan(steps), turns: turnsOf(20).turns });
await planning.close();

async function report({ plan, turns }: { plan: Plan; turns: string[] }) {
  const { agentId } = (await planning.request("POST", "/api/agents", { name: newId("bench") })).body;
  await said(agentId, `\`\`\`json\n${JSON.stringify(plan)}\n\`\`\``);
  for (const [index, words] of turns.entries()) {
    bodies.length = 0;
    await said(agentId, words);
    const [first] = bodies;
    if (first && [0, 7, turns.length - 1].includes(index)) row(plan.steps.length, index + 1, first);
  }
}

async function said(agentId: string, words: string) {
  await (await planning.post(agentId, words)).text();
}

/** What a model reads: texts as they are, without what JSON puts around and into them on the way. */
function textsIn(part: unknown): string {
  if (Array.isArray(part) && part.every((item) => "role" in item || "output" in item || "arguments" in item))
    return part.map(textsIn).join("\n");
  const { content, output, arguments: call, name = "" } = (part ?? {}) as Record<string, unknown>;
  if (typeof content === "string") return content;
  if (Array.isArray(content)) return content.map(({ text }) => String(text)).join("\n");
  if (call !== undefined) return `${String(name)} ${String(call)}`;
  return typeof output === "string" ? output : JSON.stringify(part ?? "");
}

function row(steps: number, turn: number, body: Body) {
  const [instructions, ...messages] = body.input;
  const parts = [instructions, body.tools, messages.slice(0, -1), messages.at(-1)].map(textsIn);
  const tokens = [...parts, parts.join("\n")].map((part) => String(encode(part).length).padStart(8));
  const characters = Math.ceil(parts.join("\n").length / 4);
  console.log(`${String(steps).padStart(5)} ${String(turn).padStart(5)}  ${tokens.join(" ")} ${characters}`);
}
