import type { Db } from "#db/client.ts";
import type { Json } from "#server/core/json.ts";
import type { ApprovalView } from "#server/core/views.ts";
import { executeIn } from "./executor.ts";
import { MAX_INLINE_BYTES } from "./large-value.ts";

const LOGGED = `
select e.data ->> 'approvalId' as approval_id,
  case when e.type in ('approval-held', 'approval-requested') then nullif(e.data -> 'input', 'null'::jsonb) end as input,
  nullif(e.data -> 'editedInput', 'null'::jsonb) as edited_input
from run_events e
where e.run_id = any($1::text[]) and e.step_id = any($2::text[])
  and e.type in ('approval-held', 'approval-requested', 'approval-signed', 'approval-approved')
order by e.run_id, e.seq`;

type Asked = Pick<ApprovalView, "approvalId" | "runId" | "stepId" | "status" | "input" | "editedInput">;
type Inputs = { input: Json | null; editedInput: Json | null };

/**
 * The approvals as lists and runs show them: large inputs of decided ones stand as the log links them. What an open
 * one asks for stays exact, as it is edited and agreed to from there.
 */
export async function linkedApprovals(db: Db, approvals: readonly ApprovalView[]): Promise<ApprovalView[]> {
  const long = approvals.filter((one) =>
    [one.input, one.editedInput].some((value) => isLarge(value, roomOf(one))),
  );
  const logged = await loggedInputs(db, long);
  return approvals.map((one) => ({ ...one, ...linked(one, roomOf(one), logged) }));
}

/** The inputs of one approval, linked as in the log whether or not somebody is asked. */
export async function linkedInputs(db: Db, approval: Asked): Promise<Pick<Asked, "input" | "editedInput">> {
  const isLong = [approval.input, approval.editedInput].some((value) => isLarge(value, MAX_INLINE_BYTES));
  return linked(approval, MAX_INLINE_BYTES, await loggedInputs(db, isLong ? [approval] : []));
}

function linked(one: Asked, room: number, logged: ReadonlyMap<string, Inputs>) {
  const { approvalId, input, editedInput } = one;
  const values = logged.get(approvalId);
  return {
    input: isLarge(input, room) ? (values?.input ?? sizeOf(input)) : input,
    editedInput: isLarge(editedInput, room) ? (values?.editedInput ?? sizeOf(editedInput)) : editedInput,
  };
}

async function loggedInputs(db: Db, approvals: readonly Asked[]): Promise<Map<string, Inputs>> {
  const logged = new Map<string, Inputs>();
  if (approvals.length === 0) return logged;
  const places = [approvals.map(({ runId }) => runId), approvals.map(({ stepId }) => stepId)];
  for (const row of await executeIn(db)(LOGGED, places)) {
    const id = String(row["approval_id"]);
    const before = logged.get(id);
    // The drivers parse a column of JSON.
    const [input, editedInput] = [row["input"] as Json | null, row["edited_input"] as Json | null];
    logged.set(id, {
      input: input ?? before?.input ?? null,
      editedInput: editedInput ?? before?.editedInput ?? null,
    });
  }
  return logged;
}

function roomOf({ status }: ApprovalView): number {
  return status === "pending" || status === "waiting" ? Number.POSITIVE_INFINITY : MAX_INLINE_BYTES;
}

function isLarge(value: Json | null, room: number): boolean {
  return bytesOf(value) > room;
}

function sizeOf(value: Json | null): Json {
  return { large: bytesOf(value) };
}

function bytesOf(value: Json | null): number {
  return Buffer.byteLength(JSON.stringify(value));
}
