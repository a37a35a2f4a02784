import type { Json } from "#server/core/json.ts";
import { type ListedStep, nameOf, refOf } from "./listed-plan.ts";
import { newStep, titleFrom } from "./new-step.ts";
import type { World } from "./reference.ts";
import { ask, edits, type Reading, withSteps } from "./understanding.ts";

const STEP = "(?<step>(?:the )?(?:steps? )?(?:#?\\d+|[^,;:]+?))";
const IT =
  "(?:it|that|this|its (?:outcome|result)|(?:the )?(?:step )?#?\\d+|that it (?:worked|succeeded|is there))";
const ADD = "(?:add|insert|create|put) (?:an? |another )?check(?: step)?";
const CHECKS = [
  new RegExp(
    `^${ADD} (?:right |directly )?(?:after|behind|for|of) ${STEP}(?: (?:that|which|to) (?:verif(?:y|ies)|confirms?|checks?) ${IT})?$`,
    "i",
  ),
  new RegExp(`^${ADD} (?:that|which|to) (?:verif(?:y|ies)|confirms?) ${STEP}$`, "i"),
];
const LOOK = { everySeconds: 5, withinSeconds: 60 };

/** A step that looks whether another one did what it should. */
export function readCheck(clause: string, world: World): Reading {
  for (const pattern of CHECKS) {
    const span = pattern.exec(clause)?.groups?.["step"];
    if (span === undefined || /\b(?:that|which)\b/i.test(span)) continue;
    return withSteps(span, world, ([step]) => (step ? addCheck(step, world) : null), {
      one: true,
      what: "should be checked",
    });
  }
  return null;
}

function addCheck(step: ListedStep, { plan, tools = new Set<string>() }: World): Reading {
  const written = writtenFile(step);
  if (written === null || !tools.has("read_file")) {
    const works = step.tool === null ? "does not say what it leaves behind" : `calls ${step.tool}`;
    return ask(
      `What should be looked at to confirm ${nameOf(step)}, and with which tool? A check calls a tool that only reads and compares what it gives; that step ${works}, so the built-in planner cannot tell. Nothing was changed.`,
    );
  }
  const made = newStep(
    titleFrom(`Check that ${written.path} is there`),
    plan,
    [refOf(step, plan)],
    [
      { field: "tool", value: "read_file" },
      { field: "input", value: JSON.stringify(written) },
      { field: "check", path: "bytes", op: "exists", value: true, ...LOOK },
      { field: "verifies", value: refOf(step, plan) },
    ],
  );
  const check = { ...made, kind: "check", expectedOutput: `The file ${written.path}` };
  const edit = { op: "add_step", step: check, after: refOf(step, plan), requiredBy: [] };
  const about: ListedStep = {
    ...step,
    number: 0,
    id: check.id,
    title: check.title,
    kind: "check",
    dependsOn: [step.number],
  };
  const said = `Added "${check.title}", a check that reads the file with read_file and verifies ${nameOf(step)}; no step waits for it`;
  return edits([edit], [about], said);
}

// The file that a step writes; a path that is known only when it runs is read from the same place.
function writtenFile({ tool, input }: ListedStep): ({ [field: string]: string } & { path: string }) | null {
  if (tool !== "write_file") return null;
  const fields: { [field: string]: Json } =
    typeof input === "object" && input !== null && !Array.isArray(input) ? input : {};
  const path = fields["path"];
  if (typeof path !== "string" || path === "") return null;
  return fields["encoding"] === "base64" ? { path, encoding: "base64" } : { path };
}
