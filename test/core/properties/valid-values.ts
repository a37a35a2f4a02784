import type { Json } from "#server/core/json.ts";
import { AWKWARD } from "#test/core/arbitrary-plan.ts";
import type { Choices } from "./choices.ts";
import { fits, objectOf, type Place } from "./readable-places.ts";

/** What a step may read: steps that come before it, and where in their results something stands. */
export type Readable = {
  choices: Choices;
  upstream: readonly string[];
  placesOf: (stepId: string) => readonly Place[];
  usesRunInput: boolean;
};

const PLAIN = AWKWARD.filter((text) => !text.includes("$") && !text.includes("`") && text.trim() !== "");
const WORDS = ["orders", "https://example.com/a?b=c#d", "2030-01-31", "12", "true", "{}", ...PLAIN];

/** A reference to a value of a type without its `$`; null when none was found. */
export function referenceTo(wanted: string | null, readable: Readable): string | null {
  const { choices, upstream, placesOf, usesRunInput } = readable;
  if (usesRunInput && choices.once(4)) return choices.of(["input", "input.order.id", "input[0]"]);
  if (upstream.length === 0) return null;
  const id = choices.of(upstream);
  if (choices.once(5)) return fits("string", wanted) ? `${id}.${choices.of(["status", "error"])}` : null;
  const place = choices.of(placesOf(id));
  return fits(place.type, wanted) ? `${id}.output${place.path}` : null;
}

/** A value that a schema takes; what it fixes is right, what it leaves out is made later. */
export function valueFor(schema: Json | undefined, readable: Readable, mayLeaveOut = true): Json {
  const { choices } = readable;
  const { type, enum: listed, properties, required, items, additionalProperties } = objectOf(schema);
  if (Array.isArray(listed)) return choices.of(listed);
  const wanted = typeof type === "string" ? type : null;
  const reference = choices.once(3) && properties === undefined ? referenceTo(wanted, readable) : null;
  if (reference !== null) return `$${reference}`;

  switch (wanted) {
    case "string":
      return textFor(readable);
    case "integer":
      return 1 + choices.below(5);
    case "number":
      return choices.of([0, -1, 2.5, 1e21]);
    case "boolean":
      return choices.once(2);
    case "array":
      return Array.from({ length: choices.below(3) }, () => valueFor(items, readable, mayLeaveOut));
    case "object": {
      const names = Object.keys(objectOf(properties)).filter((name) =>
        Array.isArray(required) && required.includes(name)
          ? !(mayLeaveOut && choices.once(9))
          : choices.once(2),
      );
      const own = names.map((name) => [name, valueFor(objectOf(properties)[name], readable, mayLeaveOut)]);
      const isOpen = additionalProperties !== false;
      const others = isOpen ? choices.some(["a", "b c", "~/d", "constructor"], 2) : [];
      const more = others.map((name) => [
        name,
        valueFor(objectOf(additionalProperties), readable, mayLeaveOut),
      ]);
      return Object.fromEntries([...own, ...more]);
    }
    default:
      return anyValue(readable, 2);
  }
}

/** A text, now and then with what a step gave inside it. */
export function textFor(readable: Readable): string {
  const { choices } = readable;
  const reference = choices.once(4) ? referenceTo(null, readable) : null;
  const word = choices.of(WORDS);
  return reference === null ? word : `${choices.of(WORDS)} \${${reference}} ${word}`;
}

export function anyValue(readable: Readable, depth: number): Json {
  const { choices } = readable;
  switch (choices.below(depth > 0 ? 7 : 4)) {
    case 0:
      return textFor(readable);
    case 1:
      return choices.of([0, 1, -7, 0.25]);
    case 2:
      return choices.of([true, false]);
    case 3: {
      const reference = referenceTo(null, readable);
      return reference === null ? "none" : `$${reference}`;
    }
    case 4:
      return [anyValue(readable, depth - 1), anyValue(readable, depth - 1)];
    default:
      return { key: anyValue(readable, depth - 1), "other key": null };
  }
}
