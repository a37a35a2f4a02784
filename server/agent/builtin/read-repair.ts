import type { Json } from "#server/core/json.ts";
import { FIELDS_OF_KIND, kindNamed } from "#server/core/kind-fields.ts";
import { listOf } from "#server/core/list-of.ts";
import { type Step, stepSchema } from "#server/core/plan.ts";
import { changedAt } from "./input-path.ts";
import { capitalised, type ListedStep, nameOf, namesOf, refOf } from "./listed-plan.ts";
import { strayFields } from "./read-kind.ts";
import { comesBefore, type World } from "./reference.ts";
import { answer, edits, type Reading, refuse, withSteps } from "./understanding.ts";

const STEP = "((?:the )?(?:steps? )?(?:#?\\d+|[^,;:]+?))";
// A name that is no plain word stands in quotes.
const NAME = '("[^"]+"|`[^`]+`|[^\\s"`]+)';
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
const VERIFIES = new RegExp(
  `^(?!(?:add|insert|create|put|drop|remove|clear|delete)\\b)${STEP} (?:should |must |no longer )?(?:verif(?:y|ies)|checks the outcome of|confirms) (nothing|no step|(?:the )?(?:step )?(?:#?\\d+|.+))$`,
  "i",
);
const DROP_FIELD = new RegExp(
  `^(?:drop|remove|clear|delete|leave out) (?:the )?(?:field )?["\`]?(input|precondition|tool|agent|wait|check|verifies|if|output ?schema)["\`]? (?:of|from|in|on) ${STEP}$`,
  "i",
);
const LEAVE_OUT = new RegExp(
  `^(?:leave|take|drop|remove|delete) (?:the )?${NAME} (?:out of|from) the (?:input|parameters?|arguments?) of ${STEP}$`,
  "i",
);
const PARAMETER = new RegExp(
  `^(?:re-?name|change) the (?:parameter|argument|field|key) ${NAME} (?:to|into|as) ${NAME} (?:in|of|for|at) ${STEP}$`,
  "i",
);
const PARAMETER_TO = new RegExp(`^(?:set|change) (?:the )?${NAME} of ${STEP} to ("[^"]*"|\`[^\`]*\`)$`, "i");
// These words mean the step itself, whatever its input holds.
const OF_STEP = /^(?:title|name|instructions?|timeout|wait|retries|approval|condition|budget|objective)$/i;

// What clears a field; one that cannot be set to nothing goes with the kind that the step has anyway.
const CLEARED: Record<string, { name: string; change: { [field: string]: Json } | null }> = {
  input: { name: "input", change: { field: "input", value: null } },
  tool: { name: "tool", change: { field: "tool", value: null } },
  agent: { name: "agent", change: { field: "agent", value: null } },
  if: { name: "if", change: { field: "if", value: null } },
  verifies: { name: "verifies", change: { field: "verifies", value: null } },
  outputschema: { name: "outputSchema", change: { field: "outputSchema", value: null } },
  precondition: {
    name: "precondition",
    change: { field: "precondition", tool: null, input: null, path: null, op: null, value: null },
  },
  wait: { name: "wait", change: null },
  check: { name: "check", change: null },
};

