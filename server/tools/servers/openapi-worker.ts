import { isObject } from "#server/core/json.ts";
import { answerTasks } from "#server/tools/work-reply.ts";
import { offeredTools } from "./offered-tools.ts";
import type { DocumentAnswer } from "./openapi-operation.ts";
import { type Bases, operationsOf } from "./openapi-operations.ts";
import { upgradedDocument } from "./openapi-upgrade.ts";

export type DocumentTask = { text: string } & Bases;

async function readDocument({ text, ...bases }: DocumentTask): Promise<DocumentAnswer> {
  const read = upgradedDocument(text);
  if (read === null) {
    return { problem: "it is no OpenAPI document: neither JSON nor YAML with `openapi` or `swagger`" };
  }
  const { document } = read;
  if (!isObject(document) || !String(document["openapi"]).startsWith("3.")) {
    return {
      problem: "it is no OpenAPI document: it has no `openapi` or `swagger` of a version that is known",
    };
  }
  const described = operationsOf(document, bases);
  if ("problem" in described) return described;
  const tools = described.operations.map(({ tool }) => tool);
  const { offered, left } = await offeredTools(tools);
  return { ...described, offered, left: [...read.left, ...described.left, ...left] };
}

answerTasks(readDocument);
