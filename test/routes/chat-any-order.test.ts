import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { createBuiltinPlanner } from "#server/agent/builtin/model.ts";
import { chunksOf, openPlanning } from "#test/planning.ts";
import { cases } from "#test/property.ts";

const planning = await openPlanning();
afterAll(planning.close);
planning.setModel(createBuiltinPlanner());

type Kept = { id: string; role: string; parts: unknown; metadata: { unfinished?: boolean } };
type Act = { type: "say" | "rephrase" | "resend" | "askAgain"; what: "add" | "remove" | "ask" };

const NAMES = ["Alpha", "Bravo", "Charlie", "Delta", "Foxtrot", "Golf", "Hotel", "Juliet", "Kilo", "Lima"];
const what = fc.constantFrom<Act["what"][]>("add", "remove", "ask");
const type = fc.constantFrom<Act["type"][]>("say", "say", "rephrase", "rephrase", "resend", "askAgain");

/** What a message asks for, in words and as what becomes of the steps. */
function order(what: Act["what"], name: string, before: string[]) {
  if (what === "add")
    return {
      text: `add a step called ${name} at the end`,
      apply: (steps: string[]) => [...steps, name],
    };
  if (what === "remove" && before.length > 1)
    return { text: "remove the last step", apply: (steps: string[]) => steps.slice(0, -1) };
  return { text: "how many steps are there?", apply: (steps: string[]) => steps };
}

async function read(agentId: string) {
  const get = async (path: string) => (await planning.request("GET", `/api/agents/${agentId}${path}`)).body;
  const [{ items }, { plan }, revisions] = await Promise.all([
    get("/messages?limit=100"),
    get("/plan"),
    get("/revisions"),
  ]);
  return {
    messages: items.toReversed() as Kept[],
    titles: plan.steps.map((step: { title: string }) => step.title),
    makers: revisions.items.map((item: { messageId: string }) => item.messageId) as string[],
  };
}

test("in whatever order people say, rephrase, ask again and resend, the plan is what the last wordings make it and the record only grows", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.record({ type, what }), { minLength: 1, maxLength: 8 }), async (acts) => {
      const { body } = await planning.request("POST", "/api/agents", { name: "Any order" });
      const { agentId } = body;
      let last = {
        id: "m0",
        text: "1. Read\n2. Think\n3. Write",
        before: [] as string[],
        apply: (_: string[]) => ["Read", "Think", "Write"],
      };
      await chunksOf(await planning.post(agentId, last.text, { id: last.id }));
      let steps = last.apply(last.before);
      let kept = await read(agentId);
      expect(kept.titles).toEqual(steps);

      for (const [index, act] of acts.entries()) {
        const id = `m${index + 1}`;
        if (act.type === "resend") {
          await chunksOf(await planning.post(agentId, last.text, { id: last.id }));
        } else if (act.type === "say" || last.id === "m0") {
          last = { id, before: steps, ...order(act.what, NAMES[index] ?? "", steps) };
          await chunksOf(await planning.post(agentId, last.text, { id }));
        } else {
          const next =
            act.type === "askAgain" ? last : { ...last, ...order(act.what, NAMES[index] ?? "", last.before) };
          await chunksOf(await planning.post(agentId, next.text, { id, supersedes: last.id }));
          last = { ...next, id };
        }
        steps = last.apply(last.before);

        const now = await read(agentId);
        expect([act, now.titles]).toEqual([act, steps]);
        expect(new Set(now.makers).size).toBe(now.makers.length);
        expect(now.messages.filter((message) => message.metadata.unfinished)).toEqual([]);
        expect(now.messages.slice(0, kept.messages.length).map(({ id, parts }) => ({ id, parts }))).toEqual(
          kept.messages.map(({ id, parts }) => ({ id, parts })),
        );
        kept = now;
      }
    }),
    cases(8),
  );
});
