import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { STEP_ID_PATTERN } from "#server/core/plan.ts";
import { importPlan } from "#server/core/plan-import.ts";
import { importedAs } from "./imported.ts";

/** Each step as "id < what it waits for", and what was said. */
function linksOf(value: unknown): [string[], string[]] {
  const { plan, issues } = importedAs(value);
  return [
    plan.steps.map(({ id, dependsOn }) => `${id} < ${dependsOn.join(" ")}`.trim()),
    issues.map(({ message }) => message.replace(/ (?:It was|They were) left out\.$/, "")),
  ];
}

const BOTH = ["a <", "b < a"];
const STEP_B = 'Step 2 "B" came with';

test.each<[string, Record<string, unknown>, string[], string[]]>([
  ["a list", { depends_on: ["a"] }, BOTH, []],
  ["a text", { needs: "a" }, BOTH, []],
  ["a comma-separated text", { after: "a, c" }, ["a <", "b < a c"], []],
  ["a number", { deps: 3 }, ["a <", "b < 3"], []],
  ["objects with an id", { parents: [{ id: "a" }, { step: "c" }] }, ["a <", "b < a c"], []],
  ["an object with an id", { requires: { task: "a" } }, BOTH, []],
  ["an object by id", { dependsOn: { a: true, c: null } }, ["a <", "b < a c"], []],
  ["the id in another case", { dependsOn: [" A "] }, BOTH, []],
  ["the title", { dependsOn: ["first one"] }, BOTH, []],
  ["both spellings, which are united", { dependsOn: ["a"], depends_on: ["c", "a"] }, ["a <", "b < a c"], []],
  ["several names, which are united", { needs: "a", run_after: ["c"] }, ["a <", "b < a c"], []],
  [
    "an object with more than the id",
    { needs: [{ id: "a", when: "ok" }] },
    BOTH,
    [`${STEP_B} "needs.1.when", which a step does not have.`],
  ],
  [
    "an object by id with rules",
    { needs: { a: { condition: "healthy" } } },
    BOTH,
    [`${STEP_B} "needs.a", which a step does not have.`],
  ],
  [
    "something else in one of two lists",
    { needs: [["a"]], dependsOn: ["a"] },
    BOTH,
    [`${STEP_B} needs [["a"]], which takes a list of step ids.`],
  ],
  ["null", { needs: null }, ["a <", "b <"], []],
  ["the step behind", { next: "a" }, ["a < b", "b <"], []],
  ["the steps behind, the end among them", { next: ["a", "END"] }, ["a < b", "b <"], []],
  [
    "a step behind that is missing",
    { requiredBy: ["a", "gone"] },
    ["a < b", "b <"],
    [`${STEP_B} requiredBy "gone", which takes the id of a step of the plan.`],
  ],
])("a step links by %s", (_name, fields, links, said) => {
  const steps = [
    { id: "a", title: "First one" },
    { id: "b", title: "B", ...fields },
  ];
  expect(linksOf({ title: "T", steps })).toEqual([links, said]);
});

const EDGE = 'two steps of the plan, such as ["fetch", "send"] or {"from": "fetch", "to": "send"}';

