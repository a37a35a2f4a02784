import { listOf } from "#server/core/list-of.ts";
import { capitalised, type ListedStep, nameOf, namesOf, refOf } from "./listed-plan.ts";
import { FAILS, SKIP } from "./failure-words.ts";
import { policyOf } from "./read-failure.ts";
import { comesBefore, type World } from "./reference.ts";
import { ask, type Edit, edits, type Reading, withSteps } from "./understanding.ts";

const DO =
  "(?:do|run|start|execute|perform|go on with|carry on with|continue with|proceed with|keep going with|make sure to)";
const ANYWAY = "(?:anyway|regardless|nevertheless|all the same|in any case|no matter what)";
const STILL = [
  `(?:please )?(?:still|nevertheless|anyway) (?:${DO} )?(?<s1>.+?)(?: ${ANYWAY})?`,
  `${DO} (?<s2>.+?) (?:${ANYWAY}|still)`,
  `(?:go on|carry on|continue|proceed|keep going) (?:still |anyway )?with (?<s3>.+?)(?: ${ANYWAY})?`,
  `(?<s4>[^,;]+?) (?:should|must|can|may|has to|shall|will|needs to) (?:still |nevertheless |anyway )(?:run|happen|start|go ahead|be done|go out|go on)`,
  `(?<s5>[^,;]+?) (?:should|must|can|may|has to|shall|will|needs to) (?:run|happen|start|go ahead|be done|go out) ${ANYWAY}`,
  `(?<s6>[^,;]+?) still (?:runs|happens|starts|goes ahead|goes out)`,
  "not (?<s7>.+?)",
].join("|");
const BUT_STILL = new RegExp(
  `^(?:if|when|in case|should) (?<failed>.+?) (?:ever )?${FAILS},?(?: then)? ${SKIP} (?<spared>.+?),? (?:but|and|though|yet) (?:${STILL})$`,
  "i",
);

/** "If 1 fails, skip 2 but still do 3": 2 runs only when 1 has completed, and 3 goes on without it. */
export function readSkipButStill(clause: string, world: World): Reading {
  const { failed, spared = "", ...still } = BUT_STILL.exec(clause)?.groups ?? {};
  const kept = Object.values(still).find((words) => words !== undefined);
  if (failed === undefined || kept === undefined) return null;
  // "Skip it but still do 3" is said of the step that failed.
  if (/^(?:it|that|this|that one|the step)$/i.test(spared))
    return withSteps(failed, world, (steps) =>
      policyOf(steps, "continue", "The run goes on if this fails:", world),
    );
  return withSteps(
    failed,
    world,
    ([step]) =>
      withSteps(spared, world, (others) =>
        withSteps(kept, world, (goingOn) => (step ? goOnWithout(step, others, goingOn, world) : null)),
      ),
    { one: true },
  );
}

function goOnWithout(failed: ListedStep, spared: ListedStep[], kept: ListedStep[], world: World): Reading {
  const { plan } = world;
  if (failed.id === null || spared.includes(failed) || kept.some((step) => spared.includes(step)))
    return null;
  const own = `$${failed.id}.status == 'completed'`;
  const list = spared.flatMap((step): Edit[] => {
    const value = step.condition === null ? own : `(${step.condition}) && ${own}`;
    const waits = { op: "add_dependency", step: refOf(step, plan), dependsOn: [refOf(failed, plan)] };
    const condition = { op: "update_step", step: refOf(step, plan), changes: [{ field: "if", value }] };
    if (step.condition?.includes(own)) return [];
    return comesBefore(failed, step, plan) ? [condition] : [waits, condition];
  });
  const stopped = skippedWith(failed, spared, world);
  const lost = kept.filter((step) => stopped.has(step));
  if (lost.length > 0) {
    const why = lost.map((step) => {
      const others = plan.steps.filter(
        (other) => step.dependsOn.includes(other.number) && (other === failed || stopped.has(other)),
      );
      return `${nameOf(step)} waits for ${namesOf(others)}`;
    });
    return ask(
      `${capitalised(namesOf(lost))} would be skipped as well when ${nameOf(failed)} fails: ${listOf(why)}. Shall everything go on when it fails? Then say "if step ${failed.number} fails, continue". Nothing was changed.`,
    );
  }
  const said = `${namesOf(spared)} ${spared.length > 1 ? "run" : "runs"} only if ${nameOf(failed)} has completed; ${namesOf(kept)} ${kept.length > 1 ? "go" : "goes"} on without ${spared.length > 1 ? "them" : "it"}`;
  return edits(list, spared, said);
}

/** The steps that a failure takes along, once those that are spared look at its outcome themselves. */
function skippedWith(failed: ListedStep, spared: readonly ListedStep[], { plan }: World): Set<ListedStep> {
  const stopped = new Set<ListedStep>();
  const goesOn = failed.onError === "continue" || failed.onError === "skip";
  const looksAt = (step: ListedStep, other: ListedStep) =>
    (other === failed && spared.includes(step)) ||
    (other.id !== null && (step.condition ?? "").includes(`$${other.id}.status`));
  for (let size = -1; size !== stopped.size; ) {
    size = stopped.size;
    for (const step of plan.steps) {
      const others = plan.steps.filter((other) => step.dependsOn.includes(other.number));
      const isLost = others.some(
        (other) => (stopped.has(other) || (other === failed && !goesOn)) && !looksAt(step, other),
      );
      if (isLost) stopped.add(step);
    }
  }
  return stopped;
}
