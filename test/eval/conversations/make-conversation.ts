import { backTo, redone, undone, undoneTwice, type BackDraft } from "./back-turns.ts";
import type { Draft, Maker, Scene } from "./draft.ts";
import { aboutIt, corrected, several } from "./follow-turns.ts";
import { growPlan, type Shape } from "./grow-plan.ts";
import { afterChange, beginHistory, currentOf, graphAt, type History } from "./history.ts";
import type { Graph } from "./oracle.ts";
import * as orders from "./order-turns.ts";
import { type Outcome, outcomeOf } from "./outcome.ts";
import { politely } from "./polite.ts";
import { oneOf, randomFrom } from "./random.ts";
import * as settings from "./setting-turns.ts";
import * as shapes from "./shape-turns.ts";
import * as steps from "./step-turns.ts";
import { openTitles } from "./titles.ts";
import * as talk from "./word-turns.ts";

export const TURNS = 15;
const MAX_TRIES = 500;

const SIMPLE: Maker[] = [
  orders.dependencyAdded,
  orders.dependencyCut,
  settings.approvalAsked,
  settings.retriesSet,
  settings.failurePolicy,
  steps.renamed,
];
const CHANGES: Maker[] = [
  ...SIMPLE,
  ...orders.ORDER_TURNS,
  ...steps.STEP_TURNS,
  ...shapes.SHAPE_TURNS,
  settings.approvalDropped,
  settings.approvalDropped,
  settings.condition,
  steps.removed,
  shapes.splitInTwo,
  orders.dependencySet,
];
const TALK: Maker[] = [
  ...talk.WORD_TURNS,
  talk.whyQuestion,
  talk.whatIfQuestion,
  talk.whatIfQuestion,
  talk.circleAsked,
  talk.circleAsked,
  talk.missingAsked,
  talk.ambiguousAsked,
];

/** How often each kind of turn is tried; one that does not fit is drawn anew. */
const KINDS = [
  ...times(20, "change"),
  ...times(8, "talk"),
  ...times(4, "several"),
  ...times(6, "it"),
  ...times(18, "correction"),
  ...times(2, "undo"),
  ...times(6, "redo"),
  ...times(1, "twice"),
  ...times(1, "back"),
];
type TurnKind = (typeof KINDS)[number];

function times<Kind extends string>(count: number, kind: Kind): Kind[] {
  return Array.from({ length: count }, () => kind);
}

export type MadeTurn = {
  category: string;
  say: string;
  reply: string;
  expect:
    | { type: "edit"; outcomes: Outcome[]; restores?: number }
    | { type: "refuse" | "ask" | "answer"; mentions: string[] };
};
export type MadeConversation = { id: string; shapes: string[]; plan: Graph; turns: MadeTurn[] };

/** A conversation of fifteen turns on a plan of about `size` steps: the same for the same seed. */
export function makeConversation(seed: number, size: number, from: readonly Shape[]): MadeConversation {
  const random = randomFrom(seed);
  const titles = openTitles(random);
  const { steps: plan, used } = growPlan(random, from, size, titles);
  const turns: MadeTurn[] = [];
  const fixed = new Set<string>();
  let history = beginHistory(plan);
  let last: Draft | BackDraft | null = null;
  let before: Graph | null = null;

  for (let tries = 0; turns.length < TURNS; tries += 1) {
    if (tries > MAX_TRIES) throw new Error(`The conversation of seed ${seed} found no end.`);
    const graph = currentOf(history);
    const scene: Scene = { random, titles, graph, fixed };
    const lastDraft: Draft | null = last === null || last.type === "back" ? null : last;
    const draft = draftOf(oneOf(random, KINDS), scene, history, lastDraft, before);
    if (draft === null || draft.category === last?.category || tooFew(draft, history)) continue;

    const say = politely(random, draft.say);
    const { category, reply } = draft;
    if (draft.type === "edit") {
      const outcomes = distinct(draft.graphs.map((after) => outcomeOf(graph, after, draft.anyPlace)));
      const [after = graph] = draft.graphs;
      if (JSON.stringify(after) === JSON.stringify(graph)) continue;
      for (const id of draft.fix ?? []) fixed.add(id);
      turns.push({ category, say, reply, expect: { type: "edit", outcomes } });
      history = afterChange(history, after);
      before = graph;
    } else if (draft.type === "back") {
      const outcomes = [outcomeOf(graph, graphAt(history, draft.restores))];
      turns.push({ category, say, reply, expect: { type: "edit", outcomes, restores: draft.restores } });
      history = draft.history;
    } else {
      turns.push({ category, say, reply, expect: { type: draft.type, mentions: draft.mentions } });
    }
    last = draft;
  }
  return { id: `conversation-${String(seed).padStart(3, "0")}`, shapes: used, plan, turns };
}

function draftOf(
  kind: TurnKind,
  scene: Scene,
  history: History,
  last: Draft | null,
  before: Graph | null,
): Draft | BackDraft | null {
  const { random } = scene;
  switch (kind) {
    case "change":
      return oneOf(random, CHANGES)(scene);
    case "several":
      return several(scene, SIMPLE, random() < 0.7 ? 2 : 3);
    case "talk":
      return oneOf(random, TALK)(scene);
    case "it":
      return aboutIt(scene, last);
    case "correction":
      return corrected(scene, last, before);
    case "undo":
      return last?.type === "edit" || random() < 0.3 ? undone(random, history, last?.type === "edit") : null;
    case "redo":
      return redone(random, history);
    case "twice":
      return undoneTwice(random, history);
    case "back":
      return backTo(random, history);
  }
}

const MIN_STEPS = 12;

/** Changes that would leave little of the plan to talk about. */
function tooFew(draft: Draft | BackDraft, history: History): boolean {
  return draft.type === "edit" && (draft.graphs[0]?.length ?? 0) < MIN_STEPS && currentOf(history).length > 0;
}

function distinct(outcomes: readonly Outcome[]): Outcome[] {
  return [...new Map(outcomes.map((outcome) => [JSON.stringify(outcome), outcome])).values()];
}
