import { isBriefAwaited, isYes } from "./answer-to-question.ts";
import type { Decision } from "./decide.ts";
import { decideSkipped } from "./guard-conditions.ts";
import { decideCorrected } from "./guard-corrections.ts";
import { editsIn, saying } from "./guard-edits.ts";
import { orderWithoutSteps, withoutOrdersAsSteps } from "./guard-empty.ts";
import { withExceptions } from "./guard-exceptions.ts";
import { askWhether, isAskedWhether, orderInDoubt } from "./guard-hedges.ts";
import { aboutChanges } from "./guard-history.ts";
import { withLinksThatHold } from "./guard-links.ts";
import { withRemovalsMeant } from "./guard-removals.ts";
import { rewordingAsked } from "./guard-texts.ts";
import { withSoundTitles, withTitleWhole } from "./guard-titles.ts";
import { withoutTimesOfSteps } from "./guard-times.ts";
import { helpAsked } from "./help-asked.ts";
import { removalUnclear } from "./language.ts";
import type { ListedPlan } from "./listed-plan.ts";
import { type ReadPrompt, withoutLastSaid } from "./read-prompt.ts";

const MAX_MESSAGE = 2_000;

/** The decision about a message, kept from changing what nobody asked to change: then it asks or says why not. */
export function guarded(prompt: ReadPrompt, decide: (prompt: ReadPrompt) => Decision): Decision {
  const { context, message, asked, earlier } = prompt;
  const { plan } = context;
  if (plan === null || plan.steps.length === 0)
    return orderWithoutSteps(message, context) ?? withoutOrdersAsSteps(decide(prompt));
  // What is not read at all needs no guard.
  if (message.length > MAX_MESSAGE) return decide(prompt);
  const told =
    aboutChanges(message, context) ??
    rewordingAsked(message, plan) ??
    helpAsked(message, plan) ??
    removalUnclear(message, plan);
  if (told !== null) return saying(told);
  if (isAskedWhether(asked) && isYes(message)) {
    const before = earlier.at(-1) ?? "";
    const order = orderInDoubt(before) ?? before;
    return checked({ ...withoutLastSaid(prompt), message: order, asked: "" }, decide, plan);
  }
  const order = orderInDoubt(message);
  if (order === null) return withOfferEnded(checked(prompt, decide, plan), asked);
  const plain = checked(prompt, decide, plan);
  if (plain.calls.some(({ name }) => name === "propose_plan")) return plain;
  const meant = checked({ ...prompt, message: order }, decide, plan);
  if (meant.calls.some(({ name }) => name !== "read_run")) return saying(askWhether(meant, order));
  return plain.calls.some(({ name }) => name !== "read_run") ? saying(askWhether(plain, message)) : plain;
}

// A change of the old plan calls the new one off, and says so.
function withOfferEnded(decision: Decision, asked: string): Decision {
  if (!isBriefAwaited(asked) || editsIn(decision).length === 0) return decision;
  return { ...decision, remark: 'I no longer wait for a new brief; say "start over" for a new plan.' };
}

function checked(prompt: ReadPrompt, decide: (prompt: ReadPrompt) => Decision, plan: ListedPlan): Decision {
  const message = withTitleWhole(prompt.message);
  const { context } = prompt;
  const known = new Map<string, Decision>();
  const decideOn = (text: string): Decision => {
    const decision = known.get(text) ?? decide({ ...prompt, message: text });
    known.set(text, decision);
    return decision;
  };
  const whole = decideOn(message);
  if (whole.calls.some(({ name }) => name === "propose_plan")) return withoutOrdersAsSteps(whole);
  const base = context.beforeLastChange;
  const isOfBefore = editsIn(whole)[0]?.op === "restore_revision" && base !== null;
  if (isOfBefore) return withSoundTitles(withExceptions(message, decideOn, plan, base), message, plan);
  const excepting = (text: string) => withExceptions(text, decideOn, plan, plan);
  const decision =
    decideCorrected(message, excepting, plan) ?? decideSkipped(message, decideOn, plan) ?? excepting(message);
  const sound = withSoundTitles(withLinksThatHold(decision, plan), message, plan);
  return withoutTimesOfSteps(withRemovalsMeant(sound, message, plan), message, plan);
}
