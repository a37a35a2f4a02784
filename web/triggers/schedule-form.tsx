import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import type { Plan } from "#server/core/plan.ts";
import type { ScheduleView } from "#server/core/trigger-views.ts";
import { cronRunInputWarning } from "#server/core/trigger-warnings.ts";
import { announce } from "#web/announce.tsx";
import { fieldProblems, patchJson, postJson } from "#web/api.ts";
import { joinClasses } from "#web/join-classes.ts";
import { agentPath } from "#web/queries.ts";
import { Choices } from "#web/ui/choices.tsx";
import controls from "#web/ui/controls.module.css";
import { Dialog } from "#web/ui/dialog.tsx";
import dialogStyles from "#web/ui/dialog.module.css";
import { FormField } from "#web/ui/form-field.tsx";
import { Note } from "#web/ui/note.tsx";
import { useAction } from "#web/use-action.ts";
import { viewerZone } from "#web/viewer-zone.ts";
import { inputReaders } from "./input-readers.ts";
import {
  CATCH_UP_CHOICES,
  COMMON_CRONS,
  OVERLAP_CHOICES,
  type ScheduleDraft,
  scheduleBody,
  scheduleDraft,
} from "./schedule-draft.ts";
import styles from "./schedule-form.module.css";
import { SchedulePreview } from "./schedule-preview.tsx";
import { schedulePath, triggerKeys, useSchedulePreview } from "./trigger-queries.ts";
import { useSettled } from "./use-settled.ts";
import { WarningNotes } from "./warning-notes.tsx";

// A preview for every key pressed would be asked for in vain.
const PREVIEW_AFTER_MS = 250;

type ScheduleFormProps = {
  slug: string;
  /** null for a new one. */
  schedule: ScheduleView | null;
  /** What its runs follow: the saved plan, or the draft while nothing is saved. */
  plan: Plan | undefined;
  onClose: () => void;
};

export function ScheduleForm({ slug, schedule, plan, onClose }: ScheduleFormProps) {
  const cache = useQueryClient();
  const zonesId = useId();
  const [draft, setDraft] = useState(() => scheduleDraft(schedule, viewerZone()));
  const [inputProblem, setInputProblem] = useState<string | null>(null);
  const { act, isSending, error, problem } = useAction("The schedule was not saved.", ["cron", "timezone"]);
  const asked = useSettled(draft, PREVIEW_AFTER_MS);
  const preview = useSchedulePreview(asked.cron, asked.timezone);
  const [sent, setSent] = useState(draft);
  const problemAt = (field: "cron" | "timezone" | "input") =>
    (asked[field] === draft[field] ? fieldProblems(preview.error)[field] : undefined) ??
    (sent[field] === draft[field] ? fieldProblems(error)[field] : undefined);
  const readers = inputReaders(plan);
  const showsInput = readers !== "" || draft.input !== "";
  const input = scheduleBody(asked);
  const warning = plan && input.ok ? cronRunInputWarning(plan, input.value.input) : null;
  const change = (part: Partial<ScheduleDraft>) => setDraft({ ...draft, ...part });

  async function save(event: FormEvent) {
    event.preventDefault();
    const body = scheduleBody(draft);
    setInputProblem(body.ok ? null : body.error);
    if (!body.ok) return;
    setSent(draft);
    const isSaved = await act(() =>
      schedule
        ? patchJson<ScheduleView>(schedulePath(schedule.scheduleId), body.value)
        : postJson<ScheduleView>(`${agentPath(slug)}/schedules`, body.value),
    );
    if (!isSaved) return;
    announce("The schedule is saved.");
    void cache.invalidateQueries({ queryKey: triggerKeys.schedules(slug) });
    onClose();
  }

  return (
    <Dialog title={schedule ? "Change the schedule" : "New schedule"} onClose={onClose} isWide>
      <form noValidate onSubmit={(event) => void save(event)}>
        <div className={styles["row"]}>
          <FormField
            label="Cron"
            problem={problemAt("cron")}
            hint="Minute, hour, day of month, month, day of week. Names, L, W and # work."
          >
            {(parts) => (
              <input
                {...parts}
                className={joinClasses(controls["field"], controls["mono"])}
                autoComplete="off"
                spellCheck={false}
                value={draft.cron}
                onChange={(event) => change({ cron: event.currentTarget.value })}
              />
            )}
          </FormField>
          <FormField
            label="Time zone"
            problem={problemAt("timezone")}
            hint="Its clocks decide, summer time included."
          >
            {(parts) => (
              <input
                {...parts}
                className={controls["field"]}
                list={zonesId}
                autoComplete="off"
                spellCheck={false}
                value={draft.timezone}
                onChange={(event) => change({ timezone: event.currentTarget.value })}
              />
            )}
          </FormField>
          <datalist id={zonesId}>
            {["UTC", ...Intl.supportedValuesOf("timeZone")].map((zone) => (
              <option key={zone} value={zone} />
            ))}
          </datalist>
        </div>
        <ul className={styles["common"]} aria-label="Common schedules">
          {COMMON_CRONS.map(({ cron, words }) => (
            <li key={cron}>
              <button type="button" aria-pressed={draft.cron === cron} onClick={() => change({ cron })}>
                {words}
              </button>
            </li>
          ))}
        </ul>
        <WarningNotes warnings={warning === null ? [] : [warning]} />
        <SchedulePreview preview={preview} />
        <Choices
          legend="When the run before is still going"
          choices={OVERLAP_CHOICES}
          value={draft.overlap}
          onChange={(overlap) => change({ overlap })}
        />
        <Choices
          legend="When the server was down"
          choices={CATCH_UP_CHOICES}
          value={draft.catchUp}
          onChange={(catchUp) => change({ catchUp })}
        />
        {showsInput && (
          <FormField
            label="Run input, as JSON"
            problem={inputProblem ?? problemAt("input")}
            hint={inputHint(readers)}
          >
            {(parts) => (
              <textarea
                {...parts}
                className={joinClasses(controls["field"], controls["mono"])}
                rows={4}
                spellCheck={false}
                value={draft.input}
                onChange={(event) => change({ input: event.currentTarget.value })}
              />
            )}
          </FormField>
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
            {schedule ? "Save the change" : "Save the schedule"}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function inputHint(readers: string): string {
  const reads = readers === "" ? "No step of the plan reads it." : `It is read by ${readers}.`;
  return `Every run of this schedule gets the same. ${reads}`;
}
