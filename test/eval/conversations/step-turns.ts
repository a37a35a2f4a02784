import { aLink, aStep, isFree, type Maker, namer, newStep, phrased, told } from "./draft.ts";
import { numbersOf } from "./naming.ts";
import { add, change, dependentsOf, endsOf, type Graph, numberOf, remove, startsOf } from "./oracle.ts";
import { between } from "./random.ts";

const MAX_ENDS = 6;

const addedBetween: Maker = (scene) => {
  const link = aLink(scene, (waits) => !scene.fixed.has(waits));
  if (!link) return null;
  const [y, x] = link;
  const { graph, random } = scene;
  const { id, title } = newStep(scene);
  const n = namer(scene);
  const say = phrased(random, [
    () => `add a step "${title}" between ${n(x)} and ${n(y)}`,
    () => `squeeze "${title}" in between ${n(x)} and ${n(y)}`,
    () => `there should be a step "${title}" after ${n(x)} and before ${n(y)}`,
    () => `new step "${title}", after ${n(x)} and before ${n(y)}`,
    () => `insert "${title}" between ${n(x)} and ${n(y)}`,
    () => `put a new step called "${title}" after ${n(x)} and before ${n(y)}`,
    () => `we need "${title}" between ${n(x)} and ${n(y)}`,
    () => `between ${n(x)} and ${n(y)}, add "${title}"`,
  ]);
  return {
    type: "edit",
    category: "add_between",
    say,
    graphs: [add(graph, { id, title, dependsOn: [x] }, numberOf(graph, x), [y])],
    anyPlace: [id],
    reply: `"${title}" now runs between ${told(graph, x)} and ${told(graph, y)}.`,
    focus: id,
  };
};

const addedAfter: Maker = (scene) => {
  const { graph, random } = scene;
  const x = aStep(scene, isFree(scene));
  if (x === null) return null;
  const { id, title } = newStep(scene);
  const n = () => namer(scene)(x);
  const say = phrased(random, [
    () => `add a step "${title}" after ${n()}`,
    () => `${n()} should be followed by a new step "${title}"`,
    () => `new step after ${n()}: "${title}"`,
    () => `insert "${title}" right behind ${n()}`,
    () => `after ${n()}, add "${title}"`,
    () => `add "${title}" that waits for ${n()}`,
    () => `once ${n()} is done, we also have to do this: "${title}". Add it as a step`,
    () => `put a step called "${title}" behind ${n()}`,
  ]);
  const inserted = (requiredBy: string[]): Graph =>
    add(graph, { id, title, dependsOn: [x] }, numberOf(graph, x), requiredBy);
  return {
    type: "edit",
    category: "add_after",
    say,
    graphs: [inserted([]), inserted(dependentsOf(graph, x))],
    anyPlace: [id],
    reply: `"${title}" now runs after ${told(graph, x)}.`,
    focus: id,
  };
};

const addedAtEnd: Maker = (scene) => {
  const { graph, random } = scene;
  const ends = endsOf(graph);
  if (ends.length > MAX_ENDS) return null;
  const { id, title } = newStep(scene);
  const say = phrased(random, [
    () => `add a final step "${title}" that runs after everything else`,
    () => `the last thing to do should be a new step, "${title}"`,
    () => `wrap up with a new step "${title}" when everything else is finished`,
    () => `at the very end, when all is done, add "${title}"`,
    () => `add "${title}" as the last step, it waits for everything`,
    () => `finish with a new step "${title}" once all other steps are done`,
  ]);
  return {
    type: "edit",
    category: "add_end",
    say,
    graphs: [add(graph, { id, title, dependsOn: ends }, graph.length, [])],
    reply: `"${title}" is now the last step.`,
    focus: id,
  };
};

const addedAtStart: Maker = (scene) => {
  const { graph, random } = scene;
  const { id, title } = newStep(scene);
  const starts = startsOf(graph);
  const say = phrased(random, [
    () => `before anything else, add a step "${title}"; everything waits for it`,
    () => `begin with a new step "${title}", everything else comes after it`,
    () => `first of all we need a step "${title}" that all others wait for`,
    () => `add "${title}" at the very beginning, before all other steps`,
    () => `the plan should start with a new step "${title}", before everything else`,
  ]);
  return {
    type: "edit",
    category: "add_start",
    say,
    // Every step may wait for it directly, or only those that start, so that the others wait through them.
    graphs: [starts, graph.map((step) => step.id)].map((requiredBy) =>
      add(graph, { id, title, dependsOn: [] }, 0, requiredBy),
    ),
    reply: `The plan now starts with "${title}".`,
    focus: id,
  };
};

