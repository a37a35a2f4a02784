import { readUIMessageStream, simulateReadableStream } from "ai";
import { afterAll, expect, test } from "vitest";
import type { ChatChunk, ChatMessage } from "#server/agent/chat-message.ts";
import { partsSoFar } from "#server/agent/parts-so-far.ts";
import { storedParts } from "#server/agent/stored-parts.ts";
import { chunksOf, openPlanning } from "#test/planning.ts";
import { proposalOf } from "#test/proposal.ts";
import { scriptedModel } from "#test/scripted-model.ts";

const planning = await openPlanning();
afterAll(planning.close);

const { body } = await planning.request("POST", "/api/agents", { name: "Parts" });
planning.setModel(
  scriptedModel(
    { say: "Let me see. ", calls: [{ name: "propose_plan", input: proposalOf("Collect", "Send") }] },
    { calls: [{ name: "find_tools", input: { query: "read a file" } }] },
    { say: "There is your plan." },
  ),
);
const chunks = (await chunksOf(await planning.post(body.agentId, "Plan it"))) as ChatChunk[];

test("at the end of a reply it is what the reply is kept as", async () => {
  let whole: ChatMessage | null = null;
  for await (const message of readUIMessageStream<ChatMessage>({
    stream: simulateReadableStream({ chunks }),
  })) {
    whole = message;
  }

  expect(partsSoFar(chunks).map(({ type, text, data, output }) => ({ type, text, data, output }))).toEqual(
    storedParts(whole ?? { id: "", role: "assistant", parts: [] }).map(({ type, text, data, output }) => ({
      type,
      text,
      data,
      output,
    })),
  );
});

test("wherever a reply breaks off, no call is without its answer and no text is empty", () => {
  for (let end = 0; end <= chunks.length; end += 1) {
    for (const part of partsSoFar(chunks.slice(0, end))) {
      if (part.type.startsWith("tool-")) expect(part).toMatchObject({ state: "output-available" });
      if (part.type === "text") expect(String(part["text"]).trim()).not.toBe("");
    }
  }
});
