import { DEFAULT_MAX_ATTEMPTS, DEFAULT_TIMEOUT_SECONDS, type Plan, type Step } from "./plan.ts";

/** A plan's own fields, without its steps. */
type PlanHead = Omit<Plan, "steps">;

/**
 * The plan without what only restates a default: plans of the same content have the same canonical
 * JSON. An approval without settings is no default, it asks.
 */
export function canonicalPlan({ steps, ...head }: Plan): Plan {
  return { ...canonicalHead(head), steps: steps.map(canonicalStep) };
}

function canonicalHead({ budget, ...others }: PlanHead): PlanHead {
  const hasLimit = Object.values(budget ?? {}).some((limit) => limit !== undefined);
  return { ...others, ...(hasLimit && { budget }) };
}

export function canonicalStep(step: Step): Step {
  const { usesRunInput, onError, maxAttempts, timeoutSeconds, approval, ...others } = step;
  return {
    ...others,
    ...(usesRunInput === true && { usesRunInput }),
    ...(onError !== "skip_dependents" && { onError }),
    ...(maxAttempts !== DEFAULT_MAX_ATTEMPTS && { maxAttempts }),
    ...(timeoutSeconds !== DEFAULT_TIMEOUT_SECONDS && { timeoutSeconds }),
    ...(approval && { approval: canonicalApproval(approval) }),
  };
}

type Approval = NonNullable<Step["approval"]>;

function canonicalApproval(approval: Approval): Approval {
  const { approvers, ...others } = approval;
  return approvers === 1 ? others : approval;
}
