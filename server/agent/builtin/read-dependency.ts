import { type ListedStep, nameOf, namesOf, refOf } from "./listed-plan.ts";
import { comesBefore, dependentsOf, type World } from "./reference.ts";
import { ask, type Edit, edits, type Reading, refuse, withSteps } from "./understanding.ts";

const MUST =
  "(?:\\s+(?:now|also|really|only|first|still|therefore|then|should|must|shall|will|can|may|could|ought to|has to|have to|had to|needs to|need to|is to|are to|is supposed to|would)(?: be)?)*";
const WAIT_FOR =
  "(?:also )?(?:to )?(?:also )?(?:depends?(?:ing)?(?: also)? (?:up)?on|waits?(?:ing)?(?: also| as well| too)? (?:for|on|until|till)|relies on|rely on|is waiting for|follows?|is dependent on|requires?|needs?)";
const RUN_AFTER =
  "(?:be )?(?:(?:to )?(?:only )?(?:also )?(?:runs?|starts?|starting|begins?|comes?|happens?|goes?|go|executes?|occurs?|follows?|kicks? off|be (?:run|started|done|scheduled|sent|ordered|created))(?: out| on)? )?(?:only )?(?:strictly |directly |right |straight |immediately |just )?(?:after|once|when|as soon as|behind|until after|following)";
const END = "(?: (?:as well|too|also|first|please|now))*";

const ADD: RegExp[] = [
  new RegExp(`^(?:make|let|have|get) (.+?) ${WAIT_FOR} (.+?)${END}$`, "i"),
  new RegExp(`^(?:please )?(?:make|let|have|get|do) (.+?) ${RUN_AFTER} (.+?)${END}$`, "i"),
  /^(?:hold|keep|delay|hold back|postpone|block|pause|defer) (.+?)(?: back| off)? (?:until|till|for|before) (.+)$/i,
  /^(?:only |just )?(?:start|run|begin|do|execute|kick off) (?:on |with )?(.+?) (?:only )?(?:after|once|when|as soon as|following) (.+)$/i,
  /^(?:do not|never) (?:start|run|begin|do|execute|kick off)?(?: on| with)? ?(.+?) (?:until|before|unless|till) (.+)$/i,
  /^(.+?) (?:should not|must not|can not|may not|shall not|do not|does not|is not to|will not)(?: be)? (?:(?:start|run|begin|happen|go|come|be)?(?:ed)?(?: out| ahead)? )?(?:before|until|unless|till) (.+)$/i,
  /^(?:add|create|put|set|insert|make|draw) (?:a |an |another |the )?(?:dependency|link|edge|arrow|connection)(?: for| of)? from (.+?) (?:to|on|onto) (.+?)(?:,? (?:so|such) that .*|,? so .*)?$/i,
  /^(?:add|create|put|set) (.+?) as (?:a |an |another )?(?:dependency|prerequisite) (?:of|for|to) (.+)$/i,
  /^(?:add|create|put|set) (?:a |an |another )?(?:dependency|prerequisite) (?:on|to) (.+?) (?:to|for|in|of) (.+)$/i,
  new RegExp(`^(.+?)${MUST} ${WAIT_FOR} (.+?)${END}$`, "i"),
  new RegExp(`^(.+?)${MUST} ${RUN_AFTER} (.+?)${END}$`, "i"),
];
const REVERSED = new Set([7, 8]);

const DEED_FIRST = [
  /^(?:do |run |start |first )?(.+?)(?: has to| have to| must| should| needs to| need to| shall| will)?(?: run| come| comes| happen| be done| be| go| goes| start| finish)? (?:before|ahead of|prior to) (?:the start of |starting |running )?(.+?)(?:,? (?:one then the other|not at the same time|please))?$/i,
  /^first (.+?),?(?: and)? then (.+)$/i,
];
const PASSIVE =
  /^(.+?) (?:should not|must not|can not|may not|shall not|will not|is not to)(?: be)? (?!(?:start|run|begin|happen|go|come|execute)\b)(\w+) (?:before|until|unless|till) (.+)$/i;
