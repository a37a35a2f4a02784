import { type ListedStep, nameOf, namesOf, refOf } from "./listed-plan.ts";
import { NUMBER_WORD, timesIn } from "./numerals.ts";
import { bareOf, isEnglishOrder } from "./brief-clauses.ts";
import { FAILS, GO_ON, SKIP, STOP_ALL } from "./failure-words.ts";
import { failureSaid } from "./failure-said.ts";
import { namedWholly } from "./named-wholly.ts";
import { newStep, titleFrom } from "./new-step.ts";
import { comesBefore, dependentsOf, type World } from "./reference.ts";
import { changeRetries, MOST_RETRIES, readRetriesChanged } from "./retries-changed.ts";
import { readSkipButStill } from "./skip-but-still.ts";
import { ask, type Edit, edits, type Reading, refuse, withSteps } from "./understanding.ts";

const TIMES = `(?:(?:up to |at most |a maximum of |no more than |only |just )?(?:once|twice|thrice|${NUMBER_WORD}(?: more)?(?: times?)?))`;

const RETRY: [RegExp, number][] = [
  [
    new RegExp(
      `^(?:retry|re-?try|repeat|re-?run|try again) (.+?) (?:for )?(${TIMES})(?: (?:if|when|in case|on) .*)?$`,
      "i",
    ),
    0,
  ],
  [new RegExp(`^(?:give|grant|allow) (.+?) (${TIMES}) (?:retries|retry|more (?:tries|attempts))$`, "i"), 0],
  [
    new RegExp(
      `^(?:set|change|put|raise|lower|increase|reduce) (?:the )?(?:number of )?retries (?:on|for|of) (.+?) (?:to|=|at) (${TIMES})$`,
      "i",
    ),
    0,
  ],
  [
    new RegExp(
      `^(?:make |let |have )?(.+?) (?:should|must|may|can|needs to|has to|have to|shall)? ?(?:be )?(?:retry|retries|retried|try again|be tried again|be repeated) (?:itself )?(${TIMES})(?: (?:if|when|in case|on) .*)?$`,
      "i",
    ),
    0,
  ],
  [
    new RegExp(
      `^(.+?) (?:gets?|needs?|has|have|should (?:have|get)|must have|:|with) (${NUMBER_WORD}) (?:retries|retry)$`,
      "i",
    ),
    0,
  ],
  [new RegExp(`^(?:try|attempt) (.+?) (${TIMES})(?: (?:in total|altogether|before giving up))?$`, "i"), -1],
  [
    new RegExp(
      `^(?:give up|quit|stop)(?: on| with| trying)? (.+?) after (?:only |just )?(?:the )?(first|${NUMBER_WORD}) (?:tr(?:y|ies)|attempts?|failures?)$`,
      "i",
    ),
    -1,
  ],
  [new RegExp(`^(?:give|grant|allow) (.+?) (${NUMBER_WORD}) (?:tries|attempts)(?: in total)?$`, "i"), -1],
];

/** Retries and what a failure does to the rest. */
export function readFailure(words: string, world: World): Reading {
  const changed = readRetriesChanged(words, world);
  if (changed !== null) return changed;
  const clause = words.replace(/\b(\d+) ?x(?= |$)/gi, "$1 times");
  const most = new RegExp(
    `^(?:do not|never) retry (.+?) (?:more|oftener) (?:often )?than (${TIMES})$`,
    "i",
  ).exec(clause);
  const atMost = most ? timesIn(most[2] ?? "") : null;
  if (most && atMost !== null) return setRetries(most[1] ?? "", atMost, world);
  const none = /^(?:do not|never) retry (.+)$|^(?:no retries (?:for|on)) (.+)$/i.exec(clause);
  if (none) return setRetries(none[1] ?? none[2] ?? "", 0, world);
  for (const [pattern, offset] of RETRY) {
    const found = pattern.exec(clause);
    const count = found ? timesIn((found[2] ?? "").replace(/^first$/i, "one")) : null;
    const isMore = /\bmore\b/i.test((found?.[2] ?? "").replace(/no more than/i, ""));
    if (found && count !== null) return setRetries(found[1] ?? "", count + offset, world, isMore);
  }
  return readPolicy(clause, world);
}

function setRetries(span: string, value: number, world: World, isMore = false): Reading {
  return withSteps(span, world, (steps) => setRetriesOf(steps, value, world, isMore));
}

function setRetriesOf(steps: ListedStep[], value: number, world: World, isMore = false): Reading {
  if (isMore) return changeRetries(steps, value, world);
  if (value < 0 || value > MOST_RETRIES)
    return refuse(`A step can be retried 0 to 9 times, not ${value} times. Nothing was changed.`);
  const said = value === 0 ? "No retries" : value === 1 ? "1 retry" : `${value} retries`;
  return update(steps, world, { field: "retries", value }, `${said} for`);
}

