import { z } from "zod";
import type { DataParts } from "#server/core/conversation.ts";
import type { ApiClient } from "./api-client.ts";
import { followRun } from "./follow-run.ts";
import { print } from "./say.ts";
import { readable } from "./terminal-text.ts";

/** A proposal does nothing until the person says yes; `ask` answers null where nobody can be asked. */
export async function confirmProposal(
  api: ApiClient,
  slug: string,
  proposal: DataParts["proposal"],
  ask: (question: string) => Promise<string | null>,
): Promise<void> {
  if (proposal.type !== "run") {
    print(
      `Noted: ${readable(proposal.words)}. Runs are started by hand in this version, so nothing starts by itself.`,
    );
    return;
  }
  const answer = await ask("Start a run of the saved plan now? [y/N] ");
  if (answer === null || !/^\s*y(es)?\s*$/i.test(answer)) {
    print(`No run was started. To start one: stepwright run ${slug}`);
    return;
  }
  const body = proposal.input === null ? {} : { input: proposal.input };
  const path = `/api/agents/${encodeURIComponent(slug)}/runs`;
  const { runId } = await api.json(z.object({ runId: z.string() }), path, { method: "POST", body });
  const status = await followRun(api, runId, { atPause: async () => "stop", print });
  print(`Run ${runId} is ${status}.`);
}