const WISHED =
  /^(?:i|we) (?:would like|would prefer|want|need|wish)(?: for)? (.+?) to (?=(?:come|run|start|begin|wait|happen|depend|follow|go)\b)/i;
const ALSO_NOT_PARALLEL =
  /,? (?:and )?(?:not (?:at the same time|in parallel|simultaneously)|one (?:then|after) the other|but not (?:in parallel|at the same time))$/i;

const LINKED = /^(?:link|connect|attach|tie|hook)(?: up)? (.+?)(?: up)? (?:to|onto|with|and) (.+?)$/i;

// A link has no direction in words: what comes later in the plan waits for what comes earlier.
function linkEither(first: string, second: string, world: World): Reading {
  return withSteps(first, world, ([one]) =>
    withSteps(second, world, ([other]) => {
      if (!one || !other) return null;
      const isTurned = comesBefore(one, other, world.plan);
      const isLater = one.number > other.number || comesBefore(other, one, world.plan);
      const [waiter, awaited] = isLater && !isTurned ? [one, other] : [other, one];
      return addLinks([waiter], [awaited], "", world);
    }),
  );
}

/** "X waits for Y": which step waits is always the first of the pair. */
export function readDependency(clause: string, world: World): Reading {
  if (/^(?:make|let|have) .+ (?:depend|wait)(?: on| for)?$/i.test(clause)) return askForWhat(clause, world);
  const text = clause
    .replace(ALSO_NOT_PARALLEL, "")
    .replace(WISHED, "$1 ")
    .replace(/ (?:is|are) (?:through|over)$/i, " is done");
  const passive = PASSIVE.exec(text);
  if (passive) return link(`${passive[2]} ${passive[1]}`, passive[3] ?? "", world);
  const linked = LINKED.exec(text);
  if (linked) return linkEither(linked[1] ?? "", linked[2] ?? "", world);
  for (const [index, pattern] of ADD.entries()) {
    const found = pattern.exec(text);
    if (!found) continue;
    const [first, second] = [found[1] ?? "", found[2] ?? ""];
    const reading = REVERSED.has(index) ? link(second, first, world) : link(first, second, world);
    if (reading) return reading;
  }
  for (const pattern of DEED_FIRST) {
    const found = pattern.exec(text);
    if (found && / (?:not|never)$/i.test(found[1] ?? ""))
      return link((found[1] ?? "").replace(/ (?:not|never)$/i, ""), found[2] ?? "", world);
    if (found && DENIED.test(found[1] ?? ""))
      return link((found[1] ?? "").replace(DENIED, ""), found[2] ?? "", world);
    if (found) return link(found[2] ?? "", found[1] ?? "", world);
  }
  return null;
}

// "Nobody publishes before the link is there" is the other way round.
const DENIED = /^(?:nobody|no one|none of us|nothing|never)(?: (?:should|may|must|can|is to|gets to))?\s+/i;

function askForWhat(clause: string, world: World): Reading {
  const span = /^(?:make|let|have) (.+?) (?:depend|wait)/i.exec(clause)?.[1] ?? "";
  return withSteps(span, world, ([step]) => (step ? ask(`What should ${nameOf(step)} wait for?`) : null), {
    what: "should wait, and for what",
  });
}

/** `waiting` waits for `awaited`, both as the person describes them. */
export function link(waiting: string, awaited: string, world: World): Reading {
  if (/^(?:nothing|none|no step|nobody)\b/i.test(waiting)) return null;
  return withSteps(
    waiting.replace(/ (?:both|all)$/i, ""),
    world,
    (waiters) => {
      const inner = /\bitself\b|\b(?:before|after|behind) it\b/i.test(awaited)
        ? { ...world, focus: waiters }
        : world;
      return withSteps(awaited, inner, (targets) => addLinks(waiters, targets, awaited, world), {
        what: "should it wait for",
      });
    },
    { what: "should wait" },
  );
}

