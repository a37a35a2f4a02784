import type { DataParts } from "#server/core/conversation.ts";
import { claimsChange, claimsSaving, claimsStart, deniesChange } from "./claims.ts";
import type { Happened } from "./turn.ts";

type Notice = DataParts["notice"];

/** What the person has to know because the reply does not say it, or says something else. */
export function checkReply(input: {
  text: string;
  happened: Happened;
  /** Calls that could not be read or broke. */
  failedCalls: number;
  /** The plan's revision before the turn; 0 without a plan. */
  revision: number;
}): Notice[] {
  const { text, happened, failedCalls, revision } = input;
  const { change, snapshot, proposals, refusals } = happened;
  const isSilent = text.trim() === "";
  const asItWas = revision === 0 ? "There is no plan yet" : `The plan is as it was, at revision ${revision}`;
  const planRefusal = refusals.findLast((item) => item.tool !== "save_plan");
  const saveRefusal = refusals.findLast((item) => item.tool === "save_plan");
  const notices: Notice[] = [];

  if (change === null && planRefusal) {
    const why = isSilent ? ` ${planRefusal.message}` : "";
    notices.push({ level: isSilent ? "warning" : "info", text: `${asItWas}.${why}` });
  } else if (change === null && failedCalls > 0) {
    notices.push({
      level: "warning",
      text: `The planner made a call that could not be read or broke. ${asItWas}.`,
    });
  } else if (change === null && claimsChange(text)) {
    notices.push({
      level: "warning",
      text: `The reply sounds as if the plan had changed, but this message changed nothing. ${asItWas}.`,
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
  } else if (snapshot === null && claimsSaving(text)) {
    notices.push({
      level: "warning",
      text: "The reply sounds as if the plan had been saved, but this message saved nothing.",
    });
  }

  if (claimsStart(text)) {
    notices.push({
      level: "warning",
      text:
        proposals.length > 0
          ? "Nothing has started and nothing is scheduled yet: that happens when you confirm the card."
          : "The reply sounds as if a run had started or was scheduled, but this message did neither.",
    });
  }

  const isEmpty = isSilent && change === null && snapshot === null && proposals.length === 0;
  if (isEmpty && notices.length === 0) {
    notices.push({
      level: "warning",
      text: `The planner gave no answer. ${asItWas}. Say it in other words, or send it again.`,
    });
  }
  return notices;
}
