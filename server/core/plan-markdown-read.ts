import type { List, ListItem, PhrasingContent, Root, RootContent } from "mdast";
import { toString as plainText } from "mdast-util-to-string";
import type { Json } from "./json.ts";
import { parseJson } from "./parse-json.ts";
import { readBlock, readCode, readInline, readLabelled } from "./plan-markdown-text.ts";
import { err, ok, type Result } from "./result.ts";

type Refusal = { message: string };
type Loose = { [field: string]: Json };

function isHeading(node: RootContent, depth: number): boolean {
  return node.type === "heading" && node.depth === depth;
}

/** The fields that a document states, in the shape of a plan but not checked yet. */
export function readPlanBlocks(root: Root): Result<Loose, Refusal> {
  const stepsAt = root.children.findIndex((node) => isHeading(node, 2) && plainText(node) === "Steps");
  const titleAt = root.children.slice(0, stepsAt + 1).findLastIndex((node) => isHeading(node, 1));
  const [first, ...rest] = root.children.slice(titleAt === -1 ? 0 : titleAt);
  if (first?.type !== "heading" || first.depth !== 1) {
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
  const list = steps.find((node) => node.type === "list");
  const read = (list?.children ?? []).map(readStep);
  const refused = read.find((step) => !step.ok);
  if (refused && !refused.ok) return refused;
  const budget = readBudget(sections.get("Budget"));
  if (!budget.ok) return budget;

  return ok({
    title: readInline(first.children),
    objective: textOfSection(sections.get("")),
    steps: read.flatMap((step) => (step.ok ? [step.value] : [])),
    assumptions: itemsOf(sections.get("Assumptions")),
    completionCriteria: textOfSection(sections.get("Completion criteria")),
    ...budget.value,
    tags: itemsOf(sections.get("Tags")),
  });
}

function textOfSection(nodes: readonly RootContent[] = []): string {
  return nodes.map(readBlock).join("\n\n");
}

function itemsOf(nodes: readonly RootContent[] = []): string[] {
  const list = nodes.find((node): node is List => node.type === "list");
  return (list?.children ?? []).map((item) => textOfSection(item.children));
}

function readBudget(nodes: readonly RootContent[] = []): Result<Loose, Refusal> {
  if (nodes.length === 0) return ok({});
  const parsed = parseJson(textOfJson(nodes[0] ?? null, []));
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

function readStep(item: ListItem, index: number): Result<Loose, Refusal> {
  const [name, ...blocks] = item.children;
  const fields = blocks.findLast((node): node is List => node.type === "list");
  if (name?.type !== "paragraph") return err({ message: `Step ${index + 1} has no title.` });
  const step: Loose = {
    title: readInline(name.children),
    instructions: textOfSection(blocks.filter((node) => node !== fields)),
    expectedOutput: "",
    kind: "reasoning",
    dependsOn: [],
  };
  for (const field of fields?.children ?? []) {
    const read = readField(field);
    if (!read.ok) return err({ message: `Step ${index + 1} "${step["title"]}": ${read.error.message}` });
    Object.assign(step, read.value);
  }
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
  switch (label) {
    case "Id":
      return ok({ id: code });
    case "Kind":
      return ok({ kind: text });
    case "Depends on":
      return ok({ dependsOn: codes.length > 0 ? codes : text.split(/\s*,\s*/) });
    case "Expected output":
      return ok({ expectedOutput: text });
    case "Uses run input":
      return ok({ usesRunInput: text === "yes" });
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
  }
  const name = JSON_FIELDS.get(label);
  if (name === undefined) return ok({ [label]: text });
  const parsed = parseJson(textOfJson(block, children));
  return parsed.ok
    ? ok({ [name]: parsed.value })
    : err({ message: `${label} is not valid JSON: ${parsed.error.message}` });
}

const JSON_FIELDS = new Map([
  ["Output schema", "outputSchema"],
  ["Input", "input"],
  ["Check", "check"],
  ["Wait", "wait"],
  ["Approval", "approval"],
  ["Precondition", "precondition"],
]);
