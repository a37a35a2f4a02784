import { MIN_SECRET_LENGTH } from "#server/core/secret-forms.ts";
import { SECRET_NAME } from "#server/core/secret-views.ts";
import { invalid } from "#server/errors.ts";

const MAX_BYTES = 16 * 1024;

export function checkSecretName(name: string): string {
  if (SECRET_NAME.test(name)) return name;
  const message = `"${name.slice(0, 80)}" cannot name a secret. Use a letter, then letters, digits and "_", 64 characters at most, e.g. API_TOKEN.`;
  throw invalid(message, [{ path: "name", message }]);
}

/** Refuses a value that could not be hidden again, or not be sent. The value is never quoted. */
export function checkSecretValue(value: string): string {
  const message = problemOf(value);
  if (message === null) return value;
  throw invalid(message, [{ path: "value", message }]);
}

function problemOf(value: string): string | null {
  const length = value.replace(/\s/g, "").length;
  if (length < MIN_SECRET_LENGTH) {
    return `The value has ${length} characters that can be seen. A secret needs at least ${MIN_SECRET_LENGTH}, as a shorter one could not be hidden in logs without hiding innocent text.`;
  }
  if (Buffer.byteLength(value) > MAX_BYTES) return "The value is longer than 16 KB.";
  if (value.includes("\0") || !value.isWellFormed())
    return "The value holds a character that no text can be sent with (U+0000, or half of a pair).";
  return null;
}
