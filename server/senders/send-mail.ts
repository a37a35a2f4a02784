import { createTransport } from "nodemailer";
import type { Config } from "#server/config.ts";
import type { OutgoingNotice, SendOutcome } from "#server/context.ts";
import { isMailAddress } from "#server/core/mail-address.ts";
import { mailOf } from "#server/core/notice-message.ts";
import { mailFault } from "./mail-fault.ts";

type MailSettings = NonNullable<Config["mail"]>;

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
  const timeout = AbortSignal.timeout(limits.totalMs);
  const transport = createTransport(transportOptions(mail, limits.stepMs));
  try {
    await transport.sendMail({
      from: mail.from,
      to: { name: "", address: target },
      envelope: { from: mail.from.address, to: [target] },
      subject,
      text,
      date: new Date(),
      messageId: `<${deliveryId}@${mail.from.address.split("@")[1]}>`,
      headers: { "Auto-Submitted": "auto-generated" },
      disableFileAccess: true,
      disableUrlAccess: true,
      signal: AbortSignal.any([signal, timeout]),
    });
    return { type: "sent" };
  } catch (error) {
    return mailFault(error, { server: `${mail.host}:${mail.port}`, isLate: timeout.aborted });
  } finally {
    transport.close();
  }
}

/**
 * A password goes over an encrypted connection to a server whose certificate holds, or not at all. Without
 * one, STARTTLS is used as far as the server has it.
 */
function transportOptions({ host, port, isSecure, user, password }: MailSettings, stepMs: number) {
  const hasPassword = user !== null && password !== null;
  return {
    host,
    port,
    secure: isSecure,
    connectionTimeout: stepMs,
    greetingTimeout: stepMs,
    dnsTimeout: stepMs,
    socketTimeout: stepMs,
    ...(hasPassword
      ? { auth: { user, pass: password }, requireTLS: !isSecure }
      : { opportunisticTLS: true, tls: { rejectUnauthorized: isSecure } }),
  };
}
