import { DATABASE_NAME, databaseUrlProblem } from "#server/core/database-url.ts";
import { secretNames } from "#server/core/secret-places.ts";

export type DatabaseProblems = Partial<Record<"name" | "address", string>>;

type DatabaseDraft = { name: string; address: string };
type Known = {
  /** Of databases; their names are taken. */
  databases: readonly string[];
  /** Null while they are not known. */
  secrets: readonly string[] | null;
};

/** What is wrong with a database before it is sent. */
export function databaseProblems({ name, address }: DatabaseDraft, known: Known): DatabaseProblems {
  const problems: DatabaseProblems = {};
  if (!DATABASE_NAME.test(name)) {
    problems.name =
      "Use lower-case letters, digits, hyphens and underscores, beginning with a letter: orders.";
  } else if (known.databases.includes(name)) {
    problems.name = `"${name}" is set already. Choose another name, or change that one.`;
  }
  const missing = secretNames(address).find((secret) => known.secrets && !known.secrets.includes(secret));
  const problem = databaseUrlProblem(address);
  if (problem !== null) problems.address = problem;
  else if (missing !== undefined) problems.address = `There is no secret "${missing}". Add it first.`;
  return problems;
}