test.each<[string, Record<string, unknown>, string[], string[]]>([
  ["pairs", { edges: [["a", "b"]] }, BOTH, []],
  ["from and to", { edges: [{ from: "a", to: "b" }] }, BOTH, []],
  ["source and target", { links: [{ source: "a", target: "b" }] }, BOTH, []],
  ["ends that are objects", { connections: [{ from: { node: "a", port: 1 }, to: { node: "b" } }] }, BOTH, []],
  ["arrows", { edges: ["a -> b", "b --> a", "a => b"] }, ["a < b", "b < a"], []],
  ["an object", { edges: { a: ["b"], b: null } }, BOTH, []],
  [
    "outputs of a node",
    { connections: { "First one": { main: [[{ node: "B", index: 0 }], []] } } },
    BOTH,
    [],
  ],
  ["what each waits for", { dependencies: { b: ["a"] } }, BOTH, []],
  ["what one waits for", { dependencies: { b: "a" } }, BOTH, []],
  [
    "a beginning and an end",
    {
      edges: [
        ["__start__", "a"],
        ["START", "a"],
        ["a", "b"],
        ["b", "__end__"],
      ],
    },
    BOTH,
    [],
  ],
  ["a step in front that is missing", { edges: [["gone", "b"]] }, ["a <", "b < gone"], []],
  [
    "a step behind that is missing",
    { edges: [["a", "gone"]] },
    ["a <", "b <"],
    [`The plan came with edges.1 ["a","gone"], which takes ${EDGE}.`],
  ],
  [
    "a condition on an edge",
    { edges: [{ from: "a", to: "b", condition: "ok" }] },
    BOTH,
    ['The plan came with "edges.1.condition", which plans do not have.'],
  ],
  [
    "no pairs",
    { edges: [["a", "b", "c"], 5, { from: "a" }, ["a", "b"]] },
    BOTH,
    [
      `The plan came with edges.1 ["a","b","c"], which takes ${EDGE}.`,
      `The plan came with edges.2 5, which takes ${EDGE}.`,
      `The plan came with edges.3 {"from":"a"}, which takes ${EDGE}.`,
    ],
  ],
  [
    "words",
    { edges: "a to b", dependencies: ["x"] },
    ["a <", "b <"],
    [
      'The plan came with edges "a to b", which takes a list of pairs of steps, or an object such as {"fetch": ["send"]}.',
      'The plan came with dependencies ["x"], which takes an object such as {"send": ["fetch"]}.',
    ],
  ],
])("links beside the steps: %s", (_name, fields, links, said) => {
  const nodes = [
    { id: "a", title: "First one" },
    { id: "b", title: "B" },
  ];
  expect(linksOf({ title: "T", nodes, ...fields })).toEqual([links, said]);
});

test("steps with one id in common keep their own links, and a link to it leads to the first", () => {
  expect(
    linksOf({
      nodes: [{ id: "a", needs: ["c"] }, { id: "a", needs: ["b"] }, { id: "b" }],
      edges: [
        ["b", "a"],
        ["b", "a"],
      ],
    })[0],
  ).toEqual(["a < c b", "a < b", "b <"]);
});

test("nodes that are only named, and states and jobs by name, are steps", () => {
  expect(linksOf({ nodes: ["Fetch it", "Send"], edges: [["Fetch it", "Send"]] })).toEqual([
    ["fetch-it <", "send < fetch-it"],
    [],
  ]);
  expect(linksOf({ States: { one: { next: "two" }, two: {} } })).toEqual([["one <", "two < one"], []]);
  expect(linksOf({ Tasks: [{ id: "a" }, { id: "b", needs: "a" }] })).toEqual([BOTH, []]);
  expect(linksOf({ tasks: "none", jobs: { a: {}, b: { needs: "a" } } })[0]).toEqual(BOTH);
  expect(importPlan('{"jobs":{"a":{},"b":{}}}')).toMatchObject({ error: expect.stringContaining("no plan") });
  expect(importPlan('{"nodes":{"a":5},"edges":[]}')).toMatchObject({
    error: expect.stringContaining("no plan"),
  });
  expect(importPlan('[{"needs":["a"]}]')).toMatchObject({ error: expect.stringContaining("no plan") });
});

test("every graph of the collection can be pasted with its nodes and edges as they are", () => {
  const lines = readFileSync(new URL("../cases/graphs.jsonl", import.meta.url), "utf8")
    .trim()
    .split("\n");
  for (const line of lines) {
    const { nodes, edges }: { nodes: { id: string; title: string }[]; edges: [string, string][] } =
      JSON.parse(line);
    const { plan, issues } = importedAs({ nodes, edges });

    expect(plan.steps.map((step) => step.title)).toEqual(nodes.map((node) => node.title));
    const codes = nodes.filter(({ id }) => !STEP_ID_PATTERN.test(id)).map(() => "renamed_id");
    expect(issues.map((issue) => issue.code)).toEqual(codes);
    const newIds = new Map(nodes.map(({ id }, index) => [id, plan.steps[index]?.id]));
    const links = plan.steps.flatMap(({ id, dependsOn }) => dependsOn.map((from) => `${from} > ${id}`));
    const drawn = edges.map(([from, to]) => `${newIds.get(from) ?? from} > ${newIds.get(to)}`);
    expect(new Set(links)).toEqual(new Set(drawn));
  }
});
