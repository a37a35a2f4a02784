import type { JsonObject } from "#server/core/json.ts";
import type {
  OfferedTool,
  ServerToolStatus,
  ServerToolView,
  ToolServerView,
} from "#server/core/tool-server.ts";
import type { ToolAnnotations } from "#server/core/tool.ts";
import { type DiffLine, lineDiff } from "./line-diff.ts";
import { effectsOf } from "./tool-words.ts";
import { visibleText } from "./visible-text.ts";

export type OfferPart = { label: string; lines: DiffLine[] };

const PARTS: readonly { label: string; textOf: (tool: OfferedTool) => string }[] = [
  { label: "Description", textOf: ({ description }) => description },
  { label: "What it says it may do", textOf: ({ annotations }) => hintsText(annotations) },
  { label: "Parameters", textOf: ({ inputSchema }) => schemaText(inputSchema) },
  { label: "Output", textOf: ({ outputSchema }) => (outputSchema ? schemaText(outputSchema) : "") },
];

/** What differs between what a person accepted and what is offered now, part by part. */
export function offerDiff({ accepted, offered }: Pick<ServerToolView, "accepted" | "offered">): OfferPart[] {
  return PARTS.flatMap(({ label, textOf }) => {
    const before = accepted ? visibleText(textOf(accepted)) : "";
    const after = offered ? visibleText(textOf(offered)) : "";
    return before === after ? [] : [{ label, lines: lineDiff(before, after) }];
  });
}

/** The server's tools that are not as a person accepted them. */
export function toReview(server: ToolServerView): ServerToolView[] {
  return server.tools.filter(({ status }) => status !== "accepted");
}

const STATUS_WORDS: Record<Exclude<ServerToolStatus, "accepted">, (count: number) => string> = {
  changed: (count) => `${count} changed`,
  new: (count) => `${count} new`,
  gone: (count) => `${count} gone`,
};

/** `1 changed, 2 new`. */
export function reviewCounts(tools: readonly ServerToolView[]): string {
  return (["changed", "new", "gone"] as const)
    .map((status) => ({ status, count: tools.filter((tool) => tool.status === status).length }))
    .filter(({ count }) => count > 0)
    .map(({ status, count }) => STATUS_WORDS[status](count))
    .join(", ");
}

/** `Accept all 3 and forget 1`: what is gone can only be forgotten. */
export function acceptAllText(tools: readonly ServerToolView[]): string {
  const gone = tools.filter(({ status }) => status === "gone").length;
  if (gone === tools.length) return `Forget all ${gone}`;
  return `Accept all ${tools.length - gone}${gone > 0 ? ` and forget ${gone}` : ""}`;
}

function hintsText(annotations: ToolAnnotations): string {
  return effectsOf(annotations)
    .map(({ label, sentence }) => `${label}. ${sentence}`)
    .join("\n");
}

/** Keys in one order, so that only what means something differs. */
function schemaText(schema: JsonObject): string {
  return JSON.stringify(
    schema,
    (_key, value: unknown) =>
      typeof value === "object" && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
        : value,
    2,
  );
}
