import { parentPort, workerData } from "node:worker_threads";
import jsonata from "jsonata";

/** What the worker thread answers: the value as JSON text, or what was wrong with the expression. */
export type TransformAnswer = { json: string } | { problem: string; position: number | null };

/** `data` is JSON text. */
export type TransformTask = { expression: string; data: string };

async function evaluate(): Promise<TransformAnswer> {
  // transform.ts alone starts this thread.
  const task = workerData as TransformTask;
  try {
    const value: unknown = await jsonata(task.expression).evaluate(JSON.parse(task.data));
    if (isFunction(value)) return { problem: "It gives a function, not a value", position: null };
    return { json: JSON.stringify(value ?? null) };
  } catch (error) {
    return { problem: memberOf(error, "message") ?? String(error), position: memberOf(error, "position") };
  }
}

function memberOf<Key extends "message" | "position">(error: unknown, key: Key) {
  type Value = Key extends "message" ? string : number;
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

parentPort?.postMessage(await evaluate());
