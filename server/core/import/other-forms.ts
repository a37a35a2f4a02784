import { fencedBlocks } from "./fenced-blocks.ts";
import { isFlowchart } from "./mermaid-graph.ts";
import { PLAN_FORM } from "./no-plan.ts";

const YAML_LIST = /^[ \t]*(?:steps|jobs|tasks|nodes|stages|states):[ \t]*(?:#.*)?$/m;
const YAML_FLOW = /^(?:steps|jobs|tasks|nodes|stages):[ \t]*[[{]/m;
const YAML_ITEM =
  /^(?:[ \t]*-[ \t]+|[ \t]+)(?:id|name|title|uses|run|tool|kind|needs|depends_?on|dependsOn|with):(?:[ \t]|$)/gm;
const MIN_YAML_ITEMS = 2;
const DIAGRAM =
  /^(?:[ \t]*%%.*\n|\s)*((?:sequence|class|state|er|requirement)Diagram(?:-v2)?|gitGraph|gantt|journey|mindmap|timeline|pie|quadrantChart|kanban|sankey-beta|xychart-beta|block-beta|C4\w+)(?=[ \t]*:?(?:\n|$|[ \t]+(?:title|showData)\b))/;
const FRONT_MATTER = /^\s*---\n(?:.*\n){0,200}?---[ \t]*\n/;

/** Why a message that brings a plan in a form that is not read brings none; null when it does not. */
export function otherForm(message: string): string | null {
  const blocks = fencedBlocks(message);
  for (const { language, text } of blocks) {
    if (
      /^ya?ml$/.test(language)
        ? YAML_FLOW.test(text) || isYamlPlan(text)
        : language === "" && isYamlPlan(text)
    )
      return YAML;
    const kind = diagramIn(text);
    if (kind !== null && (language === "mermaid" || language === "")) return onlyFlowcharts(kind);
    if (language === "mermaid" && !isFlowchart(text)) return onlyFlowcharts(null);
  }
  if (blocks.length > 0) return null;
  if (isYamlPlan(message)) return YAML;
  const kind = diagramIn(message) ?? diagramIn(message.slice(message.indexOf("\n\n") + 2));
  return kind === null ? null : onlyFlowcharts(kind);
}

const YAML = `The plan in your message looks like YAML, which is not read. Send it as JSON: ${PLAN_FORM}.`;

export function isYamlPlan(text: string): boolean {
  return YAML_LIST.test(text) && (text.match(YAML_ITEM)?.length ?? 0) >= MIN_YAML_ITEMS;
}

function diagramIn(text: string): string | null {
  return DIAGRAM.exec(text.replace(FRONT_MATTER, ""))?.[1] ?? null;
}

function onlyFlowcharts(kind: string | null): string {
  const is = kind === null ? "this diagram is none" : `this is a ${kind}`;
  return `Of Mermaid diagrams only flowcharts are read, and ${is}. Draw it as "flowchart TD", or send the plan as JSON: ${PLAN_FORM}.`;
}
