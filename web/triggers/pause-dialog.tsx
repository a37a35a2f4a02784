import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { ScheduleView } from "#server/core/trigger-views.ts";
import { announce } from "#web/announce.tsx";
import { fieldProblems, patchJson } from "#web/api.ts";
import { joinClasses } from "#web/join-classes.ts";
import { Choices } from "#web/ui/choices.tsx";
import controls from "#web/ui/controls.module.css";
import { Dialog } from "#web/ui/dialog.tsx";
import dialogStyles from "#web/ui/dialog.module.css";
import { FormField } from "#web/ui/form-field.tsx";
import { Note } from "#web/ui/note.tsx";
import { useAction } from "#web/use-action.ts";
import { pauseBody, type PauseDraft, pauseDraft } from "./pause-draft.ts";
import styles from "./schedule-form.module.css";
import { schedulePath, triggerKeys } from "./trigger-queries.ts";

type PauseDialogProps = { slug: string; schedule: ScheduleView; now: number; onClose: () => void };

export function PauseDialog({ slug, schedule, now, onClose }: PauseDialogProps) {
  const cache = useQueryClient();
  const [draft, setDraft] = useState<PauseDraft>(() => pauseDraft(schedule, now));
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const { act, isSending, error, problem } = useAction(
    "The schedule goes on as it is.",
    draft.kind === "dates" ? ["pausedFrom", "pausedUntil"] : [],
  );
  const refused = { ...fieldProblems(error), ...wrong };

  async function pause(event: FormEvent) {
    event.preventDefault();
    const body = pauseBody(draft, schedule.timezone);
    setWrong(body.ok ? {} : body.error);
    if (!body.ok) return;
    if (!(await act(() => patchJson(schedulePath(schedule.scheduleId), body.value)))) return;
    announce("The pause is saved.");
    void cache.invalidateQueries({ queryKey: triggerKeys.schedules(slug) });
    onClose();
  }

  return (
    <Dialog title="Pause the schedule" onClose={onClose}>
      <form noValidate onSubmit={(event) => void pause(event)}>
        <p>Slots in a pause fire nothing and are not caught up. A run that is going goes on.</p>
        <Choices
          legend="How long"
          choices={[
            { value: "open", label: "Until I resume it", hint: "From now on." },
            {
              value: "dates",
              label: "For certain dates",
              hint: `Whole dates on the clocks of ${schedule.timezone}, both included. Then it goes on by itself.`,
            },
          ]}
          value={draft.kind}
          onChange={(kind) => setDraft({ ...draft, kind })}
        />
        {draft.kind === "dates" && (
          <div className={styles["row"]}>
            <FormField label="First date" problem={refused["pausedFrom"]}>
              {(parts) => (
                <input
                  {...parts}
                  type="date"
                  className={controls["field"]}
                  value={draft.first}
                  onChange={(event) => setDraft({ ...draft, first: event.currentTarget.value })}
                />
              )}
            </FormField>
            <FormField label="Last date" problem={refused["pausedUntil"]}>
              {(parts) => (
                <input
                  {...parts}
                  type="date"
                  className={controls["field"]}
                  value={draft.last}
                  onChange={(event) => setDraft({ ...draft, last: event.currentTarget.value })}
                />
              )}
            </FormField>
          </div>
        )}
        {problem && <Note level="error">{problem}</Note>}
        <div className={dialogStyles["actions"]}>
          <button type="button" className={controls["button"]} onClick={onClose}>
            Not now
          </button>
          <button
            type="submit"
            className={joinClasses(controls["button"], controls["primary"])}
            disabled={isSending}
          >
            Pause
          </button>
        </div>
      </form>
    </Dialog>
  );
}
