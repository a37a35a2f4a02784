import { storableText } from "#server/core/storable-text.ts";
import { invalid } from "#server/errors.ts";

const MAX_LENGTH = 120;

export function checkWebhookTitle(text: string): string {
  const title = storableText(text).trim();
  if (title !== "" && title.length <= MAX_LENGTH) return title;
  const message =
    title === ""
      ? "Say in a few words what sends here."
      : `The title has ${title.length} characters. Give it at most ${MAX_LENGTH}.`;
  throw invalid(message, [{ path: "title", message }]);
}
