import { bareVerb } from "./bare-verb.ts";
import { isOrderVerb } from "./brief-verbs.ts";
import { type ListedStep, nameOf, refOf } from "./listed-plan.ts";
import { namedWholly } from "./named-wholly.ts";
import { newStep, plainVerb, titleFrom } from "./new-step.ts";
import { unquoted } from "./read-settings.ts";
import { dependentsOf, type World } from "./reference.ts";
import { ask, edits, type Reading } from "./understanding.ts";

const REPLACE =
  /^(?:please )?(?:replace|substitute|exchange|swap out) (.+?) (?:with|by|for|through) (?:an? (?:new |different |other )?step(?: called| named| titled| to|:)? )?(.+)$/i;
const INSTEAD =
  /^(?:instead of|in place of) ((?:the )?step[^,]+?), (?:please )?(?:do|run|have|put|use) (.+)$/i;
const NUMBER = /^(?:the )?(?:steps? #?\d+|\w+ step)$/i;
const VAGUE =
  /^(?:something|anything|nothing|another|an? (?:new|other|better|different|second) (?:one|step)|(?:it|this|that|one)$)(?!\w)|^(?:two|three|four|five|\d+) /i;

/** A new step in the place of another one: it waits for the same, and the same wait for it. */
export function readReplace(clause: string, world: World): Reading {
  const [, span = "", wanted = ""] = REPLACE.exec(clause) ?? INSTEAD.exec(clause) ?? [];
  if (span === "" || /^["“][^"”]*["”]\s*\S/.test(wanted) || / (?:in|of|from) (?:the )?step \d/i.test(wanted))
    return null;
  const named = namedWholly(span, { ...world, isStrict: true });
  const [step, other] = named?.type === "steps" ? named.steps : [];
  if (!step || other || !isCalled(step, span)) return null;
  if (VAGUE.test(wanted)) return ask(`What should take the place of ${nameOf(step)}? Nothing was changed.`);
  const there = namedWholly(wanted, world);
  const [twin] = there?.type === "steps" && isCalled(there.steps[0], wanted) ? there.steps : [];
  if (twin)
    return ask(
      `${nameOf(twin)} is part of the plan already. Shall ${nameOf(step)} only go? Then say "remove step ${step.number}". Or shall the two swap places? Then say "swap step ${step.number} and step ${twin.number}". Nothing was changed.`,
    );
  const isQuoted = /^["“]/.test(wanted);
  return replaced(step, isQuoted ? unquoted(wanted) : titleFrom(deedIn(wanted)), world);
}

// "That prints a table", "posting to Slack" and "a table" as titles.
function deedIn(words: string): string {
  const told = /^(?:that|which) (.+)$/i.exec(words)?.[1];
  if (told !== undefined) return plainVerb(told);
  const verb = bareVerb(/^(\p{L}{2,})ing (?=\S)/iu.exec(words)?.[1] ?? "");
  if (verb !== "" && isOrderVerb(verb.toLowerCase())) return words.replace(/^\p{L}+/u, verb);
  return words.replace(/^(?:an?|the) (?=\p{L})/iu, "");
}

// By its number, or by all the words of its title: "Maria" is no name of "Tell Maria".
function isCalled(step: ListedStep | undefined, span: string): boolean {
  const words = span.toLowerCase().replace(/^(?:the )?(?:step )?["“]?|["”]?(?: step)?$/g, "");
  return step !== undefined && (NUMBER.test(span) || words === step.title.toLowerCase());
}

function replaced(step: ListedStep, title: string, { plan }: World): Reading {
  const approval = { required: true, reason: null, expiresAfterHours: null, approvers: null };
  const made = newStep(
    title,
    plan,
    step.dependsOn.flatMap((number) => plan.steps[number - 1] ?? []).map((other) => refOf(other, plan)),
    step.approval ? [{ field: "approval", ...approval }] : [],
  );
  const requiredBy = dependentsOf(step, plan).map((other) => refOf(other, plan));
  const ref = refOf(step, plan);
  const kept = step.approval ? ". It needs your approval, as that one did" : "";
  const hadOthers =
    step.tool !== null || step.retries !== null || step.onError !== null || step.condition !== null;
  const lost = hadOthers ? ". What else was set for that one has gone with it" : "";
  return edits(
    [
      { op: "add_step", step: made, after: ref, requiredBy },
      { op: "remove_step", step: ref, rewire: "detach" },
    ],
    [{ ...step, number: 0, id: made.id, title }],
    `Replaced ${nameOf(step)} with "${title}"${kept}${lost}`,
  );
}
