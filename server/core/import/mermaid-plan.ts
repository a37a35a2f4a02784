import type { JsonObject } from "#server/core/json.ts";

const DIRECTIVE =
  /^(?:graph|flowchart|subgraph|end|style|classDef|class|click|linkStyle|direction|%%|---)(?:\s|$|%)/i;
// An id with an optional label in one of the shapes: [ ] ( ) { } > ] and their doubled forms.
const NODE =
  /([\p{L}\p{N}_][\p{L}\p{N}_.-]*?)(?=$|\s|--|-\.|==|&|[[({>]|:::)(?:[[({>/\\]+("[^"]*"|[^\])}"]*)[\])}/\\]+)?(?::::[\w-]+)?/uy;
const ARROW =
  /\s*(?:<?(?:-{2,}|={2,}|-\.+-)[>xo]?\|([^|]*)\||(?:--|==|-\.)\s+[^-=.>|]+?\s+(?:-{2,}|={2,}|\.+-)[>xo]?|<?(?:-{2,}|={2,}|-\.+-)[>xo]?)\s*/y;
const AND = /\s*&\s*/y;

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** The nodes and arrows of a Mermaid flowchart as pasted steps; null when the text is none. */
export function mermaidSteps(text: string): JsonObject[] | null {
  const lines = text.split(/\n|(?<!#\w{1,7});/).map((line) => line.trim());
  if (!lines.some((line) => /^(?:graph|flowchart)(?:\s|$)/i.test(line))) return null;
  const steps = new Map<string, { id: string; title: string; dependsOn: string[] }>();
  for (const line of lines) {
    if (line !== "" && !DIRECTIVE.test(line)) readLine(line, steps);
  }
  return steps.size === 0 ? null : [...steps.values()];
}

/** `a --> b & c --> d`: each group waits for the one in front of it. What cannot be read ends the line. */
function readLine(
  line: string,
  steps: Map<string, { id: string; title: string; dependsOn: string[] }>,
): void {
  let at = 0;
  let before: string[] = [];
  for (;;) {
    const group: string[] = [];
    for (;;) {
      const node = match(NODE, line, at);
      if (!node?.[1]) return;
      at = NODE.lastIndex;
      const id = node[1];
      const step = steps.get(id) ?? { id, title: id, dependsOn: [] };
      steps.set(id, step);
      const label = labelOf(node[2]);
      if (label !== "") step.title = label;
      for (const other of before) if (!step.dependsOn.includes(other)) step.dependsOn.push(other);
      group.push(id);
      const and = match(AND, line, at);
      if (!and) break;
      at = AND.lastIndex;
    }
    const arrow = match(ARROW, line, at);
    if (!arrow) return;
    at = ARROW.lastIndex;
    before = group;
  }
}

function labelOf(written: string | undefined): string {
  return (written ?? "")
    .trim()
    .replace(/^"|"$/g, "")
    .replace(/<br\s*\/?>/gi, " ")
    .replace(/#(\d{1,7});/g, (entity, code: string) =>
      Number(code) <= 0x10ffff ? String.fromCodePoint(Number(code)) : entity,
    )
    .replace(/#quot;/g, '"')
    .trim();
}
