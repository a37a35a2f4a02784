import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { noticeKindSchema } from "#server/core/notice.ts";
import type { ChannelView, NewChannelView } from "#server/core/notice-views.ts";
import { fieldProblems, patchJson, postJson } from "#web/api.ts";
import { joinClasses } from "#web/join-classes.ts";
import { agentPath } from "#web/queries.ts";
import { Choices } from "#web/ui/choices.tsx";
import choiceStyles from "#web/ui/choices.module.css";
import controls from "#web/ui/controls.module.css";
import { Dialog } from "#web/ui/dialog.tsx";
import dialogStyles from "#web/ui/dialog.module.css";
import { FormField } from "#web/ui/form-field.tsx";
import { Note } from "#web/ui/note.tsx";
import { useAction } from "#web/use-action.ts";
import { channelDraft, channelKinds, KIND_NAMES } from "./channel-draft.ts";
import { channelPath, triggerKeys } from "./trigger-queries.ts";

type ChannelFormProps = {
  slug: string;
  /** null for a new one. */
  channel: ChannelView | null;
  /** Called with the secret of a new webhook. */
  onSecret: (secret: string) => void;
  onClose: () => void;
};

export function ChannelForm({ slug, channel, onSecret, onClose }: ChannelFormProps) {
  const cache = useQueryClient();
  const [draft, setDraft] = useState(() => channelDraft(channel));
  const { act, isSending, error, problem } = useAction("The channel was not saved.", ["target"]);
  const refused = fieldProblems(error);
  const isMail = draft.type === "email";

  async function save(event: FormEvent) {
    event.preventDefault();
    const rest = { target: draft.target.trim(), kinds: channelKinds(draft.kinds) };
    await act(async () => {
      const secret = channel
        ? await patchJson(channelPath(channel.channelId), rest).then(() => null)
        : (await postJson<NewChannelView>(`${agentPath(slug)}/channels`, { type: draft.type, ...rest }))
            .secret;
      void cache.invalidateQueries({ queryKey: triggerKeys.channels(slug) });
      if (secret) onSecret(secret);
      else onClose();
    });
  }

  return (
    <Dialog title={channel ? "Change the channel" : "New channel"} onClose={onClose}>
      <form noValidate onSubmit={(event) => void save(event)}>
        {!channel && (
          <Choices
            legend="How"
            choices={[
              {
                value: "webhook",
                label: "Webhook",
                hint: "A signed POST as Standard Webhooks describes it, tried again for hours until it is taken.",
              },
              { value: "email", label: "E-mail", hint: "Through the mail server in the server's SMTP_URL." },
            ]}
            value={draft.type}
            onChange={(type) => setDraft({ ...draft, type })}
          />
        )}
        <FormField label={isMail ? "E-mail address" : "Address, as a URL"} problem={refused["target"]}>
          {(parts) => (
            <input
              {...parts}
              className={controls["field"]}
              inputMode={isMail ? "email" : "url"}
              autoComplete="off"
              spellCheck={false}
              placeholder={isMail ? "team@example.com" : "https://example.com/notices"}
              value={draft.target}
              onChange={(event) => setDraft({ ...draft, target: event.currentTarget.value })}
            />
          )}
        </FormField>
        <fieldset className={choiceStyles["choices"]}>
          <legend>What it is told</legend>
          {noticeKindSchema.options.map((kind) => (
            <label key={kind}>
              <input
                type="checkbox"
                checked={draft.kinds.includes(kind)}
                onChange={(event) =>
                  setDraft({
                    ...draft,
                    kinds: event.currentTarget.checked
                      ? [...draft.kinds, kind]
                      : draft.kinds.filter((other) => other !== kind),
                  })
                }
              />
              {KIND_NAMES[kind]}
            </label>
          ))}
        </fieldset>
        {problem && <Note level="error">{problem}</Note>}
        <div className={dialogStyles["actions"]}>
          <button type="button" className={controls["button"]} onClick={onClose}>
            Not now
          </button>
          <button
            type="submit"
            className={joinClasses(controls["button"], controls["primary"])}
            disabled={isSending || draft.target.trim() === "" || draft.kinds.length === 0}
          >
            {channel ? "Save the change" : "Add the channel"}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
