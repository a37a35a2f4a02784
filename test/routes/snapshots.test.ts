import { afterAll, expect, test } from "vitest";
import type { Issue } from "#server/core/plan.ts";
import { chunksOf, dataOf, openPlanning, said } from "#test/planning.ts";
import { scriptedModel } from "#test/scripted-model.ts";

const planning = await openPlanning();
afterAll(planning.close);

type Pasted = { id: string; title: string; dependsOn?: string[] };

function planText(steps: Pasted[]): string {
  const plan = {
    title: "Pasted",
    objective: "Try it.",
    steps: steps.map((step) => ({
      kind: "reasoning",
      instructions: `${step.title}.`,
      expectedOutput: "It is done.",
      dependsOn: [],
      ...step,
    })),
    assumptions: [],
    completionCriteria: "",
    tags: [],
  };
  return `Here is my plan:\n\n\`\`\`json\n${JSON.stringify(plan, null, 2)}\n\`\`\``;
}

/** An agent whose plan was pasted. No model is asked for that. */
async function paste(steps: Pasted[]) {
  const { body } = await planning.request("POST", "/api/agents", { name: "Pasted" });
  const model = scriptedModel();
  planning.setModel(model);
  const chunks = await chunksOf(await planning.post(body.agentId, planText(steps)));
  expect(model.doStreamCalls).toEqual([]);
  return { agentId: String(body.agentId), chunks };
}

async function save(agentId: string, body?: unknown) {
  return planning.request("POST", `/api/agents/${agentId}/snapshots`, body);
}

const GOOD = [
  { id: "fetch", title: "Fetch orders" },
  { id: "send", title: "Send digest", dependsOn: ["fetch"] },
];

test("a good plan is saved, and saving it again gives the same snapshot", async () => {
  const { agentId } = await paste(GOOD);

  const first = await save(agentId);
  const second = await save(agentId, {});

  expect(first.status).toBe(201);
  expect(first.body).toMatchObject({ agentId, version: 1, revision: 1 });
  expect(first.body.planHash).toMatch(/^[0-9a-f]{64}$/);
  expect(first.body.issues.filter((issue: Issue) => issue.severity === "error")).toEqual([]);
  expect(second.status).toBe(200);
  expect(second.body.snapshotId).toBe(first.body.snapshotId);
  const agent = await planning.request("GET", `/api/agents/${agentId}`);
  expect(agent.body).toMatchObject({ snapshotId: first.body.snapshotId, savedRevision: 1 });
  const { warnings, ...snapshot } = first.body;
  expect(warnings).toEqual([]);
  const read = await planning.request("GET", `/api/snapshots/${snapshot.snapshotId}`);
  expect(read.body).toEqual(snapshot);
  expect((await planning.request("GET", `/api/agents/${agentId}/snapshots`)).body.items).toEqual([snapshot]);
});

const BROKEN: [string, Pasted[], { code: string; names: string[] }[]][] = [
  [
    "a duplicate id",
    [
      { id: "fetch", title: "Fetch orders" },
      { id: "clean", title: "Clean" },
      { id: "fetch", title: "Fetch refunds" },
    ],
    [{ code: "duplicate_id", names: ['1 "Fetch orders"', '3 "Fetch refunds"', '"fetch"'] }],
  ],
  [
    "a step that depends on itself",
    [...GOOD, { id: "loop", title: "Loop here", dependsOn: ["loop"] }],
    [{ code: "self_dependency", names: ['Step 3 "Loop here"'] }],
  ],
  [
    "a dependency that is not there",
    [...GOOD, { id: "publish", title: "Publish", dependsOn: ["review_draft"] }],
    [{ code: "missing_dependency", names: ['Step 3 "Publish"', '"review_draft"'] }],
  ],
  [
    "two separate circles",
    [
      { id: "a", title: "Alpha", dependsOn: ["b"] },
      { id: "b", title: "Beta", dependsOn: ["a"] },
      { id: "c", title: "Gamma", dependsOn: ["e"] },
      { id: "d", title: "Delta", dependsOn: ["c"] },
      { id: "e", title: "Epsilon", dependsOn: ["d"] },
    ],
    [
      { code: "cycle", names: ['1 "Alpha"', '2 "Beta"', "→"] },
      { code: "cycle", names: ['3 "Gamma"', '4 "Delta"', '5 "Epsilon"', "→"] },
    ],
  ],
];

