/** A node as it is written at one place: an id, and a label when it has one there. */
export type MermaidNode = { id: string; label: string | null; shape: string | null; end: number };
/** An arrow with its label. An invisible one only places nodes. */
export type MermaidArrow = { label: string; isReversed: boolean; isInvisible: boolean; end: number };

const ID = /(?:[\p{L}\p{M}\p{N}\p{Extended_Pictographic}_.!#$%'*+?/\\]|-(?![->.])|=(?![=>]))+/uy;
const CLASS = /(?::::[\p{L}\p{N}_-]+)+/uy;
const CLOSES: readonly [string, string[]][] = [
  ["(((", [")))"]],
  ["((", ["))"]],
  ["([", ["])"]],
  ["[[", ["]]"]],
  ["[(", [")]"]],
  ["[/", ["/]", "\\]"]],
  ["[\\", ["\\]", "/]"]],
  ["{{", ["}}"]],
  ["[", ["]"]],
  ["(", [")"]],
  ["{", ["}"]],
  [">", ["]"]],
];
const QUOTED = /[ \t]*"([^"]*)"[ \t]*/y;
const MAX_LABEL_LENGTH = 2_000;
const DATA = /^@\{(?:[^"}]|"[^"]*")*\}/;
const DATA_LABEL = /\blabel\s*:\s*(?:"([^"]*)"|([^,}\n]*))/;

const ARROW = /[<xo]?(?:-{2,}|={2,}|-\.+-)[>xo]?|[<]?[-=]>|~{3,}/y;
const TEXT_CLOSES: ReadonlyMap<string, RegExp> = new Map([
  ["--", /-{2,}[>xo]?/g],
  ["==", /={2,}[>xo]?/g],
  ["-.", /\.+-[>xo]?/g],
]);
const OPEN = /[<xo]?(--|==|-\.)/y;
const PIPED = /[ \t]*\|([^|\n]*)\|/y;

export function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** The node at a place; null when there is none, or its label does not end on its line. */
export function scanNode(text: string, at: number): MermaidNode | null {
  const [id] = match(ID, text, at) ?? [];
  if (id === undefined) return null;
  const labelled = scanLabel(text, at + id.length);
  if (!labelled) return null;
  const end = labelled.end + (match(CLASS, text, labelled.end)?.[0].length ?? 0);
  return { id, label: labelled.label, shape: labelled.shape, end };
}

type Label = { label: string | null; shape: string | null; end: number };

function scanLabel(text: string, at: number): Label | null {
  if (text.startsWith("@{", at)) return scanData(text, at);
  const shapes = CLOSES.filter(([open]) => text.startsWith(open, at));
  if (shapes.length === 0) return { label: null, shape: null, end: at };
  for (const [open, closes] of shapes) {
    const found = scanShape(text, at + open.length, closes);
    if (found) return { ...found, shape: open };
  }
  return null;
}

function scanShape(
  text: string,
  at: number,
  closes: readonly string[],
): { label: string; end: number } | null {
  const quoted = match(QUOTED, text, at);
  const from = quoted ? QUOTED.lastIndex : at;
  const line = lineFrom(text, from);
  const ends = closes
    .map((close) => ({ place: quoted && !line.startsWith(close) ? -1 : line.indexOf(close), close }))
    .filter(({ place }) => place !== -1);
  const [first] = ends.sort((a, b) => a.place - b.place);
  if (!first) return null;
  const label = quoted?.[1] ?? line.slice(0, first.place);
  return { label, end: from + first.place + first.close.length };
}

/** `A@{ shape: rounded, label: "Fetch" }` */
function scanData(text: string, at: number): Label | null {
  const [data] = DATA.exec(text.slice(at, at + MAX_LABEL_LENGTH)) ?? [];
  if (data === undefined) return null;
  const [, quoted, bare] = DATA_LABEL.exec(data) ?? [];
  return { label: quoted ?? bare?.trim() ?? null, shape: null, end: at + data.length };
}

/** The arrow at a place: `-->`, `-.->|label|`, `-- label -->`, `<==>`; null when there is none. */
export function scanArrow(text: string, at: number): MermaidArrow | null {
  const whole = match(ARROW, text, at)?.[0];
  const [opening, body = ""] = match(OPEN, text, at) ?? [];
  if (opening !== undefined && (whole === undefined || whole === opening)) {
    const found = scanArrowAround(text, at, opening, TEXT_CLOSES.get(body));
    if (found || !opening.startsWith("<")) return found;
  }
  if (whole === undefined) return null;
  const end = at + whole.length;
  const piped = match(PIPED, text, end);
  return arrow(whole, piped?.[1] ?? "", end + (piped?.[0].length ?? 0));
}

/** `-- label -->`: an arrow with its label inside. */
function scanArrowAround(text: string, at: number, opening: string, closing?: RegExp): MermaidArrow | null {
  const inside = at + opening.length;
  const quoted = match(QUOTED, text, inside);
  const from = quoted ? QUOTED.lastIndex : inside;
  const line = lineFrom(text, from);
  const close = closing && match(closing, line, 0);
  if (!close) return null;
  const label = (quoted?.[0] ?? "") + line.slice(0, close.index);
  return arrow(opening + close[0], label, from + close.index + close[0].length);
}

function arrow(marks: string, label: string, end: number): MermaidArrow {
  const isReversed = marks.startsWith("<") && !marks.endsWith(">");
  return { label: labelText(label), isReversed, isInvisible: marks.startsWith("~"), end };
}

/** What stands from a place up to the end of its line; nothing longer than a label can be. */
function lineFrom(text: string, at: number): string {
  const [line = ""] = text.slice(at, at + MAX_LABEL_LENGTH).split("\n", 1);
  return line;
}

const NAMED: ReadonlyMap<string, string> = new Map([
  ["quot", '"'],
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["apos", "'"],
  ["nbsp", " "],
]);

/** The lines of a label as people read them: without quotes, tags for new lines and entities. */
export function labelLines(label: string): string[] {
  const bare = label
    .trim()
    .replace(/^"(.*)"$/s, "$1")
    .replace(/^`(.*)`$/s, "$1");
  return bare.split(/<br\s{0,9}\/?>|\n/i).map((line) =>
    line
      .replace(/[#&](?:#?(\d{1,7})|([a-z]{2,5}));/g, (entity, code?: string, name = "") => {
        const point = Number(code);
        if (code === undefined) return NAMED.get(name) ?? entity;
        return point <= 0x10ffff ? String.fromCodePoint(point) : entity;
      })
      .trim(),
  );
}

export function labelText(label: string): string {
  return labelLines(label)
    .filter((line) => line !== "")
    .join(" ");
}
