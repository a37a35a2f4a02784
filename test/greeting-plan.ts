import type { Plan } from "#server/core/plan.ts";

/** Writes a file in the run's folder and reads it back: needs no model and no network. */
export const greetingPlan: Plan = {
  title: "Greeting",
  objective: "Write a greeting and read it back.",
  steps: [
    {
      id: "write",
      title: "Write the greeting",
      kind: "tool",
      tool: "write_file",
      instructions: "Write hello to greeting.txt.",
      expectedOutput: "The file is there.",
      dependsOn: [],
      input: { path: "greeting.txt", content: "hello" },
    },
    {
      id: "read",
      title: "Read it back",
      kind: "tool",
      tool: "read_file",
      instructions: "Read greeting.txt.",
      expectedOutput: "hello",
      dependsOn: ["write"],
      input: { path: "greeting.txt" },
    },
  ],
  assumptions: [],
  completionCriteria: "The greeting was read back.",
  tags: [],
};
