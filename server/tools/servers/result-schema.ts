import type { JsonSchema } from "#server/core/json.ts";

/** What a tool answers that tells of no schema of its output. */
export const RESULT_SCHEMA: JsonSchema = {
  type: "object",
  properties: {
    text: { type: "string", description: "The texts of the answer" },
    parts: {
      type: "array",
      description: "What else it holds. A part with `file` is kept as a file of the run.",
      items: {
        type: "object",
        properties: {
          type: { type: "string", enum: ["image", "audio", "resource", "resource_link"] },
          mimeType: { type: "string" },
          file: { type: "string" },
          bytes: { type: "integer" },
          uri: { type: "string" },
          name: { type: "string" },
          text: { type: "string" },
          description: { type: "string" },
        },
        required: ["type"],
      },
    },
  },
  required: ["text"],
};
