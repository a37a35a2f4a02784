import { z } from "zod";
import type { DataParts } from "#server/core/conversation.ts";
import type { ApiClient } from "./api-client.ts";
import { confirmSchedule } from "./confirm-schedule.ts";
import { confirmWebhook } from "./confirm-webhook.ts";
import { followRun } from "./follow-run.ts";
import { print } from "./say.ts";
import { readable } from "./terminal-text.ts";

type Proposal = DataParts["proposal"];

export type Confirming = {
  api: ApiClient;
  slug: string;
  /** What the person answers; null where nobody can be asked. */
  ask: (question: string) => Promise<string | null>;
  /** Accepts the correction that the reply proposes. */
  accept: () => Promise<void>;
};

/** A proposal does nothing until the person says yes. */
export async function confirmProposal(confirming: Confirming, proposal: Proposal): Promise<void> {
  switch (proposal.type) {
    case "run":
      return confirmRun(confirming, proposal);
    case "schedule":
      return confirmSchedule(confirming, proposal);
    case "webhook":
      return confirmWebhook(confirming, proposal);
    case "edit":
      return confirmEdit(confirming, proposal);
  }
}

async function confirmRun(
  { api, slug, ask }: Confirming,
  { input }: Extract<Proposal, { type: "run" }>,
): Promise<void> {
  if (!isYes(await ask("Start a run of the saved plan now? [y/N] "))) {
    print(`No run was started. To start one: stepwright run ${slug}`);
    return;
  }
  const body = input === null ? {} : { input };
  const path = `/api/agents/${encodeURIComponent(slug)}/runs`;
  const { runId } = await api.json(z.object({ runId: z.string() }), path, { method: "POST", body });
  const status = await followRun(api, runId, { atPause: async () => "stop", print });
  print(`Run ${runId} is ${status}.`);
}

async function confirmEdit(
  { ask, accept }: Confirming,
  { description }: Extract<Proposal, { type: "edit" }>,
): Promise<void> {
  print(`Proposed correction: ${readable(description)}`);
  if (isYes(await ask("Make this correction? [y/N] "))) await accept();
  else print("Nothing was changed.");
}

export function isYes(answer: string | null): boolean {
  return answer !== null && /^\s*y(es)?\s*$/i.test(answer);
}
