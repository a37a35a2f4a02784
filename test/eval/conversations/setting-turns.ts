import {
  aLink,
  aStep,
  type EditDraft,
  isFree,
  type Maker,
  namer,
  phrased,
  type Scene,
  told,
} from "./draft.ts";
import { type CaseStep, change, type Graph, stepOf } from "./oracle.ts";
import { between, oneOf } from "./random.ts";

type Setting = { category: string; fields: Partial<CaseStep>; say: string; reply: string };

/** The draft of a setting of one step; the same setting can be meant for another. */
function setting(scene: Scene, id: string, { category, fields, say, reply }: Setting): EditDraft {
  const apply = (other: string): Graph[] => [change(scene.graph, other, fields)];
  const again = (other: string) => (isSame(stepOf(scene.graph, other), fields) ? null : apply(other));
  return { type: "edit", category, say, graphs: apply(id), reply, focus: id, again };
}

function isSame(step: CaseStep, fields: Partial<CaseStep>): boolean {
  return Object.entries(fields).every(([key, value]) => new Map(Object.entries(step)).get(key) === value);
}

export const approvalAsked: Maker = (scene) => {
  const x = aStep(scene, (id) => !stepOf(scene.graph, id).approval);
  return x === null ? null : approvalOf(scene, x, () => namer(scene)(x));
};

export function approvalOf(scene: Scene, x: string, n: () => string): EditDraft {
  const say = phrased(scene.random, [
    () => `ask me before ${n()} runs`,
    () => `pause before ${n()} and ask me`,
    () => `${n()} only with my permission`,
    () => `I have to confirm ${n()} first`,
    () => `wait for my go-ahead before ${n()}`,
    () => `${n()} requires a manual sign-off`,
    () => `run ${n()} only after I have approved it`,
    () => `${n()} needs my approval`,
    () => `I want to sign off on ${n()} first`,
    () => `don't run ${n()} without my ok`,
    () => `require approval for ${n()}`,
    () => `let me approve ${n()} before it starts`,
    () => `check with me before running ${n()}`,
    () => `${n()} must not run unless I say yes`,
    () => `put an approval on ${n()}`,
  ]);
  const reply = `${told(scene.graph, x)} now needs your approval.`;
  return setting(scene, x, { category: "approval", fields: { approval: true }, say, reply });
}

export const approvalDropped: Maker = (scene) => {
  const { graph, random } = scene;
  const x = aStep(scene, (id) => stepOf(graph, id).approval === true);
  if (x === null) return null;
  const n = () => namer(scene)(x);
  const say = phrased(random, [
    () => `${n()} no longer needs my approval`,
    () => `${n()} doesn't need a sign-off any longer`,
    () => `skip the approval for ${n()}`,
    () => `${n()} may run without asking me`,
    () => `cancel the approval on ${n()}`,
    () => `you don't have to ask me before ${n()} any more`,
    () => `remove the approval from ${n()}`,
    () => `${n()} can run without my ok`,
    () => `stop asking me about ${n()}`,
    () => `no approval needed for ${n()} any more`,
  ]);
  const reply = `${told(graph, x)} no longer needs your approval.`;
  return setting(scene, x, { category: "approval_off", fields: { approval: undefined }, say, reply });
};

const COUNTS = ["no", "once", "twice", "three times", "four times", "five times", "six times"];

export const retriesSet: Maker = (scene) => {
  const x = aStep(scene);
  return x === null ? null : retriesOf(scene, x, () => namer(scene)(x));
};

