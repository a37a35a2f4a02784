import { shortened } from "#server/core/characters.ts";
import type { Issue } from "#server/core/plan.ts";
import { secretNames, writeSecret } from "#server/core/secret-places.ts";
import type { Call } from "./calls.ts";
import { asQuestion, nearNames, someOf } from "./known-names.ts";
import type { Outline } from "./outline.ts";
import { say } from "./sayings.ts";
import { eachOnce, type Placed, stepError, stepWarning } from "./step-issue.ts";
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
  const unknown = secrets === undefined ? [] : named.filter((name) => !secrets.includes(name));
  return eachOnce([
    ...unknown.map((name) => unknownSecret(placed, path, name, secrets ?? [])),
    ...input.texts.flatMap((text) => foreignNames(placed, path, text)),
  ]);
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
