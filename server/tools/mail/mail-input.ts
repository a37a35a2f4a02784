import { z } from "zod";
import { shortened } from "#server/core/characters.ts";
import { isMailAddress } from "#server/core/mail-address.ts";
import { type Result, err, ok } from "#server/core/result.ts";

export const MAX_RECIPIENTS = 50;
export const MAX_ATTACHMENTS = 20;
const MAX_SUBJECT = 500;
const MAX_TEXT = 500_000;
const BREAKS = /[\r\n\u0085\u2028\u2029\0-\x08\x0b-\x1f\x7f]/;

const addresses = z.union([z.string(), z.array(z.string())]);
export const mailInput = z.strictObject({
  to: addresses.describe('An address such as "ada@example.com", or a list of them'),
  cc: addresses.optional(),
  bcc: addresses.optional(),
  replyTo: z.string().optional().describe("One address"),
  subject: z.string(),
  text: z.string().optional().describe("The mail as plain text"),
  markdown: z
    .string()
    .optional()
    .describe(
      "The mail as Markdown, sent as HTML, and as text unless one is given; HTML in it is shown as text",
    ),
  attachments: z.array(z.string()).optional().describe('Files as read_file finds them, e.g. ["report.csv"]'),
});
export type MailInput = z.output<typeof mailInput>;
export type Recipients = { to: string[]; cc: string[]; bcc: string[] };

/** Who gets the mail, or what is wrong with it, named. Attachments are not looked at here. */
export function checkMail(input: MailInput): Result<Recipients, string> {
  const recipients = { to: listOf(input.to), cc: listOf(input.cc), bcc: listOf(input.bcc) };
  const all = Object.entries(recipients).flatMap(([field, list]) => list.map((one) => ({ field, one })));
  const wrong = [...all, ...listOf(input.replyTo).map((one) => ({ field: "replyTo", one }))].find(
    ({ one }) => !isMailAddress(one),
  );
  if (wrong) {
    return err(
      `"${shown(wrong.one)}" in "${wrong.field}" is not an e-mail address. Give a bare one such as ada@example.com.`,
    );
  }
  if (recipients.to.length === 0) return err('"to" names nobody. Give an address such as ada@example.com.');
  if (all.length > MAX_RECIPIENTS) {
    return err(
      `The mail has ${all.length} recipients, and at most ${MAX_RECIPIENTS} are allowed. Send several.`,
    );
  }
  if (listOf(input.replyTo).length > 1) return err('"replyTo" takes one address.');
  return checkWords(input, recipients);
}

function checkWords({ subject, text, markdown, attachments = [] }: MailInput, recipients: Recipients) {
  if (subject.trim() === "") return err("The subject is empty. Say what the mail is about.");
  if (BREAKS.test(subject)) {
    return err(`The subject "${shown(subject)}" has a line break or control character. Give one line.`);
  }
  if (subject.length > MAX_SUBJECT) {
    return err(`The subject has ${subject.length} characters, and at most ${MAX_SUBJECT} are allowed.`);
  }
  if (text === undefined && markdown === undefined) {
    return err('The mail says nothing. Give "text" or "markdown".');
  }
  const long = Object.entries({ text, markdown }).find(([, words]) => (words?.length ?? 0) > MAX_TEXT);
  if (long) {
    return err(
      `"${long[0]}" has ${long[1]?.length} characters, and at most ${MAX_TEXT} are allowed. Attach a file instead.`,
    );
  }
  if (attachments.length > MAX_ATTACHMENTS) {
    return err(`The mail has ${attachments.length} attachments, and at most ${MAX_ATTACHMENTS} are allowed.`);
  }
  return ok(recipients);
}

/** A text may name several, separated by commas. Each counts once. */
function listOf(given: string | string[] | undefined): string[] {
  const texts = given === undefined ? [] : Array.isArray(given) ? given : given.split(/[,;]/);
  const byMeaning = new Map(texts.map((text) => [text.trim().toLowerCase(), text.trim()]));
  return [...byMeaning.values()].filter((text) => text !== "" || Array.isArray(given));
}

function shown(text: string): string {
  return shortened(JSON.stringify(text).slice(1, -1), 80);
}
