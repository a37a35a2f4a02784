import type { SendOutcome } from "#server/context.ts";
import { shortened } from "#server/core/characters.ts";
import { withoutControlCharacters } from "#server/core/control-characters.ts";

const MAX_ANSWER = 200;

type Fault = { code?: unknown; responseCode?: unknown; response?: unknown; message?: unknown };

/** What came in the way of a mail, and whether a later try may get through. */
export function mailFault(error: unknown, at: { server: string; isLate: boolean }): SendOutcome {
  const fault: Fault = error instanceof Error ? error : {};
  const again = (words: string): SendOutcome => ({ type: "failed", error: words, mayHelpToTryAgain: true });
  const where = `The mail server ${at.server}`;
  if (at.isLate || fault.code === "ETIMEDOUT") return again(`${where} did not answer in time.`);

  const answer = typeof fault.response === "string" ? oneLine(fault.response) : null;
  switch (fault.code) {
    // These are mended in the settings, and then the same mail gets through.
    case "EAUTH":
    case "ENOAUTH":
      return again(`${where} did not take the user and password of SMTP_URL.`);
    case "ETLS":
      return again(
        `${where} offers no encrypted connection that can be trusted (${oneLine(String(fault.message))}), and the password of SMTP_URL is sent over no other.`,
      );
    case "EDNS":
      return again(`${where} is not known: its name leads to no address.`);
  }
  if (answer === null || typeof fault.responseCode !== "number") {
    return again(`${where} could not be reached, or broke off (${String(fault.code ?? "unknown")}).`);
  }
  return {
    type: "failed",
    error: `${where} refused the mail: ${answer}`,
    mayHelpToTryAgain: fault.responseCode < 500,
  };
}

function oneLine(text: string): string {
  return shortened(withoutControlCharacters(text.replace(/\s+/g, " ")).trim(), MAX_ANSWER);
}
