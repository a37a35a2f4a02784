import { tool } from "ai";
import { savePlanInputSchema } from "#server/core/edit-schema.ts";
import { readPlan } from "#server/services/read-plan.ts";
import { saveSnapshot } from "#server/services/save-snapshot.ts";
import { issueLines } from "#server/agent/issue-lines.ts";
import { keepChanging, type Turn } from "#server/agent/turn.ts";
import { reportRefusal } from "#server/agent/turn-change.ts";

export function savePlanTool(turn: Turn) {
  return tool({
    description:
      "Check the plan and save it as a version that can run. Only when the person asks to save or finish.",
    inputSchema: savePlanInputSchema,
    strict: true,
    execute: ({ revision }) =>
      keepChanging(turn, async () => {
        const { ctx, state } = turn;
        const draft = await readPlan(ctx, { agentId: state.agent.id });
        if (revision !== draft.revision) {
          return reportRefusal(
            turn,
            "save_plan",
            `The plan is at revision ${draft.revision}, not ${revision}. Save revision ${draft.revision}.`,
          );
        }
        const result = await saveSnapshot(ctx, { agentId: state.agent.id });
        if (!result.ok) {
          const errors = result.error.filter((issue) => issue.severity === "error");
          const says = errors.map(({ message, say }) =>
            say === undefined ? message : `${message} Say: “${say}”.`,
          );
          return reportRefusal(turn, "save_plan", says.join(" "));
        }

        const { snapshotId, version, issues } = result.value.snapshot;
        const snapshot = { snapshotId, version, revision, issues };
        turn.happened.snapshot = snapshot;
        turn.emit({ type: "data-snapshot", id: snapshotId, data: snapshot });
        const warnings = issueLines(issues).map((line) => `- ${line.severity}: ${line.text}`);
        return [`Saved revision ${revision} as version ${version}.`, ...warnings].join("\n");
      }),
  });
}
