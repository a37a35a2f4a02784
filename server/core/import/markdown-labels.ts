const TITLE_LINE = /^#(?: |$)/m;
const STEPS_LINE = /^## Steps[ \t]*$/m;
const ID_LINE = /^[ \t]*[-*+][ \t]+Id:/m;
const LABEL_LINE =
  /^[ \t]*(?:[-*+][ \t]+)?[*_`]{0,3}([A-Za-z][A-Za-z _-]{1,30})[*_`]{0,3}:[*_`]{0,3}(?:[ \t]+(.*))?$/;

/** What of a step a label states in the Markdown that plans are written in. */
const LABELS: ReadonlyMap<string, string> = new Map(
  [
    "Id",
    "Kind",
    "Depends on",
    "Expected output",
    "Output schema",
    "Uses run input",
    "Tool",
    "Input",
    "Agent",
    "Check",
    "Wait",
    "If",
    "On error",
    "Attempts",
    "Timeout in seconds",
    "Approval",
    "Precondition",
    "Verifies",
    "Instructions",
    "Retries",
    "Timeout",
  ].map((label) => [plainLabel(label), label]),
);
// Words that a step of a plan has and that no brief writes in front of a colon.
const TELLING = ["id", "kind", "dependson", "onerror", "attempts", "usesruninput", "retries", "tool"];
const MIN_LABELS = 2;

export function plainLabel(label: string): string {
  return label.toLowerCase().replace(/[ _-]/g, "");
}

/** The label of ours that a text means, however it is written. */
export function labelOf(text: string): string | undefined {
  return LABELS.get(plainLabel(text));
}

/** A line that states one of our labels. */
export function labelledLine(line: string): { label: string; value: string } | null {
  const [, name = "", value = ""] = LABEL_LINE.exec(line) ?? [];
  const label = labelOf(name);
  return label === undefined ? null : { label, value };
}

/** Whether a text has several of our labels at the start of its lines. */
export function hasLabels(text: string): boolean {
  const found = new Set(
    text.split("\n").flatMap((line) => plainLabel(labelledLine(line)?.label ?? "") || []),
  );
  return found.size >= MIN_LABELS && TELLING.some((label) => found.has(label));
}

/** Whether a text looks like the Markdown that plans are written in, and like no brief. */
export function isPlanMarkdown(text: string): boolean {
  return (TITLE_LINE.test(text) && STEPS_LINE.test(text) && ID_LINE.test(text)) || hasLabels(text);
}
