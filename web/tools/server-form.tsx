import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { ToolServerView } from "#server/core/tool-server.ts";
import { announce } from "#web/announce.tsx";
import { errorSentence, fieldProblems, patchJson, postJson } from "#web/api.ts";
import { joinClasses } from "#web/join-classes.ts";
import { Choices } from "#web/ui/choices.tsx";
import controls from "#web/ui/controls.module.css";
import { Dialog } from "#web/ui/dialog.tsx";
import dialogStyles from "#web/ui/dialog.module.css";
import { FormField } from "#web/ui/form-field.tsx";
import { Note } from "#web/ui/note.tsx";
import { useAction } from "#web/use-action.ts";
import {
  type DraftProblems,
  draftProblems,
  refusedFields,
  type ServerDraft,
  serverDraft,
  transportOf,
} from "./server-draft.ts";
import { ServerFields } from "./server-fields.tsx";
import { KIND_CHOICES } from "./server-words.ts";
import { serverPath, showServer } from "./tool-queries.ts";

// What was typed of a new server stays while the dialog is shut: Escape is pressed by mistake as well.
let unsaved: ServerDraft | null = null;

/** Adds a tool server, or changes how one is reached. */
export function ServerForm({ server, onClose }: { server: ToolServerView | null; onClose: () => void }) {
  const cache = useQueryClient();
  const isNew = server === null;
  const [draft, setDraft] = useState(() => (isNew ? unsaved : null) ?? serverDraft(server));
  const [isKept, setIsKept] = useState(isNew && unsaved !== null);
  // What was said of another draft is not said of this one.
  const [isChanged, setIsChanged] = useState(false);
  const [problems, setProblems] = useState<DraftProblems>({});
  const { act, isSending, error } = useAction("");
  const refused = refusedFields(isChanged ? {} : fieldProblems(error));

  function change(part: Partial<ServerDraft>) {
    const next = { ...draft, ...part };
    setDraft(next);
    if (isNew) unsaved = next;
    setIsChanged(true);
  }

  function startAnew() {
    unsaved = null;
    setIsKept(false);
    setProblems({});
    setIsChanged(true);
    setDraft(serverDraft(null));
  }

  async function save(event: FormEvent) {
    event.preventDefault();
    const found = draftProblems(draft, isNew);
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    setIsChanged(false);
    const transport = transportOf(draft);
    await act(async () => {
      const saved = server
        ? await patchJson<ToolServerView>(serverPath(server.serverId), { transport })
        : await postJson<ToolServerView>("/api/tool-servers", { name: draft.name.trim(), transport });
      if (isNew) unsaved = null;
      onClose();
      announce(
        isNew ? `${saved.name} is added with ${saved.tools.length} tools.` : `${saved.name} is changed.`,
      );
      await showServer(cache, saved);
    });
  }

  return (
    <Dialog title={isNew ? "New tool server" : `Change “${server.name}”`} onClose={onClose} isWide>
      <form noValidate onSubmit={(event) => void save(event)}>
        {isKept && (
          <Note
            level="info"
            action={
              <button type="button" className={controls["linkButton"]} onClick={startAnew}>
                Start anew
              </button>
            }
          >
            What you typed before is still here.
          </Note>
        )}
        {isNew && (
          <>
            <FormField
              label="Name"
              problem={problems.name ?? refused.fields.name}
              hint={`Its tools are named after it: ${draft.name.trim() || "memory"}.search_nodes`}
            >
              {(parts) => (
                <input
                  {...parts}
                  data-first-focus
                  className={controls["field"]}
                  autoComplete="off"
                  spellCheck={false}
                  placeholder="memory"
                  value={draft.name}
                  onChange={(event) => change({ name: event.currentTarget.value })}
                />
              )}
            </FormField>
            <Choices
              legend="What it is"
              choices={KIND_CHOICES}
              value={draft.type}
              onChange={(type) => change({ type })}
            />
          </>
        )}
        <ServerFields draft={draft} problems={{ ...refused.fields, ...problems }} onChange={change} />
        {isNew && (
          <Note level="info">
            {draft.type === "stdio" && "It runs on this machine with the rights of this server. "}
            Adding it accepts the tools that it offers now. When one changes later, it is off until you accept
            it as it is then.
          </Note>
        )}
        {error !== null && !refused.isAll && !isChanged && <Note level="error">{errorSentence(error)}</Note>}
        <div className={dialogStyles["actions"]}>
          <button type="button" className={controls["button"]} onClick={onClose}>
            Not now
          </button>
          <button
            type="submit"
            className={joinClasses(controls["button"], controls["primary"])}
            disabled={isSending}
          >
            {isSending ? "Asking the server…" : isNew ? "Add the server" : "Save the change"}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
