import { afterAll, expect, test } from "vitest";
import { planToMarkdown } from "#server/core/plan-markdown.ts";
import { makePlan } from "#test/make.ts";
import { chunksOf, openPlanning, said } from "#test/planning.ts";
import { scriptedModel } from "#test/scripted-model.ts";

const planning = await openPlanning();
afterAll(planning.close);

const JSON_PLAN =
  '{"title":"News","steps":[{"id":"a","title":"Fetch"},{"id":"b","title":"Send","dependsOn":["a"]}]}';
const LEFT = "What they ask for beside the plan, say again as a message of its own.";
const REPLACES = 'It replaces the plan that was there: say "Undo" to have that one back.';

async function newAgent(): Promise<string> {
  const { body } = await planning.request("POST", "/api/agents", { name: "News" });
  return body.agentId;
}

/** Sends a message; a planner that is asked answers that it was. */
async function talk(agentId: string, text: string): Promise<string> {
  planning.setModel(scriptedModel({ say: "The planner was asked." }));
  return said(await chunksOf(await planning.post(agentId, text)));
}

async function titlesOf(agentId: string): Promise<string[]> {
  const { body } = await planning.request("GET", `/api/agents/${agentId}/plan`);
  return body.plan.steps.map((step: { title: string }) => step.title);
}

test("the words around a plan are quoted as not carried out", async () => {
  const agentId = await newAgent();

  const reply = await talk(
    agentId,
    `Take this plan, but never send without me: ${JSON_PLAN} And\nask me before step 1.`,
  );

  expect(reply).toContain("I took your plan over as a draft: revision 1, 2 steps.");
  expect(reply).toContain(
    `I took over only the plan, and carried out nothing of the words around it: "Take this plan, but never send without me: … And ask me before step 1.". ${LEFT}`,
  );
  expect(reply).not.toContain("Undo");
  expect(await titlesOf(agentId)).toEqual(["Fetch", "Send"]);
});

test("a plan alone is answered without a word about words", async () => {
  expect(await talk(await newAgent(), JSON_PLAN)).not.toContain("the words around it");
});

test.each([
  ["JSON", JSON_PLAN],
  ["fenced JSON", `\`\`\`json\n${JSON_PLAN}\n\`\`\``],
  ["Markdown", planToMarkdown(makePlan({ Fetch: [], Send: ["Fetch"] }))],
  ["fenced Markdown", `\`\`\`markdown\n${planToMarkdown(makePlan({ Fetch: [], Send: ["Fetch"] }))}\`\`\``],
  ["a flowchart", "flowchart TD\n  a[Fetch] --> b[Send]"],
  ["a fenced flowchart", "```mermaid\nflowchart TD\n  a[Fetch] --> b[Send]\n```"],
])("%s takes the place of the plan at hand, with or without words that hand it over", async (_form, plan) => {
  for (const words of ["", "Here is my plan:\n\n"]) {
    const agentId = await newAgent();
    await talk(agentId, '{"title":"Old","steps":[{"id":"old","title":"Old step"}]}');

    const reply = await talk(agentId, `${words}${plan}`);

    expect(reply).toContain(REPLACES);
    expect(await titlesOf(agentId)).toEqual(["Fetch", "Send"]);
  }
});

test("words that ask for something else beside a plan at hand are the planner's", async () => {
  const agentId = await newAgent();
  await talk(agentId, '{"title":"Old","steps":[{"id":"old","title":"Old step"}]}');

  for (const words of ["Add these steps to the plan:", "Set the input of step 1 to", "What is wrong here?"])
    expect(await talk(agentId, `${words} ${JSON_PLAN}`)).toBe("The planner was asked.");
  expect(await talk(agentId, 'Set it to {"steps" 1}')).toBe("The planner was asked.");
  expect(await titlesOf(agentId)).toEqual(["Old step"]);
});

test("a form that is not read is said, beside a plan as well", async () => {
  const agentId = await newAgent();
  await talk(agentId, JSON_PLAN);

  expect(await talk(agentId, "Take this:\n```yaml\nsteps:\n  - id: a\n    title: A\n```")).toMatch(
    /^I could not read the plan in your message\. The plan in your message looks like YAML, .* Nothing was changed\.$/,
  );
  expect(await talk(agentId, 'Replace it: {"steps":[{"id":"a",}]}')).toContain("at line 1, column 33.");
});
