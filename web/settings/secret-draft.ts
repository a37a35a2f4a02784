import { MIN_SECRET_LENGTH } from "#server/core/secret-forms.ts";
import { SECRET_NAME } from "#server/core/secret-views.ts";

export type SecretProblems = Partial<Record<"name" | "value", string>>;

/** What is wrong with a secret before it is sent. `known` are the names that are taken. */
export function secretProblems(
  { name, value }: { name: string; value: string },
  known: readonly string[],
): SecretProblems {
  const problems: SecretProblems = {};
  if (!SECRET_NAME.test(name)) {
    problems.name = "Use letters, digits and underscores, beginning with a letter: SHOP_TOKEN.";
  } else if (known.includes(name)) {
    problems.name = `"${name}" is kept already. Choose another name, or replace its value in the list.`;
  }
  const length = value.replace(/\s/g, "").length;
  if (length < MIN_SECRET_LENGTH) {
    problems.value = `It has ${length} characters that can be seen. So short a value cannot be hidden wherever it turns up; enter at least ${MIN_SECRET_LENGTH}.`;
  }
  return problems;
}

/** What is odd about a value, though it may be meant; null when nothing is. */
export function valueRemark(value: string): string | null {
  if (value === "" || value === value.trim()) return null;
  return "It begins or ends with a space or line break, which is kept. Was that pasted along?";
}
