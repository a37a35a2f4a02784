import {
  aLink,
  areRelated,
  aStep,
  isFree,
  type Maker,
  namer,
  newStep,
  phrased,
  type Scene,
  told,
  unrelatedPair,
} from "./draft.ts";
import {
  dependentsOf,
  type Graph,
  merge,
  numberOf,
  place,
  reinsert,
  split,
  stepOf,
  swap,
  upstreamOf,
  waitOnly,
} from "./oracle.ts";

const MAX_FOLLOWERS = 4;

export const splitInTwo: Maker = (scene) => {
  const x = aStep(scene, isFree(scene));
  if (x === null) return null;
  const { graph, random } = scene;
  const [one, two] = [newStep(scene), newStep(scene)];
  const isParallel = random() < 0.4;
  const n = () => namer(scene)(x);
  const say = phrased(
    random,
    isParallel
      ? [
          () => `split ${n()} into "${one.title}" and "${two.title}", running in parallel`,
          () => `${n()} can be done as "${one.title}" and "${two.title}" side by side, split it`,
          () => `split ${n()} into two steps that run side by side: "${one.title}" and "${two.title}"`,
          () => `break ${n()} into "${one.title}" and "${two.title}" at the same time`,
        ]
      : [
          () => `split ${n()} into "${one.title}" and "${two.title}"`,
          () => `${n()} is really two steps: "${one.title}" and then "${two.title}"`,
          () => `${n()} does two things, split it: "${one.title}", then "${two.title}"`,
          () => `replace ${n()} by two steps, "${one.title}" followed by "${two.title}"`,
          () => `break ${n()} up into "${one.title}" and then "${two.title}"`,
          () => `divide ${n()} into two steps: "${one.title}" and "${two.title}"`,
          () => `make two steps out of ${n()}: first "${one.title}", then "${two.title}"`,
        ],
  );
  return {
    type: "edit",
    category: "split",
    say,
    graphs: [split(graph, x, [{ id: x, title: one.title }, two], isParallel)],
    reply: `${told(graph, x)} is now "${one.title}" and "${two.title}".`,
    focus: null,
  };
};

const mergedIntoOne: Maker = (scene) => {
  const free = isFree(scene);
  const plain = (id: string) => free(id) && hasNoSettings(scene.graph, id);
  const pair =
    scene.random() < 0.5
      ? aLink(scene, (waits, on) => plain(waits) && plain(on) && isOnlyWay(scene.graph, waits, on))
      : unrelatedPair(scene, plain);
  if (!pair) return null;
  const { graph, random } = scene;
  const [x, y] = [...pair].sort((a, b) => numberOf(graph, a) - numberOf(graph, b));
  if (x === undefined || y === undefined) return null;
  const { title } = newStep(scene);
  const n = namer(scene);
  const say = phrased(random, [
    () => `merge ${n(x)} and ${n(y)} into one step "${title}"`,
    () => `fold ${n(x)} and ${n(y)} into "${title}"`,
    () => `put ${n(x)} and ${n(y)} together as "${title}"`,
    () => `${n(x)} and ${n(y)} are the same thing, make them one step: "${title}"`,
    () => `combine ${n(x)} with ${n(y)} and call it "${title}"`,
    () => `make ${n(x)} and ${n(y)} a single step called "${title}"`,
    () => `join ${n(x)} and ${n(y)} into "${title}"`,
  ]);
  return {
    type: "edit",
    category: "merge",
    say,
    graphs: [merge(graph, x, y, title)],
    reply: `${told(graph, x)} and ${told(graph, y)} are now one step, "${title}".`,
    focus: x,
  };
};

function hasNoSettings(graph: Graph, id: string): boolean {
  const { id: _id, title: _title, dependsOn: _dependsOn, ...settings } = stepOf(graph, id);
  return Object.keys(settings).length === 0;
}

/** Merging the ends of a longer way as well would make a circle. */
function isOnlyWay(graph: Graph, waits: string, on: string): boolean {
  return stepOf(graph, waits).dependsOn.every((other) => other === on || !upstreamOf(graph, other).has(on));
}

