import { afterAll, expect, test } from "vitest";
import { startRun } from "#server/services/start-run.ts";
import { chunksOf, openPlanning } from "#test/planning.ts";
import { proposalOf } from "#test/proposal.ts";
import { scriptedModel } from "#test/scripted-model.ts";

const planning = await openPlanning();
afterAll(planning.close);

async function agentWithRun(): Promise<{ agentId: string; runId: string }> {
  const { body } = await planning.request("POST", "/api/agents", { name: "Runs" });
  planning.setModel(
    scriptedModel(
      { calls: [{ name: "propose_plan", input: proposalOf("Collect", "Send") }] },
      { calls: [{ name: "save_plan", input: { revision: 1 } }] },
      { say: "Planned and saved." },
    ),
  );
  await chunksOf(await planning.post(body.agentId, "Plan and save it"));
  const { runId } = await startRun(planning.ctx, { agentId: body.agentId });
  return { agentId: body.agentId, runId };
}

/** What the model is told by `read_run`. */
async function readRun(agentId: string, runId: string | null): Promise<string> {
  const model = scriptedModel({ calls: [{ name: "read_run", input: { runId } }] }, { say: "So it went." });
  planning.setModel(model);
  await chunksOf(await planning.post(agentId, "What happened?"));
  return JSON.stringify(model.doStreamCalls[1]?.prompt.at(-1));
}

test("the planner reads the latest run, or the one that is named", async () => {
  const { agentId, runId } = await agentWithRun();

  expect(await readRun(agentId, null)).toContain(`"runId":"${runId}"`);
  const told = await readRun(agentId, runId);
  expect(told).toContain("The run is queued");
  expect(told).toContain('"title":"Collect"');
});

test("runs of other agents are as if they were not there", async () => {
  const mine = await agentWithRun();
  const other = await agentWithRun();

  const told = await readRun(mine.agentId, other.runId);

  expect(told).toContain("There is no run");
  expect(told).toContain(mine.runId);
  expect(told).not.toContain("Collect");
});

test("the planner is told of the last runs and of what is saved", async () => {
  const { agentId, runId } = await agentWithRun();
  const model = scriptedModel({ say: "One run." });
  planning.setModel(model);

  await chunksOf(await planning.post(agentId, "Any runs?"));

  const context = JSON.stringify(model.doStreamCalls[0]?.prompt.at(-1));
  expect(context).toContain("Saved: revision 1 as version 1.");
  expect(context).toContain(`${runId} queued`);
});
