import { Readable } from "node:stream";
import { type SendMailOptions, type Transporter, createTransport } from "nodemailer";
import type { Config } from "#server/config.ts";
import { type MailFault, mailFault } from "./mail-fault.ts";

export type MailSettings = NonNullable<Config["mail"]>;
type MailLimits = { totalMs: number; stepMs: number };

/** What became of a mail. Some of its recipients may be rejected though it was delivered. */
export type Delivery =
  | { type: "delivered"; accepted: string[]; rejected: string[] }
  | { type: "undelivered"; fault: MailFault };

/** Hands one mail to the server that the settings name, from the address that they name. */
export async function deliverMail(
  mail: MailSettings,
  message: SendMailOptions & { envelope: { to: string[] } },
  signal: AbortSignal,
  limits: MailLimits,
): Promise<Delivery> {
  const timeout = AbortSignal.timeout(limits.totalMs);
  const transport = createTransport(transportOptions(mail, limits.stepMs));
  let isSent = false;
  noticeEnd(transport, () => {
    isSent = true;
  });
  try {
    const { accepted, rejected } = await transport.sendMail({
      ...message,
      from: mail.from,
      envelope: { ...message.envelope, from: mail.from.address },
      headers: { "Auto-Submitted": "auto-generated" },
      disableFileAccess: true,
      disableUrlAccess: true,
      signal: AbortSignal.any([signal, timeout]),
    });
    return { type: "delivered", accepted: addressesOf(accepted), rejected: addressesOf(rejected) };
  } catch (error) {
    const at = { server: `${mail.host}:${mail.port}`, isLate: timeout.aborted, isSent };
    return { type: "undelivered", fault: mailFault(error, at) };
  } finally {
    transport.close();
  }
}

/**
 * Tells when the server has the whole mail. It is read once the server asks for it, and what ends it goes
 * out after its last piece; before that, no server can have taken it.
 */
function noticeEnd(transport: Transporter, onEnd: () => void): void {
  transport.use("stream", ({ message }, done) => {
    const pieces = message.createReadStream.bind(message);
    message.createReadStream = () =>
      Readable.from(
        (async function* () {
          yield* pieces();
          onEnd();
        })(),
      );
    done();
  });
}

function addressesOf(recipients: readonly (string | { address: string })[]): string[] {
  return recipients.map((one) => (typeof one === "string" ? one : one.address));
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
