import { isObject, type Json } from "#server/core/json.ts";
import type { IssueCode, Plan, Step } from "#server/core/plan.ts";
import { type Broken, brokenAt, stepOf, upstreamOf, type Way } from "./broken-plan.ts";
import type { Choices } from "./choices.ts";
import { objectOf } from "./readable-places.ts";
import { NEEDED, toolNamed } from "./rich-workspace.ts";

const UNKNOWN = ["read_pages", "nothing-like-it", "READ_PAGE", "constructor", "注文", "x".repeat(200)];
const SHELLS = ["shell", "bash", "sh", "cmd", "PowerShell", "/bin/zsh", "cmd.exe"];
const COMMANDS = [
  ["sh"],
  ["/bin/bash", "-c", "ls"],
  ["env", "-i", "zsh"],
  ["sudo", "-u", "ann", "sh"],
  ["C:\\Windows\\System32\\cmd.exe", "/c", "dir"],
  ["xargs", "-n", "1", "fish"],
  ["nice", "env", "A=1", "dash"],
];
const COMPARED = { path: "", op: "exists", value: true } as const;

export const TOOL_WAYS: readonly Way[] = [
  ...calls("unknown_tool", "a tool that is not there", UNKNOWN),
  ...calls("tool_not_granted", "a tool that may not be used", ["switched_off", "not_granted"]),
  ...calls("check_not_read_only", "a tool that writes", [
    "do_anything",
    "remove_account",
    "call_address",
  ]).slice(1),
  ...calls("shell_not_allowed", "a shell as its tool", SHELLS),
  { code: "shell_not_allowed", name: "a command that runs a shell", breaks: withShell },
  {
    code: "unknown_agent",
    name: "an agent that is not there",
    breaks: (plan, choices) => withAgent(plan, choices, ["digests", "Digest", "nobody", ""]),
  },
  {
    code: "agent_recursion",
    name: "the agent to which the plan belongs",
    breaks: (plan, choices) => withAgent(plan, choices, ["own"]),
  },
  {
    code: "verifies_not_dependency",
    name: "a check of a step for which it does not wait",
    breaks: verifying,
  },
  { code: "input_schema", name: "a wrong value", breaks: withWrongValue },
  { code: "input_schema", name: "an unknown parameter", breaks: withUnknownParameter },
  { code: "input_schema", name: "a wrong value in a precondition", breaks: withWrongPrecondition },
];

/** The tool of a step, of a check and of a precondition replaced; what they give stays unread. */
function calls(code: IssueCode, what: string, names: readonly string[]): Way[] {
  const replaced =
    (kind: Step["kind"]): Way["breaks"] =>
    (plan, choices) => {
      const step = stepOf(plan, choices, (item) => item.kind === kind);
      const tool = choices.of(names);
      return (
        step &&
        brokenAt(plan, step, { ...step, tool, input: {} }, { path: "tool", says: [tool.slice(0, 40)] })
      );
    };
  return [
    { code, name: `${what}, for a step`, breaks: replaced("tool") },
    { code, name: `${what}, for a check`, breaks: replaced("check") },
    {
      code,
      name: `${what}, for a precondition`,
      breaks: (plan, choices) => {
        const step = stepOf(plan, choices);
        const tool = choices.of(names);
        const precondition = { tool, input: { ...NEEDED[tool] }, ...COMPARED };
        return step && brokenAt(plan, step, { ...step, precondition }, { path: "precondition.tool" });
      },
    },
  ];
}

function withShell(plan: Plan, choices: Choices): Broken | null {
  const step = stepOf(plan, choices, ({ kind }) => kind === "tool");
  const input = { argv: choices.of(COMMANDS) };
  return step && brokenAt(plan, step, { ...step, tool: "run_command", input }, { path: "input/argv" });
}

function withAgent(plan: Plan, choices: Choices, agents: readonly string[]): Broken | null {
  const step = stepOf(plan, choices, ({ kind }) => kind === "agent");
  const agent = choices.of(agents);
  return step && brokenAt(plan, step, { ...step, agent }, { path: "agent", says: [`"${agent}"`] });
}

