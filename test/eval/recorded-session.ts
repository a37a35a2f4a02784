import { z } from "zod";
import { jsonSchema } from "#server/core/json.ts";
import { type Plan, type Step, stepSchema } from "#server/core/plan.ts";
import { freshStep, planOfGraph, stepOfCase } from "./conversation-case.ts";
import { jsonLines } from "./json-lines.ts";
import { newTurn, type OpenSession, type Session, type Turn } from "./session.ts";

const recordedSchema = z.object({
  id: z.string(),
  reply: z.string(),
  /** The plan after the message; left out when the message changed nothing. */
  plan: z
    .object({
      steps: z.array(
        z.object({
          id: z.string(),
          title: z.string(),
          dependsOn: z.array(z.string()),
          instructions: z.string().optional(),
          approval: z.boolean().optional(),
          retries: z.number().optional(),
          onError: z.enum(["continue", "stop", "skip"]).optional(),
          if: z.string().optional(),
          /** Other fields of the step as the product has them, for cases with tools; null clears one. */
          fields: z.partialRecord(stepSchema.keyof(), jsonSchema).optional(),
        }),
      ),
    })
    .optional(),
  milliseconds: z.number().default(0),
  inputTokens: z.number().default(0),
  outputTokens: z.number().default(0),
});
type Recorded = z.infer<typeof recordedSchema>;

/** Sessions that repeat what another system answered: a file with one answer a line, by the id of the case or turn. */
export function recordedSessions(file: string): OpenSession {
  const records = jsonLines(file, recordedSchema);
  const byId = new Map(records.map((record) => [record.id, record]));
  return (id, start, { judgedFrom = 1 } = {}) => openRecorded(byId, id, start, judgedFrom);
}

function openRecorded(
  records: ReadonlyMap<string, Recorded>,
  id: string,
  start: Plan | null,
  judgedFrom: number,
): Session {
  const plans: (Plan | null)[] = [start];
  let said = 0;
  let kept = plans.length;

  async function say(): Promise<Turn> {
    said += 1;
    kept = plans.length;
    const record = records.get(`${id}/${said}`) ?? (said === judgedFrom ? records.get(id) : undefined);
    const plan = record?.plan ? planOf(record.plan.steps, plans.at(-1) ?? null) : null;
    if (plan) plans.push(plan);
    const { reply = "", milliseconds = 0, inputTokens = 0, outputTokens = 0 } = record ?? {};
    return { ...newTurn(), reply, changed: plan !== null, milliseconds, inputTokens, outputTokens };
  }

  function putRight(_words: string, plan: Plan): void {
    plans.splice(kept);
    if (plan !== plans.at(-1)) plans.push(plan);
  }

  return {
    say,
    putRight,
    plan: () => plans.at(-1) ?? null,
    planAt: (revision) => plans[revision - 1] ?? null,
  };
}

/** What an answer leaves out of a step is as it was. */
function planOf(steps: NonNullable<Recorded["plan"]>["steps"], before: Plan | null): Plan {
  return {
    ...(before ?? planOfGraph([])),
    steps: steps.map(({ instructions, approval, onError, fields = {}, ...step }) => {
      const was = before?.steps.find((other) => other.id === step.id) ?? freshStep(step);
      const wanted = { ...step, ...(approval && { approval }) };
      const made = stepOfCase(wanted, instructions === undefined ? was : { ...was, instructions });
      return withFields(onError === undefined ? made : { ...made, onError }, fields);
    }),
  };
}

function withFields(step: Step, fields: object): Step {
  const all = Object.entries({ ...step, ...fields });
  return stepSchema.parse(Object.fromEntries(all.filter(([, value]) => value !== null)));
}
