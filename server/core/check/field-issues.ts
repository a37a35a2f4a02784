import { characterCount, isLonger, shortened } from "#server/core/characters.ts";
import { FIELDS_OF_KIND, KIND_FIELDS } from "#server/core/kind-fields.ts";
import { parsePath } from "#server/core/path.ts";
import { type Issue, MAX_TITLE_LENGTH, STEP_ID_PATTERN, type Step } from "#server/core/plan.ts";
import { joined } from "./joined.ts";
import { say, sayAsReasoning, titleFor } from "./sayings.ts";
import { type Placed, stepError } from "./step-issue.ts";

/** Title, id and exactly the fields that the step's kind needs. */
export function fieldIssues(placed: Placed): Issue[] {
  return joined(nameIssues(placed), kindIssues(placed), pathsOfFields(placed));
}

function nameIssues(placed: Placed): Issue[] {
  const { step, number } = placed;
  const issues: Issue[] = [];
  const place = () => ({ path: "title", say: say.rename(number, titleFor(placed)) });
  if (step.title.trim() === "") {
    issues.push({
      ...stepError(placed, "bad_title", "", place()),
      message: `Step ${number} (id "${shortened(step.id)}") has no title. Give it one of 1 to ${MAX_TITLE_LENGTH} characters.`,
    });
  } else if (isLonger(step.title, MAX_TITLE_LENGTH)) {
    const says = `has a title of ${characterCount(step.title)} characters; at most ${MAX_TITLE_LENGTH} fit.`;
    issues.push(stepError(placed, "bad_title", says, place()));
  }
  if (!STEP_ID_PATTERN.test(step.id)) {
    const says = `has the id "${shortened(step.id)}". An id has letters, digits, - and _, at most 64, beginning with a letter or digit, and is not "input".`;
    issues.push(stepError(placed, "bad_id", says, { path: "id", say: say.changeId(number) }));
  }
  return issues;
}

type Needed = readonly { field: keyof Step; remedy: string }[];
const TOOL = { field: "tool", remedy: "Name exactly one tool." } as const;
const NEEDED: Readonly<Record<Step["kind"], Needed>> = {
  tool: [TOOL],
  reasoning: [],
  agent: [{ field: "agent", remedy: "Name the agent that it runs." }],
  check: [
    TOOL,
    { field: "check", remedy: "Say where to look, what to compare with, how often and for how long." },
  ],
  wait: [{ field: "wait", remedy: "Say for how many seconds, or until when." }],
};

function kindIssues(placed: Placed): Issue[] {
  const { step, number } = placed;
  const { kind } = step;
  const needed = NEEDED[kind].filter(({ field }) => step[field] === undefined);
  const foreign = KIND_FIELDS.filter(
    (field) => step[field] !== undefined && !FIELDS_OF_KIND[kind].includes(field),
  );
  if (needed.length === 0 && foreign.length === 0) return [];
  const kindInWords = kind === "agent" ? "an agent" : `a ${kind}`;
  return [
    ...needed.map(({ field, remedy }) => {
      const says = `is ${kindInWords} step without "${field}". ${remedy}`;
      return stepError(placed, "kind_fields", says, { path: field, say: sayAsReasoning(placed) });
    }),
    ...foreign.map((field) => {
      const says = `is ${kindInWords} step and has "${field}", which such a step does not take. Remove it or change the kind.`;
      return stepError(placed, "kind_fields", says, { path: field, say: say.dropField(number, field) });
    }),
  ];
}

function pathsOfFields(placed: Placed): Issue[] {
  const { check, precondition } = placed.step;
  if (!check && !precondition) return [];
  const issues: Issue[] = [];
  for (const [field, path] of [
    ["check", check?.path],
    ["precondition", precondition?.path],
  ] as const) {
    if (path === undefined || parsePath(path.trim()) !== null) continue;
    const says = `looks at "${shortened(path)}" in its ${field}, which is no path. Write one such as items[0].title.`;
    issues.push(stepError(placed, "kind_fields", says, { path: `${field}.path` }));
  }
  return issues;
}
