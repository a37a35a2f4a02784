import fc from "fast-check";
import { expect, test } from "vitest";
import { importPlan } from "#server/core/plan-import.ts";
import { planToMermaid } from "#server/core/plan-mermaid.ts";
import { makePlan } from "#test/make.ts";
import { cases } from "#test/property.ts";
import { anyPlan } from "./arbitrary-plan.ts";
import { importedAs } from "./imported.ts";

/** Each step as "title < ids that it waits for", and what was said. */
function drawn(...lines: string[]): [string[], string[]] {
  const { plan, issues } = importedAs(`\`\`\`mermaid\n${lines.join("\n")}\n\`\`\``);
  return [
    plan.steps.map(({ title, dependsOn }) => `${title} < ${dependsOn.join(" ")}`.trim()),
    issues.map(({ message }) => message),
  ];
}

const A_TO_B = ["a <", "b < a"];

test.each([
  "a-->b",
  "a --> b;",
  "a ---> b",
  "a --- b",
  "a ==> b",
  "a === b",
  "a -.-> b",
  "a -..- b",
  "a --x b",
  "a --o b",
  "a x--x b",
  "a <--> b",
  "a -> b",
  "a => b",
  "a e1@--> b\n e1@{ animate: true }",
  "a:::quiet --> b:::loud",
  "a --> b %% and that is all",
  "a --> b\n a --> b",
])("an arrow: %s", (line) => {
  expect(drawn("flowchart TD", line)).toEqual([A_TO_B, []]);
});

test("an arrow to the left turns the order around, an invisible one makes none", () => {
  expect(drawn("flowchart TD", "a <-- b", "c ~~~ a")).toEqual([["a < b", "b <", "c <"], []]);
  expect(drawn("flowchart TD", "a <-- why --> b")[0]).toEqual(A_TO_B);
});

test.each([
  ["a -->|if ok| b", "if ok"],
  ["a --> |if ok| b", "if ok"],
  ['a -->|"if ok"| b', "if ok"],
  ["a -- if ok --> b", "if ok"],
  ["a -- if ok --- b", "if ok"],
  ['a -- "if -- ok" --> b', "if -- ok"],
  ["a == if ok ==> b", "if ok"],
  ["a -. if ok .-> b", "if ok"],
  ["a -->|&lt;5| b", "<5"],
])("the label of an arrow is named as left out: %s", (line, label) => {
  expect(drawn("flowchart TD", line)).toEqual([
    A_TO_B,
    [
      `Step 2 "b" came with the label "${label}" on the arrow from "a", which a step does not have. It was left out.`,
    ],
  ]);
});

test.each([
  ["a[Fetch it]", "Fetch it"],
  ["a(Fetch it)", "Fetch it"],
  ["a([Fetch it])", "Fetch it"],
  ["a[[Fetch it]]", "Fetch it"],
  ["a[(Fetch it)]", "Fetch it"],
  ["a((Fetch it))", "Fetch it"],
  ["a(((Fetch it)))", "Fetch it"],
  ["a{Fetch it}", "Fetch it"],
  ["a{{Fetch it}}", "Fetch it"],
  ["a>Fetch it]", "Fetch it"],
  ["a[/Fetch it/]", "Fetch it"],
  ["a[\\Fetch it\\]", "Fetch it"],
  ["a[/Fetch it\\]", "Fetch it"],
  ["a[/etc/hosts]", "/etc/hosts"],
  ["a[Fetch (all) of it]", "Fetch (all) of it"],
  ['a["Fetch [it]; now"]', "Fetch [it]; now"],
  ['a[ "Fetch it" ]', "Fetch it"],
  ['a["two\nlines"]', "two lines"],
  ["a[one<br>two<br />three]", "one two three"],
  ['a["`Fetch it`"]', "Fetch it"],
  ["a[#quot;hi#quot; #35;1 &amp; #9829; #oops; #9999999;]", '"hi" #1 & ♥ #oops; #9999999;'],
  ['a@{ shape: rounded, label: "Fetch {it}" }', "Fetch {it}"],
  ["a@{ label: Fetch it, shape: rect }", "Fetch it"],
  ["a@{ shape: rect }", "a"],
  ["a[]", "a"],
  ["a", "a"],
  ["fetch-it.v2", "fetch-it.v2"],
  ["fetch=it", "fetch=it"],
  ["注文", "注文"],
])("a node: %s", (node, title) => {
  expect(drawn("graph LR", node)[0]).toEqual([`${title} <`]);
  const { steps } = importedAs(`\`\`\`mermaid\ngraph LR\nz --> ${node} --> y\n\`\`\``).plan;
  expect(steps.map((step) => step.title)).toEqual(["z", title, "y"]);
  expect(steps.map((step) => step.dependsOn)).toEqual([[], ["z"], [steps[1]?.id]]);
});

