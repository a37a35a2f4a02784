import { shortened } from "#server/core/characters.ts";
import { withoutControlCharacters } from "#server/core/control-characters.ts";

const MAX_ANSWER = 200;

/**
 * Why a mail was not delivered.
 * - `settings`: somebody has to mend SMTP_URL, or the server behind it.
 * - `later`: the same mail may get through later.
 * - `refused`: the server takes no such mail.
 * - `unknown`: the server had the whole mail and did not say what became of it.
 */
export type MailFault = { kind: "settings" | "later" | "refused" | "unknown"; message: string };

type Fault = {
  code?: unknown;
  responseCode?: unknown;
  response?: unknown;
  message?: unknown;
  rejectedErrors?: unknown;
  recipient?: unknown;
};

/** `isSent` says that the whole mail was handed to the server. */
export function mailFault(
  error: unknown,
  { server, isLate, isSent }: { server: string; isLate: boolean; isSent: boolean },
): MailFault {
  const fault: Fault = error instanceof Error ? error : {};
  const where = `The mail server ${server}`;
  const answer = typeof fault.response === "string" ? oneLine(fault.response) : null;
  const isAnswered = answer !== null && typeof fault.responseCode === "number";
  if (isSent && !isAnswered) {
    const message = `${where} got the mail, and the connection ended before it said whether it takes it.`;
    return { kind: "unknown", message };
  }
  if (isLate || fault.code === "ETIMEDOUT") {
    return { kind: "later", message: `${where} did not answer in time.` };
  }
  const isForNow = typeof fault.responseCode === "number" && fault.responseCode < 500;
  switch (fault.code) {
    case "EAUTH":
    case "ENOAUTH":
      return {
        kind: isForNow ? "later" : "settings",
        message: `${where} did not take the user and password of SMTP_URL.`,
      };
    case "ETLS":
      return {
        kind: "settings",
        message: `${where} offers no encrypted connection that can be trusted (${oneLine(String(fault.message))}), and the password of SMTP_URL is sent over no other.`,
      };
    case "EDNS":
      return { kind: "later", message: `${where} is not known: its name leads to no address.` };
    case "EMESSAGE":
    case "EENVELOPE":
      if (!isAnswered)
        return {
          kind: "refused",
          message: `${where} takes no such mail: ${oneLine(String(fault.message))}.`,
        };
  }
  if (!isAnswered) {
    return {
      kind: "later",
      message: `${where} could not be reached, or broke off (${String(fault.code ?? "unknown")}).`,
    };
  }
  return {
    kind: isForNow ? "later" : "refused",
    message: `${where} refused the mail: ${refusedRecipients(fault) ?? answer}`,
  };
}

/** Which recipients were refused, each with its reason; null when there is one at most. */
function refusedRecipients({ rejectedErrors }: Fault): string | null {
  if (!Array.isArray(rejectedErrors) || rejectedErrors.length < 2) return null;
  const faults = rejectedErrors as Fault[];
  return faults.map((one) => `${String(one.recipient)} (${oneLine(String(one.response))})`).join(", ");
}

function oneLine(text: string): string {
  return shortened(withoutControlCharacters(text.replace(/\s+/g, " ")).trim(), MAX_ANSWER);
}
