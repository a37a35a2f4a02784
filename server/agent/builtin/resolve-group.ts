import type { ListedStep } from "./listed-plan.ts";
import { matchTitles } from "./match-title.ts";
import { cardinal } from "./numerals.ts";
import { isStopWord, likeness, wordsIn } from "./words.ts";
import { dependentsOf, downstreamOf, found, type Reference, upstreamOf, type World } from "./reference.ts";

type Resolver = (text: string) => Reference;

const ALL =
  /^(?:everything|every(?: single)? step|each(?: and every| single)? (?:step|one)|(?:every )?single (?:step|one)|the (?:whole )?lot|all(?: of (?:it|them))?(?: the)?(?: steps)?|all of (?:the|these|those|my|our|your) steps|all(?: the)? \d+ steps|any step|(?:the )?(?:whole|entire) plan|anything|(?:all|every) (?:the |of the )?others?(?: steps?)?|everything else)$/i;
const EXCEPT =
  /^(.*?)(?:,)?\s+(?:but keep|except(?: for)?|but(?! rather)|apart from|other than|besides|save for|excluding|without)(?: not)?\s+(.+)$/i;
const RELATIVE =
  /^(?:everything|anything|all(?: the)?(?: steps)?|every step|whatever|the steps|steps|what)(?:\s+(?:that|which|what))?(?:\s+(?:comes?|runs?|is|are|happens?|follows?|waits?))?\s+(after|behind|before|following|downstream of|upstream of|(?<=\bwaits? )for)\s+(.+)$/i;
const FOLLOWING =
  /^(?:everything|anything|all(?: of)?(?: the)?(?: steps)?|every step|whatever|what|the steps|steps|the ones|those)(?: that| which)? (?:follows?|comes? (?:later than|after)|succeeds?) (.+)$/i;
const NEIGHBOUR =
  /^(?:the )?(?:step|one)(?: (?:(?:that|which) (?:comes|runs|goes|is|stands|starts|happens)|right|directly|just|immediately))*\s+(after|before|following|behind|(?:that|which) (?:follows|comes after|comes before))\s+(.+)$/i;
const WAITING =
  /^(?:the )?(?:step|one) (?:that|which) (?:waits? for|is waiting for|depends? (?:up)?on|needs?) (.+)$/i;
const NEEDED =
  /^(?:everything|anything|all(?: the)? steps|every step|the steps|whatever)\s+(?:that |which )?(?:is|are)\s*(not|n't)?\s*(?:needed|required|necessary)\s+(?:to|for|by)\s+(.+)$/i;

/** Groups such as "everything after 3", "all but the first", "the odd steps", "the step after it"; null for other words. */
export function resolveGroup(text: string, world: World, resolver: Resolver): Reference | null {
  const { steps } = world.plan;
  if (ALL.test(text)) return found(steps);
  if (/^(?:the )?(odd|even)(?:[- ]numbered)?(?: steps| ones)?$/i.test(text)) {
    const odd = /odd/i.test(text);
    return found(steps.filter((step) => (step.number % 2 === 1) === odd));
  }
  const needed = NEEDED.exec(text);
  if (needed) return complement(resolver(needed[2] ?? ""), world, needed[1] !== undefined);
  const relative = RELATIVE.exec(text);
  if (relative) return around(resolver(relative[2] ?? ""), relative[1] ?? "", world);
  const following = FOLLOWING.exec(text)?.[1];
  if (following !== undefined) return around(resolver(following), "after", world);
  const neighbour = NEIGHBOUR.exec(text);
  if (neighbour)
    return next(resolver(neighbour[2] ?? ""), /after|follow|behind/i.test(neighbour[1] ?? ""), world);
  const waiting = WAITING.exec(text)?.[1];
  if (waiting !== undefined) return waitingFor(resolver(waiting), text, world);
  const about = ABOUT.exec(text)?.[1];
  if (about !== undefined) return stepsAbout(about, world);
  const except = EXCEPT.exec(text);
  if (except) return minus(resolver(except[1] ?? ""), resolver(except[2] ?? ""));
  return verbGroup(text, world);
}

const ABOUT =
  /^(?:all|every|each|any|everything|anything)(?: of)?(?: the)?(?: other)?(?: steps?| ones?)? (?:about|on|concerning|regarding|mentioning|to do with|related to|relating to|around|involving|with|for|(?:that|which) (?:mentions?|has to do with|have to do with|deals? with|is about|are about|contains?)) (?:the |our |my )?(.+)$/i;

function stepsAbout(subject: string, { plan }: World): Reference {
  const asked = wordsIn(subject).filter((word) => !isStopWord(word));
  const steps = plan.steps.filter((step) =>
    asked.every((word) => wordsIn(step.title).some((other) => likeness(word, other) > 0.9)),
  );
  return asked.length > 0 && steps.length > 0
    ? found(steps)
    : { type: "missing", text: subject, number: null };
}

function complement(reference: Reference, { plan }: World, negated: boolean): Reference {
  if (reference.type !== "steps") return reference;
  const needed = [...upstreamOf(reference.steps, plan), ...reference.steps];
  return found(plan.steps.filter((step) => needed.includes(step) !== negated));
}

function around(reference: Reference, word: string, { plan }: World): Reference {
  if (reference.type !== "steps") return reference;
  const before = /before|upstream/i.test(word);
  return found(before ? upstreamOf(reference.steps, plan) : downstreamOf(reference.steps, plan));
}

function next(reference: Reference, after: boolean, { plan }: World): Reference {
  if (reference.type !== "steps") return reference;
  const step = reference.steps[0];
  if (!step) return { type: "open" };
  const linked = after
    ? dependentsOf(step, plan)
    : step.dependsOn.flatMap((number) => plan.steps[number - 1] ?? []);
  const beside = plan.steps[step.number - 1 + (after ? 1 : -1)];
  if (linked.length === 1) return found(linked);
  return beside ? found([beside]) : { type: "open" };
}

function waitingFor(reference: Reference, text: string, { plan }: World): Reference {
  if (reference.type !== "steps") return reference;
  const candidates = plan.steps.filter((step) =>
    reference.steps.every((awaited) => step.dependsOn.includes(awaited.number)),
  );
  if (candidates.length > 1) return { type: "ambiguous", candidates, text };
  return candidates.length === 1 ? found(candidates) : { type: "missing", text, number: null };
}

function minus(all: Reference, less: Reference): Reference {
  if (all.type !== "steps") return all;
  if (less.type !== "steps") return less;
  return found(all.steps.filter((step) => !less.steps.includes(step)));
}

/** "all the writing steps", "both fetches", "the two reading steps": every step that the words fit equally well. */
function verbGroup(text: string, world: World): Reference | null {
  const inner =
    /^(?:both|all|every|each|the (?:two|three|four|five|six))(?: of)?(?: the)?(?: (?:two|three|four|five|six))? (.+)$/i.exec(
      text,
    )?.[1];
  if (inner === undefined || /\b(?:and|or)\b|,|\d/.test(inner)) return null;
  const matches = matchTitles(inner, world.plan.steps);
  const top = matches[0]?.score ?? 0;
  const tied: ListedStep[] = matches.filter((match) => match.score >= top - 0.05).map((match) => match.step);
  const candidates = tied.sort((a, b) => a.number - b.number);
  const count = /^both\b/i.test(text) ? 2 : cardinal(/\b(two|three|four|five|six)\b/i.exec(text)?.[1] ?? "");
  if (count !== null && candidates.length > count) return { type: "ambiguous", candidates, text };
  return candidates.length === 0 ? null : found(candidates);
}
