import { createHash } from "node:crypto";
import { z } from "zod";
import type { Config } from "#server/config.ts";
import type { ToolOutcome } from "#server/core/tool.ts";
import type { FileConfig } from "./file-places.ts";
import { MAX_ATTACHED_MB, readAttachments } from "./mail/mail-attachments.ts";
import type { MailFault } from "./mail/mail-fault.ts";
import type { MailHtmlAnswer, MailHtmlTask } from "./mail/mail-html-worker.ts";
import { MAX_ATTACHMENTS, MAX_RECIPIENTS, checkMail, mailInput } from "./mail/mail-input.ts";
import { type MailSettings, deliverMail } from "./mail/mail-transport.ts";
import { completed, failedForGood, failedForNow, failedNow, outcomeUnknown } from "./outcome.ts";
import { type Tool, defineTool } from "./tool.ts";
import { workProblem, workProcess } from "./work-process.ts";

const LIMITS = { totalMs: 60_000, stepMs: 20_000 };
const HTML_MS = 10_000;

const OFF = "No e-mail can be sent, as no mail server is named. Set SMTP_URL and SMTP_FROM, and start again.";

const output = z.object({
  messageId: z.string(),
  accepted: z.array(z.string()).describe("Recipients that the mail server took the mail for"),
  rejected: z.array(z.string()).describe("Recipients that it refused"),
});

const htmlApart = workProcess<MailHtmlTask, MailHtmlAnswer>(
  new URL("./mail/mail-html-worker.ts", import.meta.url),
  () => true,
);

export function sendEmailTool(config: Pick<Config, "mail"> & FileConfig, limits = LIMITS): Tool {
  const tool = defineTool({
    name: "send_email",
    description: `Sends an e-mail from the address of the settings, as text or Markdown, to at most ${MAX_RECIPIENTS} recipients, with at most ${MAX_ATTACHMENTS} files (${MAX_ATTACHED_MB} MB in all) attached. Within 60 seconds.`,
    input: mailInput,
    output,
    example: {
      to: [config.mail?.from.address ?? "person@example.com"],
      subject: "Hello",
      text: "Sent to try it out.",
    },
    annotations: { readOnlyHint: false, idempotentHint: false, destructiveHint: false, openWorldHint: true },
    isMessage: true,
    async call(input, context) {
      const { mail } = config;
      if (mail === null) return failedForGood(OFF);
      const checked = checkMail(input);
      if (!checked.ok) return failedNow(checked.error);
      const { to, cc, bcc } = checked.value;
      const attachments = await readAttachments(input.attachments ?? [], config, context.folder);
      if (!attachments.ok) return failedNow(attachments.error);
      const body = await bodyOf(input, context.signal);
      if ("type" in body) return body;

      const messageId = messageIdOf(context.idempotencyKey, mail);
      const message = {
        to: to.map(bare),
        cc: cc.map(bare),
        ...(input.replyTo !== undefined && { replyTo: bare(input.replyTo.trim()) }),
        envelope: { to: [...new Set([...to, ...cc, ...bcc])] },
        subject: input.subject,
        ...body,
        attachments: attachments.value,
        date: new Date(),
        messageId,
      };
      const delivery = await deliverMail(mail, message, context.signal, limits);
      if (delivery.type === "undelivered") return outcomeOfFault(delivery.fault);
      return completed({ messageId, accepted: delivery.accepted, rejected: delivery.rejected });
    },
  });
  return config.mail === null ? { ...tool, definition: { ...tool.definition, offBecause: OFF } } : tool;
}

/** Equal for each try, so that mail programs can show a mail that came twice once. */
function messageIdOf(idempotencyKey: string, mail: MailSettings): string {
  const hash = createHash("sha256").update(idempotencyKey).digest("hex").slice(0, 40);
  return `<${hash}@${mail.from.address.split("@")[1]}>`;
}

async function bodyOf(
  { text, markdown }: { text?: string | undefined; markdown?: string | undefined },
  signal: AbortSignal,
): Promise<{ text: string; html?: string } | ToolOutcome> {
  if (markdown === undefined) return { text: text ?? "" };
  const end = await htmlApart({ markdown }, { timeoutMs: HTML_MS, signal });
  if ("answer" in end) return { text: text ?? markdown, html: end.answer.html };
  const problem = workProblem(end, "Turning the Markdown into HTML", HTML_MS);
  return "stopped" in end && end.stopped === "aborted"
    ? failedForNow(problem)
    : failedNow(`${problem} Make it simpler, or give "text".`);
}

function outcomeOfFault({ kind, message }: MailFault): ToolOutcome {
  switch (kind) {
    case "settings":
      return failedForGood(message);
    case "later":
      return failedForNow(message);
    case "refused":
      return failedNow(message);
    case "unknown":
      return outcomeUnknown(message);
  }
}

/** Without this form, nodemailer would read names and further addresses out of a text. */
function bare(address: string) {
  return { name: "", address };
}