function verifying(plan: Plan, choices: Choices): Broken | null {
  const step = stepOf(plan, choices, ({ kind }) => kind === "check");
  if (!step) return null;
  const before = upstreamOf(plan, step.id);
  const others = plan.steps.map(({ id }) => id).filter((id) => !before.has(id));
  const verifies = choices.of([...others, "gone"]);
  return brokenAt(plan, step, { ...step, verifies }, { path: "verifies", says: [`"${verifies}"`] });
}

function withWrongValue(plan: Plan, choices: Choices): Broken | null {
  const step = stepOf(plan, choices, ({ kind, tool }) => kind === "tool" && tool !== undefined);
  if (step?.tool === undefined) return null;
  const wrong = wrongParameter(step.tool, choices);
  if (!wrong) return null;
  const input = { ...objectOf(step.input), ...wrong.parameter };
  return brokenAt(plan, step, { ...step, input }, { path: `input/${wrong.name}`, says: [`"${step.tool}"`] });
}

function withWrongPrecondition(plan: Plan, choices: Choices): Broken | null {
  const step = stepOf(plan, choices);
  const tool = choices.of(["read_page", "query_rows"]);
  const wrong = wrongParameter(tool, choices);
  // What is missing inside of an object would be a second fault.
  if (!step || !wrong || wrong.name === "where") return null;
  const precondition = { tool, input: { ...NEEDED[tool], ...wrong.parameter }, ...COMPARED };
  return brokenAt(plan, step, { ...step, precondition }, { path: `precondition.input/${wrong.name}` });
}

function wrongParameter(tool: string, choices: Choices) {
  const { properties } = toolNamed(tool).inputSchema;
  const wrong = Object.entries(objectOf(properties)).flatMap(([name, schema]) => {
    const value = wrongFor(schema, choices);
    return value === undefined ? [] : [{ name, parameter: { [name]: value } }];
  });
  return wrong.length === 0 ? null : choices.of(wrong);
}

/** A value that a schema does not take, at its top or inside it; undefined when it takes all. */
function wrongFor(schema: Json | undefined, choices: Choices): Json | undefined {
  const { type, enum: listed, properties, items, additionalProperties } = objectOf(schema);
  if (Array.isArray(listed)) return choices.of(["none of them", "", 7, null]);
  switch (type) {
    case "string":
      return choices.of([7, false, null, {}, ["text"]]);
    case "integer":
      return choices.of(["7", 1.5, -0.5, null, [1]]);
    case "number":
      return choices.of(["7", true, {}]);
    case "boolean":
      return choices.of(["true", 0, null]);
    case "array": {
      const inner = wrongFor(items, choices);
      return inner === undefined || choices.once(2) ? choices.of([{}, "a, b", 0]) : [inner];
    }
    case "object": {
      const [name, inner] = choices.of(Object.entries(objectOf(properties)).concat([["extra", true]]));
      const value = inner === true ? wrongFor(additionalProperties, choices) : wrongFor(inner, choices);
      if (value !== undefined) return { [name]: value };
      return additionalProperties === false ? { extra: 1 } : "no object";
    }
    default:
      return undefined;
  }
}

function withUnknownParameter(plan: Plan, choices: Choices): Broken | null {
  const isClosed = (name: string) => toolNamed(name).inputSchema["additionalProperties"] === false;
  const step = stepOf(
    plan,
    choices,
    ({ kind, tool }) => kind === "tool" && tool !== undefined && isClosed(tool),
  );
  if (!step) return null;
  const name = choices.of(["urll", "TEXT", "nothing like it", "constructor", "注文"]);
  const input = { ...(isObject(step.input) ? step.input : {}), [name]: choices.of([1, "text", null, {}]) };
  return brokenAt(plan, step, { ...step, input }, { path: `input/${name}`, says: [`"${name}"`] });
}
