import type { Outcome } from "./run-case.ts";

const LONG_PLAN = 90;

/** What happened in full: each case that was not exact or changed more than was asked. */
export function failureReport({ id, said, fault, collateral, turn }: Outcome): string {
  return [
    `FAIL ${id}: ${said}`,
    ...(fault === null ? [] : [`  ${fault}`]),
    ...(collateral.length > 0 ? [`  collateral: ${collateral.join(", ")}`] : []),
    ...turn.called.map((call) => `  ${call.name} ${JSON.stringify(call.input)}`),
    ...turn.refused.map((text) => `  refused: ${text}`),
    `  "${turn.reply}"`,
  ].join("\n");
}

export function hasFailed({ fault, collateral }: Outcome): boolean {
  return fault !== null || collateral.length > 0;
}

/** Rates by category and group, then conversations to their end, time and tokens. */
export function evalTable(all: readonly Outcome[]): string {
  const byCategory = Map.groupBy(all, (outcome) => outcome.category);
  const byGroup = Map.groupBy(all, (outcome) => outcome.group);
  const turns = byGroup.get("conversations") ?? [];
  return [
    `${"category".padEnd(24)} exact       rate   collateral  unasked  invented`,
    ...[...byCategory].sort(([a], [b]) => a.localeCompare(b)).map(([name, group]) => row(name, group)),
    ...[...byGroup].map(([name, group]) => row(name.toUpperCase(), group)),
    ...(turns.length > 0 ? [toTheEnd(turns)] : []),
    timeLine("time per turn", all),
    ...longPlans(all),
    ...tokenLine(all),
  ].join("\n");
}

function row(name: string, group: readonly Outcome[]): string {
  const count = (fits: (outcome: Outcome) => boolean) => group.filter(fits).length;
  const exact = count((outcome) => outcome.fault === null);
  return [
    name.padEnd(24),
    `${exact}/${group.length}`.padEnd(10),
    percent(exact, group.length).padStart(6),
    String(count((outcome) => outcome.collateral.length > 0)).padStart(10),
    String(count((outcome) => outcome.unasked)).padStart(9),
    String(count((outcome) => outcome.invented)).padStart(9),
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
function tokenLine(all: readonly Outcome[]): string[] {
  const [read, written] = [
    all.map(({ turn }) => turn.inputTokens),
    all.map(({ turn }) => turn.outputTokens),
  ].map((counts) => Math.round(quantile(counts, 0.5)));
  return [`tokens per turn: median ${read} read, ${written} written`];
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

function percent(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(1)}%`;
}
