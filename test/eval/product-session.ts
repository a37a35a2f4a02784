import { randomUUID } from "node:crypto";
import { uiMessageChunkSchema } from "ai";
import { z } from "zod";
import type { ApiClient } from "#server/commands/api-client.ts";
import { dataPartSchemas, metadataSchema } from "#server/core/conversation.ts";
import { canonicalJson } from "#server/core/json.ts";
import type { Plan } from "#server/core/plan.ts";
import { planViewSchema } from "#server/core/views.ts";
import { newTurn, type OpenSession, type Session, type Turn } from "./session.ts";

const agentSchema = z.object({ slug: z.string() });

/** Sessions with a running product: an agent of its own for each, everything said and read over HTTP. */
export function productSessions(api: ApiClient, model: string | null): OpenSession {
  return async (id, start) => {
    const body = { name: `Eval ${id}`, ...(model !== null && { model }) };
    const { slug } = await api.json(agentSchema, "/api/agents", { method: "POST", body });
    return openProduct(api, `/api/agents/${slug}`, start);
  };
}

async function openProduct(api: ApiClient, path: string, start: Plan | null): Promise<Session> {
  let now = await read();
  if (start !== null) await bringIn(start);
  const plans: (Plan | null)[] = [start];
  let kept = plans.length;

  async function read() {
    const view = await api.json(planViewSchema, `${path}/plan`);
    return { ...view, plan: view.revision === 0 ? null : view.plan };
  }

  async function send(words: string): Promise<Turn> {
    const before = now.revision;
    const message = {
      id: randomUUID(),
      role: "user",
      parts: [{ type: "text", text: words }],
      metadata: { baseRevision: before },
    };
    const turn = newTurn();
    const startedAt = performance.now();
    const call = { method: "POST" as const, body: { message } };
    for await (const chunk of api.events(uiMessageChunkSchema, `${path}/chat`, call)) take(turn, chunk);
    turn.milliseconds = performance.now() - startedAt;
    turn.reply = turn.reply.trim();
    now = await read();
    turn.changed = now.revision !== before;
    return turn;
  }

  async function bringIn(plan: Plan): Promise<void> {
    if (isSame(now.plan, plan)) return;
    const { reply, notices, failure } = await send(JSON.stringify(plan));
    if (isSame(now.plan, plan)) return;
    const told = [reply, ...notices, ...(failure === null ? [] : [failure])].join(" ");
    throw new Error(`The product did not store the plan as it was given. ${told}`);
  }

  async function say(words: string): Promise<Turn> {
    kept = plans.length;
    const turn = await send(words);
    if (turn.changed) plans.push(now.plan);
    return turn;
  }

  /** Brings the right plan in, behind the one before the turn, so that "undo" leads there. The wrong words stay said. */
  async function putRight(_words: string, plan: Plan): Promise<void> {
    plans.splice(kept);
    const before = plans.at(-1) ?? null;
    if (before !== null) await bringIn(before);
    await bringIn(plan);
    if (!isSame(plan, before)) plans.push(plan);
  }

  /** Planners are told of the other agents, so one that is done with is put away. */
  async function end(): Promise<void> {
    await api.text(path, { method: "DELETE" });
  }

  const planAt = (revision: number) => plans[revision - 1] ?? null;
  return { say, putRight, planAt, plan: () => now.plan, end };
}

function isSame(a: Plan | null, b: Plan | null): boolean {
  return canonicalJson(a) === canonicalJson(b);
}

type Chunk = z.output<typeof chunkSchema>;
const chunkSchema = z.looseObject({ type: z.string() });

/** Adds what one piece of the reply stream says to the turn. */
function take(turn: Turn, chunk: Chunk): void {
  switch (chunk.type) {
    case "start-step":
      turn.modelCalls += 1;
      break;
    case "text-delta":
      turn.reply += String(chunk["delta"]);
      break;
    case "text-end":
      turn.reply += "\n";
      break;
    case "tool-input-available":
    case "tool-input-error":
      turn.called.push({ name: String(chunk["toolName"]), input: chunk["input"] });
      if (chunk.type === "tool-input-error") turn.refused.push(String(chunk["errorText"]));
      break;
    case "tool-output-error":
      turn.refused.push(String(chunk["errorText"]));
      break;
    case "tool-output-available":
      if (String(chunk["output"]).startsWith("Refused")) turn.refused.push(String(chunk["output"]));
      break;
    case "data-notice":
      turn.notices.push(dataPartSchemas.notice.parse(chunk["data"]).text);
      break;
    case "error":
      turn.failure = `the turn broke: ${String(chunk["errorText"])}`;
      break;
    case "finish": {
      const { inputTokens, outputTokens } = metadataSchema.parse(chunk["messageMetadata"] ?? {});
      turn.inputTokens = inputTokens ?? 0;
      turn.outputTokens = outputTokens ?? 0;
      break;
    }
  }
}