export function retriesOf(scene: Scene, x: string, n: () => string): EditDraft | null {
  const { random, graph } = scene;
  const retries = between(random, 1, 6);
  if (retries === 2 && stepOf(graph, x).retries === undefined) return null;
  const times = COUNTS[retries] ?? "once";
  const say = phrased(random, [
    () => `retry ${n()} ${times} if it fails`,
    () => `allow ${retries} ${retries === 1 ? "retry" : "retries"} for ${n()}`,
    () => `when ${n()} fails, repeat it ${times} at most`,
    () => `${n()} should be retried ${times} on failure`,
    () => `${n()}: ${retries} ${retries === 1 ? "retry" : "retries"}`,
    () => `retry ${n()} up to ${times}`,
    () => `${n()} may be retried ${times}`,
    () => `give ${n()} ${retries} ${retries === 1 ? "retry" : "retries"}`,
    () => `if ${n()} fails, try it again ${times}`,
    () => `set the retries of ${n()} to ${retries}`,
  ]);
  const reply = `${told(graph, x)} is now retried ${times}.`;
  return setting(scene, x, { category: "retries", fields: { retries }, say, reply });
}

export const failurePolicy: Maker = (scene) => {
  const onError = oneOf(scene.random, ["continue", "stop"] as const);
  const x = aStep(scene, (id) => stepOf(scene.graph, id).onError !== onError);
  return x === null ? null : failureOf(scene, x, onError, () => namer(scene)(x));
};

function failureOf(scene: Scene, x: string, onError: "continue" | "stop", n: () => string): EditDraft {
  const goesOn = onError === "continue";
  const say = phrased(
    scene.random,
    goesOn
      ? [
          () => `if ${n()} fails, carry on anyway`,
          () => `${n()} is optional, don't stop when it fails`,
          () => `errors in ${n()} are fine, just proceed`,
          () => `even when ${n()} breaks the others should carry on`,
          () => `${n()} failing is no reason to stop`,
          () => `keep going even if ${n()} fails`,
          () => `a failure of ${n()} should not hold up the rest`,
          () => `ignore it when ${n()} fails and continue`,
          () => `${n()} may fail, the rest should go on regardless`,
          () => `continue with the rest if ${n()} goes wrong`,
        ]
      : [
          () => `if ${n()} fails, stop everything`,
          () => `${n()} is critical: if it fails, halt the run`,
          () => `no point in going on when ${n()} fails, stop the run then`,
          () => `a failure in ${n()} ends the whole run`,
          () => `abort the whole run if ${n()} fails`,
          () => `when ${n()} fails the whole plan should stop`,
          () => `stop the run as soon as ${n()} fails`,
          () => `if ${n()} goes wrong, cancel everything else`,
        ],
  );
  const reply = goesOn
    ? `When ${told(scene.graph, x)} fails, the rest goes on.`
    : `When ${told(scene.graph, x)} fails, the run stops.`;
  return setting(scene, x, { category: "error_policy", fields: { onError }, say, reply });
}

export const condition: Maker = (scene) => {
  const { graph, random } = scene;
  const free = isFree(scene);
  const link = aLink(scene, (waits, on) => free(waits) && free(on));
  if (!link) return null;
  const [x, y] = link;
  const n = namer(scene);
  const status = oneOf(random, ["failed", "completed"]);
  const say = phrased(
    random,
    status === "failed"
      ? [
          () => `run ${n(x)} only if ${n(y)} failed`,
          () => `skip ${n(x)} unless ${n(y)} failed`,
          () => `${n(x)} is just the fallback: run it only if ${n(y)} fails`,
          () => `${n(x)} should only run when ${n(y)} has failed`,
          () => `only do ${n(x)} in case ${n(y)} fails`,
        ]
      : [
          () => `run ${n(x)} only if ${n(y)} succeeded`,
          () => `skip ${n(x)} if ${n(y)} failed`,
          () => `${n(x)} makes sense only if ${n(y)} worked`,
          () => `skip ${n(x)} unless ${n(y)} succeeded`,
          () => `${n(x)} should only run when ${n(y)} completed successfully`,
          () => `only do ${n(x)} if ${n(y)} went through`,
        ],
  );
  return {
    type: "edit",
    category: "condition",
    say,
    graphs: [change(graph, x, { if: `$${y}.status == '${status}'` })],
    reply: `${told(graph, x)} now runs only if ${told(graph, y)} ${status}.`,
    focus: x,
    fix: [x, y],
  };
};
