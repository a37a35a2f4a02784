import jsonata from "jsonata";
import { answerTasks } from "./work-reply.ts";

/** What the process answers: the value as JSON text, or what was wrong with the expression. */
export type TransformAnswer =
  | { json: string }
  | { problem: string; position: number | null; isOnPurpose?: true };

/** `data` is JSON text. */
export type TransformTask = { expression: string; data: string };

// What $error and a false $assert throw.
const ON_PURPOSE = ["D3137", "D3141"];

async function evaluate(task: TransformTask): Promise<TransformAnswer> {
  try {
    const value: unknown = await jsonata(task.expression).evaluate(JSON.parse(task.data));
    if (isFunction(value)) return { problem: "It gives a function, not a value", position: null };
    return { json: JSON.stringify(value ?? null) };
  } catch (error) {
    const problem = memberOf(error, "message") ?? String(error);
    const isOnPurpose = ON_PURPOSE.includes(memberOf(error, "code") ?? "");
    return { problem, position: memberOf(error, "position"), ...(isOnPurpose && { isOnPurpose }) };
  }
}

function memberOf<Key extends "message" | "code" | "position">(error: unknown, key: Key) {
  type Value = Key extends "position" ? number : string;
  // jsonata throws plain objects of this form.
  return typeof error === "object" && error !== null
    ? ((error as Partial<Record<Key, Value>>)[key] ?? null)
    : null;
}

function isFunction(value: unknown): boolean {
  if (typeof value === "function") return true;
  return (
    typeof value === "object" &&
    value !== null &&
    ("_jsonata_lambda" in value || "_jsonata_function" in value)
  );
}

// One process serves expression after expression: what one of them adds here would be there for the next.
for (const shared of [Object.prototype, Array.prototype, Function.prototype, globalThis]) {
  Object.preventExtensions(shared);
}

answerTasks(evaluate);
