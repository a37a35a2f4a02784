import { createInterface } from "node:readline/promises";
import { text } from "node:stream/consumers";
import { z } from "zod";
import type { Config } from "#server/config.ts";
import { type ApiClient, ApiProblem } from "./api-client.ts";
import { CommandError } from "./command-error.ts";
import { confirmProposal } from "./confirm-proposal.ts";
import { readPlanLines } from "./plan-lines.ts";
import { printReply } from "./print-reply.ts";
import { print, say } from "./say.ts";
import { withServer } from "./with-server.ts";

type ChatOptions = { new?: boolean; message?: string[] };
type Ask = (question: string) => Promise<string | null>;

const GREETING = 'Write the brief, or what should change. "/plan" shows the plan, "/quit" ends.';

/** The planning conversation in a terminal. Without one, stdin is a single message. */
export async function chat(config: Config, agent: string, options: ChatOptions): Promise<void> {
  await withServer(config, { mayBegin: options.new ?? false }, async (api) => {
    const slug = await findOrCreate(api, agent, options.new ?? false);
    const given = options.message ?? (process.stdin.isTTY ? null : [await text(process.stdin)]);
    if (given !== null) {
      for (const message of given) await sayTo(api, slug, message, async () => null);
      return;
    }
    await converse(api, slug);
  });
}

async function converse(api: ApiClient, slug: string): Promise<void> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const isClosed = new Promise<null>((resolve) => terminal.once("close", () => resolve(null)));
  const ask: Ask = (question) => Promise.race([terminal.question(question), isClosed]);

  say(GREETING);
  for (;;) {
    const message = await ask("\n> ");
    if (message === null || message.trim() === "/quit") break;
    if (message.trim() === "/plan") {
      for (const line of await readPlanLines(api, slug)) print(line);
    } else if (message.trim() !== "") {
      await sayTo(api, slug, message, ask).catch((error: unknown) => {
        if (!(error instanceof ApiProblem)) throw error;
        print(`! ${error.message}`);
      });
    }
  }
  terminal.close();
}

async function sayTo(api: ApiClient, slug: string, message: string, ask: Ask): Promise<void> {
  if (message.trim() === "") throw new CommandError("The message is empty. Write what the agent should do.");
  await answered(api, slug, message, ask);
}

async function answered(
  api: ApiClient,
  slug: string,
  message: string,
  ask: Ask,
  accepts?: { messageId: string },
): Promise<void> {
  const reply = await printReply(api, slug, message, (piece) => process.stdout.write(piece), accepts);
  if (reply.revisions.length > 0) for (const line of await readPlanLines(api, slug)) print(line);
  const { messageId } = reply;
  const accept = async () => {
    if (messageId === null) throw new Error("The server named no message for a proposal.");
    await answered(api, slug, "Accept the correction", ask, { messageId });
  };
  for (const proposal of reply.proposals) await confirmProposal({ api, slug, ask, accept }, proposal);
}

async function findOrCreate(api: ApiClient, agent: string, isNew: boolean): Promise<string> {
  const slugSchema = z.object({ slug: z.string() });
  if (isNew) {
    const { slug } = await api.json(slugSchema, "/api/agents", { method: "POST", body: { name: agent } });
    say(`New agent "${slug}".`);
    return slug;
  }
  try {
    return (await api.json(slugSchema, `/api/agents/${encodeURIComponent(agent)}`)).slug;
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.problem.status !== 404) throw error;
    throw new CommandError(`There is no agent "${agent}" in ${api.place}. To begin one, add --new.`, {
      cause: error,
    });
  }
}