test("a name stays until a label comes, and the last label stays", () => {
  expect(drawn("graph LR", "a --> b", "a[First]", "b[Old]", "b[New]", "a --> b")[0]).toEqual([
    "First <",
    "New < a",
  ]);
});

test("several statements stand on a line, and several nodes on a side of an arrow", () => {
  expect(drawn("graph LR", "a[/One\\] --> b[/Two/]")[0]).toEqual(["One <", "Two < a"]);
  expect(drawn("graph LR; a & b --> c & d --> e; f")[0]).toEqual([
    "a <",
    "b <",
    "c < a b",
    "d < a b",
    "e < c d",
    "f <",
  ]);
});

test("words of the language are nodes where nothing else can be meant", () => {
  expect(drawn("graph LR", "a --> end", "style --> a", "class --> a", "endless --> a")[0]).toEqual([
    "a < style class endless",
    "end < a",
    "style <",
    "class <",
    "endless <",
  ]);
});

test("a direction, looks, comments and settings in front say nothing about a plan", () => {
  expect(
    drawn(
      "---\ntitle: Nightly\n---",
      "%%{init: {'theme': 'dark'}}%%",
      "  flowchart LR",
      "direction TB",
      "classDef quiet fill:#eee,stroke:#333;",
      "class a,b quiet",
      "style a fill:#f9f",
      "linkStyle 0 stroke:red",
      "accTitle: Nightly",
      "%% a comment --> here",
      "a --> b",
    ),
  ).toEqual([A_TO_B, []]);
});

test("groups are named as left out, and an arrow to a group means its steps", () => {
  const groups = [
    "subgraph one [The first]",
    "  a --> b",
    "  subgraph inner",
    "    c",
    "  end",
    "end",
    "subgraph two",
    "  d --> e",
    "end",
    "one --> two --> f",
    "subgraph empty",
    "end",
    "empty --> f",
    "subgraph two",
    "end",
    "one -->|soon| f",
  ];
  expect(drawn("flowchart TD", ...groups)).toEqual([
    ["a <", "b < a", "c <", "d < b c", "e < d", "f < e empty b c", "empty <"],
    [
      'The plan came with the groups "The first", "inner", "two" and "empty", which plans do not have. Their steps were kept.',
      'Step 6 "f" came with the label "soon" on the arrow from "one", which a step does not have. It was left out.',
    ],
  ]);
});

test("what cannot be read is named, and the rest is kept", () => {
  const [steps, said] = drawn(
    "flowchart TD",
    "a --> b",
    "b -->",
    "b --> c[no end",
    "d e f",
    "click a callback",
    "--> b",
    "a@{ shape: rect",
    "b -- no end",
    "b <- a",
    "b & --> a",
    "c --> d[(x",
    "a --> b and more",
    'a["x" y]',
  );
  expect(steps).toEqual(["a <", "b < a", "c <"]);
  expect(said).toEqual([
    'The flowchart has parts that cannot be read: "-->", "--> c[no end", "d e f", "click a callback", "--> b", "a@{ shape: rect", "b -- no end", "b <- a", "b & --> a", "--> d[(x", "and more" and "a["x" y]". They were left out.',
  ]);
});