function addLinks(waiters: ListedStep[], targets: ListedStep[], words: string, { plan }: World): Reading {
  const all = /^(?:everything|all|every)/i.test(words.trim());
  const list: Edit[] = [];
  for (const waiter of waiters) {
    const others = all ? targets.filter((target) => target !== waiter) : targets;
    if (others.includes(waiter)) {
      return refuse(`${nameOf(waiter)} cannot wait for itself. Nothing was changed.`.replace(/^s/, "S"));
    }
    const fresh = others.filter((target) => !waiter.dependsOn.includes(target.number));
    if (fresh.length === 0) continue;
    const dependsOn = fresh.map((target) => refOf(target, plan));
    list.push({ op: "add_dependency", step: refOf(waiter, plan), dependsOn });
  }
  const awaited = all ? targets.filter((target) => !waiters.includes(target)) : targets;
  const said = `${namesOf(waiters)} ${waiters.length > 1 ? "wait" : "waits"} for ${namesOf(awaited)}`;
  return edits(list, waiters, said);
}

const NOT =
  "(?:(?:should|must|need|does|do|will|is|can|may)(?: not| no longer)|no longer|need not|needs not)";
const WAIT =
  "(?:have to |need to |needs to |has to |really |still |also |be )*(?:waits?|waiting|depends?|depending|depend|blocked|held up|needs?|requires?|rely|relies)";
const REMOVE: RegExp[] = [
  /^(?:nothing|no step|none of (?:them|the steps)|nobody)(?: else)? (?:should|must|needs? to|has to|may|shall|can)? ?(?:have to |need to |be )?(?:waits?|waiting|depends?|depending|needs?|blocked)(?: for| on| by)? (.+)$/i,
  /^(?:do not|never|stop)(?: make| making| let)? ?(?:wait(?:ing)?|depend(?:ing)?)? ?(?:for|on) (.+?) (?:when|before|while|for|to|in) (.+)$/i,
  /^(?:do not|never|stop) (?:make|making|let|letting|have|having) (.+?) (?:wait(?:ing)?|depend(?:ing)?)(?: for| on) (.+)$/i,
  new RegExp(
    `^(.+?) ${NOT} ${WAIT}(?: for| on| by)? (.+?)(?:,? (?:drop|cut|remove|delete) (?:that|the) (?:link|dependency|connection|edge)(?: but keep .*)?| any ?more| any longer)*$`,
    "i",
  ),
  /^(?:unlink|disconnect|detach|decouple|separate|cut|free) (.+?) (?:from|of) (.+)$/i,
  /^(?:remove|delete|drop|cut|break|take (?:away|out))(?: the)? (?!(?:the |that |this |any |an? )?(?:dependenc|links?\b|wait\b|connection))(.+?)(?:'s|s')? (?:dependency|dependencies|link|links|wait|connection) (?:on|to|for|with|from) (.+)$/i,
  /^(?:remove|delete|drop|cut|break|take (?:away|out)) (?:the |that |any )?(?:dependency|dependencies|link|links|edge|connection|arrow|tie|ties|relation|bond|line) (?:of|between|from) (.+?) (?:on|to|and|for|with) (.+)$/i,
  /^(?:let|have|allow) (.+?) (?:to )?(?:go ahead|start|run|proceed|happen|begin|go) without (?:waiting for |waiting on )?(.+)$/i,
  /^(.+?) (?:can|may|should|could) (?:go ahead|start|run|proceed|happen|begin|go) without (?:waiting for |waiting on )?(.+)$/i,
];

