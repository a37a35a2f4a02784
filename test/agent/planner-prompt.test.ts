import { afterAll, expect, test } from "vitest";
import { chunksOf, dataOf, openPlanning } from "#test/planning.ts";
import { idOf, proposalOf, removalOf } from "#test/proposal.ts";
import { type ScriptedAnswer, scriptedModel } from "#test/scripted-model.ts";

const planning = await openPlanning();
afterAll(planning.close);

async function agentWithPlan(...titles: string[]): Promise<string> {
  const { body } = await planning.request("POST", "/api/agents", { name: "Reports" });
  const call = { name: "propose_plan", input: proposalOf(...titles) };
  await talk(body.agentId, "Here is the brief.", { calls: [call] }, { say: "There is your plan." });
  return body.agentId;
}

async function talk(agentId: string, text: string, ...answers: ScriptedAnswer[]) {
  const model = scriptedModel(...answers);
  planning.setModel(model);
  const chunks = await chunksOf(await planning.post(agentId, text));
  return {
    model,
    notices: dataOf(chunks, "notice"),
    offered: model.doStreamCalls.map(({ tools = [] }) => tools.map((tool) => tool.name)),
    told: model.doStreamCalls.map(({ prompt }) => JSON.stringify(prompt.at(-1))),
  };
}

async function titlesOf(agentId: string): Promise<string[]> {
  const { body } = await planning.request("GET", `/api/agents/${agentId}/plan`);
  return body.plan.steps.map((step: { title: string }) => step.title);
}

test("the model sees the plan as it is, the earlier words and short results, and no old plan", async () => {
  const agentId = await agentWithPlan("Collect", "Write <b>");
  await talk(
    agentId,
    "Remove Collect",
    { calls: [{ name: "edit_plan", input: removalOf("Collect", 1) }] },
    { say: "Ok." },
  );

  const { model } = await talk(agentId, "What is left?", { say: "One step." });

  const prompt = model.doStreamCalls[0]?.prompt ?? [];
  const last = JSON.stringify(prompt.at(-1));
  expect(last).toContain("1. Write &lt;b&gt; · id write-b-");
  expect(last).toContain('Numbers of r1: 1 \\"Collect\\" is gone; 2 is now 1.');
  expect(last).toContain("Undo leads to r1. Redo: nothing to redo.");
  expect(last).toContain("Tools: read_file(path, encoding?).");
  expect(JSON.stringify(prompt.slice(1, -1))).not.toContain("<context>");
  expect(JSON.stringify(prompt.slice(1, -1))).toContain("r2: Removed Collect");
  expect(idOf("Write <b>")).toBe("write-b-");
});

test("a first plan is proposed and a standing one is edited: the other tool is not offered", async () => {
  const { body } = await planning.request("POST", "/api/agents", { name: "Reports" });
  const first = await talk(body.agentId, "Hello", { say: "What should one run do?" });
  const agentId = await agentWithPlan("Collect", "Write");
  const later = await talk(agentId, "Hello", { say: "Hello." });

  expect(first.offered[0]).toContain("propose_plan");
  expect(first.offered[0]).not.toContain("edit_plan");
  expect(first.offered[0]).not.toContain("restore_revision");
  expect(later.offered[0]).toContain("edit_plan");
  expect(later.offered[0]).not.toContain("propose_plan");
  expect(later.offered[0]).not.toContain("read_run");
});

test("a plan cannot be proposed over a standing one unless the model says that it starts over", async () => {
  const agentId = await agentWithPlan("Collect", "Write");
  const call = { name: "propose_plan", input: { ...proposalOf("Bake"), startOver: true } };

  const { told } = await talk(agentId, "Tidy up", { calls: [call] }, { say: "I cannot do that." });
  expect(await titlesOf(agentId)).toEqual(["Collect", "Write"]);
  expect(told[1]).toContain("propose_plan");

  const { offered } = await talk(
    agentId,
    "Start over: bake a cake",
    { calls: [{ name: "start_over", input: {} }] },
    { calls: [call] },
    { say: "A new plan of one step." },
  );
  expect(offered[1]).toContain("propose_plan");
  expect(await titlesOf(agentId)).toEqual(["Bake"]);
});

