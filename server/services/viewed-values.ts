import { type SQL, and, asc, eq, getTableColumns, sql } from "drizzle-orm";
import type { Db, Row } from "#db/client.ts";
import { runSteps, runs } from "#db/schema.ts";
import type { Json } from "#server/core/json.ts";
import { MAX_INLINE_BYTES } from "./large-value.ts";
import { executeIn } from "./executor.ts";

// PostgreSQL packs JSON to about a ninetieth at most, so that what takes no more than this is never large.
const SURELY_SHORT_BYTES = 700;

type JsonColumn = typeof runs.input | typeof runSteps.input | typeof runSteps.output;

/** Whether a value may be large; it is not unpacked to say so. */
function mayBeLong(column: JsonColumn): SQL<boolean> {
  return sql<boolean>`coalesce(pg_column_size(${column}) > ${sql.raw(String(SURELY_SHORT_BYTES))}, false)`;
}

function short(column: JsonColumn): SQL<Json | null> {
  return sql<Json | null>`case when ${mayBeLong(column)} then null else ${column} end`;
}

/** The column's value when it is not large, else its size: what stands for a value that the log has no link for. */
const cut = (column: string) => `
case when octet_length(${column}::text) <= ${MAX_INLINE_BYTES} then ${column}
  else jsonb_build_object('large', octet_length(${column}::text)) end`;

const RUN_INPUT = `
select coalesce((select nullif(e.data -> 'input', 'null'::jsonb) from run_events e
  where e.run_id = r.id and e.type = 'run-queued' order by e.seq limit 1), ${cut("r.input")}) as input
from runs r where r.id = $1`;

/** The run input as its log has it: masked, and a link in place of a large value. */
export async function viewedRunInput(db: Db, runId: string): Promise<Json | null> {
  const [row] = await db
    .select({ input: short(runs.input), isLong: mayBeLong(runs.input) })
    .from(runs)
    .where(eq(runs.id, runId));
  if (row?.isLong !== true) return row?.input ?? null;
  const [long] = await executeIn(db)(RUN_INPUT, [runId]);
  return jsonOf(long, "input");
}

const STEP_VALUES = `
with told as (
  select e.step_id, e.seq, nullif(coalesce(e.data -> 'editedInput', e.data -> 'input'), 'null'::jsonb) as input,
    case when e.type = 'step-completed' then nullif(e.data -> 'output', 'null'::jsonb) end as output
  from run_events e where e.run_id = $1 and e.step_id = any($2::text[])),
inputs as (select distinct on (step_id) step_id, input from told where input is not null order by step_id, seq desc),
outputs as (select distinct on (step_id) step_id, output from told where output is not null order by step_id, seq desc)
select s.step_id, case when s.input is not null then coalesce(i.input, ${cut("s.input")}) end as input,
  case when s.output is not null then coalesce(o.output, ${cut("s.output")}) end as output
from run_steps s left join inputs i using (step_id) left join outputs o using (step_id)
where s.run_id = $1 and s.step_id = any($2::text[])`;

/** The run's steps, or one of them, with values as the log has them where they are long. */
export async function viewedSteps(db: Db, runId: string, stepId?: string) {
  const rows = await db
    .select({
      row: { ...getTableColumns(runSteps), input: short(runSteps.input), output: short(runSteps.output) },
      isLongInput: mayBeLong(runSteps.input),
      isLongOutput: mayBeLong(runSteps.output),
    })
    .from(runSteps)
    .where(and(eq(runSteps.runId, runId), stepId === undefined ? undefined : eq(runSteps.stepId, stepId)))
    .orderBy(asc(runSteps.position));
  const ids = rows.flatMap(({ row, isLongInput, isLongOutput }) =>
    isLongInput || isLongOutput ? [row.stepId] : [],
  );
  const long = await readLong(db, runId, ids);
  return rows.map(({ row, isLongInput, isLongOutput }) => {
    const values = long.get(row.stepId);
    return {
      ...row,
      input: isLongInput ? jsonOf(values, "input") : row.input,
      output: isLongOutput ? jsonOf(values, "output") : row.output,
    };
  });
}

async function readLong(db: Db, runId: string, ids: string[]): Promise<Map<string, Row>> {
  if (ids.length === 0) return new Map();
  const rows = await executeIn(db)(STEP_VALUES, [runId, ids]);
  return new Map(rows.map((row) => [String(row["step_id"]), row]));
}

function jsonOf(row: Row | undefined, name: string): Json | null {
  // The drivers parse a column of JSON.
  return (row?.[name] ?? null) as Json | null;
}
