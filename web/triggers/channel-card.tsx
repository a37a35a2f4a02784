import { useQueryClient } from "@tanstack/react-query";
import { Mail, Webhook } from "lucide-react";
import { useState } from "react";
import type { ChannelView } from "#server/core/notice-views.ts";
import { patchJson, postJson, send } from "#web/api.ts";
import { joinClasses } from "#web/join-classes.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import controls from "#web/ui/controls.module.css";
import { Menu } from "#web/ui/menu.tsx";
import { Note } from "#web/ui/note.tsx";
import { useAction } from "#web/use-action.ts";
import { ChannelDeliveries } from "./channel-deliveries.tsx";
import { kindsText } from "./channel-draft.ts";
import { ChannelForm } from "./channel-form.tsx";
import { noticeDeliveryState } from "./channel-words.ts";
import { History } from "./history.tsx";
import styles from "./trigger-card.module.css";
import { channelPath, triggerKeys } from "./trigger-queries.ts";

type ChannelCardProps = { slug: string; channel: ChannelView; now: number };
type Tested = { isSent: boolean; error: string | null };

export function ChannelCard({ slug, channel, now }: ChannelCardProps) {
  const cache = useQueryClient();
  const [dialog, setDialog] = useState<"none" | "change" | "delete">("none");
  const [tested, setTested] = useState<Tested | null>(null);
  const { act, isSending, problem } = useAction("It did not work.");
  const { channelId, type, target, kinds, enabled, lastDelivery } = channel;
  const close = () => setDialog("none");
  const refresh = () => cache.invalidateQueries({ queryKey: triggerKeys.channels(slug) });
  const last = lastDelivery && noticeDeliveryState(lastDelivery, now).label.toLowerCase();

  async function test() {
    setTested(null);
    await act(async () => setTested(await postJson<Tested>(`${channelPath(channelId)}/test`, {})));
  }

  return (
    <li className={joinClasses(controls["card"], styles["card"])}>
      <div className={styles["head"]}>
        {type === "email" ? <Mail size={17} aria-hidden /> : <Webhook size={17} aria-hidden />}
        <div className={styles["title"]}>
          <h3>{target}</h3>
          <p>
            {enabled ? kindsText(kinds) : "Off"}
            {last && ` · last: ${last}`}
          </p>
        </div>
        <button
          type="button"
          className={controls["button"]}
          disabled={isSending}
          onClick={() =>
            enabled
              ? void test()
              : void act(() => patchJson(channelPath(channelId), { enabled: true })).then(refresh)
          }
        >
          {enabled ? "Send a test" : "Turn on"}
        </button>
        <Menu
          label={`More for ${target}`}
          items={[
            { label: "Change", onSelect: () => setDialog("change") },
            ...(enabled
              ? [
                  {
                    label: "Turn off",
                    onSelect: () =>
                      void act(() => patchJson(channelPath(channelId), { enabled: false })).then(refresh),
                  },
                ]
              : []),
            { label: "Delete", onSelect: () => setDialog("delete"), isDangerous: true },
          ]}
        />
      </div>
      {problem && <Note level="error">{problem}</Note>}
      {tested && (
        <div role="status">
          {tested.isSent ? (
            <Note level="info">The test was sent and taken.</Note>
          ) : (
            <Note level="error">The test did not arrive. {tested.error}</Note>
          )}
        </div>
      )}
      {lastDelivery?.status === "dead" && lastDelivery.error !== null && (
        <Note level="error">The last notice was given up: {lastDelivery.error}</Note>
      )}
      <History label="Notices sent here">
        <ChannelDeliveries slug={slug} channel={channel} now={now} />
      </History>
      {dialog === "change" && <ChannelForm slug={slug} channel={channel} onSecret={close} onClose={close} />}
      {dialog === "delete" && (
        <ConfirmDialog
          title="Delete the channel?"
          confirm="Delete"
          cancel="Keep it"
          isDangerous
          failure="The channel was not deleted."
          onConfirm={() => send("DELETE", channelPath(channelId)).then(refresh)}
          onClose={close}
        >
          <p>
            No more notices go to {target}, those that wait to be tried again included. The page keeps showing
            all notices.
          </p>
        </ConfirmDialog>
      )}
    </li>
  );
}
