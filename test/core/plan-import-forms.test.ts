import { expect, test } from "vitest";
import { importPlan } from "#server/core/plan-import.ts";
import { importedAs } from "./imported.ts";

const JSON_PLAN = '{"title":"T","steps":[{"id":"a","title":"A"},{"id":"b","title":"B","dependsOn":["a"]}]}';
const FORM =
  '{"title": "Digest", "steps": [{"id": "fetch", "title": "Fetch the news"}, {"id": "send", "title": "Send them", "dependsOn": ["fetch"]}]}.';

function errorOf(text: string): string | null {
  const result = importPlan(text);
  return result !== null && "error" in result ? result.error : null;
}

test.each<[string, string | undefined]>([
  [JSON_PLAN, undefined],
  [`\`\`\`json\n${JSON_PLAN}\n\`\`\`\n`, undefined],
  [`Never send without me: ${JSON_PLAN}`, "Never send without me:"],
  [`${JSON_PLAN} Ask me before step 1.`, "Ask me before step 1."],
  [`Take this:\n\`\`\`\n${JSON_PLAN}\n\`\`\`\nand ask me first`, "Take this: … and ask me first"],
  ["Take this:\n\nflowchart TD\n  a --> b", "Take this:"],
  ["```mermaid\ngraph TD\n  a --> b\n```\nand ask me first", "and ask me first"],
])("the words around a plan are kept beside it: %s", (text, around) => {
  expect(importedAs(text).around).toBe(around);
});

test("of several plans the first one is taken, and the others are told", () => {
  const told = (count: number) =>
    `The message holds ${count} plans. Only the first one was taken over. Send any other in a message of its own.`;
  const fence = (language: string, text: string) => `\`\`\`${language}\n${text}\n\`\`\`\n`;
  const two = importedAs(`${fence("json", JSON_PLAN)}or\n${fence("json", JSON_PLAN.replace("T", "U"))}`);
  const three = importedAs(
    `${fence("", JSON_PLAN)}${fence("mermaid", "graph TD\n a-->b")}${fence("json", '{"a":1}')}${fence("json", JSON_PLAN)}`,
  );

  expect([two.plan.title, two.issues.map(({ message }) => message)]).toEqual(["T", [told(2)]]);
  expect([three.plan.title, three.issues.map(({ message }) => message)]).toEqual(["T", [told(3)]]);
});

test("names that stand twice and numbers that are not kept are told with their line in the message", () => {
  const { plan, issues } = importedAs(
    'Take:\n{"title":"T","title":"U",\n"steps":[{"id":"a","input":12345678901234567890}]}',
  );

  expect(plan.title).toBe("U");
  expect(issues.map(({ message }) => message)).toEqual([
    'The JSON states "title" twice in one object, again at line 2. The last value was kept.',
    "The number 12345678901234567890 at line 3 is too large to be kept exactly. Write it in quotes, as a text.",
  ]);
});

test("a list of texts is a sequence, and that is said", () => {
  const note =
    "The steps came as a list of texts, without what they wait for: each waits for the one in front of it.";
  const { plan, issues } = importedAs({ title: "T", steps: ["Fetch", "Write", "Fetch"] });

  expect(plan.steps.map(({ id, title, dependsOn }) => [id, title, dependsOn])).toEqual([
    ["fetch", "Fetch", []],
    ["write", "Write", ["fetch"]],
    ["fetch-2", "Fetch", ["write"]],
  ]);
  expect(issues.map(({ message }) => message)).toEqual([note]);
  expect(importedAs({ steps: ["Fetch"] }).issues).toEqual([]);
  expect(importedAs({ steps: ["A", "B"], edges: [["B", "A"]] })).toMatchObject({
    plan: { steps: [{ dependsOn: ["b"] }, { dependsOn: [] }] },
    issues: [],
  });
});

test("tasks of a crew are steps, and wait for those in their context", () => {
  const { plan, issues } = importedAs({
    agents: [{ role: "r" }],
    tasks: [
      { name: "research", description: "Research it." },
      { name: "write", description: "Write it.", context: ["research"], agent: "writer" },
      { name: "tell", description: "Tell it.", context: "Nobody knows." },
    ],
  });

  expect(plan.steps.map(({ id, dependsOn }) => [id, dependsOn])).toEqual([
    ["research", []],
    ["write", ["research"]],
    ["tell", []],
  ]);
  expect(issues.map(({ message }) => message)).toEqual([
    'The plan came with "agents", which plans do not have. It was left out.',
    'Step 3 "tell" came with "context", which a step does not have. It was left out.',
  ]);
  expect(importedAs('{"agents":[{"role":"r"}],"tasks":[{"title":"x"}]}').plan.steps).toHaveLength(1);
  expect(importedAs({ tasks: [{ title: "x", description: "y" }] }).plan.steps).toHaveLength(1);
  expect(errorOf('{"tasks":[{"title":"x"}]}')).toBe(
    `The message is JSON, but no plan. A plan looks like ${FORM}`,
  );
  expect(errorOf('{"tasks":["x","y"]}')).toBe(`The message is JSON, but no plan. A plan looks like ${FORM}`);
});

