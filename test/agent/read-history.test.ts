import { afterAll, expect, test } from "vitest";
import { chunksOf, openPlanning } from "#test/planning.ts";
import { idOf, proposalOf, removalOf } from "#test/proposal.ts";
import { type ScriptedAnswer, scriptedModel } from "#test/scripted-model.ts";

const planning = await openPlanning();
afterAll(planning.close);

const TITLES = Array.from({ length: 12 }, (_, index) => `Part ${index + 1}`);

async function talk(agentId: string, text: string, ...answers: ScriptedAnswer[]) {
  const model = scriptedModel(...answers);
  planning.setModel(model);
  await chunksOf(await planning.post(agentId, text));
  return {
    offered: model.doStreamCalls[0]?.tools?.map((tool) => tool.name) ?? [],
    told: model.doStreamCalls.map(({ prompt }) => JSON.stringify(prompt.at(-1)).replaceAll('\\"', '"')),
    prompt: model.doStreamCalls[0]?.prompt ?? [],
  };
}

async function newAgent(): Promise<string> {
  const { body } = await planning.request("POST", "/api/agents", { name: "Reports" });
  const call = { name: "propose_plan", input: proposalOf(...TITLES) };
  await talk(body.agentId, "Here is the brief.", { calls: [call] }, { say: "There is your plan." });
  return body.agentId;
}

async function removed(agentId: string, count: number, from = 1): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const title = TITLES[from + index - 1] ?? "";
    const call = { name: "edit_plan", input: removalOf(title, from + index) };
    await talk(agentId, `Take "${title}" away`, { calls: [call] }, { say: `${title} is out.` });
  }
}

const reading = (search: string) => ({ calls: [{ name: "read_history", input: { search } }] });

test("what was done and said before can be read: revisions with their distance, removed steps, other messages", async () => {
  const agentId = await newAgent();
  await talk(agentId, "What is it for?", { say: "For a report." });
  await removed(agentId, 5);

  const { told, offered } = await talk(agentId, "Undo the last five changes", reading(""), { say: "Ok." });

  expect(offered).toContain("read_history");
  expect(told[1]).toContain(
    '- r6 · current · Removed Part 5 · said: "Take "Part 5" away"\\n- r5 · undo once · Removed Part 4',
  );
  expect(told[1]).toContain('- r1 · undo 5 times · First plan · said: "Here is the brief."');
  expect(told[1]).toContain(
    "Removed steps, newest first:\\n- Part 5 · id part-5 · last in r5\\n- Part 4 · id part-4 · last in r4",
  );
  expect(told[1]).toContain('Messages that made no revision, newest first:\\n- "What is it for?"');
  expect(told[1]).not.toContain("Undo the last five");
});

test("words find what has most of them, and a number only itself", async () => {
  const agentId = await newAgent();
  await removed(agentId, 5);

  const { told } = await talk(agentId, "Back to before part 3 went", reading("removed part 3"), {
    say: "Ok.",
  });
  const { told: none } = await talk(agentId, "And the cake?", reading("cake"), { say: "None." });

  expect(told[1]).toMatch(/Revisions, best fit first:\\n- r4 · undo 2 times · Removed Part 3/);
  expect(told[1]).toMatch(/Removed steps, best fit first:\\n- Part 3 · id part-3/);
  expect(none[1]).toContain("Revisions: none has these words.");
});

test("the past can be read once there is more of it than the context shows", async () => {
  const agentId = await newAgent();
  await removed(agentId, 2);
  const { offered } = await talk(agentId, "Hello", { say: "Hello." });

  const edits = TITLES.slice(2, 9).map((title) => ({
    op: "remove_step",
    step: idOf(title),
    rewire: "bridge",
  }));
  const call = { name: "edit_plan", input: { ...removalOf("Part 3", 3), edits } };
  await talk(agentId, "Take seven more away", { calls: [call] }, { say: "They are out." });
  const { offered: later } = await talk(agentId, "Hello", { say: "Hello." });

  expect(offered).not.toContain("read_history");
  expect(later).toContain("read_history");
});

test("a removed step that is sought by its title is answered with its id", async () => {
  const agentId = await newAgent();
  await removed(agentId, 2);
  const back = (step: string) => ({
    calls: [
      {
        name: "edit_plan",
        input: {
          baseRevision: 3,
          edits: [{ op: "restore_step", step, revision: null, requiredBy: [] }],
          changeDescription: "Brought back",
        },
      },
    ],
  });

  const { told } = await talk(agentId, "Part 2 back", back("Part 2, please"), back("part-2"), {
    say: "It is back.",
  });

  expect(told[1]).toContain('the most alike first: "part-2" (Part 2), "part-1" (Part 1).');
  expect(told[2]).toContain('Added step 1 "Part 2"');
});

test("after a claim that did not come true the next turn is told of the notice below it", async () => {
  const agentId = await newAgent();
  await talk(agentId, "Remove part 1", { say: "I removed step 1." });

  const { prompt } = await talk(agentId, "And now?", { say: "It is still there." });

  const messages = prompt.map((message) => JSON.stringify(message));
  const claim = messages.findIndex((text) => text.includes("I removed step 1."));
  expect(messages[claim + 1]).toContain("From the record");
  expect(messages[claim + 1]).toContain("changed nothing");
});
