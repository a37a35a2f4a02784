import { aLink, aStep, type Maker, namer, phrased, told, unrelatedPair } from "./draft.ts";
import { areRelated } from "./draft.ts";
import { dependentsOf, stepOf, upstreamOf, waitFor, waitNoMoreFor, waitOnly } from "./oracle.ts";

export const dependencyAdded: Maker = (scene) => {
  const pair = unrelatedPair(scene);
  if (!pair) return null;
  const [x, y] = pair;
  const { graph, random } = scene;
  const n = namer(scene);
  const say = phrased(random, [
    () => `make ${n(x)} wait for ${n(y)}`,
    () => `${n(x)} relies on ${n(y)}, so it has to run later`,
    () => `block ${n(x)} on ${n(y)}`,
    () => `${n(x)} is blocked by ${n(y)}`,
    () => `${n(x)} must not run until ${n(y)} is complete`,
    () => `${n(x)} comes only after ${n(y)}`,
    () => `start ${n(x)} once ${n(y)} is finished, not earlier`,
    () => `first ${n(y)}, then ${n(x)}`,
    () => `make ${n(x)} depend on ${n(y)} as well`,
    () => `${n(x)} should wait for ${n(y)} too`,
    () => `${n(x)} has to come after ${n(y)}`,
    () => `don't start ${n(x)} until ${n(y)} is done`,
    () => `${n(x)} also needs ${n(y)} to be finished first`,
    () => `${n(y)} must be finished before ${n(x)} starts`,
    () => `let ${n(x)} also depend on ${n(y)}`,
    () => `run ${n(y)} before ${n(x)}`,
    () => `${n(x)} can't begin before ${n(y)} is through`,
    () => `hold ${n(x)} back until ${n(y)} has finished`,
    () => `there's a missing dependency: ${n(x)} needs ${n(y)}`,
    () => `${n(x)} needs the result of ${n(y)}, so it has to wait for it`,
  ]);
  return {
    type: "edit",
    category: "dep_add",
    say,
    graphs: [waitFor(graph, x, [y])],
    reply: `${told(graph, x)} now also waits for ${told(graph, y)}.`,
    focus: x,
  };
};

export const dependencyCut: Maker = (scene) => {
  const link = aLink(scene, (waits) => !scene.fixed.has(waits));
  if (!link) return null;
  const [x, y] = link;
  const { graph, random } = scene;
  const n = namer(scene);
  const say = phrased(random, [
    () => `${n(x)} no longer needs to wait for ${n(y)}`,
    () => `${n(x)} shouldn't be blocked by ${n(y)}`,
    () => `unlink ${n(x)} from ${n(y)}`,
    () => `${n(x)} need not wait for ${n(y)}`,
    () => `take ${n(y)} out of the dependencies of ${n(x)}`,
    () => `${n(x)} waits for ${n(y)} for no reason, remove that dependency`,
    () => `${n(x)} and ${n(y)} are independent, remove the dependency between them`,
    () => `${n(x)} doesn't have to wait for ${n(y)} any more`,
    () => `remove the dependency of ${n(x)} on ${n(y)}`,
    () => `cut the link between ${n(y)} and ${n(x)}`,
    () => `${n(x)} should not depend on ${n(y)}`,
    () => `${n(x)} can start without ${n(y)}`,
    () => `drop the dependency from ${n(x)} to ${n(y)}, both steps stay`,
    () => `stop making ${n(x)} wait for ${n(y)}`,
    () => `${n(x)} doesn't use anything from ${n(y)}, so it needn't wait for it`,
    () => `I don't want ${n(x)} to wait for ${n(y)}`,
  ]);
  return {
    type: "edit",
    category: "dep_remove",
    say,
    graphs: [waitNoMoreFor(graph, x, [y])],
    reply: `${told(graph, x)} no longer waits for ${told(graph, y)}.`,
    focus: x,
  };
};

