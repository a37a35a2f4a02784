import { shortened } from "#server/core/characters.ts";
import { someOf } from "#server/core/check/known-names.ts";
import { conditionReferences, parseCondition, renameInCondition } from "#server/core/conditions.ts";
import { itemAt } from "#server/core/item-at.ts";
import type { JsonObject } from "#server/core/json.ts";
import { type Issue, type Plan, stepName } from "#server/core/plan.ts";
import { slugOf } from "#server/core/slug.ts";
import { MAX_LINKS, type MermaidGraph, readMermaid } from "./mermaid-graph.ts";
import { labelLines, labelText } from "./mermaid-tokens.ts";
import type { PastedPlan } from "./pasted-plan.ts";

type DrawnStep = {
  id: string;
  title: string;
  dependsOn: Set<string>;
  approval?: true;
  if?: string;
  left: string[];
};

/** A flowchart as a pasted plan. `left` says step by step what it has that no plan has. */
export type DrawnPlan = PastedPlan & { unread: string[]; groups: string[]; left: string[][] };

const MAX_LISTED = 12;
const CONDITION = "if ";
// As server/core/plan-mermaid.ts draws them; a reasoning step is what all become.
const OWN_SHAPES: ReadonlyMap<string, string> = new Map([
  ["[", "tool"],
  ["[[", "agent"],
  ["{{", "check"],
  ["([", "wait"],
]);
const OWN_NODE = /^step(\d+)$/;
const OWN_MISSING = /^missing\d+$/;
const IS_MISSING = /(?:^| )is missing$/;

/** The nodes of a Mermaid flowchart as steps, its arrows as links; null when the text is none. */
export function drawnPlan(text: string): DrawnPlan | null {
  const graph = readMermaid(text);
  if (!graph || graph.nodes.size === 0) return null;
  const missing = new Map<string, string>();
  const steps = new Map<string, DrawnStep>();
  for (const [id, label] of graph.nodes) {
    const name = missingName(id, label);
    if (name !== null) missing.set(id, name);
    else if (!isGroup(graph, id) && !graph.arrows.has(id)) steps.set(id, drawnStep(id, label));
  }
  readConditions(steps);
  const titleOf = (id: string) => steps.get(id)?.title ?? id;
  const unread = [...graph.unread];
  let count = 0;
  for (const { from, to, label } of graph.links) {
    const [sources, targets] = [endsOf(graph, from, "last"), endsOf(graph, to, "first")];
    count += sources.length * targets.length;
    if (count > MAX_LINKS) unread.push(`${from} --> ${to}`);
    for (const target of count > MAX_LINKS ? [] : targets) {
      const step = steps.get(target);
      for (const source of sources) step?.dependsOn.add(missing.get(source) ?? source);
      if (label !== "")
        step?.left.push(
          `the label "${shortened(label)}" on the arrow from "${shortened(titleOf(from))}", which a step does not have`,
        );
    }
  }
  const drawn = [...steps.values()];
  return {
    plan: graph.title === null ? {} : { title: graph.title },
    notes: shapeNotes(graph, drawn),
    steps: drawn.map(
      ({ left: _left, dependsOn, ...step }): JsonObject => ({ ...step, dependsOn: [...dependsOn] }),
    ),
    left: drawn.map(({ left }) => left),
    unread,
    groups: [...graph.groups.values()].map(({ title }) => title),
  };
}

/** A flowchart that this program wrote numbers its steps and says below the title what holds for them. */
function drawnStep(id: string, label: string | null): DrawnStep {
  const number = OWN_NODE.exec(id)?.[1];
  const [first = "", ...notes] = labelLines(label ?? "");
  if (number === undefined || !`${first} `.startsWith(`${number}. `))
    return { id, title: labelText(label ?? "") || id, dependsOn: new Set(), left: [] };
  const condition = notes.find((note) => note.startsWith(CONDITION));
  const left = notes
    .filter((note) => note !== "needs approval" && note !== condition)
    .map((note) => `the note "${shortened(note)}", which a step does not have`);
  return {
    id,
    title: first.slice(number.length + 2),
    dependsOn: new Set(),
    ...(notes.includes("needs approval") && { approval: true }),
    ...(condition !== undefined && { if: condition.slice(CONDITION.length) }),
    left,
  };
}

/**
 * Conditions as this program draws them name steps by ids that the flowchart does not have. They stay where
 * each such id is surely the one that a step got from its title.
 */
