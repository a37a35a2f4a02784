import type { SecretStore, ToolCallContext, ToolCatalogue } from "#server/context.ts";
import type { CutEdge } from "#server/core/find-secrets.ts";
import type { Json } from "#server/core/json.ts";
import { err, ok, type Result } from "#server/core/result.ts";
import { placeSecrets } from "#server/core/secret-places.ts";
import { storableText } from "#server/core/storable-text.ts";
import { annotationsOf, isRepeatable, type ToolDefinition, type ToolOutcome } from "#server/core/tool.ts";
import { failedForGood, failedNow, outcomeUnknown } from "./outcome.ts";
import { schemaProblems } from "./schema-problems.ts";
import { storableJson } from "./storable-json.ts";
import type { Tool } from "./tool.ts";

/** What a call goes through: its input is checked, secrets are put in their places, and none comes out. */
export function createToolCatalogue(
  tools: () => readonly Tool[],
  secrets: Pick<SecretStore, "read" | "redact" | "redactText" | "redactCutText">,
): ToolCatalogue {
  // Whatever a policy says: what cannot be used now is off.
  const shown = ({ definition }: Tool): ToolDefinition =>
    definition.offBecause === undefined ? definition : { ...definition, policy: "off" };
  const find = (name: string) => tools().find((tool) => tool.definition.name === name) ?? null;

  return {
    list: () => tools().map(shown),
    find: (name) => {
      const tool = find(name);
      return tool === null ? null : shown(tool);
    },
    async call(name, input, context) {
      const tool = find(name);
      if (!tool) {
        const names = tools().map((one) => one.definition.name);
        return failedForGood(`There is no tool "${name}". Tools: ${names.join(", ")}.`);
      }
      const real = await withSecrets(tool, input, context, secrets);
      if (!real.ok) return failedForGood(real.error);
      const problems = schemaProblems(tool.definition.inputSchema, real.value);
      if (problems.length > 0) {
        const message = `The input of "${name}" was refused: ${problems.join("; ")}.`;
        return hidden(failedNow(message), secrets);
      }
      const hide = (text: string, cut: readonly CutEdge[] = []) => secrets.redactCutText(text, cut);
      return hidden(await called(tool, real.value, { ...context, hide }), secrets);
    },
  };
}

/** The input as the tool gets it, with the values that the plan names. */
async function withSecrets(
  { definition }: Tool,
  input: Json,
  { secretPlaces = [] }: ToolCallContext,
  secrets: Pick<SecretStore, "read">,
): Promise<Result<Json, string>> {
  if (secretPlaces.length === 0) return ok(input);
  if (definition.takesSecrets !== true) {
    return err(
      `"${definition.name}" takes no secrets, as what it is given stays readable. Name the secret in the step that sends it.`,
    );
  }
  const names = secretPlaces.flatMap(({ parts }) =>
    parts.flatMap((part) => (typeof part === "string" ? [] : [part.secret])),
  );
  const values = await secrets.read([...new Set(names)]);
  if (!values.ok) {
    return err(
      `There is no secret "${values.error.missing}" that could be opened here. Add it to the secrets.`,
    );
  }
  const placed = placeSecrets(input, secretPlaces, values.value);
  return placed.ok ? placed : err(placed.error.message);
}

async function called(tool: Tool, input: Json, context: ToolCallContext): Promise<ToolOutcome> {
  const { definition } = tool;
  try {
    const outcome = await tool.call(input, context);
    if (outcome.type === "completed") return { ...outcome, output: storableJson(outcome.output) };
    return { ...outcome, message: storableText(outcome.message) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message = storableText(`The tool "${definition.name}" broke off: ${reason}`);
    return isRepeatable(annotationsOf(definition, input)) ? failedNow(message) : outcomeUnknown(message);
  }
}

function hidden(outcome: ToolOutcome, secrets: Pick<SecretStore, "redact" | "redactText">): ToolOutcome {
  if (outcome.type === "completed") return { ...outcome, output: secrets.redact(outcome.output) };
  return { ...outcome, message: secrets.redactText(outcome.message) };
}
