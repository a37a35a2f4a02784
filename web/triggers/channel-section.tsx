import { Plus } from "lucide-react";
import { useState } from "react";
import controls from "#web/ui/controls.module.css";
import { ChannelCard } from "./channel-card.tsx";
import { ChannelForm } from "./channel-form.tsx";
import { SecretOnce } from "./secret-once.tsx";
import { useChannels } from "./trigger-queries.ts";
import { TriggerSection } from "./trigger-section.tsx";

type Open = { dialog: "none" | "form" } | { dialog: "secret"; secret: string };

export function ChannelSection({ slug, now }: { slug: string; now: number }) {
  const channels = useChannels(slug);
  const [open, setOpen] = useState<Open>({ dialog: "none" });
  const close = () => setOpen({ dialog: "none" });
  return (
    <TriggerSection
      title="Who hears about it"
      about="Notices of this agent always stand on the page, under Notices. Here they also go elsewhere: one message for each cause, however often it repeats."
      empty="Nobody is told elsewhere yet."
      list={channels}
      action={
        <button type="button" className={controls["button"]} onClick={() => setOpen({ dialog: "form" })}>
          <Plus size={14} aria-hidden />
          Add a channel
        </button>
      }
      item={(channel) => <ChannelCard key={channel.channelId} slug={slug} channel={channel} now={now} />}
    >
      {open.dialog === "form" && (
        <ChannelForm
          slug={slug}
          channel={null}
          onSecret={(secret) => setOpen({ dialog: "secret", secret })}
          onClose={close}
        />
      )}
      {open.dialog === "secret" && (
        <SecretOnce
          title="The channel is added"
          secret={open.secret}
          lost="If it is lost, delete the channel and add it again."
          onClose={close}
        >
          <p>
            The receiver checks each message with it, as Standard Webhooks describes: the headers webhook-id,
            webhook-timestamp and webhook-signature. The same webhook-id may come twice.
          </p>
        </SecretOnce>
      )}
    </TriggerSection>
  );
}