/** What mends a single field of a step: its tool, kind, input, what it verifies, whether it takes the run input. */
export function readRepair(clause: string, world: World): Reading {
  const run = USES_RUN_INPUT.exec(clause);
  if (run) return setRunInput(run[1] ?? "", !/\bnot\b|\bno longer\b/i.test(run[2] ?? ""), world);
  const tool = TOOL.exec(clause) ?? turned(TOOL_OF.exec(clause));
  if (tool) return setTool(tool[1] ?? "", tool[2] ?? "", world);
  const dropped = DROP_FIELD.exec(clause);
  if (dropped) return dropField(dropped[2] ?? "", dropped[1] ?? "", world);
  const verifies = VERIFIES.exec(clause);
  if (verifies) return setVerifies(verifies[1] ?? "", verifies[2] ?? "", world);
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

function dropField(span: string, word: string, world: World): Reading {
  const cleared = CLEARED[word.toLowerCase().replace(/\s/g, "")];
  if (!cleared) return null;
  const { name, change } = cleared;
  const isField = (field: string): field is keyof Step => field in stepSchema.shape;
  return withSteps(
    span,
    world,
    ([step]) => {
      if (!step || !isField(name)) return null;
      if (step.exact && step.exact[name] === undefined)
        return answer(`${capitalised(nameOf(step))} has no ${word}. Nothing was changed.`);
      const said = `${nameOf(step)} has no ${word} now`;
      if (change !== null) return edits([update(step, [change], world)], [step], said);
      const others = strayFields(step).filter((field) => field !== name);
      if (FIELDS_OF_KIND[step.kind].includes(name))
        return refuse(
          `${capitalised(nameOf(step))} is ${kindNamed(step.kind)}, which needs its ${word}. Say "Make step ${step.number} a reasoning step" to have a step without one. Nothing was changed.`,
        );
      if (others.length > 0)
        return refuse(
          `${capitalised(nameOf(step))} also has ${listOf(others)}, and ${word} can only go together with that. Say "Make step ${step.number} ${kindNamed(step.kind)}" to drop both. Nothing was changed.`,
        );
      return edits([update(step, [{ field: "kind", value: step.kind }], world)], [step], said);
    },
    { one: true },
  );
}

function setVerifies(span: string, target: string, world: World): Reading {
  if (/^(?:nothing|no step)$/i.test(target)) return verifiesNothing(span, world);
  return withSteps(span, world, ([step]) =>
    withSteps(target, world, ([other]) => {
      if (!step || !other) return null;
      if (step.kind !== "check")
        return refuse(
          `${capitalised(nameOf(step))} is no check, and only a check verifies another step. Nothing was changed.`,
        );
      const ref = refOf(other, world.plan);
      if (step.exact?.verifies === other.id)
        return edits([], [step], `${nameOf(step)} verifies ${nameOf(other)}`);
      const isBehind = step === other || comesBefore(other, step, world.plan);
      const link = isBehind
        ? []
        : [{ op: "add_dependency", step: refOf(step, world.plan), dependsOn: [ref] }];
      return edits(
        [...link, update(step, [{ field: "verifies", value: ref }], world)],
        [step],
        `${nameOf(step)} verifies ${nameOf(other)}${isBehind ? "" : " and waits for it"}`,
      );
    }),
  );
}

function verifiesNothing(span: string, world: World): Reading {
  return withSteps(span, world, (steps) => {
    const meant = steps.filter((step) => step.exact === undefined || step.exact.verifies !== undefined);
    const list = meant.map((step) => update(step, [{ field: "verifies", value: null }], world));
    return edits(list, steps, `Nothing is verified by ${namesOf(steps)}`);
  });
}

/** A parameter leaves the input, or gets another name there; `path` may lead into an object. */
function changeInput(span: string, from: string, to: string | null, world: World): Reading {
  const path = bare(from);
  // A whole path as the new name says the way to the field again.
  const name = to === null ? null : to.startsWith('"') ? bare(to) : (bare(to).split(".").at(-1) ?? "");
  return withSteps(
    span,
    world,
    ([step]) => {
      if (!step) return null;
      const input = changedAt(step.input, path, (_name, value) => (name === null ? null : { name, value }));
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

/** A new value for a parameter of any name that the step's input has. */
export function readParameter(clause: string, world: World): Reading {
  const [, name = "", span = "", text = ""] = PARAMETER_TO.exec(clause) ?? [];
  const [path, value] = [bare(name), bare(text)];
  if (path === "" || OF_STEP.test(path)) return null;
  return withSteps(
    span,
    world,
    ([step]) => {
      const input = step && changedAt(step.input, path, (name) => ({ name, value }));
      if (!step || input === undefined) return null;
      const isSame = JSON.stringify(input) === JSON.stringify(step.input);
      const list = [update(step, [{ field: "input", value: JSON.stringify(input) }], world)];
      return edits(isSame ? [] : list, [step], `the ${path} of ${nameOf(step)} is "${value}" now`);
    },
    { one: true },
  );
}

function bare(name: string): string {
  return name.replace(/^["`](.*)["`]$/, "$1");
}
