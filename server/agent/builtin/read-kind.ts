import type { Json } from "#server/core/json.ts";
import { FIELDS_OF_KIND, KIND_FIELDS, kindNamed } from "#server/core/kind-fields.ts";
import { listOf } from "#server/core/list-of.ts";
import { type StepKind, stepKindSchema } from "#server/core/plan.ts";
import { capitalised, type ListedStep, nameOf, refOf } from "./listed-plan.ts";
import { secondsIn, SPAN_OF_TIME } from "./span-of-time.ts";
import type { World } from "./reference.ts";
import { ask, edits, type Reading, refuse, withSteps } from "./understanding.ts";

type Change = { field: string; [part: string]: Json };

const STEP = "((?:the )?(?:steps? )?(?:#?\\d+|[^,;:]+?))";
const KIND = new RegExp(
  `^(?:make|turn|let|change) ${STEP} (?:be |into |to )?(?:an? )?(reasoning|thinking|tool|check|wait|agent) step(?: of ${SPAN_OF_TIME})?$`,
  "i",
);
const RUNS_AGENT = new RegExp(`^(?:run|use|call) the agent ["\`]?([^"\`\\s]+)["\`]? in ${STEP}$`, "i");
const WAIT = [
  new RegExp(`^(?:set|change) (?:the )?wait (?:of|for|in) ${STEP} to ${SPAN_OF_TIME}$`, "i"),
  new RegExp(`^(?:let|make) ${STEP} wait (?:for )?${SPAN_OF_TIME}$`, "i"),
];

/** What kind a step is of, and what a kind cannot do without: the agent that runs, how long it waits. */
export function readKind(clause: string, world: World): Reading {
  const kind = KIND.exec(clause);
  if (kind) return setKind(kind[1] ?? "", kind[2] ?? "", secondsIn(kind[3], kind[4]), world);
  const agent = RUNS_AGENT.exec(clause);
  if (agent) return setAgent(agent[2] ?? "", agent[1] ?? "", world);
  for (const pattern of WAIT) {
    const wait = pattern.exec(clause);
    if (wait) return setWait(wait[1] ?? "", secondsIn(wait[2], wait[3]) ?? 0, world);
  }
  return null;
}

/** The fields that a step has and that its kind does not take. */
export function strayFields({ exact }: ListedStep): string[] {
  if (exact === undefined) return [];
  const taken = FIELDS_OF_KIND[exact.kind];
  return KIND_FIELDS.filter((field) => exact[field] !== undefined && !taken.includes(field));
}

function oneStep(span: string, world: World, next: (step: ListedStep) => Reading): Reading {
  return withSteps(span, world, ([step]) => (step ? next(step) : null), { one: true });
}

function update(step: ListedStep, changes: Change[], { plan }: World) {
  return { op: "update_step", step: refOf(step, plan), changes };
}

function setKind(span: string, word: string, seconds: number | null, world: World): Reading {
  const kind = stepKindSchema.parse(/think/i.test(word) ? "reasoning" : word.toLowerCase());
  const said = (steps: readonly ListedStep[]) =>
    steps.length === 1 && steps[0]
      ? `${nameOf(steps[0])} is ${kindNamed(kind)} now`
      : `${listOf(steps.map(nameOf))} are ${kind} steps now`;
  if (kind === "wait" && seconds !== null) return setWait(span, seconds, world, true);
  return withSteps(span, world, (steps) => {
    const others = steps.filter((step) => step.kind !== kind || strayFields(step).length > 0);
    if (others.length === 0) return edits([], steps, said(steps).replace(/ now$/, ""));
    for (const step of others) {
      const needed = step.kind === kind ? null : missingFor(step, kind, world);
      if (needed !== null) return ask(`${needed} Nothing was changed.`);
    }
    const list = others.map((step) => update(step, [{ field: "kind", value: kind }], world));
    return edits(list, steps, said(others));
  });
}

// What the step would lack in its new kind, as a question with the sentence that answers it.
function missingFor(
  step: ListedStep,
  kind: StepKind,
  { tools = new Set(), agents = [] }: World,
): string | null {
  const name = nameOf(step);
  const [tool, agent] = [[...tools][0], agents[0]];
  switch (kind) {
    case "reasoning":
      return null;
    case "tool":
      if (step.tool !== null) return null;
      return tool === undefined
        ? `A tool step needs a tool, ${name} has none, and this workspace has none to offer.`
        : `Which tool should ${name} call? A tool step needs one, such as ${listOf([...tools].slice(0, 6), "or")}. Say for example "Use ${tool} in step ${step.number}".`;
    case "agent":
      if (step.exact?.agent !== undefined) return null;
      return agent === undefined
        ? `An agent step needs an agent, ${name} names none, and there is no other agent yet.`
        : `Which agent should ${name} run? There ${agents.length > 1 ? "are" : "is"} ${listOf(agents.slice(0, 6))}. Say for example "Run the agent ${agent} in step ${step.number}".`;
    case "wait":
      if (step.exact?.wait !== undefined) return null;
      return `How long should ${name} wait? Say for example "Make step ${step.number} a wait step of 60 seconds".`;
    case "check":
      if (step.tool !== null && step.exact?.check !== undefined) return null;
      return `What should ${name} look at? A check needs a tool that only reads, the place in its output and what is expected there, which the built-in planner cannot set. Say for example "Add a check after step ${step.number} that verifies it", or bring the step in as JSON.`;
  }
}

function setAgent(span: string, slug: string, world: World): Reading {
  const agents = world.agents ?? [];
  if (!agents.includes(slug)) {
    const known =
      agents.length === 0 ? "there is no other agent yet" : `there is ${listOf(agents.slice(0, 6))}`;
    return refuse(`There is no agent "${slug}": ${known}. Nothing was changed.`);
  }
  return oneStep(span, world, (step) => {
    const kind = step.kind === "agent" ? [] : [{ field: "kind", value: "agent" }];
    const isSame = kind.length === 0 && step.agent === slug;
    const list = isSame ? [] : [update(step, [...kind, { field: "agent", value: slug }], world)];
    return edits(list, [step], `${nameOf(step)} runs the agent ${slug}`);
  });
}

function setWait(span: string, seconds: number, world: World, becomesWait = false): Reading {
  return oneStep(span, world, (step) => {
    if (step.kind !== "wait" && !becomesWait)
      return refuse(
        `${capitalised(nameOf(step))} is ${kindNamed(step.kind)}, and only a wait step waits for a time. Say "Make step ${step.number} a wait step of ${seconds} seconds" to change that. Nothing was changed.`,
      );
    const kind = step.kind === "wait" ? [] : [{ field: "kind", value: "wait" }];
    const wait = step.exact?.wait;
    const isSame = kind.length === 0 && wait !== undefined && "seconds" in wait && wait.seconds === seconds;
    const list = isSame ? [] : [update(step, [...kind, { field: "wait", seconds, until: null }], world)];
    return edits(list, [step], `${nameOf(step)} waits ${seconds} ${seconds === 1 ? "second" : "seconds"}`);
  });
}
