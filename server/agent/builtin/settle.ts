import type { Decision } from "./decide.ts";
import { limitsJoined } from "./limits-joined.ts";
import { capitalised, type ListedPlan } from "./listed-plan.ts";
import { rehearse } from "./rehearse.ts";
import { checksRemovedFirst } from "./removal-order.ts";
import { type Edit, type Understanding, unique } from "./understanding.ts";
import { withoutIds } from "./without-ids.ts";

/** Readings as one change, rehearsed on the plan before it is asked for; or what to say instead. */
export function settle(read: readonly Understanding[], plan: ListedPlan, base: ListedPlan): Decision | null {
  const reply = read.find((reading) => reading.type === "reply");
  if (reply?.type === "reply") return { calls: [], reply: capitalised(reply.text) };
  const all = unique(read.flatMap((reading) => (reading.type === "edits" ? reading.edits : [])));
  const list = limitsJoined(checksRemovedFirst(all, base), base);
  const told = read.flatMap((reading) =>
    reading.type === "edits" && reading.said !== "" ? [reading.said] : [],
  );
  const said = [...new Set(told)];
  const calls = read.flatMap((reading) => (reading.type === "call" ? [reading.call] : []));
  if (list.length === 0 && calls.length === 0) {
    const as = said.length > 0 ? `The plan already is so: ${said.join("; ")}.` : "The plan stays as it is.";
    return { calls: [], reply: as };
  }
  if (list.length === 0) return { calls, reply: "" };
  dropRemoved(list);
  const own = list[0]?.op === "restore_revision" ? list.slice(1) : list;
  const issues = rehearse(own, base);
  if (issues.some((issue) => issue.message.startsWith("These edits change nothing")) && own === list) {
    return { calls: [], reply: `The plan already is so: ${said.join("; ")}.` };
  }
  if (issues.length > 0 && !issues.every((issue) => issue.message.startsWith("These edits change nothing"))) {
    return {
      calls: [],
      reply: `That is not possible. ${withoutIds(issues.map((issue) => issue.message).join(" "), plan)} Nothing was changed.`,
    };
  }
  const input = { baseRevision: plan.revision, edits: list, changeDescription: described(said) };
  return { calls: [{ name: "edit_plan", input }, ...calls], reply: "", said: said.map(toldNow) };
}

// "Step 3 waits for step 1" is how things are; once it is done they are so now.
function toldNow(said: string): string {
  return said.replace(
    /(?<=") (waits?) (only )?for /,
    (_all, verb: string, only = "") => ` now ${verb} ${only}for `,
  );
}

// What the message removes cannot be asked to wait for what it adds.
function dropRemoved(list: Edit[]): void {
  const removed = list.flatMap((edit) => (edit.op === "remove_step" ? [edit["step"]] : []));
  for (const [index, edit] of list.entries()) {
    const required = edit["requiredBy"];
    if (edit.op !== "add_step" || !Array.isArray(required)) continue;
    list[index] = { ...edit, requiredBy: required.filter((ref) => !removed.includes(ref)) };
  }
}

function described(said: readonly string[]): string {
  const text = said.map((item) => item.replace(/\bstep \d+ (?=")/gi, "")).join("; ");
  return text.length > 200 ? `${text.slice(0, 199)}…` : capitalised(text) || "Changed the plan";
}
