import { setTimeout } from "node:timers/promises";
import { asks, done, fails } from "#test/core/run-rules/results.ts";
import type { Perform } from "#test/run-world.ts";
import { type LedgerLine, writeLedger } from "./ledger.ts";

/** Does what the instructions of a step say, with a line in the ledger before and after it. */
export function perform(worker: string, ledger: string): Perform {
  return async ({ runId, step, attempt, approvedInput }, { beforeToolCall, signal }) => {
    const line = (what: LedgerLine["what"]) =>
      writeLedger(ledger, { worker, what, runId, stepId: step.id, attempt });
    if (step.instructions.includes("Ask first") && approvedInput === null) return asks({ to: "x" });
    if (step.tool === "send") await beforeToolCall({ tool: "send", input: { to: "x" } });

    line("call");
    const ms = Number(/\d+/.exec(step.instructions)?.[0] ?? 0);
    const isDeaf = step.instructions.includes("Ignore signals");
    await setTimeout(ms, null, isDeaf ? {} : { signal });
    line("end");

    if (step.instructions.includes("Fail once") && attempt === 1) {
      return fails("Not yet.", step.instructions.includes("for a while") ? "temporary" : "now");
    }
    return done({ odd: runId.charCodeAt(runId.length - 1) % 2 === 1 });
  };
}
