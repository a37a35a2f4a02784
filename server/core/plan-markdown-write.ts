import type { BlockContent, List, ListItem, PhrasingContent, RootContent } from "mdast";
import type { Plan, Step } from "./plan.ts";
import { blockText, codeText, inlineText, jsonBlock, labelled } from "./plan-markdown-text.ts";

/** The plan as the blocks of a Markdown document. */
export function planBlocks(plan: Plan): RootContent[] {
  return [
    { type: "heading", depth: 1, children: plan.title === "" ? [] : [inlineText(plan.title)] },
    ...(plan.objective === "" ? [] : [blockText(plan.objective)]),
    heading("Steps"),
    ...(plan.steps.length === 0 ? [] : [list(plan.steps.map(stepItem), true)]),
    ...(plan.completionCriteria === ""
      ? []
      : [heading("Completion criteria"), blockText(plan.completionCriteria)]),
    ...texts("Assumptions", plan.assumptions),
    ...(plan.budget === undefined ? [] : [heading("Budget"), jsonBlock(plan.budget)]),
    ...texts("Tags", plan.tags),
  ];
}

function heading(text: string): RootContent {
  return { type: "heading", depth: 2, children: [{ type: "text", value: text }] };
}

function texts(title: string, items: readonly string[]): RootContent[] {
  if (items.length === 0) return [];
  return [
    heading(title),
    list(
      items.map((item) => listItem([blockText(item)])),
      false,
    ),
  ];
}

function list(children: ListItem[], ordered: boolean): List {
  return { type: "list", ordered, start: ordered ? 1 : null, spread: ordered, children };
}

function listItem(children: BlockContent[]): ListItem {
  return { type: "listItem", spread: false, children };
}

function stepItem(step: Step): ListItem {
  const title = inlineText(step.title);
  const name: PhrasingContent = title.type === "text" ? { type: "strong", children: [title] } : title;
  return {
    type: "listItem",
    spread: true,
    children: [
      { type: "paragraph", children: [name] },
      ...(step.instructions === "" ? [] : [blockText(step.instructions)]),
      list(stepFields(step).map(listItem), false),
    ],
  };
}

function stepFields(step: Step): BlockContent[][] {
  const codes = (texts: readonly string[]): BlockContent => ({
    type: "paragraph",
    children: texts.flatMap((text, index) =>
      index === 0 ? [codeText(text)] : [{ type: "text" as const, value: ", " }, codeText(text)],
    ),
  });
  const word = (text: string): BlockContent => ({
    type: "paragraph",
    children: [{ type: "text", value: text }],
  });
  const when = <Value>(value: Value | undefined, label: string, write: (value: Value) => BlockContent) =>
    value === undefined ? [] : [labelled(label, write(value))];

  return [
    labelled("Id", codes([step.id])),
    labelled("Kind", word(step.kind)),
    ...when(step.dependsOn.length > 0 ? step.dependsOn : undefined, "Depends on", codes),
    ...when(step.expectedOutput === "" ? undefined : step.expectedOutput, "Expected output", blockText),
    ...when(step.outputSchema, "Output schema", jsonBlock),
    ...when(step.usesRunInput, "Uses run input", (uses) => word(uses ? "yes" : "no")),
    ...when(step.tool, "Tool", (tool) => codes([tool])),
    ...when(step.input, "Input", jsonBlock),
    ...when(step.agent, "Agent", (agent) => codes([agent])),
    ...when(step.check, "Check", jsonBlock),
    ...when(step.wait, "Wait", jsonBlock),
    ...when(step.if, "If", (condition) => codes([condition])),
    ...when(step.onError, "On error", word),
    ...when(step.maxAttempts, "Attempts", (attempts) => word(String(attempts))),
    ...when(step.timeoutSeconds, "Timeout in seconds", (seconds) => word(String(seconds))),
    ...when(step.approval, "Approval", jsonBlock),
    ...when(step.precondition, "Precondition", jsonBlock),
    ...when(step.verifies, "Verifies", (id) => codes([id])),
  ];
}
