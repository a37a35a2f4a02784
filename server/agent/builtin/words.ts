import { distance } from "fastest-levenshtein";

const PAST = `hung hang, sold sell, gave give, given give, done do, gone go, went go, seen see, shown show, met meet, spent spend, left leave, lost lose,
  brought bring, caught catch, taught teach, thought think, sought seek, led lead, fed feed, felt feel, meant mean, lent lend, stood stand,
  thrown throw, threw throw, grown grow, known know, broken break, broke break, frozen freeze, froze freeze, driven drive, hidden hide,
  stuck stick, begun begin, began begin, spoken speak, woken wake, worn wear, drew draw, withdrawn withdraw, redrawn redraw,
  rewritten rewrite, rebuilt rebuild, resent resend, reran rerun, redone redo, swept sweep, wound wind, ground grind, laid lay, dealt deal,
  sent send, written write, wrote write, got get, gotten get, bought buy, built build, made make, found find, took take, taken take, chosen choose, chose choose, paid pay, ran run, told tell, drawn draw, kept keep, held hold, said say, came come,
  read read, cut cut, put put, set set, let let, hit hit, cast cast, split split, spread spread, sung sing, run run, come come`;

const PRESENT: Record<string, string> = Object.fromEntries(PAST.split(/,\s+/).map((pair) => pair.split(" ")));

const IRREGULAR: Record<string, string> = {
  ...PRESENT,
  people: "person",
  payment: "pay",
  comparison: "compare",
  choice: "choose",
  sale: "sell",
  delivery: "deliver",
  analyses: "analysis",
  sum: "summary",
  recap: "summary",
};

/** Words that people use for each other when they talk about work. */
const SAME: string[][] = [
  ["mail", "email", "emailing", "mailing"],
  ["notify", "ping", "inform", "alert", "tell", "announce", "notification"],
  ["fetch", "get", "pull", "retrieve", "grab", "download"],
  ["picture", "image", "photo", "photograph"],
  ["publish", "post", "release"],
  ["laptop", "computer", "notebook"],
  ["meeting", "appointment", "call"],
  ["resume", "cv", "cvs"],
  ["production", "prod"],
  ["customer", "client"],
  ["buy", "purchase", "order"],
  ["remove", "delete", "drop"],
  ["check", "verify", "validate", "test"],
  ["create", "make", "generate", "produce"],
  ["dedupe", "deduplicate", "deduplication", "duplicate"],
  ["translate", "translation"],
  ["file", "document", "doc"],
  ["spreadsheet", "sheet", "table"],
  ["vendor", "supplier"],
  ["chart", "graph", "plot", "diagram"],
  ["tweet", "twitter"],
  ["database", "db"],
  ["log", "record"],
  ["look", "lookup"],
];

const STOP = new Set(
  `the a an my our your their his her its this that these those to of in on for with from and or at by into as is are
  was were be been being has have had do does did will would should can could must it them they he she i me we us you
  step steps one ones thing things part task bit stuff also too well now then first again just only really please
  already still so there here which who whose what when while done finished finish finishes complete completed
  completes ready exists exist over result results output job any some new`.split(/\s+/),
);

/** The plain form of an irregular verb, "sent" as "send"; null for other words. */
export function presentOf(word: string): string | null {
  return PRESENT[word.toLowerCase()] ?? null;
}

/** The letters and digits of a text as lower-case words. */
export function wordsIn(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+(?:['’][\p{L}]+)?/gu) ?? [];
}

export function isStopWord(word: string): boolean {
  return STOP.has(word);
}

const ROOTS = new Map<string, string>();
const MAX_ROOTS = 20_000;

/** A crude root: the same for the forms of one English word. */
export function rootOf(word: string): string {
  const known = ROOTS.get(word);
  if (known !== undefined) return known;
  const root = computeRoot(word);
  if (ROOTS.size < MAX_ROOTS) ROOTS.set(word, root);
  return root;
}

function computeRoot(word: string): string {
  const lower = word.toLowerCase().replace(/['’]s?$/, "");
  const base = IRREGULAR[lower] ?? lower;
  if (base.length < 4 || /\d/.test(base)) return base;
  const stripped = base
    .replace(/(?<=.{2})(?:sses|xes|ches|shes)$/, (ending) => ending.slice(0, -2))
    .replace(/(?<=.{2}[^su])s$/, "")
    .replace(/(?<=[^aeiou])ie$/, "y")
    .replace(/ifications?$/, "if")
    .replace(/(?<!per)missions?$/, "mit")
    .replace(/cisions?$/, "cid")
    .replace(/clusions?$/, "clud")
    .replace(/scriptions?$/, "scrib")
    .replace(/(?<=.{4})als?$/, "")
    .replace(/i[sz]ations?$/, "is")
    .replace(/(?<=.{4})ations?$/, "")
    .replace(/(?<=.{3})t?ions?$/, (ending) => (ending.startsWith("t") ? "t" : ""))
    .replace(/(?<=.{4})at(?:es?|ing|ed)$/, "")
    .replace(/(?<=.{4})ments?$/, "")
    .replace(/(?<=.{3})(?:ings?|ied)$/, "")
    .replace(/(?<=.{2})ed$/, "")
    .replace(/(?<=.{2})e$|(?<=.{2}[^aeiou])y$/, "")
    .replace(/(?<=.{5})er$/, "")
    .replace(/(?<=.{5})(?:is|iz)$/, "");
  return stripped.replace(/([bdfglmnprt])\1$/, "$1");
}

const GROUPS = new Map<string, number[]>();
for (const [index, group] of SAME.entries()) {
  for (const word of group) GROUPS.set(rootOf(word), [...(GROUPS.get(rootOf(word)) ?? []), index]);
}

/** How surely two words mean the same thing: 1 for the same word, 0 for none. */
export function likeness(a: string, b: string): number {
  if (a === b) return 1;
  const [rootA, rootB] = [rootOf(a), rootOf(b)];
  if (rootA === rootB) return 0.97;
  const shared = (GROUPS.get(rootA) ?? []).some((group) => GROUPS.get(rootB)?.includes(group));
  return shared ? 0.7 : 0;
}

/** Whether `a` may be `b` with a slip of the fingers. */
export function isSlip(a: string, b: string): boolean {
  if (Math.min(a.length, b.length) < 4 || /\d/.test(a + b)) return isTransposed(a, b);
  const slips = distance(a, b);
  return slips === 1 || (slips === 2 && Math.min(a.length, b.length) >= 7) || isTransposed(a, b);
}

function isTransposed(a: string, b: string): boolean {
  if (a.length !== b.length || a.length < 3 || a === b) return false;
  const at = [...a].findIndex((letter, index) => letter !== b[index]);
  return a.slice(0, at) + a[at + 1] + a[at] + a.slice(at + 2) === b;
}
