import { aLink, aStep, type Maker, namer, newStep, phrased, told, words } from "./draft.ts";
import { dependentsOf, numberOf, stepOf, upstreamOf } from "./oracle.ts";
import { between, oneOf } from "./random.ts";

export const whyQuestion: Maker = (scene) => {
  const link = aLink(scene, () => true);
  if (!link) return null;
  const [x, y] = link;
  const n = namer(scene);
  const say = phrased(scene.random, [
    () => `why does ${n(x)} wait for ${n(y)}?`,
    () => `what has to happen before ${n(x)}?`,
    () => `what is ${n(x)} blocked by?`,
    () => `explain why ${n(x)} comes after ${n(y)}`,
    () => `what does ${n(x)} wait for?`,
    () => `does ${n(x)} really have to wait for ${n(y)}?`,
    () => `which steps have to be done before ${n(x)} can start?`,
    () => `is ${n(x)} waiting for anything?`,
  ]);
  const reply = `${told(scene.graph, x)} waits for ${told(scene.graph, y)}.`;
  return words("answer", "question", say, scene, [x, ...stepOf(scene.graph, x).dependsOn], reply);
};

export const whatIfQuestion: Maker = (scene) => {
  const x = aStep(scene);
  if (x === null) return null;
  const n = () => namer(scene)(x);
  const { graph, random } = scene;
  const say = phrased(random, [
    () => `what happens if ${n()} fails?`,
    () => `what comes after ${n()}?`,
    () => `when does ${n()} run?`,
    () => `does anything depend on ${n()}?`,
    () => `is ${n()} needed for anything?`,
    () => `who is waiting for ${n()}?`,
    () => `suppose ${n()} takes forever, which steps are held up?`,
    () => `what would happen if we removed ${n()}?`,
    () => `which steps wait for ${n()}?`,
    () => `what can run at the same time as ${n()}?`,
    () => `do we really need ${n()}?`,
    () => `what depends on ${n()}?`,
    () => `just asking, would it make sense to drop ${n()}?`,
    () => `how many times is ${n()} retried?`,
    () => `does ${n()} need my approval?`,
    () => `what is ${n()} for?`,
  ]);
  const reply = `That is about ${told(graph, x)}; nothing changes.`;
  return words("answer", "question", say, scene, [x, ...dependentsOf(graph, x)], reply);
};

const smallTalk: Maker = (scene) => {
  const say = oneOf(scene.random, [
    "thanks, looks good so far",
    "good job",
    "cool",
    "that's all for now",
    "sorry, give me a minute",
    "great, that's better",
    "ok, let me think about it",
    "perfect, thank you!",
    "hm, nice",
    "alright, I'll show this to my colleagues first",
  ]);
  return {
    type: "answer",
    category: "smalltalk",
    say,
    mentions: [],
    reply: "All right.",
    focus: null,
  };
};

export const circleAsked: Maker = (scene) => {
  const { graph, random } = scene;
  const x = aStep(scene, (id) => upstreamOf(graph, id).size > 0);
  if (x === null) return null;
  const y = aStep(scene, (id) => upstreamOf(graph, x).has(id));
  if (y === null) return null;
  const n = namer(scene);
  const say = phrased(random, [
    () => `make ${n(y)} wait for ${n(x)}`,
    () => `block ${n(y)} on ${n(x)}`,
    () => `${n(y)} comes only after ${n(x)}`,
    () => `first ${n(x)}, then ${n(y)}`,
    () => `${n(y)} should depend on ${n(x)} as well`,
    () => `${n(y)} must not start before ${n(x)} is done`,
    () => `add a dependency so that ${n(y)} runs after ${n(x)}`,
    () => `don't start ${n(y)} until ${n(x)} has finished`,
  ]);
  const reply = `${told(graph, y)} cannot wait for ${told(graph, x)}, which already waits for it.`;
  return words("refuse", "refuse_cycle", say, scene, [y, x], reply);
};

const itselfAsked: Maker = (scene) => {
  const x = aStep(scene);
  if (x === null) return null;
  const n = () => namer(scene)(x);
  const say = phrased(scene.random, [
    () => `make ${n()} wait for itself`,
    () => `${n()} must come after itself`,
    () => `${n()} should depend on ${n()}`,
    () => `let ${n()} wait until ${n()} is done`,
  ]);
  const reply = `${told(scene.graph, x)} cannot wait for itself.`;
  return words("refuse", "refuse_self", say, scene, [x], reply);
};

export const missingAsked: Maker = (scene) => {
  const { graph, random } = scene;
  const missing = graph.length + between(random, 2, 40);
  const x = aStep(scene);
  if (x === null) return null;
  const n = () => namer(scene)(x);
  const say = phrased(random, [
    () => `remove step ${missing}`,
    () => `strike number ${missing}`,
    () => `move step ${missing} to the end`,
    () => `${n()} is blocked by step ${missing}`,
    () => `step ${missing} needs my approval`,
    () => `make ${n()} wait for step ${missing}`,
    () => `ask me before step ${missing}`,
    () => `rename step ${missing} to "${newStep(scene).title}"`,
    () => `step ${missing} should be retried twice`,
    () => `swap step ${missing} and ${n()}`,
    () => `merge ${n()} with step ${missing}`,
  ]);
  return {
    type: "refuse",
    category: "refuse_missing",
    say,
    mentions: [String(missing)],
    reply: `There is no step ${missing}. The plan has steps 1 to ${graph.length}.`,
    focus: null,
  };
};

export const ambiguousAsked: Maker = (scene) => {
  const { graph, random, titles } = scene;
  const groups = titles.objects.map((object) => ({
    object,
    ids: graph.filter((step) => step.title.includes(`the ${object}`)).map((step) => step.id),
  }));
  const fitting = groups.filter(({ ids }) => ids.length >= 2 && ids.length <= 5);
  if (fitting.length === 0) return null;
  const { object, ids } = oneOf(random, fitting);
  const say = phrased(random, [
    () => `remove the ${object} step`,
    () => `get rid of the step with the ${object}`,
    () => `ask me before the ${object} step`,
    () => `rename the ${object} step to "${newStep(scene).title}"`,
    () => `the step about the ${object} needs my approval`,
    () => `retry the ${object} one four times`,
    () => `drop the one with the ${object}`,
  ]);
  const reply = `Which one: ${ids.map((id) => told(graph, id)).join(" or ")}?`;
  return words("ask", "ambiguous", say, scene, ids, reply);
};

const incompleteAsked: Maker = (scene) => {
  const x = aStep(scene);
  if (x === null) return null;
  const n = () => namer(scene)(x);
  const say = phrased(scene.random, [
    () => `rename ${n()}`,
    () => `merge ${n()}`,
    () => `swap ${n()}`,
    () => `give ${n()} a new title`,
    () => `${n()} should have another name`,
    () => `make ${n()} wait for one more step`,
    () => `split ${n()}`,
  ]);
  const number = numberOf(scene.graph, x);
  return words("ask", "incomplete", say, scene, [], `What exactly should become of step ${number}?`);
};

export const WORD_TURNS: readonly Maker[] = [
  whyQuestion,
  whatIfQuestion,
  smallTalk,
  circleAsked,
  itselfAsked,
  missingAsked,
  ambiguousAsked,
  incompleteAsked,
];