export const dependencySet: Maker = (scene) => {
  const { graph, random } = scene;
  const x = aStep(scene, (id) => !scene.fixed.has(id) && stepOf(graph, id).dependsOn.length > 0);
  if (x === null) return null;
  const y = aStep(scene, (id) => id !== x && !upstreamOf(graph, id).has(x));
  if (y === null || stepOf(graph, x).dependsOn.join(" ") === y) return null;
  const n = namer(scene);
  const say = phrased(random, [
    () => `${n(x)} should wait for ${n(y)} and nothing else`,
    () => `${n(x)} should have ${n(y)} as its sole dependency`,
    () => `replace all dependencies of ${n(x)} with ${n(y)}`,
    () => `${n(x)} should follow ${n(y)} alone`,
    () => `${n(x)} must depend only on ${n(y)}`,
    () => `the only thing ${n(x)} waits for should be ${n(y)}`,
    () => `make ${n(x)} depend on just ${n(y)}, not on anything else`,
    () => `set the dependencies of ${n(x)} to exactly ${n(y)}`,
    () => `${n(x)} waits only for ${n(y)} from now on`,
  ]);
  return {
    type: "edit",
    category: "exact_deps",
    say,
    graphs: [waitOnly(graph, x, [y])],
    reply: `${told(graph, x)} now waits for ${told(graph, y)} only.`,
    focus: x,
  };
};

const oneAfterTheOther: Maker = (scene) => {
  const pair = unrelatedPair(scene);
  if (!pair) return null;
  const { graph, random } = scene;
  const [a, b] = pair;
  const c = aStep(
    scene,
    (id) => !pair.includes(id) && !areRelated(graph, a, id) && !areRelated(graph, b, id),
  );
  if (c === null) return null;
  const n = namer(scene);
  const say = phrased(random, [
    () => `run ${n(a)}, ${n(b)} and ${n(c)} one after the other`,
    () => `${n(b)} follows ${n(a)}, and ${n(c)} follows ${n(b)}`,
    () => `chain ${n(a)}, ${n(b)} and ${n(c)} in this order`,
    () => `${n(a)}, then ${n(b)}, and after that ${n(c)}`,
    () => `first ${n(a)}, then ${n(b)}, then ${n(c)}`,
    () => `do ${n(a)}, ${n(b)} and ${n(c)} in sequence, in that order`,
    () => `${n(a)}, ${n(b)}, ${n(c)}: strictly in this order please`,
  ]);
  return {
    type: "edit",
    category: "sequence",
    say,
    graphs: [waitFor(waitFor(graph, b, [a]), c, [b])],
    reply: `${told(graph, a)}, ${told(graph, b)} and ${told(graph, c)} now run one after the other.`,
    focus: null,
  };
};

const sideBySide: Maker = (scene) => {
  const { graph, random } = scene;
  const link = aLink(
    scene,
    (waits) => stepOf(graph, waits).dependsOn.length === 1 && !scene.fixed.has(waits),
  );
  if (!link) return null;
  const [y, x] = link;
  const n = namer(scene);
  const say = phrased(random, [
    () => `${n(x)} and ${n(y)} should run at the same time`,
    () => `run ${n(x)} and ${n(y)} in parallel`,
    () => `${n(x)} doesn't have to finish before ${n(y)}, let them run together`,
    () => `no need for ${n(y)} to wait for ${n(x)}, do both at once`,
    () => `${n(x)} and ${n(y)} should run simultaneously`,
    () => `${n(x)} and ${n(y)} can run side by side`,
    () => `do ${n(y)} at the same time as ${n(x)}`,
    () => `let ${n(x)} and ${n(y)} run concurrently`,
  ]);
  const alone = waitOnly(graph, y, stepOf(graph, x).dependsOn);
  const followed = dependentsOf(graph, y).reduce((next, id) => waitFor(next, id, [x]), alone);
  return {
    type: "edit",
    category: "parallel",
    say,
    graphs: [followed, alone],
    reply: `${told(graph, x)} and ${told(graph, y)} now run at the same time.`,
    focus: null,
  };
};

export const ORDER_TURNS: readonly Maker[] = [
  dependencyAdded,
  dependencyCut,
  dependencySet,
  oneAfterTheOther,
  sideBySide,
];
