import fc from "fast-check";

export type MalformedCall = { name: string; args: string };

type Edit = Record<string, unknown>;
type EditArguments = { baseRevision: number; edits: Edit[]; changeDescription: string };

export function edits(...list: Edit[]): EditArguments {
  return { baseRevision: 1, edits: list, changeDescription: "A change" };
}

export function removal(step: string | number): Edit {
  return { op: "remove_step", step, rewire: "bridge" };
}

const step = fc.constantFrom<string | number>("collect", "write", "check", "send", 1, 2, 3, 4);

const edit: fc.Arbitrary<Edit> = fc.oneof(
  step.map(removal),
  fc.tuple(step, fc.string({ minLength: 1, maxLength: 40, unit: "grapheme" })).map(([id, title]) => ({
    op: "update_step",
    step: id,
    changes: [{ field: "title", value: title }],
  })),
  fc.tuple(step, step).map(([id, other]) => ({ op: "add_dependency", step: id, dependsOn: [other] })),
  fc.tuple(step, fc.subarray(["collect", "write", "check"])).map(([id, dependsOn]) => ({
    op: "set_dependencies",
    step: id,
    dependsOn,
  })),
  fc.tuple(step, fc.constantFrom("proofread", "print", "collect")).map(([after, id]) => ({
    op: "add_step",
    step: {
      id,
      title: "Proofread it",
      kind: "reasoning",
      instructions: "Proofread it.",
      expectedOutput: "It is proofread.",
      dependsOn: ["write"],
      settings: [],
    },
    after,
    requiredBy: [],
  })),
  fc.tuple(step, fc.integer({ min: 0, max: 9 })).map(([id, value]) => ({
    op: "update_step",
    step: id,
    changes: [{ field: "retries", value }],
  })),
  fc.tuple(step, step).map(([id, other]) => ({ op: "swap_steps", step: id, with: other })),
);

/** Sound arguments of `edit_plan`: what they ask for may still be refused. */
export const editArguments: fc.Arbitrary<EditArguments> = fc
  .array(edit, { minLength: 1, maxLength: 3 })
  .map((list) => edits(...list));

/** The arguments with one place in them replaced, removed, or given a property more. */
export function changedAt(
  args: fc.Arbitrary<EditArguments>,
  value: fc.Arbitrary<unknown>,
  change: "replace" | "remove" | "add",
): fc.Arbitrary<unknown> {
  return fc.tuple(args, fc.nat(), value).map(([sound, at, put]) => {
    const changed: unknown = structuredClone(sound);
    const places = placesIn(changed).filter(({ holder }) => change !== "add" || !Array.isArray(holder));
    const place = places[at % places.length];
    if (place === undefined) return changed;
    if (change === "remove") Reflect.deleteProperty(place.holder, place.key);
    else Reflect.set(place.holder, change === "add" ? "surplus" : place.key, put);
    return changed;
  });
}

function placesIn(value: unknown): { holder: object; key: string }[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => [{ holder: value, key }, ...placesIn(item)]);
}
