import { shortened } from "#server/core/characters.ts";
import { isObject } from "#server/core/json.ts";
import type { Issue } from "#server/core/plan.ts";
import { piecesOf } from "#server/core/references.ts";
import { secretNames, writeSecret } from "#server/core/secret-places.ts";
import type { ToolDefinition } from "#server/core/tool.ts";
import type { Call } from "./calls.ts";
import { asQuestion, nearNames, someOf } from "./known-names.ts";
import type { Outline } from "./outline.ts";
import { say } from "./sayings.ts";
import { eachOnce, type Placed, stepError, stepWarning } from "./step-issue.ts";
import type { Template } from "./templates.ts";
import type { Workspace } from "./workspace.ts";

const MAX_LISTED = 12;

// As other programs name secrets: `${{ secrets.API }}`, `{{secrets.API}}`, `${secret.API}`, `$secrets.API`.
const FOREIGN =
  /\$\{\{\s*secrets?\.(\w+)\s*\}\}|\{\{\s*secrets\.(\w+)\s*\}\}|\$\{secrets?\.(\w+)\}|\$secrets?\.(\w+)/g;

/** Secrets that a call names and cannot get. */
export function secretIssues(
  placed: Placed,
  { input, tool: toolName }: Call,
  outline: Outline,
  { secrets }: Workspace,
): readonly Issue[] {
  if (input === undefined || !input.texts.some((text) => text.includes("secret"))) return [];
  const path = input.field;
  const named = secretNames(input.value);
  const tool = outline.tools.get(toolName);
  if (named.length > 0 && tool !== undefined && tool.takesSecrets !== true) {
    const says = `names the secret "${named[0]}" for the tool "${toolName}", which takes none, as what it is given stays readable. Name it in the step that sends it.`;
    return [stepError(placed, "secret_not_taken", says, { path })];
  }
  const destination = named.length > 0 && tool !== undefined ? openDestination(placed, tool, input) : null;
  if (destination !== null) {
    const says = `names the secret "${named[0]}", and ${destination}. Write the address into the plan, or ask a person first: an approval shows where it goes.`;
    return [stepError(placed, "secret_destination", says, { path, say: say.needApproval(placed.number) })];
  }
  const unknown = secrets === undefined ? [] : named.filter((name) => !secrets.includes(name));
  return eachOnce([
    ...unknown.map((name) => unknownSecret(placed, path, name, secrets ?? [])),
    ...input.texts.flatMap((text) => foreignNames(placed, path, text)),
  ]);
}

// Up to where the host of an address ends.
const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;

/**
 * Why something else than the plan says where a secret goes, in words; null when the plan does. A tool server
 * has its own place, and where a person approves each call they see it.
 */
function openDestination({ step }: Placed, tool: ToolDefinition, input: Template): string | null {
  const { properties } = tool.inputSchema;
  const hasUrl = isObject(properties) && Object.hasOwn(properties, "url");
  if (tool.server !== undefined || !hasUrl) return null;
  if (step.approval !== undefined && input.field === "input") return null;
  const url = isObject(input.value) ? input.value["url"] : undefined;
  if (url === undefined) return "a model would say where it goes, as the plan gives no url";
  if (typeof url !== "string") return null;
  const isOpen = piecesOf(ORIGIN.exec(url)?.[0] ?? url).some((piece) => typeof piece !== "string");
  return isOpen ? "what an earlier step or the run's input says decides where it goes" : null;
}

/** Secrets in what people and models read: nothing is put there. */
export function secretsInWords(placed: Placed): readonly Issue[] {
  const { title, instructions, expectedOutput } = placed.step;
  const fields = { title, instructions, expectedOutput };
  return Object.entries(fields).flatMap(([path, text]) =>
    secretNames(text).map((name) => {
      const says = `names the secret "${name}" in its ${path === "expectedOutput" ? "expected output" : path}, where no secret is put. Name it in its input.`;
      return stepWarning(placed, "secret_not_taken", says, { path });
    }),
  );
}

function unknownSecret(placed: Placed, path: string, name: string, secrets: readonly string[]): Issue {
  const near = nearNames(name, secrets);
  const known = secrets.length === 0 ? "None is kept yet." : `Kept are ${someOf(secrets, MAX_LISTED)}.`;
  const says = `names the secret "${shortened(name)}", which is not kept here.${asQuestion(near)} ${known} Add it in the settings, under secrets.`;
  const [meant] = near;
  const instead = meant && say.replace(placed.number, writeSecret(name), writeSecret(meant));
  return stepError(placed, "unknown_secret", says, { path, say: instead });
}

function foreignNames(placed: Placed, path: string, text: string): Issue[] {
  return [...text.matchAll(FOREIGN)].map(([whole, ...names]) => {
    const name = names.find((found) => found !== undefined) ?? "";
    const says = `has "${shortened(whole)}", which names no secret here and would stay as it is written. Write ${writeSecret(name)}.`;
    return stepError(placed, "unknown_secret", says, {
      path,
      say: say.replace(placed.number, whole, writeSecret(name)),
    });
  });
}
