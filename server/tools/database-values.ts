import pg from "pg";
import type { Json } from "#server/core/json.ts";

type Parser = (text: string) => Json;

// @types/pg describes an older one.
const arrays = pg.types.arrayParser as unknown as {
  create: (source: string, parse: Parser) => { parse: () => Json };
};
const text: Parser = (value) => value;

// By the ids that PostgreSQL's catalogue gives to its types (pg_type.dat).
const PARSERS: Readonly<Record<number, Parser>> = {
  16: (value) => value === "t",
  17: (value) => Buffer.from(value.slice("\\x".length), "hex").toString("base64"),
  21: Number,
  23: Number,
  26: Number,
  114: json,
  1114: (value) => value.replace(" ", "T"),
  1184: instant,
  3802: json,
};

// An array's type, and that of its items.
const ITEMS: Readonly<Record<number, number>> = {
  199: 114,
  1000: 16,
  1001: 17,
  1002: 18,
  1005: 21,
  1007: 23,
  1009: 25,
  1014: 1042,
  1015: 1043,
  1016: 20,
  1021: 700,
  1022: 701,
  1028: 26,
  1041: 869,
  1115: 1114,
  1182: 1082,
  1183: 1083,
  1185: 1184,
  1187: 1186,
  1231: 1700,
  2951: 2950,
  3807: 3802,
};

/** What makes a JSON value of a value of this type. Types that JSON has no form for stay text. */
export function parserOf(type: number): Parser {
  const item = ITEMS[type];
  if (item === undefined) return PARSERS[type] ?? text;
  const parse = PARSERS[item] ?? text;
  return (value) => arrays.create(value, parse).parse();
}

/** The names of the columns, each once: `id`, `id_2`. */
export function columnNames(names: readonly string[]): string[] {
  const taken = new Set(names);
  const used = new Set<string>();
  return names.map((name) => {
    if (!used.has(name)) {
      used.add(name);
      return name;
    }
    let count = 2;
    while (taken.has(`${name}_${count}`)) count += 1;
    const free = `${name}_${count}`;
    taken.add(free);
    return free;
  });
}

// Which texts of a type JSON's numbers hold.
const NUMBERS: Readonly<Record<number, (text: string) => boolean>> = {
  20: (value) => Number.isSafeInteger(Number(value)),
  700: (value) => Number.isFinite(Number(value)),
  701: (value) => Number.isFinite(Number(value)),
  1700: isExact,
};

/** The values of one column in one form: numbers when each of them stays the same as a number, else their texts. */
export function inOneForm(type: number, values: readonly Json[]): Json[] {
  const holds = NUMBERS[ITEMS[type] ?? type];
  if (holds === undefined || !values.every((value) => everyText(value, holds))) return [...values];
  return values.map(numbersIn);
}

function everyText(value: Json, holds: (text: string) => boolean): boolean {
  if (Array.isArray(value)) return value.every((item) => everyText(item, holds));
  return typeof value !== "string" || holds(value);
}

function numbersIn(value: Json): Json {
  if (Array.isArray(value)) return value.map(numbersIn);
  return typeof value === "string" ? Number(value) : value;
}

const MOST_DIGITS = 15;

/** A decimal of so many digits comes back from a number as it went in; zeros at its end say nothing of its value. */
function isExact(value: string): boolean {
  if (!/^-?\d+(\.\d+)?$/.test(value)) return false;
  const plain = value.includes(".") ? value.replace(/0+$/, "") : value;
  const digits = plain.replace(/[-.]/g, "").replace(/^0+/, "").replace(/0+$/, "");
  const size = Math.abs(Number(value));
  return digits.length <= MOST_DIGITS && (digits === "" || (size > 1e-300 && size < 1e300));
}

function json(value: string): Json {
  return JSON.parse(value) as Json;
}

/** `2026-03-01 12:00:00.5+00` as `2026-03-01T12:00:00.5Z`; "infinity" and years before Christ stay as they are. */
function instant(value: string): Json {
  return value.replace(/^(\d{4,}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?)\+00$/, "$1T$2Z");
}
