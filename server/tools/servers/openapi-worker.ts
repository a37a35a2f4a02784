import { upgrade } from "@scalar/openapi-parser";
import { type Json, isObject } from "#server/core/json.ts";
import { answerTasks } from "#server/tools/work-reply.ts";
import { offeredTools } from "./offered-tools.ts";
import type { DocumentAnswer } from "./openapi-operation.ts";
import { type Bases, operationsOf } from "./openapi-operations.ts";

export type DocumentTask = { text: string } & Bases;

async function readDocument({ text, ...bases }: DocumentTask): Promise<DocumentAnswer> {
  let read: unknown;
  try {
    read = upgrade(text).specification;
  } catch {
    return { problem: "it is no OpenAPI document: neither JSON nor YAML with `openapi` or `swagger`" };
  }
  // Aliases of YAML may have made one object stand in many places, even within itself.
  const document = JSON.parse(JSON.stringify(read ?? null)) as Json;
  if (!isObject(document) || !String(document["openapi"]).startsWith("3.")) {
    return {
      problem: "it is no OpenAPI document: it has no `openapi` or `swagger` of a version that is known",
    };
  }
  const described = operationsOf(document, bases);
  if ("problem" in described) return described;
  const tools = described.operations.map(({ tool }) => tool);
  const { offered, left } = await offeredTools(tools);
  return { ...described, offered, left: [...described.left, ...left] };
}

answerTasks(readDocument);