test("more arrows than anybody draws are named as unread", () => {
  const many = Array.from({ length: 400 }, (_, index) => `n${index}`);
  const [steps, said] = drawn("graph TD", `${many.join(" & ")} --> ${many.join(" & ")}`);
  expect(steps.every((step) => step.endsWith("<"))).toBe(true);
  expect(said).toHaveLength(1);
  expect(said[0]).toMatch(/^The flowchart has parts that cannot be read: "--> n0 & n1 & /);

  const halves = [0, 1].flatMap((half) => [
    `subgraph g${half}`,
    ...many.map((name) => `${name}_${half}`),
    "end",
  ]);
  expect(drawn("graph TD", ...halves, "g0 --> g1")[1].at(-1)).toBe(
    'The flowchart has parts that cannot be read: "g0 --> g1". They were left out.',
  );
});

test("a flowchart without a fence is one when it says its direction", () => {
  expect(importedAs("graph TD\n  a --> b").plan.steps.map(({ id }) => id)).toEqual(["a", "b"]);
  expect(importPlan("Graph the orders --> please")).toBeNull();
  expect(importPlan("flowchart\n a --> b")).toBeNull();
});

test("what this program writes below a title is taken back or named, and a missing step stays missing", () => {
  const plan = makePlan(
    { a: [], b: ["a", "gone (x)"], c: ["b"] },
    {
      a: { approval: {} },
      b: { if: "$a.status == 'failed' && ${a.output.x} > 1", approval: {} },
      c: { title: "", if: "$input.x == $b.output" },
    },
  );
  const { plan: read, issues } = importedAs(`\`\`\`mermaid\n${planToMermaid(plan)}\`\`\``);

  expect(read.steps.map(({ title, dependsOn, approval }) => [title, dependsOn, approval])).toEqual([
    ["a", [], {}],
    ["b", ["step1", "gone (x)"], {}],
    ["", ["step2"], undefined],
  ]);
  expect(read.steps.map((step) => step.if)).toEqual([
    undefined,
    "$step1.status == 'failed' && ${step1.output.x} > 1",
    undefined,
  ]);
  expect(issues.map(({ message, stepId, stepNumber }) => [message, stepId, stepNumber])).toEqual([
    [
      'Step 3 "" came with the condition "$input.x == $b.output", which names what the flowchart does not hold. It was left out.',
      "step3",
      3,
    ],
  ]);
});

test("a node that is only named like ours is a node like any other", () => {
  expect(drawn("graph TD", "step1[Fetch] --> step2[3. Send]", "missing1[Look] --> step1")[0]).toEqual([
    "Fetch < missing1",
    "3. Send < step1",
    "Look <",
  ]);
});

test("every plan's flowchart is read back with the titles and links of the plan", () => {
  const onOneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
  fc.assert(
    fc.property(anyPlan, (plan) => {
      const titles = new Set(plan.steps.map(({ title }) => onOneLine(title).toLowerCase()));
      // A link may name its step by title, as people write it.
      const isByTitle = (id: string) => titles.has(onOneLine(id).toLowerCase());
      fc.pre(plan.steps.length > 0 && !plan.steps.some(({ dependsOn }) => dependsOn.some(isByTitle)));
      const { steps } = importedAs(`\`\`\`mermaid\n${planToMermaid(plan)}\`\`\``).plan;
      const nameOf = (id: string) => {
        const index = plan.steps.findIndex((step) => step.id === id);
        return index === -1 ? onOneLine(id) : `step${index + 1}`;
      };
      const links = plan.steps.map(({ dependsOn }) => [...new Set(dependsOn.map(nameOf))]);

      expect(steps.map(({ title }) => title.trim())).toEqual(plan.steps.map(({ title }) => onOneLine(title)));
      expect(steps.map(({ dependsOn }) => [...new Set(dependsOn.map(onOneLine))])).toEqual(links);
    }),
    cases(200),
  );
});
