import type { Config } from "#server/config.ts";
import type { Senders } from "#server/context.ts";
import { mailRefusal, sendMail } from "./send-mail.ts";
import { sendWebhook, webhookRefusal } from "./send-webhook.ts";

export function createSenders({ egressAllow, mail }: Pick<Config, "egressAllow" | "mail">): Senders {
  const refusal: Senders["refusal"] = (type, target) =>
    type === "email" ? mailRefusal(target, mail) : webhookRefusal(target, egressAllow);

  return {
    refusal,
    send: async (type, outgoing, signal) => {
      // The settings may be others than when the channel was made.
      const refused = refusal(type, outgoing.target);
      if (refused !== null) return { type: "failed", error: refused, mayHelpToTryAgain: false };
      return type === "email" && mail !== null
        ? sendMail(outgoing, mail, signal)
        : sendWebhook(outgoing, egressAllow, signal);
    },
  };
}
