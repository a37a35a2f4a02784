import { shortened } from "#server/core/characters.ts";
import type { DataParts } from "#server/core/conversation.ts";
import { listOf } from "#server/core/list-of.ts";
import { claimsChange, claimsSaving, claimsStart, deniesChange, removedNumbers } from "./claims.ts";
import type { Failure } from "./planner-failure.ts";
import type { Happened } from "./turn.ts";
import { isChangingTool } from "./turn-change.ts";

type Notice = DataParts["notice"];

const MAX_NAMED = 6;
const CARD_TOOLS = ["start_run", "set_schedule", "set_webhook"];
const WRITTEN_CALL = /"baseRevision"\s*:|\b(?:edit_plan|propose_plan|restore_revision|save_plan)\b/;

/** What the person has to know because the reply does not say it, or says something else. */
export function checkReply(input: {
  text: string;
  happened: Happened;
  /** Calls that could not be read or broke. */
  failedCalls: number;
  /** The plan's revision before the turn; 0 without a plan. */
  revision: number;
  /** Whether that revision is saved already, and whether the agent ever ran: saying so is no claim. */
  isSaved?: boolean;
  hasRuns?: boolean;
}): Notice[] {
  const { text, happened, failedCalls, revision, isSaved = false, hasRuns = false } = input;
  const { change, snapshot, proposals, refusals } = happened;
  const isSilent = text.trim() === "";
  const asItWas = standing(revision);
  const planRefusal = refusals.findLast((item) => isChangingTool(item.tool));
  const cardRefusal = refusals.findLast((item) => CARD_TOOLS.includes(item.tool));
  const saveRefusal = refusals.findLast((item) => item.tool === "save_plan");
  const notices: Notice[] = [];

  if (change === null && planRefusal) {
    const why = isSilent ? ` ${planRefusal.message}` : "";
    notices.push({ level: isSilent ? "warning" : "info", text: `${asItWas}.${why}` });
  } else if (change === null && failedCalls > 0) {
    notices.push({
      level: "warning",
      text: `The planner made a call that could not be read or broke. ${asItWas}. Send it again, or say it in other words.`,
    });
  } else if (change === null && WRITTEN_CALL.test(text)) {
    notices.push({
      level: "warning",
      text: `The reply writes a call out instead of making it, so nothing was done. ${asItWas}. Send it again.`,
    });
  } else if (change === null && claimsChange(text, revision)) {
    notices.push({
      level: "warning",
      text: `The reply sounds as if the plan had changed, but this message changed nothing. ${asItWas}.`,
    });
  } else if (change !== null && planRefusal?.isAfterChange === true) {
    notices.push({
      level: "warning",
      text: `Not all of it was done. Revision ${change.revision} holds: ${withFullStop(change.changeDescription)} What was asked for beyond that was refused; ask for it in a message of its own.`,
    });
  } else if (change !== null && isOverstated(text, change, revision)) {
    notices.push({
      level: "warning",
      text: `The reply says that more steps were removed than were. ${removalsOf(change)}`,
    });
  } else if (change !== null && deniesChange(text)) {
    notices.push({
      level: "warning",
      text: `The plan did change: revision ${change.revision}, ${change.changeDescription}`,
    });
  }

  if (snapshot === null && saveRefusal) {
    notices.push({
      level: "warning",
      text: `The plan was not saved.${isSilent ? ` ${saveRefusal.message}` : ""}`,
    });
  } else if (snapshot === null && claimsSaving(text, revision, isSaved)) {
    notices.push({
      level: "warning",
      text: "The reply sounds as if the plan had been saved, but this message saved nothing.",
    });
  }

  if (claimsStart(text, hasRuns)) {
    notices.push({
      level: "warning",
      text:
        proposals.length > 0
          ? "Nothing has started and nothing is scheduled yet: that happens when you confirm the card."
          : "The reply sounds as if a run had started or was scheduled, but this message did neither.",
    });
  }

  if (isSilent && proposals.length === 0 && cardRefusal)
    notices.push({ level: "warning", text: `No card is shown. ${cardRefusal.message}` });

  const isEmpty = isSilent && change === null && snapshot === null && proposals.length === 0;
  if (isEmpty && notices.length === 0) {
    notices.push({
      level: "warning",
      text: `The planner gave no answer. ${asItWas}. Say it in other words, or send it again.`,
    });
  }
  return notices;
}

type Change = NonNullable<Happened["change"]>;

function isOverstated(text: string, { diff, isRestore }: Change, revision: number): boolean {
  return isRestore !== true && removedNumbers(text, revision).length > diff.removed.length;
}

function removalsOf({ revision, diff: { removed } }: Change): string {
  if (removed.length === 0) return `Revision ${revision} removed none.`;
  const names = removed.slice(0, MAX_NAMED).map(({ before, title }) => `${before} "${shortened(title)}"`);
  const hidden = removed.length - names.length;
  const more = hidden > 0 ? [`${hidden} more`] : [];
  return `Revision ${revision} removed only ${removed.length === 1 ? "step" : "steps"} ${listOf([...names, ...more])}.`;
}

/** What a person has to know when the answer did not come whole: why, what stands, what to do. */
export function failureNotice(
  { why, remedy }: Failure,
  { change, snapshot }: Happened,
  revision: number,
): Notice {
  const stands =
    change === null
      ? [`${standing(revision)}.`]
      : [`The change is made: revision ${change.revision}, ${withFullStop(change.changeDescription)}`];
  if (snapshot !== null) stands.push(`It is saved as version ${snapshot.version}.`);
  const isDone = change !== null || snapshot !== null;
  return { level: "error", text: [why, ...stands, ...(isDone ? [] : [remedy])].join(" ") };
}

function standing(revision: number): string {
  return revision === 0 ? "There is no plan yet" : `The plan is as it was, at revision ${revision}`;
}

function withFullStop(text: string): string {
  return /[.!?。！？]$/u.test(text) ? text : `${text}.`;
}
