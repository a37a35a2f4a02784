import type { PlanEdit } from "#server/core/edit-schema.ts";
import type { NewStep } from "#server/core/edit-schema-edits.ts";
import type { Change, Setting, StepReference } from "#server/core/edit-schema-settings.ts";
import type { Plan, Step } from "#server/core/plan.ts";
import {
  add,
  bringBack,
  drop,
  goBack,
  insert,
  merge,
  move,
  remove,
  set,
  split,
  swap,
  update,
} from "#test/core/edits/edits-make.ts";
import type { Choices } from "./choices.ts";
import { templatesOf } from "./broken-plan.ts";

type Scene = {
  plan: Plan;
  revisions: Readonly<Record<number, Plan>>;
  choices: Choices;
  /** What makes new ids different from all others. */
  serial: string;
};

/** One to three edits of a plan; some of them name what is not there or would break something. */
export function editsFor(
  plan: Plan,
  revisions: Scene["revisions"],
  choices: Choices,
  turn: number,
): PlanEdit[] {
  const count = choices.of([1, 1, 1, 2, 3]);
  const edits = Array.from({ length: count }, (_, place) =>
    editFor({ plan, revisions, choices, serial: `${turn}-${place}` }),
  );
  const past = Object.keys(revisions).length;
  return choices.once(12) ? [goBack(1 + choices.below(past + 1)), ...edits.slice(1)] : edits;
}

function editFor(scene: Scene): PlanEdit {
  const { choices, serial } = scene;
  const one = () => referenceIn(scene);
  const few = (most: number) => Array.from({ length: choices.below(most + 1) }, one);
  switch (choices.below(14)) {
    case 0:
      return add(one(), [one(), ...few(1)]);
    case 1:
      return unlink(scene);
    case 2:
      return set(one(), few(3));
    case 3:
      return insert(newStep(scene), placeIn(scene), few(2));
    case 4:
    case 5:
      return update(one(), changeFor(scene), changeFor(scene));
    case 6:
    case 7:
      return remove(one(), choices.of(["bridge", "bridge", "detach"]));
    case 8:
      return split(one(), choices.of(["chain", "parallel"]), ...partIds(scene));
    case 9:
      return merge([one(), one(), ...few(1)], choices.of<Setting[]>([[], [{ field: "if", value: null }]]));
    case 10:
      return move(one(), placeIn(scene), choices.once(2) ? { dependsOn: few(2), requiredBy: few(2) } : null);
    case 11:
      return swap(one(), one());
    case 12:
      return bringBack(removedIn(scene), choices.of([null, null, 1]), few(1));
    default:
      return {
        op: "set_plan",
        changes: [
          { field: "title", value: `Plan ${serial}` },
          choices.of([
            { field: "tags", value: ["a", "b"] },
            { field: "completionCriteria", value: "All is sent." },
            { field: "budget", toolCalls: 5, tokens: null, costUsd: 0.5, wallSeconds: null, approvals: null },
          ]),
        ],
      };
  }
}

/** A step by id, now and then by number, seldom one that is not there. */
function referenceIn({ plan, choices }: Scene): StepReference {
  const place = choices.below(plan.steps.length);
  if (choices.once(40)) return choices.of(["nobody", plan.steps.length + 1, -1]);
  return choices.once(5) ? place + 1 : (plan.steps[place]?.id ?? 1);
}

function placeIn(scene: Scene): StepReference | null {
  return scene.choices.of([null, 0, referenceIn(scene), referenceIn(scene)]);
}

/** Mostly a link that is there and that nobody reads. */
function unlink(scene: Scene): PlanEdit {
  const { plan, choices } = scene;
  const linked = plan.steps.filter((step) =>
    step.dependsOn.some((id) => !templatesOf(step).includes(`${id}.`)),
  );
  if (linked.length === 0 || choices.once(5)) return drop(referenceIn(scene), [referenceIn(scene)]);
  const step = choices.of(linked);
  return drop(step.id, [choices.of(step.dependsOn.filter((id) => !templatesOf(step).includes(`${id}.`)))]);
}

function newStep(scene: Scene): NewStep {
  const { choices, serial } = scene;
  const dependsOn = [referenceIn(scene), referenceIn(scene)].slice(choices.below(3));
  const [before] = dependsOn;
  const condition =
    typeof before === "string" ? [{ field: "if" as const, value: `$${before}.output == 1` }] : [];
  return {
    id: `new-${serial}`,
    title: `New *${serial}*`,
    kind: "reasoning",
    instructions: "Do it.",
    expectedOutput: "",
    dependsOn,
    settings: choices.once(3) ? condition : [{ field: "retries", value: choices.below(10) }],
  };
}

/** Changes that steps of every kind take. */
function changeFor({ choices, serial }: Scene): Change {
  return choices.of<Change>([
    { field: "title", value: `Title ${serial}` },
    { field: "instructions", value: `Do <b>${serial}</b>` },
    { field: "expectedOutput", value: "" },
    { field: "retries", value: choices.below(10) },
    { field: "timeoutSeconds", value: 1 + choices.below(99) },
    { field: "onError", value: choices.of(["skip_dependents", "continue", "stop"]) },
    { field: "usesRunInput", value: true },
    { field: "if", value: choices.of([null, "1 == 1", "true || false"]) },
    { field: "approval", required: choices.once(2), reason: "Money", expiresAfterHours: null, approvers: 2 },
  ]);
}

function partIds({ choices, serial }: Scene): string[] {
  return Array.from({ length: 2 + choices.below(3) }, (_, place) => `part-${serial}-${place}`);
}

/** A step that an earlier revision had and this one has not. */
function removedIn({ plan, revisions, choices }: Scene): string {
  const present = new Set(plan.steps.map(({ id }) => id));
  const gone = Object.values(revisions).flatMap(({ steps }: { steps: Step[] }) =>
    steps.map(({ id }) => id).filter((id) => !present.has(id)),
  );
  return gone.length === 0 ? "nobody" : choices.of(gone);
}
