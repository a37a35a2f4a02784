import { upgrade } from "@scalar/openapi-parser";
import { type Json, isObject } from "#server/core/json.ts";
import { answerTasks } from "#server/tools/work-reply.ts";
import type { DocumentAnswer } from "./openapi-operation.ts";
import { type Bases, operationsOf } from "./openapi-operations.ts";

export type DocumentTask = { text: string } & Bases;

function readDocument({ text, ...bases }: DocumentTask): DocumentAnswer {
  let read: unknown;
  try {
    read = upgrade(text).specification;
  } catch {
    return { problem: "it is no OpenAPI document: neither JSON nor YAML with `openapi` or `swagger`" };
  }
  // Aliases of YAML may have made one object stand in many places, even within itself.
  const document = JSON.parse(JSON.stringify(read ?? null)) as Json;
  if (!isObject(document) || !String(document["openapi"]).startsWith("3.")) {
    return { problem: "it is no OpenAPI document: it has no `openapi` or `swagger` of a version that is known" };
  }
  return operationsOf(document, bases);
}

answerTasks(readDocument);
