import { controlCharactersOf, withoutControlCharacters } from "#server/core/control-characters.ts";
import { storableText } from "#server/core/storable-text.ts";
import { invalid } from "#server/errors.ts";

const MAX_LENGTH = 120;

export function checkWebhookTitle(text: string): string {
  const title = storableText(text).trim();
  const message = problemOf(title);
  if (message === null) return title;
  throw invalid(message, [{ path: "title", message }]);
}

function problemOf(title: string): string | null {
  if (title === "") return "Say in a few words what sends here.";
  const hidden = controlCharactersOf(title);
  if (hidden.length > 0) {
    const shown = withoutControlCharacters(title).slice(0, MAX_LENGTH);
    return `The title "${shown}" has characters that cannot be seen: ${hidden.join(", ")}. Leave them out.`;
  }
  if (/[\t\n\u2028\u2029]/.test(title)) return "The title has a line break or a tab. Write it on one line.";
  if (title.length <= MAX_LENGTH) return null;
  return `The title has ${title.length} characters. Give it at most ${MAX_LENGTH}.`;
}