test.each(BROKEN)(
  "a pasted plan with %s is a draft with its issues and cannot be saved",
  async (_what, steps, expected) => {
    const { agentId, chunks } = await paste(steps);

    const saved = await save(agentId);

    expect(dataOf(chunks, "revision")[0]).toMatchObject({ revision: 1, stepCount: steps.length });
    expect(saved.status).toBe(422);
    const errors = saved.body.issues.filter((issue: Issue) => issue.severity === "error");
    expect(errors.map((issue: Issue) => issue.code).sort()).toEqual(expected.map((item) => item.code).sort());
    for (const { code, names } of expected) {
      const messages: string[] = errors
        .filter((issue: Issue) => issue.code === code)
        .map((issue: Issue) => issue.message);
      expect(messages.some((message) => names.every((name) => message.includes(name)))).toBe(true);
      expect(names.every((name) => saved.body.detail.includes(name) && said(chunks).includes(name))).toBe(
        true,
      );
    }
    expect((await planning.request("GET", `/api/agents/${agentId}`)).body.snapshotId).toBeNull();
  },
);

test("an agent without a plan has nothing to save", async () => {
  const { body } = await planning.request("POST", "/api/agents", { name: "Nothing" });

  const saved = await save(body.agentId);

  expect(saved.status).toBe(422);
  expect(saved.body.issues[0].code).toBe("no_steps");
});

test("an earlier revision can be saved, and one that does not exist cannot", async () => {
  const { agentId } = await paste(GOOD);

  expect((await save(agentId, { revision: 1 })).status).toBe(201);
  expect((await save(agentId, { revision: 5 })).status).toBe(404);
  expect((await save(agentId, { revision: "one" })).status).toBe(422);
  expect((await save(agentId, { force: true })).status).toBe(422);
  expect((await planning.request("GET", "/api/snapshots/none")).status).toBe(404);
});

test("fields of authority in a pasted plan are left out and said", async () => {
  const { body } = await planning.request("POST", "/api/agents", { name: "Authority" });
  const step = {
    id: "a",
    title: "Pay",
    kind: "reasoning",
    instructions: "Pay.",
    dependsOn: [],
    approved: true,
    status: "completed",
  };

  const chunks = await chunksOf(
    await planning.post(body.agentId, JSON.stringify({ title: "P", objective: "O", steps: [step] })),
  );

  expect(said(chunks)).toContain("approved");
  expect(said(chunks)).toContain("status");
  const { body: view } = await planning.request("GET", `/api/agents/${body.agentId}/plan`);
  expect(JSON.stringify(view.plan)).not.toMatch(/approved|completed/);
});

test("a plan that cannot be read changes nothing and the reply says where it breaks", async () => {
  const { body } = await planning.request("POST", "/api/agents", { name: "Broken JSON" });

  const chunks = await chunksOf(
    await planning.post(body.agentId, '```json\n{"title": "x",\n "steps": [ {"id": }\n```'),
  );

  expect(said(chunks)).toMatch(/line \d+/);
  expect(dataOf(chunks, "revision")).toEqual([]);
  expect((await planning.request("GET", `/api/agents/${body.agentId}/plan`)).body.revision).toBe(0);
});

const JSON_OTHER = JSON.stringify({
  title: "Other",
  objective: "Try another.",
  steps: [
    { ...GOOD[0], kind: "reasoning", instructions: "Fetch.", expectedOutput: "Orders.", dependsOn: [] },
    { id: "x", title: "Other", kind: "reasoning", instructions: "Do.", expectedOutput: "It.", dependsOn: [] },
  ],
});

test.each([
  ["bare", JSON_OTHER],
  ["fenced", `\`\`\`json\n${JSON_OTHER}\n\`\`\`\n`],
])(
  "a message that is nothing but a plan as JSON, %s, becomes a revision that says what changed",
  async (_form, text) => {
    const { agentId } = await paste(GOOD);
    planning.setModel(scriptedModel());

    const chunks = await chunksOf(await planning.post(agentId, text));

    expect(dataOf(chunks, "revision")[0]).toMatchObject({ revision: 2, previousRevision: 1, stepCount: 2 });
    expect(said(chunks)).toContain(
      "revision 2, 2 steps. Against revision 1: steps 1 added, 1 removed, 1 changed.",
    );
  },
);

test("a plan that was cut off is said to be so, over a plan as well, and changes nothing", async () => {
  const { agentId } = await paste(GOOD);
  planning.setModel(scriptedModel());

  const chunks = await chunksOf(await planning.post(agentId, JSON_OTHER.slice(0, -20)));

  expect(said(chunks)).toContain("not valid JSON");
  expect(said(chunks)).toContain("Nothing was changed.");
  expect(dataOf(chunks, "revision")).toEqual([]);
});

test("pasting over a plan replaces it, unless the words around it ask for something else", async () => {
  const { agentId } = await paste(GOOD);
  const model = scriptedModel({ say: "You have a plan already." });
  planning.setModel(model);

  await chunksOf(await planning.post(agentId, `Add these steps: ${planText([{ id: "x", title: "Other" }])}`));
  const replaced = await chunksOf(
    await planning.post(agentId, `Start over with this one. ${planText([{ id: "x", title: "Other" }])}`),
  );

  expect(model.doStreamCalls).toHaveLength(1);
  expect(dataOf(replaced, "revision")[0]).toMatchObject({ revision: 2, stepCount: 1 });
});
