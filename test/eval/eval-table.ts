import type { Outcome } from "./run-case.ts";
import type { Turn } from "./session.ts";

const LONG_PLAN = 90;
const NAME_WIDTH = 32;
const MEASURE_WIDTH = 18;

/** What a turn costs; a row shows the median and the 95th percentile. */
const MEASURES: { name: string; of: (turn: Turn) => number }[] = [
  { name: "ms", of: (turn) => turn.milliseconds },
  { name: "tokens read", of: (turn) => turn.inputTokens },
  { name: "tokens written", of: (turn) => turn.outputTokens },
  { name: "model calls", of: (turn) => turn.modelCalls },
];

/** What happened in full, for a case that was not exact, changed more than was asked or claimed what did not happen. */
export function failureReport({ id, said, fault, collateral, invented, turn }: Outcome): string {
  return [
    `FAIL ${id}: ${said}`,
    ...(fault === null ? [] : [`  ${fault}`]),
    ...(invented ? ["  invented: the reply claims a change that did not happen"] : []),
    ...(collateral.length > 0 ? [`  collateral: ${collateral.join(", ")}`] : []),
    ...turn.called.map((call) => `  ${call.name} ${JSON.stringify(call.input)}`),
    ...turn.refused.map((text) => `  refused: ${text}`),
    `  "${turn.reply}"`,
    ...turn.notices.map((text) => `  notice: ${text}`),
  ].join("\n");
}

export function hasFailed({ fault, collateral, invented }: Outcome): boolean {
  return fault !== null || collateral.length > 0 || invented;
}

/** Rates and costs by category and group, then conversations to their end, time and tokens. */
export function evalTable(all: readonly Outcome[]): string {
  const byCategory = Map.groupBy(all, (outcome) => outcome.category);
  const byGroup = Map.groupBy(all, (outcome) => outcome.group);
  const turns = byGroup.get("conversations") ?? [];
  return [
    `${"category".padEnd(NAME_WIDTH)} exact        rate collateral   unasked  invented${MEASURES.map(({ name }) => name.padStart(MEASURE_WIDTH)).join("")}`,
    ...[...byCategory].sort(([a], [b]) => a.localeCompare(b)).map(([name, group]) => row(name, group)),
    ...[...byGroup].map(([name, group]) => row(name.toUpperCase(), group)),
    ...(turns.length > 0 ? [toTheEnd(turns)] : []),
    timeLine("time per turn", all),
    ...longPlans(all),
    tokenLine(all),
  ].join("\n");
}

function row(name: string, group: readonly Outcome[]): string {
  const count = (fits: (outcome: Outcome) => boolean) => group.filter(fits).length;
  const exact = count((outcome) => outcome.fault === null);
  return [
    name.padEnd(NAME_WIDTH),
    `${exact}/${group.length}`.padEnd(10),
    percent(exact, group.length).padStart(6),
    String(count((outcome) => outcome.collateral.length > 0)).padStart(10),
    String(count((outcome) => outcome.unasked)).padStart(9),
    String(count((outcome) => outcome.invented)).padStart(9) +
      MEASURES.map(({ of }) => `${middle(group, of)}`.padStart(MEASURE_WIDTH)).join(""),
  ].join(" ");
}

function toTheEnd(turns: readonly Outcome[]): string {
  const conversations = [...Map.groupBy(turns, ({ id }) => id.slice(0, id.lastIndexOf("/"))).values()];
  const exact = conversations.filter((group) => !group.some(hasFailed)).length;
  return `conversations exact to the end: ${exact}/${conversations.length} (${percent(exact, conversations.length)})`;
}

function longPlans(all: readonly Outcome[]): string[] {
  const long = all.filter(({ stepCount }) => stepCount >= LONG_PLAN);
  return long.length === 0 ? [] : [timeLine(`at ${LONG_PLAN} steps and more`, long)];
}

function timeLine(name: string, all: readonly Outcome[]): string {
  const times = all.map(({ turn }) => turn.milliseconds);
  return `${name}: median ${quantile(times, 0.5).toFixed(1)} ms, p95 ${quantile(times, 0.95).toFixed(1)} ms (${times.length} turns)`;
}

/** A planner without a model estimates its tokens, so they are told for all. */
function tokenLine(all: readonly Outcome[]): string {
  const read = middle(all, (turn) => turn.inputTokens);
  const written = middle(all, (turn) => turn.outputTokens);
  const calls = middle(all, (turn) => turn.modelCalls);
  return `per turn (median/p95): ${read} tokens read, ${written} tokens written, ${calls} model calls`;
}

function middle(all: readonly Outcome[], of: (turn: Turn) => number): string {
  const values = all.map(({ turn }) => of(turn));
  return [0.5, 0.95].map((share) => Math.round(quantile(values, share))).join("/");
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

function percent(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(1)}%`;
}
