import { shortened } from "./characters.ts";
import { withoutControlCharacters } from "./control-characters.ts";
import type { NoticeKind } from "./notice.ts";

const MAX_SUBJECT = 200;
const MAX_NAME = 80;

/** What goes to a channel: the body of a webhook, and what a mail is made of. */
export type NoticeMessage = {
  /** `test` for what a person sends to try a channel. */
  type: NoticeKind | "test";
  /** When it happened first, ISO 8601 in UTC. */
  timestamp: string;
  data: {
    noticeId: string | null;
    agentId: string;
    agentName: string;
    runId: string | null;
    approvalId: string | null;
    scheduleId: string | null;
    title: string;
    text: string;
    /** Where a person sees it. */
    url: string;
    /** How many times it has happened so far. */
    count: number;
  };
};

export type Mail = { subject: string; text: string };

/** The message as a person reads it in a mail. Nothing in it ends a line of the head. */
export function mailOf({ data }: NoticeMessage): Mail {
  const agent = oneLine(data.agentName);
  const title = oneLine(data.title);
  const times = data.count > 1 ? ` (${data.count} times so far)` : "";
  const start = `${title.charAt(0).toLowerCase()}${title.slice(1)}`;
  return {
    // A double quote alone would have the whole line encoded.
    subject: shortened(`Stepwright: ${shortened(agent, MAX_NAME)}: ${start}`, MAX_SUBJECT).replaceAll(
      '"',
      "'",
    ),
    text: [
      `${agent}: ${start}${times}`,
      "",
      withoutControlCharacters(data.text),
      "",
      `See it here: ${data.url}`,
      "",
      "-- ",
      `This address is one of the channels of the agent "${agent}" in Stepwright, which is where it can be taken out.`,
      "",
    ].join("\n"),
  };
}

function oneLine(text: string): string {
  return withoutControlCharacters(text.replace(/[\s\u0085\u2028\u2029]+/g, " ")).trim();
}