function readConditions(steps: ReadonlyMap<string, DrawnStep>): void {
  const byId = Map.groupBy(steps.values(), ({ title }) => slugOf(title));
  const idOf = (written: string | null) => {
    if (written === null) return undefined;
    const [step, ...others] = byId.get(written) ?? [];
    return step && others.length === 0 && !steps.has(written) ? step.id : undefined;
  };
  for (const step of steps.values()) {
    if (step.if === undefined) continue;
    const condition = parseCondition(step.if);
    const references = condition.ok ? conditionReferences(condition.value) : [];
    const ids = references.map((reference) => (reference.source === "step" ? reference.stepId : null));
    const found = ids.flatMap((id) => {
      const to = idOf(id);
      return id === null || to === undefined ? [] : [[id, to] as const];
    });
    if (!condition.ok || found.length < ids.length) {
      step.left.push(`the condition "${shortened(step.if)}", which names what the flowchart does not hold`);
      delete step.if;
      continue;
    }
    for (const [id, to] of found) step.if = renameInCondition(step.if, id, to);
  }
}

/** What the shapes of the nodes meant, as all steps come in as reasoning steps. */
function shapeNotes(graph: MermaidGraph, steps: readonly DrawnStep[]): string[] {
  const kinds = steps.flatMap(({ id, title }, index) => {
    const kind = OWN_NODE.test(id) ? OWN_SHAPES.get(graph.shapes.get(id) ?? "") : undefined;
    return kind === undefined ? [] : [`${index + 1} "${shortened(title)}" (${kind})`];
  });
  if (kinds.length > 0) {
    const hidden = kinds.length - MAX_LISTED;
    const shown = hidden > 0 ? [...kinds.slice(0, MAX_LISTED), `${hidden} more`] : kinds;
    return [
      `A flowchart does not hold what steps of other kinds need, so all came in as reasoning steps. Of another kind were: ${shown.join(", ")}.`,
    ];
  }
  const isPlain = steps.every(({ id }) => ["", "[", "("].includes(graph.shapes.get(id) ?? ""));
  return isPlain
    ? []
    : ["The shapes of a flowchart do not say what a step needs, so all steps came in as reasoning steps."];
}

/** What a node of our own stands for that is no step: a step that is missing. */
function missingName(id: string, label: string | null): string | null {
  const text = labelText(label ?? "");
  return OWN_MISSING.test(id) && IS_MISSING.test(text) ? text.replace(IS_MISSING, "") : null;
}

function isGroup(graph: MermaidGraph, id: string): boolean {
  return (graph.groups.get(id)?.nodes.size ?? 0) > 0;
}

/** The node itself, or of a group the nodes that come first or last in it. */
function endsOf(graph: MermaidGraph, id: string, which: "first" | "last"): string[] {
  const group = graph.groups.get(id);
  if (!group || group.nodes.size === 0) return [id];
  group[which] ??= outerNodes(graph, group.nodes, which);
  return group[which];
}

function outerNodes(graph: MermaidGraph, nodes: ReadonlySet<string>, which: "first" | "last"): string[] {
  const inner = graph.links.filter(({ from, to }) => nodes.has(from) && nodes.has(to));
  const linked = new Set(inner.map(({ from, to }) => (which === "first" ? to : from)));
  return [...nodes].filter((node) => !linked.has(node));
}

/** What of a flowchart the plan does not have. */
export function drawnIssues({ unread, groups, left }: DrawnPlan, plan: Plan): Issue[] {
  const warning = (says: string, more: Partial<Issue> = {}): Issue => ({
    severity: "warning",
    code: "ignored_field",
    ...more,
    message: says,
  });
  const ofPlan = [
    ...(groups.length === 0
      ? []
      : [
          `The plan came with the groups ${someOf(groups, MAX_LISTED)}, which plans do not have. Their steps were kept.`,
        ]),
    ...(unread.length === 0
      ? []
      : [`The flowchart has parts that cannot be read: ${someOf(unread, MAX_LISTED)}. They were left out.`]),
  ].map((says) => warning(says));
  const ofSteps = [...plan.steps.entries()].flatMap(([index, step]) =>
    itemAt(left, index).map((what) =>
      warning(`${stepName(index + 1, step.title)} came with ${what}. It was left out.`, {
        stepId: step.id,
        stepNumber: index + 1,
      }),
    ),
  );
  return [...ofPlan, ...ofSteps];
}
