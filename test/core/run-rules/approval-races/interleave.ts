import { UNNAMED } from "#server/core/run-rules/decision-refusal.ts";
import { isFinalRunStatus } from "#server/core/run.ts";
import { seededRandom } from "#test/chaos/seeded-random.ts";
import { type Actor, type Word, cancel, decideApproval, drive, sweep } from "./actors.ts";
import { type Ledger, checkEnd, openLedger } from "./ledger.ts";
import { type StepRule, type Stored, load, openApprovals, storeRuns } from "./stored-runs.ts";

const HOUR_MS = 3_600_000;
const PEOPLE = ["Ana", "Bo", "Cy"];
const MAX_ACTORS = 8;
const MAX_ROUNDS = 400;

type Working = { worker: string; runId: string };
type Acting = { actor: Actor; ready: () => boolean; working: Working | null };
type Scene = {
  stored: Stored;
  random: () => number;
  acting: Acting[];
  /** Workers that ended without a word. */
  dead: Set<string>;
  workers: number;
  moves: number;
};

export type Interleaved = { ledger: Ledger; moves: number };

/** Lets people, workers and the clock work on the runs of one agent at once, in an order that the seed says. */
export function interleave(seed: number): Interleaved {
  const random = seededRandom(seed);
  const pick = (most: number) => Math.floor(random() * most);
  const rules = Array.from({ length: 1 + pick(3) }, () => randomSteps(random));
  const stored = storeRuns(1 + pick(3), rules, openLedger());
  const scene: Scene = { stored, random, acting: [], dead: new Set(), workers: 0, moves: 0 };

  const commands = 6 + pick(18);
  for (let command = 0; command < commands; command += 1) {
    if (scene.acting.length < MAX_ACTORS) begin(scene);
    for (let moves = pick(8); moves > 0; moves -= 1) move(scene);
  }
  finish(scene);
  return { ledger: stored.ledger, moves: scene.moves };
}

function randomSteps(random: () => number): Record<string, StepRule> {
  const pick = (most: number) => Math.floor(random() * most);
  const ids = ["a", "b", "c"].slice(0, 1 + pick(3));
  return Object.fromEntries(
    ids.map((id, index) => [
      id,
      {
        approvers: 1 + pick(3),
        expiresAfterHours: random() < 0.4 ? 1 + pick(3) : null,
        dependsOn: index > 0 && random() < 0.2 ? [ids[index - 1] ?? "a"] : [],
      },
    ]),
  );
}

/** One more of those who work at the same time, or time passes. */
function begin(scene: Scene): void {
  const { stored, random } = scene;
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)];
  const known = [...stored.runs.keys()].flatMap((runId) =>
    load(stored, runId).approvals.map((one) => ({ ...one, runId })),
  );
  const open = known.filter((one) => one.decidedAt === null);
  const chance = random();

  if (chance < 0.3) startWorker(scene);
  else if (chance < 0.75) {
    const approval = pick(random() < 0.85 && open.length > 0 ? open : known);
    if (!approval) return startWorker(scene);
    const word: Word = {
      decision: random() < 0.75 ? "approve" : "reject",
      decidedBy: random() < 0.15 ? UNNAMED : (pick(PEOPLE) ?? UNNAMED),
      edited: random() < 0.2,
      sendsHash: random() < 0.7,
    };
    // A double click, or the same page in two tabs.
    for (let times = random() < 0.4 ? 2 : 1; times > 0; times -= 1) {
      enter(scene, decideApproval(stored, approval.runId, approval.approvalId, word));
    }
  } else if (chance < 0.8) enter(scene, cancel(stored, pick([...stored.runs.keys()]) ?? "run_1"));
  else if (chance < 0.85) kill(scene);
  else if (chance < 0.93) startSweep(scene, () => random() < 0.2);
  else {
    const end = pick(open)?.expiresAt;
    const isAtTheMoment = end !== null && end !== undefined && end > stored.now && random() < 0.7;
    stored.now = isAtTheMoment ? end - Math.floor(random() * 2) : stored.now + Math.floor(random() * HOUR_MS);
  }
}

function startWorker(scene: Scene): void {
  const { stored, random } = scene;
  const [runId] = [...stored.jobs].sort(() => random() - 0.5);
  if (runId === undefined) return;
  stored.jobs.delete(runId);
  scene.workers += 1;
  const worker = `w${scene.workers}`;
  enter(scene, drive(stored, runId, worker, random), { worker, runId });
}

function startSweep(scene: Scene, isStalled: () => boolean = () => false): void {
  for (const runId of scene.stored.runs.keys()) {
    enter(
      scene,
      sweep(scene.stored, runId, (worker) => scene.dead.has(worker) || isStalled()),
    );
  }
}

function enter(scene: Scene, actor: Actor, working: Working | null = null): void {
  scene.acting.push({ actor, ready: () => true, working });
}

/** Somebody ends where he stands: what he had begun to write is not written. */
function kill(scene: Scene): void {
  const place = Math.floor(scene.random() * scene.acting.length);
  const [killed] = scene.acting.splice(place, 1);
  killed?.actor.return();
  if (!killed?.working) return;
  scene.dead.add(killed.working.worker);
  // Its job comes to another worker.
  scene.stored.jobs.add(killed.working.runId);
}

/** One of those whose turn it can be does the next part of his work. */
function move(scene: Scene): boolean {
  const ready = scene.acting.filter((one) => one.ready());
  const next = ready[Math.floor(scene.random() * ready.length)];
  if (!next) return false;
  scene.moves += 1;
  const { done, value } = next.actor.next();
  if (!done) next.ready = value;
  else {
    scene.acting = scene.acting.filter((one) => one !== next);
    if (next.working) scene.dead.add(next.working.worker);
  }
  return true;
}

function settle(scene: Scene): void {
  while (move(scene));
  if (scene.acting.length > 0) scene.stored.ledger.problems.push("Those who work wait for each other");
}

/** Everybody who is asked says yes, until nothing is left: no run may be stuck. */
function finish(scene: Scene): void {
  const { stored, random } = scene;
  for (let rounds = 0; rounds < MAX_ROUNDS; rounds += 1) {
    settle(scene);
    startSweep(scene);
    settle(scene);
    while (stored.jobs.size > 0) {
      startWorker(scene);
      settle(scene);
    }
    const states = [...stored.runs.keys()].map((runId) => load(stored, runId));
    if (states.every((state) => isFinalRunStatus(state.status))) {
      checkEnd(stored, states);
      return;
    }
    const open = openApprovals(stored);
    const pending = open.filter((one) => one.status === "pending");
    if (open.length > pending.length && pending.length < stored.most) {
      stored.ledger.problems.push(`${open.length - pending.length} wait, and ${pending.length} are pending`);
    }
    const asked = pending[Math.floor(random() * pending.length)];
    if (!asked) continue;
    for (const decidedBy of PEOPLE) {
      const word: Word = { decision: "approve", decidedBy, edited: false, sendsHash: true };
      enter(scene, decideApproval(stored, asked.runId, asked.approvalId, word));
    }
  }
  const left = [...stored.runs.keys()].map((runId) => load(stored, runId));
  stored.ledger.problems.push(
    `Stuck: ${left.map((state) => `${state.runId} is ${state.status}`).join(", ")}`,
  );
}
