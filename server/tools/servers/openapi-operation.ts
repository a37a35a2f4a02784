import type { JsonObject } from "#server/core/json.ts";
import type { OfferedTool } from "#server/core/tool-server.ts";
import type { RawTool } from "./clean-tool.ts";

/** Where a value of the input goes in the request. */
export type Parameter = {
  /** As the input names it. */
  key: string;
  /** As the request names it. */
  name: string;
  place: "path" | "query" | "header";
  style: string;
  explode: boolean;
  isJson: boolean;
  isRequired: boolean;
  schema: JsonObject;
};

export type Body = { mediaType: string; isForm: boolean; isRequired: boolean; schema: JsonObject };

/** One operation of a document: the tool that it is, and how to request it. */
export type Operation = {
  tool: RawTool & { name: string };
  method: string;
  server: string;
  path: string;
  parameters: Parameter[];
  body: Body | null;
};

/** What a document describes: tools as they are offered, how to request each, and what was left out, and why. */
export type Described = { offered: OfferedTool[]; operations: Operation[]; left: string[] };

export type DocumentAnswer =
  | Described
  /** Why the document cannot be used. */
  | { problem: string };
