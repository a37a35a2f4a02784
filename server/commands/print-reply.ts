import { randomUUID } from "node:crypto";
import { uiMessageChunkSchema } from "ai";
import { z } from "zod";
import { type DataParts, dataPartSchemas } from "#server/core/conversation.ts";
import type { ApiClient } from "./api-client.ts";
import { readable } from "./terminal-text.ts";

type Proposal = DataParts["proposal"];
export type Reply = {
  /** The reply's own id; null when the server named none. */
  messageId: string | null;
  text: string;
  revisions: DataParts["revision"][];
  proposals: Proposal[];
  notices: string[];
};

/** Says `text` to an agent and prints what comes back as it comes. `accepts` names the reply whose correction is accepted. */
export async function printReply(
  api: ApiClient,
  agentId: string,
  text: string,
  print: (text: string) => void,
  accepts?: { messageId: string },
): Promise<Reply> {
  const path = `/api/agents/${encodeURIComponent(agentId)}`;
  const baseRevision = await currentRevision(api, path);
  const message = {
    id: randomUUID(),
    role: "user",
    parts: [{ type: "text", text }],
    metadata: {
      timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      ...(baseRevision !== null && { baseRevision }),
      ...(accepts !== undefined && { accepts }),
    },
  };

  const reply: Reply = { messageId: null, text: "", revisions: [], proposals: [], notices: [] };
  let isMidLine = false;
  const write = (piece: string) => {
    print(piece);
    isMidLine = !piece.endsWith("\n");
  };
  const line = (words: string) => write(`${isMidLine ? "\n" : ""}${words}\n`);

  for await (const chunk of api.events(uiMessageChunkSchema, `${path}/chat`, {
    method: "POST",
    body: { message },
  })) {
    switch (chunk.type) {
      case "start":
        reply.messageId = chunk.messageId ?? null;
        break;
      case "text-delta":
        reply.text += chunk.delta;
        write(readable(chunk.delta));
        break;
      case "text-end":
        if (isMidLine) write("\n");
        break;
      case "error":
        reply.notices.push(chunk.errorText);
        line(`! ${readable(chunk.errorText)}`);
        break;
      case "data-revision": {
        const revision = dataPartSchemas.revision.parse(chunk.data);
        reply.revisions.push(revision);
        line(`  r${revision.revision} · ${readable(revision.changeDescription)} · ${counts(revision.diff)}`);
        break;
      }
      case "data-snapshot": {
        const snapshot = dataPartSchemas.snapshot.parse(chunk.data);
        line(`  Saved as version ${snapshot.version} (r${snapshot.revision}).`);
        break;
      }
      case "data-notice": {
        const notice = dataPartSchemas.notice.parse(chunk.data);
        reply.notices.push(notice.text);
        line(`${notice.level === "info" ? "i" : "!"} ${readable(notice.text)}`);
        break;
      }
      case "data-proposal":
        reply.proposals.push(dataPartSchemas.proposal.parse(chunk.data));
        break;
    }
  }
  if (isMidLine) write("\n");
  return reply;
}

async function currentRevision(api: ApiClient, path: string): Promise<number | null> {
  const agent = await api.json(z.object({ draft: z.object({ revision: z.int() }).nullable() }), path);
  return agent.draft?.revision ?? null;
}

function counts(diff: DataParts["revision"]["diff"]): string {
  const pieces = [
    [diff.added.length, "added"],
    [diff.changed.length, "changed"],
    [diff.removed.length, "removed"],
    [diff.moved.length, "moved"],
  ] as const;
  const said = pieces.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  return said.length === 0 ? "texts of the plan" : `steps: ${said.join(", ")}`;
}
