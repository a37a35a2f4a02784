import type { DataParts } from "#server/core/conversation.ts";
import { whatStands } from "#server/core/what-stands.ts";
import type { PlanChange } from "#server/services/change-plan.ts";
import { findEarlierVersions } from "#server/services/find-earlier-versions.ts";
import { takeBackChange } from "#server/services/take-back-change.ts";
import { keepChanging, type Turn } from "./turn.ts";
import { showChange } from "./turn-change.ts";

/**
 * Settles what an earlier wording of the message left behind, once the message is answered. Edits of the new
 * wording were made to the plan as the earlier one found it; a new wording that makes none takes the change
 * back. One that got no answer leaves it, so that it can be sent again. Versions that were saved stay.
 */
export async function settleEarlierWording(turn: Turn, isAnswered: boolean): Promise<DataParts["notice"][]> {
  const { ctx, state, messageId, happened } = turn;
  const texts: string[] = [];
  if (!isAnswered && happened.change === null && state.takesBack !== null) {
    texts.push(whatStands({ made: null, earlier: state.takesBack.revision }));
  }
  const change = isAnswered ? await takeBack(turn) : null;
  if (change !== null) {
    const again =
      state.current === null
        ? "There is no plan again"
        : `The plan is revision ${state.current.revision} again`;
    texts.push(
      `The new wording changes nothing by itself, so the earlier one's change is taken back. ${again}.`,
    );
  }
  const versions = await findEarlierVersions(ctx.db, { agentId: state.agent.id, messageId });
  for (const version of versions) {
    texts.push(`Version ${version}, saved after your earlier wording, stays saved as it is.`);
  }
  return texts.map((text) => ({ level: "info", text }));
}

/** Puts the plan back to what the earlier wording found, as the revision of this message; null when there is nothing to take back. */
export async function takeBack(turn: Turn): Promise<PlanChange | null> {
  const { ctx, state, messageId, happened } = turn;
  if (state.takesBack === null || happened.change !== null) return null;
  const change = await keepChanging(turn, () => takeBackChange(ctx, { agentId: state.agent.id, messageId }));
  if (change !== null) showChange(turn, change);
  return change;
}
