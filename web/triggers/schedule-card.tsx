import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import type { Plan } from "#server/core/plan.ts";
import type { ScheduleView } from "#server/core/trigger-views.ts";
import { announce } from "#web/announce.tsx";
import { patchJson, send } from "#web/api.ts";
import { joinClasses } from "#web/join-classes.ts";
import controls from "#web/ui/controls.module.css";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Menu } from "#web/ui/menu.tsx";
import { Note } from "#web/ui/note.tsx";
import { ToneIcon } from "#web/ui/tone-icon.tsx";
import { useAction } from "#web/use-action.ts";
import { viewerZone } from "#web/viewer-zone.ts";
import { Fact } from "./fact.tsx";
import { History } from "./history.tsx";
import { PauseDialog } from "./pause-dialog.tsx";
import { NO_PAUSE } from "./pause-draft.ts";
import { CATCH_UP_CHOICES, OVERLAP_CHOICES } from "./schedule-draft.ts";
import { ScheduleForm } from "./schedule-form.tsx";
import { isPaused, pauseText, scheduleState, slotState, slotTimeText } from "./schedule-words.ts";
import { SlotList } from "./slot-list.tsx";
import styles from "./trigger-card.module.css";
import { schedulePath, triggerKeys } from "./trigger-queries.ts";
import { WarningNotes } from "./warning-notes.tsx";
import { zoneTimeText } from "./zone-time.ts";

type ScheduleCardProps = { slug: string; schedule: ScheduleView; plan: Plan | undefined; now: number };

export function ScheduleCard({ slug, schedule, plan, now }: ScheduleCardProps) {
  const cache = useQueryClient();
  const [dialog, setDialog] = useState<"none" | "change" | "pause" | "delete">("none");
  const resume = useAction("The schedule was not resumed.");
  const close = () => setDialog("none");
  const refresh = () => cache.invalidateQueries({ queryKey: triggerKeys.schedules(slug) });
  const path = schedulePath(schedule.scheduleId);
  const { tone, label } = scheduleState(schedule, now);
  const stops = isPaused(schedule, now);
  const pause = pauseText(schedule);

  return (
    <li className={joinClasses(controls["card"], styles["card"])}>
      <div className={styles["head"]}>
        <ToneIcon tone={tone} size={17} />
        <div className={styles["title"]}>
          <h3>{schedule.words}</h3>
          <p>{label}</p>
        </div>
        {stops || pause !== null ? (
          <button
            type="button"
            className={controls["button"]}
            disabled={resume.isSending}
            onClick={() =>
              void resume
                .act(() => patchJson(path, NO_PAUSE))
                .then((worked) => worked && announce("The schedule is on again."))
                .then(refresh)
            }
          >
            {stops ? "Resume" : "Drop the pause"}
          </button>
        ) : (
          <button type="button" className={controls["button"]} onClick={() => setDialog("pause")}>
            Pause
          </button>
        )}
        <Menu
          label={`More for ${schedule.words}`}
          items={[
            { label: "Change", onSelect: () => setDialog("change") },
            ...(pause === null ? [] : [{ label: "Change the pause", onSelect: () => setDialog("pause") }]),
            { label: "Delete", onSelect: () => setDialog("delete"), isDangerous: true },
          ]}
        />
      </div>
      {schedule.broken !== null && <Note level="error">{schedule.broken}</Note>}
      {!stops && pause !== null && <Note level="info">It will be paused {pause}.</Note>}
      <WarningNotes warnings={schedule.warnings} />
      {resume.problem && <Note level="error">{resume.problem}</Note>}
      <dl className={styles["facts"]}>
        <Fact name="Cron">
          <code>{schedule.cron}</code>
        </Fact>
        <Fact name="For you">{ownTime(schedule)}</Fact>
        <Fact name="If the run before goes on">{labelOf(OVERLAP_CHOICES, schedule.overlap)}</Fact>
        <Fact name="After a downtime">{labelOf(CATCH_UP_CHOICES, schedule.catchUp)}</Fact>
        {schedule.input !== null && (
          <Fact name="Run input">
            <code>{JSON.stringify(schedule.input)}</code>
          </Fact>
        )}
        {schedule.lastSlot && (
          <Fact name="Last slot">
            {slotTimeText(schedule.lastSlot, schedule.timezone)}: {slotState(schedule.lastSlot).label}
            {schedule.lastSlot.runId !== null && (
              <>
                {". "}
                <Link href={`/runs/${schedule.lastSlot.runId}`}>See the run</Link>
              </>
            )}
          </Fact>
        )}
      </dl>
      <History label="All slots">
        <SlotList schedule={schedule} />
      </History>
      {dialog === "change" && <ScheduleForm slug={slug} schedule={schedule} plan={plan} onClose={close} />}
      {dialog === "pause" && <PauseDialog slug={slug} schedule={schedule} now={now} onClose={close} />}
      {dialog === "delete" && (
        <ConfirmDialog
          title="Delete the schedule?"
          confirm="Delete"
          cancel="Keep it"
          isDangerous
          failure="The schedule was not deleted."
          onConfirm={() => send("DELETE", path).then(refresh)}
          onClose={close}
        >
          <p>
            “{schedule.words}” fires no more, and its list of slots goes with it. Runs that it started stay,
            and one that is going goes on. To stop it for a while, pause it instead.
          </p>
        </ConfirmDialog>
      )}
    </li>
  );
}

function ownTime({ nextFireTimes: [next], timezone }: ScheduleView): string {
  if (next === undefined) return "–";
  const own = viewerZone();
  return own === timezone ? "The same clocks" : `${zoneTimeText(next, own)}, in ${own}`;
}

function labelOf<Value extends string>(
  choices: readonly { value: Value; label: string }[],
  value: Value,
): string {
  return choices.find((choice) => choice.value === value)?.label ?? value;
}