/** Connections that go while both steps stay. */
export function readUnlink(clause: string, world: World): Reading {
  if (
    /^(?:so |then )*(?:remove|drop|delete|cut|lose|take away) (?:that|the|this) (?:dependency|link|connection|edge|wait)$/i.test(
      clause,
    )
  ) {
    const pair = world.focus.length === 1 ? [...world.focus, ...(world.other ?? [])] : world.focus;
    const [waiter, awaited] = pair;
    return waiter && awaited && pair.length === 2
      ? unlink([waiter], [awaited], world)
      : ask("Which connection: which step should no longer wait for which other one?");
  }
  const toGhost = ghostLink(clause, world);
  if (toGhost !== null) return toGhost;
  for (const [index, pattern] of REMOVE.entries()) {
    const found = pattern.exec(clause);
    if (!found) continue;
    const [first, second] = [found[1] ?? "", found[2] ?? ""];
    if (index === 0) return freeAll(first, world);
    if (index === 1) return cut(second, first, world);
    if (index === 4 || index === 6) return cutEither(first, second, world);
    return cut(first, second, world);
  }
  return null;
}

const GHOST =
  /^(?:remove|delete|drop|cut|break|take out) (?:the |that |any )?(?:dependency|link|edge|connection) (?:of|from) (.+?) (?:on|to|with) (?:(?:the )?(?:missing )?(?:step )?([A-Za-z0-9][\w-]{0,63})|"([^"]+)"|`([^`]+)`)$/i;

// A dependency on an id that no step has is named by that id; in quotes it is exactly what they hold.
function ghostLink(clause: string, world: World): Reading {
  const [, span = "", plain, ...quoted] = GHOST.exec(clause) ?? [];
  const { plan } = world;
  const exact = quoted.find((text) => text !== undefined);
  const id = exact ?? plain;
  if (id === undefined) return null;
  return withSteps(span, world, ([step]) => {
    if (!step?.missing?.includes(id)) return null;
    if (exact === undefined && plan.steps.some((other) => other.id === id)) return null;
    const edit = { op: "remove_dependency", step: refOf(step, plan), dependsOn: [id] };
    return edits([edit], [step], `${nameOf(step)} does not wait for "${id}", which is no step`);
  });
}

function freeAll(span: string, world: World): Reading {
  return withSteps(span, world, (targets) => {
    const list = targets.flatMap((target) =>
      dependentsOf(target, world.plan).map((step) => ({
        op: "remove_dependency",
        step: refOf(step, world.plan),
        dependsOn: [refOf(target, world.plan)],
      })),
    );
    return edits(list, targets, `Nothing waits for ${namesOf(targets)}`);
  });
}

/** `waiting` no longer waits for `awaited`. */
export function cut(waiting: string, awaited: string, world: World): Reading {
  return withSteps(waiting, world, (waiters) => {
    const wanted = new Set(waiters.flatMap((waiter) => waiter.dependsOn));
    const inner = { ...world, focus: waiters };
    return withSteps(awaited, inner, (targets) => unlink(waiters, targets, world), {
      prefer: (step) => wanted.has(step.number),
    });
  });
}

function cutEither(first: string, second: string, world: World): Reading {
  return withSteps(first, world, (some) =>
    withSteps(second, world, (others) => {
      const forward = others.some((other) => some.some((step) => other.dependsOn.includes(step.number)));
      return forward ? unlink(others, some, world) : unlink(some, others, world);
    }),
  );
}

function unlink(waiters: ListedStep[], targets: ListedStep[], { plan }: World): Reading {
  const list = waiters.flatMap((waiter) => {
    const gone = targets.filter((target) => waiter.dependsOn.includes(target.number));
    const dependsOn = gone.map((target) => refOf(target, plan));
    return gone.length === 0 ? [] : [{ op: "remove_dependency", step: refOf(waiter, plan), dependsOn }];
  });
  const verb = waiters.length > 1 ? "do not wait" : "does not wait";
  return edits(list, waiters, `${namesOf(waiters)} ${verb} for ${namesOf(targets)}`);
}
