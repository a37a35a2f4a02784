// How models are shown the settings of steps and plans: in one short form instead of a form for each.

const FIELDS = {
  title: "the whole new text",
  instructions: "the whole new text",
  expectedOutput: "the whole new text",
  kind: "",
  approval:
    "true: a person approves its exact input before it acts; false: no longer; JSON text of reason, expiresAfterHours, approvers where said",
  if: "a condition; skipped when false",
  tool: "",
  input: "the tool's whole input as JSON text",
  outputSchema: "a JSON Schema as JSON text",
  agent: "its slug",
  retries: "0 to 9, after the first attempt",
  timeoutSeconds: "of one attempt",
  onError:
    "after its last attempt: skip_dependents (default), continue (as if done), skip (counts as skipped), stop (the run)",
  usesRunInput: "true: it works on what starts the run: a payload, a form, pasted text",
  verifies: "of a check: the step whose outcome it confirms",
  check:
    "JSON text of path, op, value, everySeconds, withinSeconds; op is == != > >= < <= contains or exists (value null)",
  wait: "JSON text of seconds or until (ISO time)",
  precondition: "JSON text of tool, input, path, op, value",
};

const PLAN_FIELDS = ["title", "objective", "completionCriteria", "assumptions", "tags", "budget"];

/** A change of a step, or a setting of a new one. */
export const SHOWN_CHANGE = shortForm(
  Object.keys(FIELDS),
  ["string", "number", "boolean", "null"],
  `${listed(FIELDS)} null clears what may be left out.`,
);

export const SHOWN_PLAN_CHANGE = shortForm(
  PLAN_FIELDS,
  ["string"],
  "assumptions, tags: the whole new list as JSON text. budget: JSON text of toolCalls, tokens, costUsd, wallSeconds, approvals; what is left out has no limit.",
);

function shortForm(fields: readonly string[], types: readonly string[], description: string) {
  return {
    type: "object",
    properties: {
      field: { type: "string", enum: fields },
      value: { type: types.length === 1 ? types[0] : types },
    },
    required: ["field", "value"],
    additionalProperties: false,
    description,
  };
}

/** `title, instructions: the whole new text. approval: …`, without fields that need no words. */
function listed(fields: Readonly<Record<string, string>>): string {
  const names = Map.groupBy(Object.keys(fields), (name) => fields[name] ?? "");
  return [...names]
    .filter(([words]) => words !== "")
    .map(([words, same]) => `${same.join(", ")}: ${words}.`)
    .join(" ");
}