export const removed: Maker = (scene) => {
  const x = aStep(scene, isFree(scene));
  if (x === null) return null;
  const { graph, random } = scene;
  const n = () => namer(scene)(x);
  const say = phrased(random, [
    () => `remove ${n()}`,
    () => `${n()} is obsolete, delete it`,
    () => `cut ${n()}`,
    () => `strike ${n()} from the plan`,
    () => `${n()} isn't necessary, remove it`,
    () => `I don't want ${n()} in the plan`,
    () => `forget about ${n()}, we do without it`,
    () => `delete ${n()}`,
    () => `drop ${n()}`,
    () => `get rid of ${n()}`,
    () => `we don't need ${n()} any more`,
    () => `take ${n()} out of the plan`,
    () => `scrap ${n()}`,
    () => `throw out ${n()}`,
    () => `${n()} can go`,
    () => `kick ${n()} out`,
    () => `${n()} is not needed, take it out`,
    () => `leave out ${n()}`,
  ]);
  const without = (other: string) => [remove(graph, other), remove(graph, other, "detach")];
  return {
    type: "edit",
    category: "remove_step",
    say,
    graphs: without(x),
    reply: `${told(graph, x)} is removed.`,
    focus: null,
    again: (other) => (scene.fixed.has(other) ? null : without(other)),
  };
};

const severalRemoved: Maker = (scene) => {
  const { graph, random } = scene;
  const free = isFree(scene);
  const first = aStep(scene, (id) => free(id) && numberOf(graph, id) < graph.length - 3);
  if (first === null) return null;
  const at = numberOf(graph, first) - 1;
  const isRange = random() < 0.4;
  const gap = isRange ? 1 : between(random, 2, 3);
  const ids = [0, 1, 2].flatMap((index) => graph[at + index * gap]?.id ?? []);
  if (ids.length < 3 || !ids.every(free)) return null;
  const [a = 0, b = 0, c = 0] = numbersOf(graph, ids);
  const say = phrased(
    random,
    isRange
      ? [
          () => `remove steps ${a} to ${c}`,
          () => `delete steps ${a}-${c}`,
          () => `drop steps ${a} through ${c}`,
          () => `get rid of everything from step ${a} to step ${c}`,
        ]
      : [
          () => `remove steps ${a}, ${b} and ${c}`,
          () => `steps ${a}, ${b} and ${c} can all go`,
          () => `strike steps ${a}, ${b}, ${c}`,
          () => `take steps ${a} and ${b} out, and step ${c} too`,
          () => `delete ${a}, ${b} and ${c}`,
          () => `drop step ${c}, step ${a} and step ${b}`,
          () => `we can do without steps ${a}, ${b} and ${c}`,
        ],
  );
  const without = (how: "bridge" | "detach") => ids.reduce((next, id) => remove(next, id, how), graph);
  return {
    type: "edit",
    category: "remove_many",
    say,
    graphs: [without("bridge"), without("detach")],
    reply: `Steps ${a}, ${b} and ${c} are removed.`,
    focus: null,
  };
};

export const renamed: Maker = (scene) => {
  const x = aStep(scene);
  if (x === null) return null;
  const { graph, random } = scene;
  const { title } = newStep(scene);
  const n = () => namer(scene)(x);
  const say = phrased(random, [
    () => `rename ${n()} to "${title}"`,
    () => `"${title}" is a better name for ${n()}`,
    () => `${n()} gets a new name: "${title}"`,
    () => `use "${title}" as the title of ${n()}`,
    () => `let's call ${n()} "${title}"`,
    () => `the name of ${n()} should be "${title}"`,
    () => `call ${n()} "${title}" from now on`,
    () => `${n()} should be called "${title}"`,
    () => `change the title of ${n()} to "${title}"`,
    () => `give ${n()} the name "${title}"`,
    () => `${n()} is really "${title}", fix the title`,
  ]);
  return {
    type: "edit",
    category: "rename",
    say,
    graphs: [change(graph, x, { title })],
    reply: `Step ${numberOf(graph, x)} is now called "${title}".`,
    focus: x,
  };
};

const removedWithoutBridge: Maker = (scene) => {
  const free = isFree(scene);
  const link = aLink(scene, (waits, on) => free(on) && free(waits));
  if (!link) return null;
  const [, x] = link;
  const { graph, random } = scene;
  const n = () => namer(scene)(x);
  const say = phrased(random, [
    () => `remove ${n()}, and what came after it need not wait for anything in its place`,
    () => `delete ${n()} without reconnecting: the steps after it should not wait for the steps before it`,
    () => `drop ${n()}; don't connect its neighbours to each other`,
  ]);
  return {
    type: "edit",
    category: "remove_detach",
    say,
    graphs: [remove(graph, x, "detach")],
    reply: `${told(graph, x)} is removed; nothing takes its place.`,
    focus: null,
  };
};

export const STEP_TURNS: readonly Maker[] = [
  addedBetween,
  addedAfter,
  addedAtEnd,
  addedAtStart,
  removed,
  severalRemoved,
  renamed,
  removedWithoutBridge,
];
