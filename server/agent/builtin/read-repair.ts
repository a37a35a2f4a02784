import type { Json } from "#server/core/json.ts";
import { stepKindSchema } from "#server/core/plan.ts";
import { capitalised, type ListedStep, nameOf, namesOf, refOf } from "./listed-plan.ts";
import type { World } from "./reference.ts";
import { answer, edits, type Reading, refuse, withSteps } from "./understanding.ts";

const STEP = "((?:the )?(?:steps? )?(?:#?\\d+|[^,;:]+?))";
const USES_RUN_INPUT = new RegExp(
  `^${STEP} (?:should |must |has to |also )*(uses?|reads?|takes?|gets?|receives?|needs?|(?:does|should|must) not (?:use|read|take|get|need)|no longer (?:uses?|needs?|reads?)) (?:the )?(?:run(?:'s)? input|trigger payload|payload(?: of the (?:run|trigger|webhook))?|webhook payload)(?: any ?more)?$`,
  "i",
);
const TOOL = new RegExp(
  `^(?:use|call|take|let|switch to) (?:the tool )?\`?([a-z][a-z0-9_.-]*)\`? (?:in|for|at|on) ${STEP}(?: instead)?$`,
  "i",
);
const TOOL_OF = new RegExp(
  `^${STEP} (?:should|must|has to|shall) (?:now )?(?:use|call|run) (?:the tool )?\`?([a-z][a-z0-9]*(?:[_.-][a-z0-9]+)+)\`?(?: instead)?$`,
  "i",
);
const KIND = new RegExp(
  `^(?:make|turn|let|change) ${STEP} (?:be |into |to )?(?:an? )?(reasoning|thinking|tool|check|wait|agent) step$`,
  "i",
);
const VERIFIES = new RegExp(
  `^${STEP} (?:should |must |no longer )?(?:verif(?:y|ies)|checks the outcome of|confirms) (nothing|no step|(?:the )?(?:step )?(?:#?\\d+|.+))$`,
  "i",
);
const DROP_FIELD = new RegExp(
  `^(?:drop|remove|clear|delete|leave out) (?:the )?(?:field )?(input|precondition|tool|agent|wait|output schema) (?:of|from|in|on) ${STEP}$`,
  "i",
);
const LEAVE_OUT = new RegExp(
  `^(?:leave|take|drop|remove|delete) \`?([A-Za-z_][\\w.-]*)\`? (?:out of|from) the (?:input|parameters?|arguments?) of ${STEP}$`,
  "i",
);
const PARAMETER = new RegExp(
  `^(?:re-?name|change) the (?:parameter|argument|field|key) \`?([A-Za-z_][\\w.-]*)\`? (?:to|into|as) \`?([A-Za-z_][\\w.-]*)\`? (?:in|of|for|at) ${STEP}$`,
  "i",
);
const RUNS_AGENT = new RegExp(`^(?:run|use|call) the agent \`?([a-z0-9][\\w-]*)\`? in ${STEP}$`, "i");
// What clears a field that is more than one value.
const CLEARED: Record<string, { [field: string]: Json }> = {
  "output schema": { field: "outputSchema", value: null },
  precondition: { field: "precondition", tool: null, input: null, path: null, op: null, value: null },
  wait: { field: "wait", seconds: null, until: null },
};

/** What mends a single field of a step: its tool, kind, input, what it verifies, whether it takes the run input. */
export function readRepair(clause: string, world: World): Reading {
  const run = USES_RUN_INPUT.exec(clause);
  if (run) return setRunInput(run[1] ?? "", !/\bnot\b|\bno longer\b/i.test(run[2] ?? ""), world);
  const tool = TOOL.exec(clause) ?? turned(TOOL_OF.exec(clause));
  if (tool) return setTool(tool[1] ?? "", tool[2] ?? "", world);
  const kind = KIND.exec(clause);
  if (kind) return setKind(kind[1] ?? "", kind[2] ?? "", world);
  const verifies = VERIFIES.exec(clause);
  if (verifies) return setVerifies(verifies[1] ?? "", verifies[2] ?? "", world);
  const agent = RUNS_AGENT.exec(clause);
  if (agent)
    return setOne(
      agent[2] ?? "",
      { field: "agent", value: agent[1] ?? "" },
      `The agent ${agent[1]} for`,
      world,
    );
  const dropped = DROP_FIELD.exec(clause);
  if (dropped) {
    const field = (dropped[1] ?? "").toLowerCase();
    return setOne(dropped[2] ?? "", CLEARED[field] ?? { field, value: null }, `No ${field} for`, world);
  }
  const out = LEAVE_OUT.exec(clause);
  if (out) return changeInput(out[2] ?? "", out[1] ?? "", null, world);
  const renamed = PARAMETER.exec(clause);
  return renamed ? changeInput(renamed[3] ?? "", renamed[1] ?? "", renamed[2] ?? "", world) : null;
}