function update(
  steps: ListedStep[],
  { plan }: World,
  change: Edit | { field: string; value: string | number },
  said: string,
) {
  const list = steps.map((step) => ({ op: "update_step", step: refOf(step, plan), changes: [change] }));
  return edits(list, steps, `${said} ${namesOf(steps)}`);
}

const GO_ON_PATTERNS = [
  new RegExp(`^(?:if|when|in case|should|even if) (.+?) (?:ever )?${FAILS},?(?: then)? ${GO_ON}$`, "i"),
  new RegExp(
    `^(?:on|upon|in case of) (?:an )?(?:error|failure|errors|failures) (?:in|of|at|on|with) (.+?),? ${GO_ON}$`,
    "i",
  ),
  new RegExp(`^${GO_ON},? (?:even )?(?:if|when|in case) (.+?) ${FAILS}$`, "i"),
  new RegExp(
    `^(?:do not|never) (?:abort|stop|cancel|fail|halt)(?: (?:everything|it all|all|the (?:whole )?(?:run|plan|thing)))? (?:if|when|because|just because|in case) (.+?) ${FAILS}(?:,? (?:but |and |just )?${GO_ON})?$`,
    "i",
  ),
  /^(.+?) (?:is|are) (?:only )?(?:optional|nice to have|not (?:so |that )?(?:critical|important|essential))$/i,
  /^(?:ignore|tolerate) (?:errors|failures|an error|a failure|problems) (?:in|of|at|on|with|from) (.+)$/i,
  /^(?:a )?(?:failure|error) (?:in|of|at) (.+?) (?:should|must|may) not stop .+$/i,
];
// "If 3 fails, still do 4": it goes on in spite of that.
const STILL = new RegExp(
  `^(?:even )?(?:if|when|in case|should) (.+?) (?:ever )?${FAILS},? (?:then )?(?:please )?(?:still|nevertheless) (?!stop|abort|cancel|end|halt|skip)\\S+ .+$`,
  "i",
);
// With the step that runs regardless first.
const REGARDLESS = new RegExp(
  `^.+? (?:should|must|can|may|shall|has to) (?:still |also |always )*(?:run|go ahead|start|happen|be done)(?: anyway)?,? (?:even if|even when|regardless (?:of )?(?:whether|if)|no matter (?:whether|if)|although) (.+?) ${FAILS}$`,
  "i",
);
const STOP_PATTERNS = [
  new RegExp(`^(?:if|when|in case|should) (.+?) ${FAILS},?(?: then)? ${STOP_ALL}$`, "i"),
  new RegExp(`^(?:on|upon|in case of) (?:an )?(?:error|failure) (?:in|of|at|on) (.+?),? ${STOP_ALL}$`, "i"),
  new RegExp(`^${STOP_ALL},? (?:if|when|in case|as soon as) (.+?) ${FAILS}$`, "i"),
];
const REACTION = [
  new RegExp(`^(?:if|when|in case|should) (.+?) ${FAILS},?(?: then)? (.+)$`, "i"),
  /^(?:on|upon|in case of) (?:an )?(?:error|failure) (?:in|of|at|on) (.+?),? (.+)$/i,
];

function readPolicy(clause: string, world: World): Reading {
  for (const pattern of [REGARDLESS, STILL, ...GO_ON_PATTERNS]) {
    const span = pattern.exec(clause)?.[1];
    if (span !== undefined) return policy(span, "continue", SAID.continue, world);
  }
  for (const pattern of STOP_PATTERNS) {
    const span = pattern.exec(clause)?.[1];
    if (span !== undefined) return policy(span, "stop", SAID.stop, world);
  }
  const still = readSkipButStill(clause, world);
  if (still !== null) return still;
  const spared = SKIPS.exec(clause) ?? turnedSkip(clause);
  if (spared) return skipAfter(spared[1] ?? "", spared[2] ?? "", world);
  const skipped = /^if (.+?) fails skip what depends on it$/i.exec(clause)?.[1];
  if (skipped !== undefined)
    return policy(skipped, "skip_dependents", "What waits for it is skipped if this fails:", world);
  const said = failureSaid(clause);
  const named = said ? namedWholly(said.span === "" ? "it" : said.span, world) : null;
  if (said && named?.type === "steps")
    return "retries" in said
      ? setRetriesOf(named.steps, said.retries, world, said.isMore)
      : policyOf(named.steps, said.onError, SAID[said.onError], world);
  for (const pattern of REACTION) {
    const found = pattern.exec(clause);
    if (
      found &&
      isEnglishOrder(bareOf(found[2] ?? "")) &&
      !/^(?:it|that|try|retry|give it)\b/i.test(found[2] ?? "")
    )
      return react(found[1] ?? "", found[2] ?? "", world);
  }
  return null;
}

