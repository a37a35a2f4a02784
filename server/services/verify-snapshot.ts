import type { Database } from "#db/client.ts";
import type { Plan } from "#server/core/plan.ts";
import { conflict } from "#server/errors.ts";
import type { Execute } from "./executor.ts";
import { planHashOf } from "./plan-hash.ts";

// A snapshot never changes, so that each process looks at one once.
const verified = new WeakMap<Database, Set<string>>();

/** Refuses a snapshot whose plan is not the one that was checked and saved: its content has another hash. */
export async function verifySnapshot(
  database: Database,
  execute: Execute,
  snapshotId: string,
): Promise<void> {
  const known = verified.get(database) ?? new Set();
  verified.set(database, known);
  if (known.has(snapshotId)) return;
  const [row] = await execute("select plan, plan_hash from snapshots where id = $1", [snapshotId]);
  if (!row || planHashOf(row["plan"] as Plan) !== row["plan_hash"]) {
    throw conflict(
      `Snapshot "${snapshotId}" cannot be run: its plan is not the one that was saved, as its hash does not match. Save the plan again and run that.`,
    );
  }
  known.add(snapshotId);
}
