import {
  areRelated,
  aStep,
  type Draft,
  type EditDraft,
  type Maker,
  namer,
  newStep,
  phrased,
  type Scene,
  told,
} from "./draft.ts";
import { oneOf } from "./random.ts";
import { change, type Graph, stepOf, upstreamOf, waitFor } from "./oracle.ts";
import { approvalOf, retriesOf } from "./setting-turns.ts";

/** "No, I meant that one": the last order again, on the plan before it, for another step. */
export function corrected(scene: Scene, last: Draft | null, before: Graph | null): EditDraft | null {
  if (last?.type !== "edit" || !last.again || before === null) return null;
  const { again, focus } = last;
  const earlier = { ...scene, graph: before };
  const wrong = focus ?? "";
  const x = aStep(earlier, (id) => id !== wrong && !scene.fixed.has(id));
  if (x === null) return null;
  const graphs = again(x);
  if (!graphs) return null;
  const n = () => namer(earlier)(x);
  const say = phrased(scene.random, [
    () => `no, I meant ${n()}`,
    () => `I meant ${n()}, not that one`,
    () => `wrong step, ${n()} is the one I meant`,
    () => `my mistake, it should have been ${n()}`,
    () => `no, ${n()}`,
    () => `actually ${n()}, not that one`,
    () => `sorry, wrong one: I meant ${n()}`,
    () => `that was the wrong step, I meant ${n()}`,
    () => `no no, not that one. ${n()}, please`,
    () => `oops, I meant ${n()} instead`,
    () => `not that step, ${n()}`,
  ]);
  const reply = `The last change is taken back; it is made for ${told(before, x)} instead.`;
  return { type: "edit", category: "correction", say, graphs, reply, focus: x };
}

/** An order about "it": the step that the last message was about. */
export function aboutIt(scene: Scene, last: Draft | null): EditDraft | null {
  const { graph, random } = scene;
  const x = last?.focus ?? null;
  if (x === null || !graph.some((step) => step.id === x)) return null;
  const it = () => phrased(random, [() => "it", () => "that one", () => "that step", () => "this step"]);
  const draft = phrased<EditDraft | null>(random, [
    () => (stepOf(graph, x).approval ? null : approvalOf(scene, x, it)),
    () => retriesOf(scene, x, it),
    () => itRenamed(scene, x, it),
    () => itWaits(scene, x, it),
  ]);
  return draft && { ...draft, category: "pronoun", again: undefined };
}

function itRenamed(scene: Scene, x: string, it: () => string): EditDraft {
  const { title } = newStep(scene);
  const say = phrased(scene.random, [
    () => `call ${it()} "${title}"`,
    () => `rename ${it()} to "${title}"`,
    () => `and ${it()} should be called "${title}"`,
  ]);
  const graphs = [change(scene.graph, x, { title })];
  return {
    type: "edit",
    category: "pronoun",
    say,
    graphs,
    reply: `The step is now called "${title}".`,
    focus: x,
  };
}

function itWaits(scene: Scene, x: string, it: () => string): EditDraft | null {
  const { graph } = scene;
  const y = aStep(scene, (id) => id !== x && !areRelated(graph, id, x));
  if (y === null) return null;
  const n = () => namer(scene)(y);
  const say = phrased(scene.random, [
    () => `${it()} should also wait for ${n()}`,
    () => `make ${it()} depend on ${n()} too`,
    () => `and let ${it()} wait for ${n()} as well`,
  ]);
  const reply = `${told(graph, x)} now also waits for ${told(graph, y)}.`;
  return { type: "edit", category: "pronoun", say, graphs: [waitFor(graph, x, [y])], reply, focus: x };
}

/** Two or three orders in one message; the numbers are those of the plan before it. */
export function several(scene: Scene, makers: readonly Maker[], count: number): EditDraft | null {
  let graph: Graph = scene.graph;
  const says: string[] = [];
  const touched = new Set<string>(scene.fixed);
  for (let index = 0; index < count; index += 1) {
    const draft = oneOf(scene.random, makers)({ ...scene, fixed: touched });
    const [after] = draft?.type === "edit" ? draft.graphs : [];
    if (draft?.type !== "edit" || !after) return null;
    const changed = after.filter((step) => step !== scene.graph.find((other) => other.id === step.id));
    if (after.length !== scene.graph.length || changed.some((step) => touched.has(step.id))) return null;
    for (const step of changed) {
      touched.add(step.id);
      graph = change(graph, step.id, step);
    }
    says.push(draft.say);
  }
  const last = says.at(-1) ?? "";
  const say = phrased(scene.random, [
    () => `${says.slice(0, -1).join(", ")} and ${last}`,
    () => `${says.slice(0, -1).join(", ")}, and also ${last}`,
    () => `${says.join(". ")}.`,
    () => `${says.join("; ")}`,
  ]);
  if (hasCircle(graph)) return null;
  return {
    type: "edit",
    category: "multi_edit",
    say,
    graphs: [graph],
    reply: "All of it is done.",
    focus: null,
  };
}

function hasCircle(graph: Graph): boolean {
  return graph.some((step) => upstreamOf(graph, step.id).has(step.id));
}
