import type { OutgoingNotice, SendOutcome } from "#server/context.ts";
import { isMailAddress } from "#server/core/mail-address.ts";
import { mailOf } from "#server/core/notice-message.ts";
import { type MailSettings, deliverMail } from "#server/tools/mail/mail-transport.ts";

const LIMITS = { totalMs: 30_000, stepMs: 10_000 };

/** Why no notice can be sent to this address, in words; null when it can be tried. */
export function mailRefusal(target: string, mail: MailSettings | null): string | null {
  if (!isMailAddress(target)) {
    return `"${target.slice(0, 120)}" is not an e-mail address such as team@example.com.`;
  }
  if (mail !== null) return null;
  return "This server cannot send mail, as no server for it is named. Set SMTP_URL and SMTP_FROM and start again, or use a webhook.";
}

/** Hands the notice to the mail server that the settings name. */
export async function sendMail(
  { deliveryId, target, message }: OutgoingNotice,
  mail: MailSettings,
  signal: AbortSignal,
  limits = LIMITS,
): Promise<SendOutcome> {
  const { subject, text } = mailOf(message);
  const notice = {
    to: { name: "", address: target },
    envelope: { to: [target] },
    subject,
    text,
    date: new Date(),
    messageId: `<${deliveryId}@${mail.from.address.split("@")[1]}>`,
  };
  const delivery = await deliverMail(mail, notice, signal, limits);
  if (delivery.type === "delivered") return { type: "sent" };
  const { kind, message: error } = delivery.fault;
  // Settings are mended by people; a notice that may have come already is better than one that never comes.
  return { type: "failed", error, mayHelpToTryAgain: kind !== "refused" };
}
