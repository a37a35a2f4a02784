import { err, ok, type Result } from "./result.ts";

export type Field = { name: string; from: number; to: number; names: readonly string[] };

const MONTHS = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];
const WEEKDAYS = ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"];
const DAY_OF_MONTH: Field = { name: "day of month", from: 1, to: 31, names: [] };
// Sunday is 0, and 7 as well.
const DAY_OF_WEEK: Field = { name: "day of week", from: 0, to: 7, names: WEEKDAYS };

/** The five fields in their order. */
export const FIELDS: readonly Field[] = [
  { name: "minute", from: 0, to: 59, names: [] },
  { name: "hour", from: 0, to: 23, names: [] },
  DAY_OF_MONTH,
  { name: "month", from: 1, to: 12, names: MONTHS },
  DAY_OF_WEEK,
];

const ITEM = /^(?:\*|(?<from>[^-/#*]+)(?:-(?<to>[^-/#*]+))?)(?:\/(?<step>.+))?$/;
const OF_MONTH = /^(?<day>.+)W$/;
const OF_WEEK = /^(?<day>.*?)(?:L|#(?<place>.*))$/;

/** How many values a field has. */
export function sizeOf(field: Field): number {
  return field === DAY_OF_WEEK ? 7 : field.to - field.from + 1;
}

/** The values of a field in capitals, ascending, those of L, W and # left out; or why it cannot be read. */
export function readField(text: string, field: Field): Result<number[], string> {
  const items = text.split(",");
  const values = new Set<number>();
  for (const item of items) {
    if (item === "") return refused(field, text, "has an empty place in its list");
    const read = readSpecial(item, items.length, field) ?? readValues(item, field);
    if (!read.ok) return read;
    for (const value of read.value) values.add(value);
  }
  return ok([...values].sort((a, b) => a - b));
}

function readSpecial(item: string, items: number, field: Field): Result<number[], string> | null {
  if (field === DAY_OF_MONTH) {
    if (item === "L") return ok([]);
    if (item === "LW")
      return items === 1 ? ok([]) : refused(field, item, "is the last weekday, and stands alone");
    if (item.startsWith("L-")) return refused(field, item, 'is not supported. "L" is the last day');
    const day = OF_MONTH.exec(item)?.groups?.["day"];
    return day === undefined ? null : oneValue(day, item, field, '"15W" is the weekday nearest day 15');
  }
  if (field !== DAY_OF_WEEK) return null;
  const { day, place } = OF_WEEK.exec(item)?.groups ?? {};
  if (day === undefined) return null;
  if (place !== undefined && !/^[1-5]$/.test(place))
    return refused(field, item, `counts "${place}", which is out of range 1–5`);
  return oneValue(day, item, field, '"5L" is the last Friday and "5#2" the second');
}

/** Of an item such as 15W or MON#2, which takes exactly one day. */
function oneValue(day: string, item: string, field: Field, hint: string): Result<number[], string> {
  if (day === "" || /[-/*]/.test(day)) return refused(field, item, `takes one day: ${hint}`);
  const value = readValue(day, field);
  return value.ok ? ok([]) : value;
}

function readValues(item: string, field: Field): Result<number[], string> {
  const parts = ITEM.exec(item)?.groups;
  if (!parts) return notAValue(item, field);
  const step = readStep(parts["step"], item, field);
  if (!step.ok) return step;
  const from = readValue(parts["from"] ?? String(field.from), field);
  if (!from.ok) return from;
  const isOne = parts["from"] !== undefined && parts["to"] === undefined;
  const last = field.from + sizeOf(field) - 1;
  if (isOne && parts["step"] !== undefined)
    return refused(
      field,
      item,
      `has a step without a range. "${from.value}-${field.to}/${step.value}" would work`,
    );
  const to = isOne ? from : readEnd(parts["to"] ?? String(last), field);
  if (!to.ok) return to;
  if (to.value < from.value) return runsBackwards(item, from.value, to.value, parts["step"], field);
  const count = Math.floor((to.value - from.value) / step.value) + 1;
  const values = Array.from({ length: count }, (_item, index) => from.value + index * step.value);
  return ok(values.map((value) => (field === DAY_OF_WEEK ? value % 7 : value)));
}

function readStep(text: string | undefined, item: string, field: Field): Result<number, string> {
  if (text === undefined) return ok(1);
  const [step, most] = [Number(text), sizeOf(field)];
  if (/^\d+$/.test(text) && step >= 1 && step <= most) return ok(step);
  return refused(field, item, `has the step "${text}", which is out of range 1–${most}`);
}

function readValue(text: string, field: Field): Result<number, string> {
  const place = field.names.indexOf(text);
  // Names of months begin with 1, those of weekdays with 0, as the fields do.
  if (place >= 0) return ok(place + field.from);
  if (!/^\d+$/.test(text)) return notAValue(text, field);
  const value = Number(text);
  if (value >= field.from && value <= field.to) return ok(value);
  return refused(field, text, `is out of range ${field.from}–${field.to}`);
}

/** Behind a range's hyphen Sunday is the last day: FRI-SUN. */
function readEnd(text: string, field: Field): Result<number, string> {
  return field === DAY_OF_WEEK && text === "SUN" ? ok(7) : readValue(text, field);
}

function notAValue(text: string, field: Field): Result<never, string> {
  const names = field.names.length > 0 ? ` or ${field.names[0]}–${field.names.at(-1)}` : "";
  return refused(
    field,
    text,
    `cannot be read. It takes ${field.from}–${field.to}${names}, "*", lists such as "1,3", ranges such as "1-5" and steps such as "*/2"`,
  );
}

function runsBackwards(
  item: string,
  from: number,
  to: number,
  step: string | undefined,
  field: Field,
): Result<never, string> {
  const last = field.from + sizeOf(field) - 1;
  const isNamed = /^[A-Z]/.test(item);
  const range = (start: number, end: number) => {
    const [first, second] = [start, end].map((value) => (isNamed ? field.names[value - field.from] : value));
    return `${first}-${second}${step === undefined ? "" : `/${step}`}`;
  };
  const ranges = [...(from > last ? [] : [range(from, last)]), range(field.from, to)];
  return refused(field, item, `runs backwards. "${ranges.join(",")}" would work`);
}

function refused(field: Field, text: string, why: string): Result<never, string> {
  return err(`The ${field.name} "${text}" ${why}.`);
}
