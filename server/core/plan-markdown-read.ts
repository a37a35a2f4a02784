import type { List, ListItem, PhrasingContent, RootContent } from "mdast";
import { toString as plainText } from "mdast-util-to-string";
import { partsOf } from "./import/loose-fields.ts";
import { labelOf } from "./import/markdown-labels.ts";
import type { Json } from "./json.ts";
import { parseJson } from "./parse-json.ts";
import { readBlock, readCode, readInline, readLabelled } from "./plan-markdown-text.ts";
import { err, ok, type Result } from "./result.ts";

type Refusal = { message: string };
type Loose = { [field: string]: Json };

function isHeading(node: RootContent, depth: number): boolean {
  return node.type === "heading" && node.depth === depth;
}

/**
 * What a document states: a plan that is not checked yet, what stands in it beside that by its heading or
 * its own words, and where it begins behind other words.
 */
export type PlanDocument = { plan: Loose & { steps: Loose[] }; leftOut: Loose; start: number };

const SECTIONS = ["", "Steps", "Completion criteria", "Assumptions", "Budget", "Tags"];

export function readPlanBlocks(blocks: readonly RootContent[]): Result<PlanDocument, Refusal> {
  const stepsAt = blocks.findIndex((node) => isHeading(node, 2) && plainText(node) === "Steps");
  const titleAt = blocks.slice(0, stepsAt + 1).findLastIndex((node) => isHeading(node, 1));
  const [first, ...rest] = blocks.slice(titleAt === -1 ? 0 : titleAt);
  if (first?.type !== "heading" || first.depth !== 1 || !first.position) {
    return err({ message: "The plan begins with its title as a heading: # Title." });
  }
  const sections = new Map<string, RootContent[]>([["", []]]);
  let section = "";
  for (const node of rest) {
    if (node.type === "heading") {
      section = plainText(node);
      if (sections.has(section)) return err({ message: `The heading "${section}" stands there twice.` });
      sections.set(section, []);
    } else sections.get(section)?.push(node);
  }
  const steps = sections.get("Steps");
  if (!steps) return err({ message: 'The plan has no heading "## Steps".' });
  const lists = listsOfSteps(steps);
  const read = readSteps(lists);
  if (!read.ok) return read;
  const budget = readBudget(sections.get("Budget"));
  if (!budget.ok) return budget;

  const words = steps.filter((node) => !lists.some((list) => list === node)).map(readBlock);
  const others = [...sections].filter(([name]) => !SECTIONS.includes(name));
  return ok({
    start: Number(first.position.start.offset),
    leftOut: Object.fromEntries([
      ...words.map((text) => [text, text] as const),
      ...others.map(([name, nodes]) => [name, textOfSection(nodes)] as const),
    ]),
    plan: {
      title: readInline(first.children),
      objective: textOfSection(sections.get("")),
      steps: read.value,
      assumptions: itemsOf(sections.get("Assumptions")),
      completionCriteria: textOfSection(sections.get("Completion criteria")),
      ...budget.value,
      tags: itemsOf(sections.get("Tags")),
    },
  });
}

function textOfSection(nodes: readonly RootContent[] = []): string {
  return nodes.map(readBlock).join("\n\n");
}

function itemsOf(nodes: readonly RootContent[] = []): string[] {
  const list = nodes.find((node): node is List => node.type === "list");
  return (list?.children ?? []).map((item) => textOfSection(item.children));
}

function readBudget([block]: readonly RootContent[] = []): Result<Loose, Refusal> {
  if (!block) return ok({});
  const parsed = parseJson(textOfJson(block, []));
  return parsed.ok
    ? ok({ budget: parsed.value })
    : err({ message: `The budget is not valid JSON: ${parsed.error.message}` });
}

function textOfJson(block: RootContent | null, children: readonly PhrasingContent[]): string {
  if (block?.type === "code") return block.value;
  const inline = block?.type === "paragraph" ? block.children : children;
  const [only] = inline;
  return only?.type === "inlineCode" ? only.value : readInline(inline);
}

/** Every list of the kind that comes first holds steps. */
function listsOfSteps(nodes: readonly RootContent[]): List[] {
  const lists = nodes.filter((node) => node.type === "list");
  return lists.filter((list) => list.ordered === lists[0]?.ordered);
}

function readSteps(lists: readonly List[]): Result<Loose[], Refusal> {
  const items = lists.flatMap((list) => list.children);
  const steps: Loose[] = [];
  for (const [index, item] of items.entries()) {
    const step = readStep(item, index);
    if (!step.ok) return step;
    steps.push(step.value);
  }
  return ok(steps);
}

function readStep(item: ListItem, index: number): Result<Loose, Refusal> {
  const [name, ...blocks] = item.children;
  const fields = blocks.findLast((node): node is List => node.type === "list");
  if (name?.type !== "paragraph") return err({ message: `Step ${index + 1} has no title.` });
  const step: Loose = {
    title: readInline(name.children),
    instructions: textOfSection(blocks.filter((node) => node !== fields)),
    expectedOutput: "",
    dependsOn: [],
  };
  for (const field of fields?.children ?? []) {
    const read = readField(field);
    if (!read.ok) return err({ message: `Step ${index + 1} "${step["title"]}": ${read.error.message}` });
    Object.assign(step, read.value);
  }
  if (!ACTIONS.some((name) => name in step)) step["kind"] = "reasoning";
  return ok(step);
}

function readField(item: ListItem): Result<Loose, Refusal> {
  const field = readLabelled(item.children);
  if (!field)
    return err({ message: `"${plainText(item).slice(0, 80)}" is no setting. Write "Label: value".` });
  const { label, children, block } = field;
  const codes = children.flatMap((node) => (node.type === "inlineCode" ? [readCode(node)] : []));
  const text = block ? readBlock(block) : readInline(children);
  const code = codes[0] ?? text;
  switch (labelOf(label)) {
    case "Id":
      return ok({ id: code });
    case "Kind":
      return ok({ kind: text });
    case "Depends on":
      return ok({ dependsOn: codes.length > 0 ? codes : partsOf(text) });
    case "Expected output":
      return ok({ expectedOutput: text });
    case "Uses run input":
      return ok({ usesRunInput: /^(?:yes|true)$/i.test(text) });
    case "Tool":
      return ok({ tool: code });
    case "Agent":
      return ok({ agent: code });
    case "If":
      return ok({ if: code });
    case "On error":
      return ok({ onError: text });
    case "Attempts":
      return ok({ maxAttempts: Number(text) });
    case "Timeout in seconds":
      return ok({ timeoutSeconds: Number(text) });
    case "Verifies":
      return ok({ verifies: code });
    case "Instructions":
      return ok({ instructions: text });
  }
  const name = JSON_FIELDS.get(labelOf(label) ?? "");
  if (name === undefined) return ok({ [label]: text });
  const json = textOfJson(block, children);
  const parsed = parseJson(json);
  if (!parsed.ok && /^\s*[\p{L}\p{N}]/u.test(json)) return ok({ [name]: json });
  return parsed.ok
    ? ok({ [name]: parsed.value })
    : err({ message: `${label} is not valid JSON: ${parsed.error.message}` });
}

// With one of these, the kind of a step that states none follows.
const ACTIONS = ["kind", "tool", "agent", "check", "wait"];
const JSON_FIELDS = new Map([
  ["Output schema", "outputSchema"],
  ["Input", "input"],
  ["Check", "check"],
  ["Wait", "wait"],
  ["Approval", "approval"],
  ["Precondition", "precondition"],
]);
