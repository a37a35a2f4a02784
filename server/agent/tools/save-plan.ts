import { tool } from "ai";
import { savePlanInputSchema } from "#server/core/edit-schema.ts";
import { readPlan } from "#server/services/read-plan.ts";
import { saveSnapshot } from "#server/services/save-snapshot.ts";
import { takeBack } from "#server/agent/earlier-wording.ts";
import { issueLines } from "#server/agent/issue-lines.ts";
import { toolSchema } from "#server/agent/tool-schema.ts";
import { warningLines } from "#server/agent/trigger-warning-lines.ts";
import { keepChanging, type Turn } from "#server/agent/turn.ts";
import { isChangingTool, refuseAfterReading, reportRefusal } from "#server/agent/turn-change.ts";

export function savePlanTool(turn: Turn) {
  return tool({
    description:
      "Check the plan and save it as a version that can run, when the person asks to save or finish.",
    inputSchema: toolSchema(savePlanInputSchema),
    strict: true,
    execute: ({ revision }) =>
      keepChanging(turn, async () => {
        const { ctx, state, happened } = turn;
        if (turn.hasRead !== null) return refuseAfterReading(turn, "save_plan");
        if (happened.change === null && happened.called.some(isChangingTool)) {
          const message = "The same answer asks for a change that was not made. Save once the change stands.";
          return reportRefusal(turn, "save_plan", message);
        }
        const takenBack = await takeBack(turn);
        const draft = await readPlan(ctx, { agentId: state.agent.id });
        // The model knows the plan by the revision that was copied forward just now.
        const isCopied = takenBack !== null && revision === state.current?.revision;
        if (revision !== draft.revision && !isCopied) {
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
        const unserved = result.value.warnings;
        const snapshot = { snapshotId, version, revision: draft.revision, issues };
        turn.happened.snapshot = snapshot;
        turn.emit({ type: "data-snapshot", id: snapshotId, data: snapshot });
        for (const { message } of unserved) {
          turn.emit({
            type: "data-notice",
            id: ctx.newId("note"),
            data: { level: "warning", text: message },
          });
        }
        const warnings = issueLines(issues).map((line) => `- ${line.severity}: ${line.text}`);
        return [
          `Saved revision ${draft.revision} as version ${version}.`,
          ...warnings,
          ...warningLines(unserved).map((line) => `${line} (The person is shown this.)`),
        ].join("\n");
      }),
  });
}
