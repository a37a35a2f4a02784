import { capitalised, type ListedPlan, type ListedStep, namesOf, refOf } from "./listed-plan.ts";
import type { Decision } from "./decide.ts";
import type { Edit } from "./understanding.ts";

/** What decides about a message, without the guards. */
export type Decide = (message: string) => Decision;

export function saying(reply: string): Decision {
  return { calls: [], reply };
}

export function editsIn({ calls }: Decision): Edit[] {
  const call = calls.find(({ name }) => name === "edit_plan");
  // The planner itself has put them there.
  return (call?.input["edits"] ?? []) as Edit[];
}

/** The same decision with other edits and other words about them. */
export function withEdits(decision: Decision, edits: Edit[], said: string[]): Decision {
  const changeDescription = capitalised(said.join("; ").replace(/\bstep \d+ (?=")/gi, "")).slice(0, 200);
  const calls = decision.calls.map((call) =>
    call.name === "edit_plan" ? { ...call, input: { ...call.input, edits, changeDescription } } : call,
  );
  return { ...decision, calls, said };
}

/** The steps that an edit changes or removes itself. */
export function changedBy(edit: Edit, plan: ListedPlan): ListedStep[] {
  if (edit.op === "add_step" || edit.op === "restore_step") return [];
  const named = [edit["step"], edit["with"], edit["steps"]].flat();
  return plan.steps.filter((step) => named.includes(refOf(step, plan)));
}

const NAME = String.raw`step \d+ "[^"]*"`;
const NAMES = new RegExp(`${NAME}(?:(?:, and |, | and )${NAME})*`, "g");

/** What was said of several steps, said of those that are left; null where it cannot be told apart. */
export function saidOfOthers(said: readonly string[], gone: readonly ListedStep[]): string[] | null {
  const names = gone.map((step) => namesOf([step]));
  const left = said.flatMap((text) => {
    const shorter = text.replace(NAMES, (list) => listWithout(list, names));
    return shorter === text || /"/.test(shorter) ? [shorter] : [];
  });
  return left.length > 0 && left.every((text) => names.every((name) => !text.includes(name))) ? left : null;
}

function listWithout(list: string, names: readonly string[]): string {
  const left = (list.match(new RegExp(NAME, "g")) ?? []).filter((name) => !names.includes(name));
  return left.length < 2 ? (left[0] ?? "") : `${left.slice(0, -1).join(", ")} and ${left.at(-1)}`;
}
