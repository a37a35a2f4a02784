import type { EditPlanInput } from "#server/core/edit-schema.ts";
import type { FailedRun } from "#server/core/failed-run.ts";
import { rehearseEdits } from "#server/services/rehearse-edits.ts";
import { diffSentences } from "./diff-sentences.ts";
import { issueLines, newIssues } from "./issue-lines.ts";
import type { Turn } from "./turn.ts";
import { isChangingTool, reportRefusal } from "./turn-change.ts";
import { proposeCard } from "./turn-proposal.ts";

/** Shows edits as a card that the person accepts, with what they would do. Nothing is changed. */
export async function proposeEdits(
  turn: Turn,
  run: Pick<FailedRun, "runId">,
  input: EditPlanInput,
): Promise<string> {
  const { ctx, state, messageId, happened } = turn;
  if (happened.called.filter(isChangingTool).length > 1 || happened.change !== null) {
    const message = "A correction is proposed by one call of edit_plan, which holds all of its edits.";
    return reportRefusal(turn, "edit_plan", message);
  }
  const result = await rehearseEdits(ctx, { agentId: state.agent.id, messageId, ...input });
  if (!result.ok) return reportRefusal(turn, "edit_plan", result.error.message);

  const { plan, edits, diff, issues, notes } = result.value;
  const before = state.current?.plan ?? null;
  const found = newIssues(state.current?.issues ?? [], issues);
  proposeCard(turn, {
    type: "edit",
    edits,
    description: input.changeDescription,
    baseRevision: input.baseRevision,
    runId: run.runId,
    diff,
    issues: found,
  });
  return [
    `A card with the correction is shown: ${input.changeDescription}`,
    ...diffSentences(diff, { before, after: plan }),
    ...notes.map((note) => `Note: ${note}`),
    ...issueLines(found).map((line) => `- ${line.severity}: ${line.text}`),
    "Nothing is changed until the person accepts it: tell them.",
  ].join("\n");
}
