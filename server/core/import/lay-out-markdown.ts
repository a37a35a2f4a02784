import { labelledLine, plainLabel } from "./markdown-labels.ts";

type Item = { title: string; words: string[][]; fields: string[][] };
type Layout = {
  /** Whether steps are numbered, and whether a heading says where they begin. */
  isOrdered: boolean;
  hasHeading: boolean;
  place: "start" | "steps" | "rest";
  level: number;
  title: string | null;
  start: string[];
  items: Item[];
  rest: string[];
  /** The paragraph or field that the next line goes on with. */
  block: string[] | null;
  fence: { mark: string; margin: number } | null;
};

const HEADING = /^ {0,3}(#{1,6})[ \t]+(.*?)[ \t#]*$/;
const ORDERED = /^ {0,3}\d{1,9}[.)][ \t]+(\S.*)$/;
const BULLET = /^ ?[-*+][ \t]+(\S.*)$/;
const ANY_BULLET = /^[ \t]*[-*+][ \t]+(\S.*)$/;
const FENCE = /^([ \t]*)(`{3,}|~{3,})/;
const STEP_NUMBER = /^(?:step[ \t]+)?\d{1,9}[ \t]*[.:)][ \t]*(?=\S)/i;
const TASK = /^\[([ xX])\][ \t]+/;
const SECTIONS: ReadonlyMap<string, string> = new Map(
  ["Completion criteria", "Assumptions", "Budget", "Tags"].map((name) => [plainLabel(name), name]),
);

/**
 * A plan in Markdown that lost its layout, in our own again: indentation, the level of headings, how labels
 * are written and where the steps begin. `lead` are words in front of it. Null when it has no steps.
 */
export function laidOut(text: string): { text: string; lead: string } | null {
  const lines = text.split("\n");
  const layout: Layout = {
    isOrdered: lines.some((line) => ORDERED.test(line)),
    hasHeading: lines.some((line) => nameOf(HEADING.exec(line)?.[2]) === "steps"),
    place: "start",
    level: 6,
    title: null,
    start: [],
    items: [],
    rest: [],
    block: null,
    fence: null,
  };
  let lead = "";
  for (const line of lines) {
    const hadTitle = layout.title !== null;
    addLine(layout, line);
    if (!hadTitle && layout.title !== null) lead = layout.start.splice(0).join("\n").trim();
  }
  const words = layout.start.join("\n").trim();
  if (layout.title === null && words.endsWith(":")) {
    layout.start = [];
    lead = words;
  }
  return layout.items.length === 0 ? null : { text: writtenAgain(layout), lead };
}

function addLine(layout: Layout, line: string): void {
  const { fence, place } = layout;
  if (fence) {
    addWords(layout, line.slice(Math.min(fence.margin, line.search(/\S|$/))));
    if (line.trim() === fence.mark) [layout.fence, layout.block] = [null, null];
    return;
  }
  const [heading, marks = "", name = ""] = HEADING.exec(line) ?? [];
  if (heading !== undefined) return addHeading(layout, marks.length, name);
  if (place === "rest") {
    layout.rest.push(line);
    return;
  }
  const [opening, margin = "", mark = ""] = FENCE.exec(line) ?? [];
  const field = labelledLine(line);
  const mayBegin = place === "steps" || !layout.hasHeading;
  const [, begun] = (layout.isOrdered ? ORDERED : BULLET).exec(line) ?? [];
  if (begun !== undefined && mayBegin && (layout.isOrdered || !field)) return openItem(layout, begun);
  const item = layout.items.at(-1);
  if (opening !== undefined) {
    const isOfField = layout.block !== null && item?.fields.at(-1) === layout.block;
    if (!isOfField) layout.block = null;
    addWords(layout, line.slice(margin.length));
    layout.fence = { mark, margin: margin.length };
  } else if (item && field) addField(layout, item, `${field.label}: ${field.value}`.trimEnd());
  else if (item && ANY_BULLET.test(line)) addField(layout, item, line.trim().slice(1).trim());
  else if (line.trim() !== "") addWords(layout, line.trim());
  else if (!item) layout.start.push("");
  else if (!layout.block?.at(-1)?.endsWith(":")) layout.block = null;
}

function addHeading(layout: Layout, level: number, written: string): void {
  const name = nameOf(written);
  const section = SECTIONS.get(name);
  const isNumbered = STEP_NUMBER.test(written);
  const mayBegin = layout.place === "steps" || !layout.hasHeading;
  layout.block = null;
  if (name === "steps") {
    layout.place = "steps";
    layout.level = level;
  } else if (
    section === undefined &&
    mayBegin &&
    (isNumbered || (layout.place === "steps" && level > layout.level))
  )
    openItem(layout, written.replace(STEP_NUMBER, ""));
  else if (section === undefined && layout.place === "start" && layout.title === null) layout.title = written;
  else {
    layout.place = "rest";
    layout.rest.push("", `## ${section ?? written}`, "");
  }
}

function openItem(layout: Layout, written: string): void {
  const [task = "", mark = ""] = TASK.exec(written) ?? [];
  const fields = /x/i.test(mark) ? [["Done: yes"]] : [];
  layout.place = "steps";
  layout.block = null;
  layout.items.push({ title: written.slice(task.length), words: [], fields });
}

function addField(layout: Layout, item: Item, line: string): void {
  layout.block = [line];
  item.fields.push(layout.block);
}

/** A line of the paragraph, block or field at hand, else of a new paragraph. */
function addWords(layout: Layout, line: string): void {
  const item = layout.items.at(-1);
  if (!item) layout.start.push(line);
  else if (layout.block) layout.block.push(line);
  else {
    layout.block = [line];
    item.words.push(layout.block);
  }
}

function nameOf(heading = ""): string {
  return plainLabel(heading.replace(/[*_`:]/g, ""));
}

function writtenAgain({ title, start, items, rest }: Layout): string {
  const steps = items.flatMap(({ title: name, words, fields }, index) => [
    `${index + 1}. ${name}`,
    ...words.flatMap((block) => ["", ...block.map((line) => `   ${line}`)]),
    "",
    ...fields.flatMap(([first = "", ...more]) => [`   - ${first}`, ...more.map((line) => `     ${line}`)]),
    "",
  ]);
  return [`# ${title ?? ""}`, "", ...start, "", "## Steps", "", ...steps, ...rest].join("\n");
}
