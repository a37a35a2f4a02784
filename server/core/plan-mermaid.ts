import type { Plan, Step, StepKind } from "./plan.ts";

const SHAPES: Readonly<Record<StepKind, readonly [string, string]>> = {
  tool: ["[", "]"],
  reasoning: ["(", ")"],
  agent: ["[[", "]]"],
  check: ["{{", "}}"],
  wait: ["([", "])"],
};

/** The plan as a Mermaid flowchart. Nodes are named by number, so that no id can be taken for a keyword. */
export function planToMermaid(plan: Plan): string {
  const names = new Map<string, string>();
  const missing: string[] = [];
  for (const [index, { id }] of plan.steps.entries()) if (!names.has(id)) names.set(id, `step${index + 1}`);
  for (const id of plan.steps.flatMap((step) => step.dependsOn))
    if (!names.has(id)) names.set(id, `missing${missing.push(id)}`);

  const lines = [
    "flowchart TD",
    ...plan.steps.map((step, index) => node(step, index + 1)),
    ...missing.map((id, index) => `  missing${index + 1}>"${escaped(id)} is missing"]`),
    ...plan.steps.flatMap((step, index) =>
      step.dependsOn.map(
        (id) => `  ${names.get(id)} ${step.if === undefined ? "-->" : "-.->"} step${index + 1}`,
      ),
    ),
  ];
  return `${lines.join("\n")}\n`;
}

function node(step: Step, number: number): string {
  const [open, close] = SHAPES[step.kind];
  const condition = step.if === undefined ? [] : [`if ${escaped(step.if)}`];
  const approval = step.approval === undefined ? [] : ["needs approval"];
  const label = [`${number}. ${escaped(step.title)}`, ...condition, ...approval].join("<br/>");
  return `  step${number}${open}"${label}"${close}`;
}

/** Text that a quoted Mermaid label shows as it is. */
function escaped(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").replace(
    /[^\p{L}\p{M}\p{N}\p{Extended_Pictographic} .,:!?()/+-]/gu,
    // A zero width joiner holds an emoji together.
    (character) => (character === "\u200d" ? character : `#${character.codePointAt(0)};`),
  );
}
