import type { Plan } from "#server/core/plan.ts";
import { makePlan } from "#test/make.ts";

/**
 * Five steps: a retry (`fix`), a condition (`maybe` runs when `read` found an odd number), a call that may
 * not be made twice (`send`), and a join that waits for all three.
 */
export const chaosPlan: Plan = makePlan(
  { read: [], fix: ["read"], send: ["read"], maybe: ["read"], join: ["fix", "send", "maybe"] },
  {
    read: { kind: "tool", tool: "read", instructions: "Take 20 ms." },
    fix: { kind: "tool", tool: "put", instructions: "Take 40 ms. Fail once." },
    send: { kind: "tool", tool: "send", instructions: "Take 200 ms." },
    maybe: { kind: "tool", tool: "put", instructions: "Take 250 ms.", if: "$read.output.odd == true" },
    join: { kind: "tool", tool: "put", instructions: "Take 20 ms." },
  },
);
