import { useQueryClient } from "@tanstack/react-query";
import { CalendarClock } from "lucide-react";
import { useRef } from "react";
import { Link } from "wouter";
import type { ScheduleView } from "#server/core/trigger-views.ts";
import { announce } from "#web/announce.tsx";
import { patchJson, postJson, send } from "#web/api.ts";
import { joinClasses } from "#web/join-classes.ts";
import { agentPath } from "#web/queries.ts";
import { schedulePath, triggerKeys, useSchedules } from "#web/triggers/trigger-queries.ts";
import { WarningNotes } from "#web/triggers/warning-notes.tsx";
import controls from "#web/ui/controls.module.css";
import { Note } from "#web/ui/note.tsx";
import { useAction } from "#web/use-action.ts";
import { NextFires } from "./next-fires.tsx";
import { ProposalCard } from "./proposal-card.tsx";
import styles from "./proposal-card.module.css";
import {
  isAsProposed,
  proposedSettings,
  type ScheduleFact,
  type ScheduleProposalData,
  scheduleFacts,
  scheduleProposalWords,
} from "./schedule-proposal-words.ts";

type ScheduleProposalProps = { slug: string; proposal: ScheduleProposalData; isCurrent: boolean };

/** A schedule exactly as it will be stored, or what becomes of one that there is. */
export function ScheduleProposal({ slug, proposal, isCurrent }: ScheduleProposalProps) {
  const cache = useQueryClient();
  const schedules = useSchedules(slug);
  const { scheduleId, remove = false } = proposal;
  const known = schedules.data?.items;
  const existing = find(known, scheduleId);
  const before = useRef<ScheduleView | null>(null);
  before.current ??= existing;
  const words = scheduleProposalWords(proposal, before.current);
  const { act, isSending, problem } = useAction(words.failure);
  const isGone = known !== undefined && scheduleId !== undefined && existing === null;
  const isDone = remove
    ? isGone
    : (known?.some(
        (schedule) =>
          (scheduleId === undefined || schedule.scheduleId === scheduleId) &&
          isAsProposed(proposal, schedule),
      ) ?? false);

  async function confirm() {
    const settings = proposedSettings(proposal);
    const worked = await act(async () => {
      if (scheduleId === undefined) await postJson<ScheduleView>(`${agentPath(slug)}/schedules`, settings);
      else if (remove) await send("DELETE", schedulePath(scheduleId));
      else await patchJson<ScheduleView>(schedulePath(scheduleId), settings);
    });
    if (worked) announce(words.done);
    await cache.invalidateQueries({ queryKey: triggerKeys.schedules(slug) });
  }

  return (
    <ProposalCard
      icon={CalendarClock}
      title={words.title}
      actions={
        !isDone &&
        !(isGone && !remove) && (
          <button
            type="button"
            className={joinClasses(
              controls["button"],
              remove ? controls["danger"] : isCurrent && controls["primary"],
            )}
            disabled={isSending || known === undefined}
            onClick={() => void confirm()}
          >
            {words.confirm}
          </button>
        )
      }
    >
      <dl>
        {scheduleFacts(proposal, isDone || remove ? null : existing).map((fact) => (
          <FactLine key={fact.name} fact={fact} />
        ))}
      </dl>
      {!remove && (
        <>
          <NextFires times={proposal.nextFireTimes} timezone={proposal.timezone} />
          <WarningNotes warnings={proposal.warnings} />
        </>
      )}
      {isDone && (
        <p className={styles["done"]}>
          {words.done} <Link href={`/agents/${slug}/triggers`}>See the triggers</Link>
        </p>
      )}
      {isGone && !remove && <p className={styles["limit"]}>This schedule has been deleted since.</p>}
      {problem && <Note level="error">{problem}</Note>}
    </ProposalCard>
  );
}

function find(schedules: readonly ScheduleView[] | undefined, scheduleId: string | undefined) {
  return schedules?.find((schedule) => schedule.scheduleId === scheduleId) ?? null;
}

function FactLine({ fact: { name, value, isCode, before } }: { fact: ScheduleFact }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={isCode ? styles["code"] : undefined}>
        {before !== undefined && (
          <>
            <del>{before}</del>{" "}
          </>
        )}
        {value}
      </dd>
    </div>
  );
}
