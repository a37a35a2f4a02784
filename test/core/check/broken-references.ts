import { type BrokenPlan, asCheck, broken, check, post } from "./make-broken.ts";

export const brokenReferences: BrokenPlan[] = [
  {
    code: "unknown_reference",
    at: "error 2 input/list",
    plan: broken({ sum: { input: { list: "$fetsh.output.parts" } } }),
    message:
      'Step 2 "Count the orders" refers to $fetsh.output.parts, but "fetsh" is not a step of this plan. Did you mean "fetch"?',
    say: 'Replace "$fetsh.output.parts" with "$fetch.output.parts" in step 2',
  },
  {
    code: "unknown_reference",
    at: "error 2 input/list",
    plan: broken({ sum: { input: { list: "$orders.output" } } }),
    message: 'Step 2 "Count the orders" refers to $orders.output, but "orders" is not a step of this plan.',
    say: "Leave list out of the input of step 2",
  },
  {
    code: "unknown_reference",
    at: "error 3 if",
    plan: broken({ tell: { if: "$fetsh.status == 'failed' && $sum.output.total > 3" } }),
    message:
      'Step 3 "Write a note" refers to $fetsh.status, but "fetsh" is not a step of this plan. Did you mean "fetch"?',
    say: "Run step 3 only if $fetch.status == 'failed' && $sum.output.total > 3",
  },
  {
    code: "unknown_reference",
    at: "error 3 if",
    plan: broken({ tell: { if: "$orders.status == 'failed'" } }),
    message: 'Step 3 "Write a note" refers to $orders.status, but "orders" is not a step of this plan.',
  },
  {
    code: "reference_not_ancestor",
    at: "error 1 input/path",
    plan: broken({ fetch: { input: { path: "${fetch.output}" } } }),
    message:
      'Step 1 "Fetch orders" refers to its own result $fetch.output. Refer to a step that comes before it.',
  },
  {
    code: "reference_not_ancestor",
    at: "error 2 input/list",
    plan: broken({}, { sum: [] }),
    message:
      'Step 2 "Count the orders" refers to $fetch.output.parts, but does not wait for "fetch". Make it depend on that step, or remove the reference.',
    say: "Make step 2 depend on step 1",
  },
  {
    code: "reference_not_ancestor",
    at: "error 1 input/path",
    plan: broken({ fetch: { input: { path: "$sum.output" } } }),
    message:
      'Step 1 "Fetch orders" refers to $sum.output, but does not wait for "sum". Make it depend on that step, or remove the reference.',
    say: "Leave path out of the input of step 1",
  },
  {
    code: "reference_field",
    at: "error 2 input",
    plan: broken({ sum: { input: { list: "$fetch.parts" } } }),
    message:
      'Step 2 "Count the orders" refers to $fetch.parts, but a step has .output, .status and .error. Write $fetch.output.parts.',
    say: 'Replace "$fetch.parts" with "$fetch.output.parts" in step 2',
  },
  {
    code: "reference_type",
    at: "error 2 input/list",
    plan: broken({ sum: { input: { list: "$fetch.output.bytes" } } }),
    message:
      'Step 2 "Count the orders" gives $fetch.output.bytes to input/list of the tool "count", which takes a list; by its schema $fetch.output.bytes is a whole number. Refer to another place, or leave it out.',
    say: "Leave list out of the input of step 2",
  },
  {
    code: "reference_type",
    at: "error 2 input/url",
    plan: broken({
      sum: { tool: "http_request", input: { url: "$fetch.output.bytes", method: "GET" } },
    }),
    message:
      'Step 2 "Count the orders" gives $fetch.output.bytes to input/url of the tool "http_request", which takes a text; by its schema $fetch.output.bytes is a whole number. Write ${fetch.output.bytes} for its text, or refer to another place.',
    say: 'Replace "$fetch.output.bytes" with "${fetch.output.bytes}" in step 2',
  },
  {
    code: "run_input_not_declared",
    at: "error 1 input/path",
    plan: broken({ fetch: { input: { path: "$input.path" } } }),
    message:
      'Step 1 "Fetch orders" refers to $input.path but does not receive the run input. Set usesRunInput.',
    say: "Step 1 uses the run input",
  },
  {
    code: "condition_syntax",
    at: "error 3 if",
    plan: broken({ tell: { if: "$sum.output.total > 3 &&" } }),
    message:
      'Step 3 "Write a note" has a condition with a mistake. The condition cannot be read at the end: a value is missing: a reference, a quoted text, a number, true, false or null.',
  },
  {
    code: "condition_syntax",
    at: "error 3 if",
    plan: broken({ tell: { if: "$sum.output.total = 3 and $fetch.status == completed" } }),
    message:
      'Step 3 "Write a note" has a condition with a mistake. "=" is no operator: write == to compare, at column 19.',
    say: "Run step 3 only if $sum.output.total == 3 && $fetch.status == 'completed'",
  },
  {
    code: "unknown_reference",
    at: "error 2 input/body",
    plan: broken({
      sum: {
        tool: "http_request",
        input: { url: "https://example.com", method: "POST", body: "Total: ${orders.output.total}" },
      },
    }),
    message:
      'Step 2 "Count the orders" refers to $orders.output.total, but "orders" is not a step of this plan.',
  },
  {
    code: "condition_syntax",
    at: "error 3 if",
    plan: broken({ tell: { if: "$sum.total > 3 && $fetch.status == 'completed'" } }),
    message:
      'Step 3 "Write a note" has a condition with a mistake. A reference is written $step-id.output, $step-id.status, $step-id.error or $input; there is none at column 1. Write $sum.output.total.',
    say: "Run step 3 only if $sum.output.total > 3 && $fetch.status == 'completed'",
  },
  {
    code: "check_not_read_only",
    at: "error 3 tool",
    plan: broken({ tell: { ...asCheck, input: { url: "https://example.com", method: "POST" } } }),
    message:
      'Step 3 "Write a note" is a check with the tool "http_request", which may change something. Observe with a read-only tool.',
    say: 'Set the method of step 3 to "GET"',
  },
  {
    code: "verifies_not_dependency",
    at: "error 3 verifies",
    plan: broken({ tell: { ...asCheck, verifies: "fetch" } }, { tell: [] }),
    message:
      'Step 3 "Write a note" confirms "fetch", for which it does not wait. Make it depend on that step.',
    say: "Make step 3 depend on step 1",
  },
  {
    code: "verifies_not_dependency",
    at: "error 3 verifies",
    plan: broken({ tell: { ...asCheck, verifies: "fetsh" } }),
    message:
      'Step 3 "Write a note" confirms "fetsh", which is not a step of this plan. Did you mean "fetch"?',
    say: "Step 3 verifies step 1",
  },
  {
    code: "verifies_not_dependency",
    at: "error 3 verifies",
    plan: broken({ tell: { ...asCheck, verifies: "orders" } }),
    message: 'Step 3 "Write a note" confirms "orders", which is not a step of this plan.',
    say: "Step 3 verifies nothing",
  },
  {
    code: "shell_not_allowed",
    at: "error 3 tool",
    plan: broken({ tell: { kind: "tool", tool: "shell", input: { command: "npm test" } } }),
    message:
      'Step 3 "Write a note" uses the tool "shell", but no step runs a shell. Name a tool that does what the command does.',
  },
  {
    code: "budget_range",
    at: "error budget.toolCalls",
    plan: { ...broken({}), budget: { toolCalls: 0 } },
    message:
      "The budget's toolCalls is 0, with which no run can do anything. Set it above 0, or leave it out for no limit.",
    say: "Leave toolCalls out of the budget",
  },
  {
    code: "budget_range",
    at: "error budget.wallSeconds",
    plan: { ...broken({}), budget: { wallSeconds: 1e12 } },
    message:
      "The budget's wallSeconds is 1000000000000, and no run lasts longer than ten years. Set it to 315360000 or less, or leave it out for no limit.",
    say: "Leave wallSeconds out of the budget",
  },
  {
    code: "run_input_without_trigger",
    at: "warning 3",
    plan: broken({ tell: { usesRunInput: true } }),
    over: { triggers: { hasCron: false, hasWebhook: false } },
    message:
      'Step 3 "Write a note" uses the run input, and no webhook is set that would deliver one. Give the input when you start a run, or set a webhook.',
  },
  {
    code: "run_input_without_trigger",
    at: "warning 3",
    plan: broken({ tell: { usesRunInput: true } }),
    over: { triggers: { hasCron: true, hasWebhook: false } },
    message:
      'Step 3 "Write a note" uses the run input, and a schedule starts runs without one. Give the input when you start a run, or set a webhook.',
  },
  {
    code: "write_without_check",
    at: "warning 3",
    plan: broken({ tell: { ...post, approval: {}, maxAttempts: 1 } }),
    message:
      'Step 3 "Write a note" changes something with "http_request", and no check confirms the outcome. Add a check that verifies it.',
    say: "Add a check after step 3 that verifies it",
    needsModel: "The planner without a model adds steps that only say what to do.",
  },
  {
    code: "irreversible_without_approval",
    at: "warning 3 approval",
    plan: broken({ tell: { ...post, maxAttempts: 1 } }),
    message:
      'Step 3 "Write a note" calls "http_request", which may not be undone, without asking anybody. Give the step an approval.',
    say: "Step 3 needs my approval",
  },
  {
    code: "no_expected_output",
    at: "warning 3 expectedOutput",
    plan: broken({ tell: { expectedOutput: " " } }),
    message:
      'Step 3 "Write a note" does not say what "done" looks like, so a wrong result would pass. Describe its expected output.',
    say: 'Set the expected output of step 3 to the result of "Write a note"',
  },
  {
    code: "needs_model",
    at: "warning 3",
    plan: broken({}),
    over: { hasModel: false },
    message:
      'Step 3 "Write a note" needs a language model and none is set, so it would fail. Set MODEL, or give it a tool.',
  },
  {
    code: "output_path",
    at: "warning 2 input/list",
    plan: broken({ sum: { input: { list: "$fetch.output.prts" } } }),
    message:
      'Step 2 "Count the orders" refers to $fetch.output.prts, but the output of "fetch" has no .prts by its schema. Check the path.',
    say: 'Replace "$fetch.output.prts" with "$fetch.output.parts" in step 2',
  },
  {
    code: "output_path",
    at: "warning 3 if",
    plan: broken({ tell: { if: "$sum.output.totl > 3" } }),
    message:
      'Step 3 "Write a note" refers to $sum.output.totl, but the output of "sum" has no .totl by its schema. Check the path.',
    say: "Run step 3 only if $sum.output.total > 3",
  },
  {
    code: "output_path",
    at: "warning 3 check.path",
    plan: broken({ tell: { ...asCheck, check: { ...check, path: "state" } } }),
    message:
      'Step 3 "Write a note" looks at state in its check, but the output of "http_request" has no .state by its schema. Check the path.',
  },
  {
    code: "attempts_limited",
    at: "warning 3 maxAttempts",
    plan: broken({ tell: { ...post, approval: {} } }),
    message:
      'Step 3 "Write a note" calls "http_request", which is never repeated by itself once it may have acted: when the outcome is unclear, a person decides.',
    say: "Do not retry step 3",
  },
];
