import { Liquid } from "liquidjs";
import { z } from "zod";
import { completed, failedNow } from "./outcome.ts";
import { type Tool, defineTool } from "./tool.ts";

const MAX_TEMPLATE_CHARACTERS = 500_000;
const MAX_RENDER_MS = 1_000;
const MAX_MEMORY_UNITS = 20_000_000;

const input = z.strictObject({
  template: z
    .string()
    .describe('A Liquid template, e.g. "{% for row in rows %}- {{ row.name }}\\n{% endfor %}"'),
  data: z.unknown().describe("An object whose fields the template names; any other value is called `data`"),
});

export function renderTemplateTool(): Tool {
  // With `templates`, include and render look into this empty list and never at the file system.
  const liquid = new Liquid({
    templates: {},
    strictFilters: true,
    strictVariables: true,
    lenientIf: true,
    ownPropertyOnly: true,
    parseLimit: MAX_TEMPLATE_CHARACTERS,
    renderLimit: MAX_RENDER_MS,
    memoryLimit: MAX_MEMORY_UNITS,
  });
  return defineTool({
    name: "render_template",
    description: "Writes a text from a Liquid template and data: letters, reports, Markdown, HTML.",
    input,
    output: z.object({ text: z.string() }),
    example: {
      template: "{% for row in rows %}- {{ row.name }}\n{% endfor %}",
      data: { rows: [{ name: "Ada" }, { name: "Grace" }] },
    },
    annotations: { readOnlyHint: true, idempotentHint: true, destructiveHint: false, openWorldHint: false },
    async call({ template, data }) {
      const isObject = typeof data === "object" && data !== null && !Array.isArray(data);
      try {
        const text: unknown = await liquid.parseAndRender(template, isObject ? data : { data });
        return completed({ text: String(text) });
      } catch (error) {
        const reason = error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
        return failedNow(`The template could not be rendered: ${reason.replace(/, file:[^,]*/, "")}.`);
      }
    },
  });
}
