import { makePlan } from "#test/make.ts";
import { type BrokenPlan, asCheck, broken, check, many, withIds } from "./make-broken.ts";

export const brokenGraphs: BrokenPlan[] = [
  {
    code: "duplicate_id",
    at: "error 3",
    plan: withIds(broken({ tell: { title: "Fetch refunds" } }, { tell: [], sum: [] }), [
      "fetch",
      "sum",
      "fetch",
    ]),
    message:
      'Steps 1 "Fetch orders" and 3 "Fetch refunds" share the id "fetch". Every step needs its own id.',
    say: 'Copy step 3 as "Fetch refunds" and remove step 3',
  },
  {
    code: "self_dependency",
    at: "error 3 dependsOn",
    plan: broken({}, { tell: ["sum", "tell"] }),
    message: 'Step 3 "Write a note" depends on itself. Remove that dependency.',
    say: "Step 3 does not depend on itself",
  },
  {
    code: "missing_dependency",
    at: "error 3 dependsOn",
    plan: broken({}, { tell: ["sum", "fetsh"] }),
    message:
      'Step 3 "Write a note" depends on "fetsh", which is not a step of this plan. Did you mean "fetch"?',
    say: "Step 3 depends only on steps 1 and 2",
  },
  {
    code: "missing_dependency",
    at: "error 3 dependsOn",
    plan: broken({}, { tell: ["sum", "review_draft"] }),
    message:
      'Step 3 "Write a note" depends on "review_draft", which is not a step of this plan. The other steps are "fetch" and "sum".',
    say: "Remove the dependency of step 3 on review_draft",
  },
  {
    code: "missing_dependency",
    at: "error 3 dependsOn",
    plan: broken({}, { tell: ["sum", "x and y"] }),
    message:
      'Step 3 "Write a note" depends on "x and y", which is not a step of this plan. The other steps are "fetch" and "sum".',
    say: 'Remove the dependency of step 3 on "x and y"',
  },
  {
    code: "missing_dependency",
    at: "error 3 dependsOn",
    plan: broken({}, { tell: ["sum", "Step 1"] }),
    message:
      'Step 3 "Write a note" depends on "Step 1", which is not a step of this plan. Did you mean "fetch"?',
    say: "Step 3 depends only on steps 1 and 2",
  },
  {
    code: "missing_dependency",
    at: "error 3 dependsOn",
    plan: broken({}, { tell: ["count the orders", "tell"] }),
    message:
      'Step 3 "Write a note" depends on "count the orders", which is not a step of this plan. Did you mean "sum"?',
    say: 'Remove the dependency of step 3 on "count the orders" and make step 3 depend on step 2',
  },
  {
    code: "missing_dependency",
    at: "error 3 dependsOn",
    plan: broken({}, { tell: ["sum", "step 2"] }),
    message:
      'Step 3 "Write a note" depends on "step 2", which is not a step of this plan. Did you mean "sum"?',
    say: 'Remove the dependency of step 3 on "step 2"',
  },
  {
    code: "cycle",
    at: "error 1 dependsOn",
    plan: broken({ sum: { input: {} } }, { fetch: ["tell"] }),
    message:
      'Steps 1 "Fetch orders", 2 "Count the orders" and 3 "Write a note" depend on each other in a circle: fetch → sum → tell → fetch. Remove one of these dependencies.',
    say: "Step 1 does not depend on step 3",
  },
  {
    code: "cycle",
    at: "error 1 dependsOn",
    plan: broken({ fetch: { if: "$tell.status == 'completed'" }, sum: { input: {} } }, { fetch: ["tell"] }),
    message:
      'Steps 1 "Fetch orders", 2 "Count the orders" and 3 "Write a note" depend on each other in a circle: fetch → sum → tell → fetch. Remove one of these dependencies.',
    say: "Step 3 does not depend on step 2",
  },
  {
    code: "cycle",
    at: "error 1 dependsOn",
    plan: broken(
      {
        fetch: { input: { path: "$tell.output" } },
        tell: { ...asCheck, input: { url: "https://example.com/${sum.output.total}" } },
      },
      { fetch: ["tell"] },
    ),
    message:
      'Steps 1 "Fetch orders", 2 "Count the orders" and 3 "Write a note" depend on each other in a circle: fetch → sum → tell → fetch. Remove one of these dependencies.',
  },
  {
    code: "no_steps",
    at: "error",
    plan: makePlan({}),
    message: "The plan has no steps. Add at least one.",
  },
  {
    code: "too_many_steps",
    at: "error",
    plan: many,
    message: "The plan has 501 steps; at most 500 can be saved. Merge or remove some.",
    say: "Merge steps 500 and 501",
  },
  {
    code: "bad_title",
    at: "error title",
    plan: { ...broken({}), title: " " },
    message: "The plan has no title. Give it one of 1 to 120 characters.",
    say: 'Rename the plan to "Test objective"',
  },
  {
    code: "bad_title",
    at: "error 3 title",
    plan: broken({ tell: { title: "", instructions: "Write Ann a short note. Be kind." } }),
    message: 'Step 3 (id "tell") has no title. Give it one of 1 to 120 characters.',
    say: 'Rename step 3 to "Write Ann a short note"',
  },
  {
    code: "bad_title",
    at: "error 3 title",
    plan: broken({ tell: { title: "write ".repeat(21).trim() } }),
    message: `Step 3 "${"write ".repeat(14).trim().slice(0, 79)}…" has a title of 125 characters; at most 120 fit.`,
    say: `Rename step 3 to "Write ${"write ".repeat(9).trim()}"`,
  },
  {
    code: "bad_id",
    at: "error 3 id",
    plan: withIds(broken({}), ["fetch", "sum", "te ll"]),
    message:
      'Step 3 "Write a note" has the id "te ll". An id has letters, digits, - and _, at most 64, beginning with a letter or digit, and is not "input".',
    say: "Give step 3 another id",
    needsModel: "No edit changes an id: a step takes its place.",
  },
  {
    code: "bad_objective",
    at: "error objective",
    plan: { ...broken({}), objective: "" },
    message: "The plan has no objective. Give it one of 1 to 4000 characters.",
    say: 'Set the objective to "Test plan"',
  },
  {
    code: "bad_objective",
    at: "error objective",
    plan: { ...broken({}), objective: "ab ".repeat(1_400).trim() },
    message: "The plan's objective has 4199 characters; at most 4000 fit. Shorten it.",
    say: "Shorten the objective to at most 4000 characters",
    needsModel: "To shorten a text takes understanding it.",
  },
  {
    code: "kind_fields",
    at: "error 3 tool",
    plan: broken({ tell: { kind: "tool" } }),
    message: 'Step 3 "Write a note" is a tool step without "tool". Name exactly one tool.',
    say: "Make step 3 a reasoning step",
  },
  {
    code: "kind_fields",
    at: "error 3 agent",
    plan: broken({ tell: { kind: "agent" } }),
    message: 'Step 3 "Write a note" is an agent step without "agent". Name the agent that it runs.',
    say: "Make step 3 a reasoning step",
  },
  {
    code: "kind_fields",
    at: "error 3 check",
    plan: broken({ tell: { kind: "check", tool: "read_file" } }),
    message:
      'Step 3 "Write a note" is a check step without "check". Say where to look, what to compare with, how often and for how long.',
  },
  {
    code: "kind_fields",
    at: "error 3 wait",
    plan: broken({ tell: { kind: "wait" } }),
    message: 'Step 3 "Write a note" is a wait step without "wait". Say for how many seconds, or until when.',
    say: "Make step 3 a reasoning step",
  },
  {
    code: "kind_fields",
    at: "error 3 wait",
    plan: broken({ tell: { wait: { seconds: 4 } } }),
    message:
      'Step 3 "Write a note" is a reasoning step and has "wait", which such a step does not take. Remove it or change the kind.',
    say: "Drop the field wait of step 3",
  },
  {
    code: "kind_fields",
    at: "error 3 check.path",
    plan: broken({ tell: { ...asCheck, check: { ...check, path: "a..b" } } }),
    message:
      'Step 3 "Write a note" looks at "a..b" in its check, which is no path. Write one such as items[0].title.',
  },
  {
    code: "kind_fields",
    at: "error 3 wait.until",
    plan: broken({ tell: { kind: "wait", wait: { until: "tomorrow" } } }),
    message:
      'Step 3 "Write a note" waits until "tomorrow", which is no time. Write a day of the calendar, a time and its zone, such as 2030-01-31T09:00:00Z.',
  },
  {
    code: "kind_fields",
    at: "error 3 wait.until",
    plan: broken({ tell: { kind: "wait", wait: { until: "2030-02-31T09:00:00Z" } } }),
    message:
      'Step 3 "Write a note" waits until "2030-02-31T09:00:00Z", which is no time. Write a day of the calendar, a time and its zone, such as 2030-01-31T09:00:00Z.',
  },
  {
    code: "kind_fields",
    at: "error 3 wait.until",
    plan: broken({ tell: { kind: "wait", wait: { until: "9999-12-31T23:59:59-01:00" } } }),
    message:
      'Step 3 "Write a note" waits until "9999-12-31T23:59:59-01:00", which is after the year 9999. Write an earlier time.',
  },
  {
    code: "kind_fields",
    at: "error 3 wait.seconds",
    plan: broken({ tell: { kind: "wait", wait: { seconds: 1e12 } } }),
    message:
      'Step 3 "Write a note" has 1000000000000 as wait.seconds, and nothing waits longer than ten years. Set it to 315360000 seconds or less.',
    say: "Set the wait of step 3 to 3650 days",
  },
  {
    code: "kind_fields",
    at: "error 3 check.everySeconds",
    plan: broken({ tell: { ...asCheck, check: { ...check, everySeconds: 315_360_001 } } }),
    message:
      'Step 3 "Write a note" has 315360001 as check.everySeconds, and nothing waits longer than ten years. Set it to 315360000 seconds or less.',
  },
  {
    code: "kind_fields",
    at: "error 3 check.withinSeconds",
    plan: broken({ tell: { ...asCheck, check: { ...check, withinSeconds: 1e15 } } }),
    message:
      'Step 3 "Write a note" has 1000000000000000 as check.withinSeconds, and nothing waits longer than ten years. Set it to 315360000 seconds or less.',
  },
  {
    code: "kind_fields",
    at: "error 3 approval.expiresAfterHours",
    plan: broken({ tell: { approval: { expiresAfterHours: 87_601 } } }),
    message:
      'Step 3 "Write a note" has 87601 as approval.expiresAfterHours, and nothing waits longer than ten years. Set it to 87600 hours or less.',
  },
  {
    code: "output_schema",
    at: "error 3 outputSchema/type",
    plan: broken({ tell: { outputSchema: { type: "strng" } } }),
    message:
      'Step 3 "Write a note" has an outputSchema that is no JSON Schema: outputSchema/type must be one of ["array","boolean","integer","null","number","object","string"]. Mend it, or drop the field.',
    say: "Drop the field outputSchema of step 3",
  },
  {
    code: "output_schema",
    at: "error 3 outputSchema",
    plan: broken({ tell: { outputSchema: { $ref: "#/nope" } } }),
    message:
      'Step 3 "Write a note" has an outputSchema that is no JSON Schema: outputSchema cannot be used: can\'t resolve reference #/nope from id #. Mend it, or drop the field.',
    say: "Drop the field outputSchema of step 3",
  },
];
