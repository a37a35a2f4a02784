import type { DataParts } from "#server/core/conversation.ts";
import { newWebhookViewSchema } from "#server/core/trigger-views.ts";
import { type Confirming, isYes } from "./confirm-proposal.ts";
import { print } from "./say.ts";
import { readable } from "./terminal-text.ts";

/** Makes a webhook as its card shows it, once the person has said yes, and prints its secret this one time. */
export async function confirmWebhook(
  { api, slug, ask }: Confirming,
  { scheme, words, warnings }: Extract<DataParts["proposal"], { type: "webhook" }>,
): Promise<void> {
  print(`  Webhook (${scheme}): ${readable(words)}`);
  for (const { message } of warnings) print(`! ${readable(message)}`);
  if (!isYes(await ask("Make this webhook? [y/N] "))) {
    print("No webhook was made.");
    return;
  }
  const path = `/api/agents/${encodeURIComponent(slug)}/webhooks`;
  const body = { title: words, scheme };
  const { url, secret } = await api.json(newWebhookViewSchema, path, { method: "POST", body });
  print(`URL: ${url}`);
  print(`Secret, shown this once: ${secret}`);
}