test.each([
  "```yaml\nsteps: [a]\n```",
  "Here:\n```yml\nsteps:\n  - id: a\n    title: A\n```",
  "```\njobs:\n  build:\n    uses: x\n  test:\n    needs: build\n```",
  "name: CI\njobs:\n  build:\n    steps:\n      - id: a\n        uses: x\n",
  "steps:\n- id: a\n  kind: tool\n  tool: x\n- id: b\n  needs: [a]",
])("a plan in YAML is answered with what to send: %s", (text) => {
  expect(errorOf(text)).toBe(
    `The plan in your message looks like YAML, which is not read. Send it as JSON: ${FORM}`,
  );
});

test.each<[string, string]>([
  ["sequenceDiagram\n  a->>b: hi", "this is a sequenceDiagram"],
  ["Here it is:\n\nstateDiagram-v2\n  [*] --> a", "this is a stateDiagram-v2"],
  ["---\ntitle: T\n---\ngantt\n  title x", "this is a gantt"],
  ["```mermaid\n%% a note\njourney\n  title x\n```", "this is a journey"],
  ["```\nclassDiagram\n  a <|-- b\n```", "this is a classDiagram"],
  ["```mermaid\nwhatever\n```", "this diagram is none"],
])("of Mermaid only flowcharts are read, and that is said: %s", (text, what) => {
  expect(errorOf(text)).toBe(
    `Of Mermaid diagrams only flowcharts are read, and ${what}. Draw it as "flowchart TD", or send the plan as JSON: ${FORM}`,
  );
});

test.each<[string, string, string | undefined]>([
  ["---\ntitle: My flow\n---\n%%{init: {}}%%\nflowchart TD\n  a --> b", "My flow", undefined],
  ["Take:\n\n---\nconfig:\n  look: x\ntitle: 'My flow'\n---\n\ngraph LR\n  a --> b", "My flow", "Take:"],
  ['```mermaid\n---\ntitle: "My flow"\n---\nflowchart TD\n  a --> b\n```', "My flow", undefined],
  ["%% a note\nflowchart TD\n  a --> b", "Imported plan", undefined],
  ["---\nor\n\nflowchart TD\n  a --> b", "Imported plan", "---\nor"],
  ["Take it\n---\nflowchart TD\n  a --> b", "Imported plan", "Take it\n---"],
])("a flowchart may have front matter and stand behind words: %s", (text, title, around) => {
  const read = importedAs(text);
  expect([read.plan.title, read.plan.steps.map(({ id }) => id), read.around]).toEqual([
    title,
    ["a", "b"],
    around,
  ]);
});

test("shapes are told where they meant more than a step", () => {
  const said = (...lines: string[]) =>
    importedAs(`\`\`\`mermaid\nflowchart TD\n${lines.join("\n")}\n\`\`\``).issues.map(
      ({ message }) => message,
    );
  const own = (count: number) =>
    Array.from({ length: count }, (_, index) => `step${index + 1}["${index + 1}. A"]`);
  const lead = "A flowchart does not hold what steps of other kinds need, so all came in as reasoning steps.";

  expect(said("a[Fetch] --> b(Send) --> c")).toEqual([]);
  expect(said("step1 --> step2")).toEqual([]);
  expect(said("a[Fetch] --> b{Ok?}")).toEqual([
    "The shapes of a flowchart do not say what a step needs, so all steps came in as reasoning steps.",
  ]);
  expect(
    said('step1(["1. Rest"]) --> step2("2. Think")', 'step3{{"3. Look"}} --> step4[["4. Ask"]]'),
  ).toEqual([`${lead} Of another kind were: 1 "Rest" (wait), 3 "Look" (check), 4 "Ask" (agent).`]);
  expect(said(...own(14))[0]).toMatch(/12 "A" \(tool\), 2 more\.$/);
});

test("a condition of our own flowchart comes back where its ids are surely those of the titles", () => {
  const conditionOf = (condition: string, ...titles: string[]) => {
    const nodes = titles.map((title, index) => `step${index + 1}("${index + 1}. ${title}")`);
    const last = `step${titles.length + 1}("${titles.length + 1}. Last<br/>if ${condition}")`;
    const { plan, issues } = importedAs(`graph TD\n${[...nodes, last].join("\n")}`);
    return [plan.steps.at(-1)?.if, issues.map(({ message }) => message.replace(/^.*? came with /, ""))];
  };
  const lost = (condition: string) => [
    undefined,
    [`the condition "${condition}", which names what the flowchart does not hold. It was left out.`],
  ];

  expect(conditionOf("$fetch-it.output.x #gt; 1", "Fetch it")).toEqual(["$step1.output.x > 1", []]);
  expect(conditionOf("$fetch.status != $send.status && $fetch.output", "Fetch", "Send")).toEqual([
    "$step1.status != $step2.status && $step1.output",
    [],
  ]);
  expect(conditionOf("$gone.output", "Fetch")).toEqual(lost("$gone.output"));
  expect(conditionOf("$fetch.output", "Fetch", "fetch")).toEqual(lost("$fetch.output"));
  expect(conditionOf("$step2.output", "Step2", "Fetch")).toEqual(lost("$step2.output"));
  expect(conditionOf("$input.x", "Fetch")).toEqual(lost("$input.x"));
  expect(conditionOf("not readable", "Fetch")).toEqual(lost("not readable"));
});