function turned(found: RegExpExecArray | null): [string, string, string] | null {
  return found && [found[0], found[2] ?? "", found[1] ?? ""];
}

function update(step: ListedStep, changes: { [field: string]: Json }[], { plan }: World) {
  return { op: "update_step", step: refOf(step, plan), changes };
}

function setOne(span: string, change: { [field: string]: Json }, said: string, world: World): Reading {
  return withSteps(span, world, (steps) =>
    edits(
      steps.map((step) => update(step, [change], world)),
      steps,
      `${said} ${namesOf(steps)}`,
    ),
  );
}

function setRunInput(span: string, value: boolean, world: World): Reading {
  return withSteps(span, world, (steps) => {
    const list = steps
      .filter((step) => step.usesRunInput !== value)
      .map((step) => update(step, [{ field: "usesRunInput", value }], world));
    const verb = value
      ? steps.length > 1
        ? "use"
        : "uses"
      : steps.length > 1
        ? "do not use"
        : "does not use";
    return edits(list, steps, `${namesOf(steps)} ${verb} the run input`);
  });
}

// A name is a tool only where the workspace has it.
function setTool(name: string, span: string, world: World): Reading {
  if (!world.tools?.has(name)) return null;
  return withSteps(
    span,
    world,
    ([step]) => {
      if (!step) return null;
      const kind = step.kind === "tool" || step.kind === "check" ? [] : [{ field: "kind", value: "tool" }];
      const list = step.tool === name ? [] : [update(step, [...kind, { field: "tool", value: name }], world)];
      return edits(list, [step], `${capitalised(nameOf(step))} calls ${name}`);
    },
    { one: true },
  );
}

function setKind(span: string, word: string, world: World): Reading {
  const kind = stepKindSchema.parse(/think/i.test(word) ? "reasoning" : word.toLowerCase());
  return withSteps(span, world, (steps) => {
    const list = steps
      .filter((step) => step.kind !== kind)
      .map((step) => update(step, [{ field: "kind", value: kind }], world));
    return edits(list, steps, `${namesOf(steps)} ${steps.length > 1 ? "are" : "is"} of the kind ${kind}`);
  });
}

function setVerifies(span: string, target: string, world: World): Reading {
  if (/^(?:nothing|no step)$/i.test(target))
    return setOne(span, { field: "verifies", value: null }, "Nothing is verified by", world);
  return withSteps(span, world, ([step]) =>
    withSteps(target, world, ([other]) => {
      if (!step || !other?.id) return null;
      if (step.kind !== "check")
        return refuse(
          `${capitalised(nameOf(step))} is no check, and only a check verifies another step. Nothing was changed.`,
        );
      return edits(
        [update(step, [{ field: "verifies", value: other.id }], world)],
        [step],
        `${nameOf(step)} verifies ${nameOf(other)}`,
      );
    }),
  );
}

/** A parameter leaves the input, or gets another name there; `path` may lead into an object. */
function changeInput(span: string, path: string, name: string | null, world: World): Reading {
  return withSteps(
    span,
    world,
    ([step]) => {
      if (!step) return null;
      const input = changedAt(step.input, path.split("."), name?.split(".").at(-1) ?? null);
      if (input === undefined)
        return answer(
          `The input of ${nameOf(step)} has no ${path}, so there is nothing to change. Nothing was changed.`,
        );
      const said =
        name === null
          ? `Left ${path} out of the input of ${nameOf(step)}`
          : `Renamed ${path} to ${name} in the input of ${nameOf(step)}`;
      return edits([update(step, [{ field: "input", value: JSON.stringify(input) }], world)], [step], said);
    },
    { one: true },
  );
}

function changedAt(
  value: Json | undefined,
  [key = "", ...rest]: string[],
  name: string | null,
): Json | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value) || !(key in value))
    return undefined;
  const entries = Object.entries(value);
  if (rest.length === 0)
    return Object.fromEntries(
      entries.flatMap(([field, own]) =>
        field !== key ? [[field, own]] : name === null ? [] : [[name, own]],
      ),
    );
  const inner = changedAt(value[key], rest, name);
  return inner === undefined
    ? undefined
    : Object.fromEntries(entries.map(([field, own]) => [field, field === key ? inner : own]));
}