test("starting over without a proposal leaves the plan, and the next message is not offered one", async () => {
  const agentId = await agentWithPlan("Collect", "Write");

  await talk(agentId, "Start over", { calls: [{ name: "start_over", input: {} }] }, { say: "With what?" });
  const { offered } = await talk(agentId, "Hm", { say: "Yes?" });

  expect(await titlesOf(agentId)).toEqual(["Collect", "Write"]);
  expect(offered[0]).not.toContain("propose_plan");
});

test("how a first plan is made is told only where one can be made", async () => {
  const { body } = await planning.request("POST", "/api/agents", { name: "Reports" });
  const first = await talk(body.agentId, "Hello", { say: "What should one run do?" });
  const agentId = await agentWithPlan("Collect");
  const later = await talk(
    agentId,
    "Start over",
    { calls: [{ name: "start_over", input: {} }] },
    { say: "?" },
  );

  const instructions = (call: number, talk: typeof first) =>
    JSON.stringify(talk.model.doStreamCalls[call]?.prompt[0]);
  expect(instructions(0, first)).toContain("## A first plan");
  expect(instructions(0, first)).not.toContain("## The plan context");
  expect(instructions(0, later)).toContain("## The plan context");
  expect(instructions(0, later)).not.toContain("## A first plan");
  expect(later.told[1]).toContain("## A first plan");
});

test("the exact JSON of steps can be read, with what the turn has changed so far", async () => {
  const agentId = await agentWithPlan("Collect", "Write", "Send");
  const read = { name: "read_plan", input: { steps: [2, "send", 9, "gone"] } };

  const { told } = await talk(
    agentId,
    "Remove Collect, then tell me of it",
    { calls: [{ name: "edit_plan", input: removalOf("Collect", 1) }] },
    { calls: [read] },
    { say: "Two steps are left." },
  );

  expect(told[2]).toContain('2. {\\"id\\":\\"send\\"');
  expect(told[2]).toContain("There is no step 9.");
  expect(told[2]).toContain('There is no step \\"gone\\".');
});

test("up to forty steps are read at once, the others are named, and the plan's own fields only alone", async () => {
  const agentId = await agentWithPlan(...Array.from({ length: 45 }, (_, index) => `Part ${index + 1}`));
  const read = (steps: number[]) => ({ calls: [{ name: "read_plan", input: { steps } }] });
  const all = Array.from({ length: 43 }, (_, index) => index + 1);

  const { told } = await talk(agentId, "Show me all", read(all), read([]), { say: "There they are." });

  expect(told[1]).toContain('40. {\\"id\\":\\"part-40\\"');
  expect(told[1]).not.toContain('\\"id\\":\\"part-41\\"');
  expect(told[1]).toContain("Not read: 41, 42, 43.");
  expect(told[1]).not.toContain("objective");
  expect(told[2]).toContain('\\"objective\\":\\"A report every week.\\"');
  expect(told[2]).not.toContain("part-1");
});

test("each call begins with all that the call before it held, so that a provider's cache can serve it", async () => {
  const agentId = await agentWithPlan("Collect", "Write", "Send");
  const first = await talk(
    agentId,
    "Remove Write",
    { calls: [{ name: "edit_plan", input: removalOf("Write", 1) }] },
    { say: "Taken out." },
  );
  const second = await talk(agentId, "What is left?", { say: "Two steps." });
  const [call, closing] = first.model.doStreamCalls;
  const [next] = second.model.doStreamCalls;
  if (!call || !closing || !next) throw new Error("A call is missing.");

  expect(closing.prompt.slice(0, call.prompt.length)).toEqual(call.prompt);
  expect(closing.tools).toEqual(call.tools);
  // Only the message with the context is another one.
  expect(next.prompt.slice(0, call.prompt.length - 1)).toEqual(call.prompt.slice(0, -1));
  expect(next.tools).toEqual(call.tools);
});