const SKIPS = new RegExp(
  `^(?:if|when|in case|should) (.+?) (?:ever )?${FAILS},?(?: then)? ${SKIP} (.+)$`,
  "i",
);
const SKIPPED = new RegExp(`^${SKIP} (.+?),? (?:if|when|in case) (.+?) (?:ever )?${FAILS}$`, "i");
const SHOULD_NOT = new RegExp(
  `^(?:if|when|in case|should) (.+?) (?:ever )?${FAILS},? (?:then )?(.+?) (?:should|must|need|shall) (?:not (?:run|start|happen|be (?:run|done))|be skipped)$`,
  "i",
);

function turnedSkip(clause: string): [string, string, string] | null {
  const found = SHOULD_NOT.exec(clause);
  if (found) return [clause, found[1] ?? "", found[2] ?? ""];
  const turned = SKIPPED.exec(clause);
  return turned && [clause, turned[2] ?? "", turned[1] ?? ""];
}

/** "If 1 fails, skip 3": 3 runs only when 1 has completed; what waits for 1 is skipped anyway. */
function skipAfter(failed: string, spared: string, world: World): Reading {
  if (/^(?:it|that|this|the error|the failure)$/i.test(spared))
    return policy(failed, "continue", SAID.continue, world);
  return withSteps(failed, world, ([step]) =>
    withSteps(spared, world, (others) => {
      const { plan } = world;
      if (!step?.id) return null;
      if (others.includes(step))
        return ask(
          `${nameOf(step)} cannot be skipped because of its own failure. Which step should be skipped?`,
        );
      const isTolerated = step.onError === "continue" || step.onError === "skip";
      const known = isTolerated ? [] : others.filter((other) => comesBefore(step, other, plan));
      const list = others.flatMap((other): Edit[] => {
        if (known.includes(other)) return [];
        const own = `$${step.id}.status == 'completed'`;
        const value = other.condition === null ? own : `(${other.condition}) && ${own}`;
        const waits = { op: "add_dependency", step: refOf(other, plan), dependsOn: [refOf(step, plan)] };
        const condition = { op: "update_step", step: refOf(other, plan), changes: [{ field: "if", value }] };
        return comesBefore(step, other, plan) ? [condition] : [waits, condition];
      });
      const said = [
        ...(known.length > 0
          ? [
              `${namesOf(known)} ${known.length > 1 ? "wait" : "waits"} for ${nameOf(step)} and ${known.length > 1 ? "are" : "is"} skipped when it fails`,
            ]
          : []),
        ...(list.length > 0
          ? [
              `${namesOf(others.filter((other) => !known.includes(other)))} runs only if ${nameOf(step)} has completed`,
            ]
          : []),
      ];
      return edits(list, others, said.join("; "));
    }),
  );
}

const SAID = { continue: "The run goes on if this fails:", stop: "The run stops if this fails:" };

function policy(span: string, value: string, said: string, world: World): Reading {
  return withSteps(span, world, (steps) => policyOf(steps, value, said, world));
}

export function policyOf(steps: ListedStep[], value: string, said: string, world: World): Reading {
  const isSo = steps.every((step) => (step.onError ?? "skip_dependents") === value);
  return isSo
    ? edits([], steps, `${said} ${namesOf(steps)}`)
    : update(steps, world, { field: "onError", value }, said);
}

/** "If X fails, do Y": a step that runs only then; a substitute also lets what follows go on. */
function react(span: string, deed: string, world: World): Reading {
  const retry = new RegExp(`^(?:retry|try)(?: it)?(?: again)? (${TIMES})$`, "i").exec(deed);
  if (retry) return setRetries(span, timesIn(retry[1] ?? "") ?? 1, world);
  return withSteps(
    span,
    world,
    ([step]) => {
      if (!step || step.id === null) return null;
      const { plan } = world;
      const substitute = /\binstead\b|\bfall ?back\b/i.test(deed);
      const condition = `$${step.id}.status == 'failed'`;
      const made = newStep(titleFrom(deed), plan, [refOf(step, plan)], [{ field: "if", value: condition }]);
      const after = substitute ? dependentsOf(step, plan).map((other) => refOf(other, plan)) : [];
      const list: Edit[] = [{ op: "add_step", step: made, after: refOf(step, plan), requiredBy: [] }];
      if (substitute) {
        list.push({
          op: "update_step",
          step: refOf(step, plan),
          changes: [{ field: "onError", value: "continue" }],
        });
        list.push(...after.map((other) => ({ op: "add_dependency", step: other, dependsOn: [made.id] })));
      }
      return edits(list, [step], `Added "${made.title}" for when ${namesOf([step])} fails`);
    },
    { one: true },
  );
}