const swapped: Maker = (scene) => {
  const free = isFree(scene);
  const x = aStep(scene, free);
  if (x === null) return null;
  const y = aStep(scene, (id) => free(id) && id !== x && hasOtherPlace(scene, x, id));
  if (y === null) return null;
  const { graph, random } = scene;
  const n = namer(scene);
  const say = phrased(random, [
    () => `swap ${n(x)} and ${n(y)}`,
    () => `trade the places of ${n(x)} and ${n(y)}`,
    () => `${n(x)} should be where ${n(y)} is, and the other way round`,
    () => `switch ${n(x)} with ${n(y)}`,
    () => `${n(x)} and ${n(y)} should change places`,
    () => `exchange ${n(x)} and ${n(y)}`,
  ]);
  return {
    type: "edit",
    category: "swap",
    say,
    graphs: [swap(graph, x, y)],
    reply: `${told(graph, x)} and ${told(graph, y)} have changed places.`,
    focus: null,
  };
};

function hasOtherPlace({ graph }: Scene, one: string, other: string): boolean {
  const around = (id: string) =>
    `${stepOf(graph, id).dependsOn.join(" ")}|${dependentsOf(graph, id).join(" ")}`;
  return around(one) !== around(other);
}

const movedInList: Maker = (scene) => {
  const x = aStep(scene, isFree(scene));
  if (x === null) return null;
  const { graph, random } = scene;
  const y = aStep(scene, (id) => id !== x && numberOf(graph, id) !== numberOf(graph, x) - 1);
  if (y === null) return null;
  const n = namer(scene);
  const say = phrased(random, [
    () => `only in the list: put ${n(x)} right after ${n(y)}, without touching who waits for whom`,
    () => `move ${n(x)} behind ${n(y)} in the list, the dependencies stay as they are`,
    () => `reorder the list only: ${n(x)} goes directly below ${n(y)}`,
    () => `${n(x)} should be listed right after ${n(y)}; same dependencies as before`,
    () => `just change the numbering: list ${n(x)} right after ${n(y)}, don't touch the dependencies`,
  ]);
  return {
    type: "edit",
    category: "move_in_list",
    say,
    graphs: [place(graph, x, y)],
    reply: `${told(graph, x)} now stands right after ${told(graph, y)} in the list.`,
    focus: x,
  };
};

const moved: Maker = (scene) => {
  const free = isFree(scene);
  const { graph, random } = scene;
  const x = aStep(scene, (id) => free(id) && dependentsOf(graph, id).every(free));
  if (x === null) return null;
  const y = aStep(
    scene,
    (id) => id !== x && !areRelated(graph, id, x) && !stepOf(graph, x).dependsOn.includes(id),
  );
  if (y === null) return null;
  const followers = dependentsOf(graph, y).filter((id) => id !== x);
  if (followers.length > MAX_FOLLOWERS) return null;
  const n = namer(scene);
  const say = phrased(random, [
    () => `move ${n(x)} so that it runs right after ${n(y)}`,
    () => `move ${n(x)} to after ${n(y)}`,
    () => `${n(x)} should run right after ${n(y)} instead of where it is now`,
    () => `relocate ${n(x)} to right after ${n(y)}`,
    () => `${n(x)} belongs right after ${n(y)}, move it there`,
    () => `shift ${n(x)} to come after ${n(y)}`,
  ]);
  // What waited for the step may wait for what it waited for, for nothing in its place, or go on waiting for it.
  const orders = [
    reinsert(graph, x, [y], []),
    reinsert(graph, x, [y], followers),
    reinsert(graph, x, [y], [], "detach"),
    reinsert(graph, x, [y], followers, "detach"),
    waitOnly(graph, x, [y]),
  ];
  return {
    type: "edit",
    category: "move",
    say,
    graphs: [...orders.map((order) => place(order, x, y)), ...orders],
    reply: `${told(graph, x)} now runs right after ${told(graph, y)}.`,
    focus: x,
  };
};

export const SHAPE_TURNS: readonly Maker[] = [splitInTwo, mergedIntoOne, swapped, movedInList, moved];
