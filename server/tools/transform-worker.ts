import { parentPort, workerData } from "node:worker_threads";
import jsonata from "jsonata";
import { z } from "zod";

/** What the worker thread answers: the value as JSON text, or what was wrong with the expression. */
export type TransformAnswer = { json: string } | { problem: string; position: number | null };

const taskSchema = z.object({ expression: z.string(), data: z.string() });
const problemSchema = z.object({ message: z.string(), position: z.number().optional() });

async function evaluate(): Promise<TransformAnswer> {
  const task = taskSchema.parse(workerData);
  try {
    const value: unknown = await jsonata(task.expression).evaluate(JSON.parse(task.data));
    if (isFunction(value)) return { problem: "It gives a function, not a value", position: null };
    return { json: JSON.stringify(value ?? null) };
  } catch (error) {
    const problem = problemSchema.safeParse(error);
    if (!problem.success) return { problem: String(error), position: null };
    return { problem: problem.data.message, position: problem.data.position ?? null };
  }
}

function isFunction(value: unknown): boolean {
  if (typeof value === "function") return true;
  return typeof value === "object" && value !== null && ("_jsonata_lambda" in value || "_jsonata_function" in value);
}

parentPort?.postMessage(await evaluate());
