import { type Idiom, REF } from "./idiom.ts";
import { LINK_IDIOMS } from "./idioms-links.ts";
import { LOOSE_IDIOMS } from "./idioms-loose.ts";
import { SETTING_IDIOMS } from "./idioms-settings.ts";
import { STEP_IDIOMS } from "./idioms-steps.ts";
import { plainAdd } from "./quoted-orders.ts";
import { withQuotesHidden } from "./plain-words.ts";

const IDIOMS: Idiom[] = [
  [/^(?:would|do) you mind (?=\w+ing\b)/i, ""],
  [
    new RegExp(
      `^(?:add (?:an?|one|another|one more)|(?:give|allow) (?:another|one more))(?: (?:extra|additional|further|single))* (?:retry|try|attempt) (?:to|for|on) ${REF}$`,
      "i",
    ),
    "give $1 one more retries",
  ],
  [new RegExp(`^(?:give|allow) (?:an?|one) retry (?:to|for|on) ${REF}$`, "i"), "give $1 one retry"],
  [
    new RegExp(
      `^(?:add (\\w+)(?: (?:more|extra|additional|further))?|(?:give|allow) (\\w+) (?:more|extra|additional|further)) retries (?:to|for|on) ${REF}$`,
      "i",
    ),
    "give $3 $1$2 more retries",
  ],
  [new RegExp(`^(?:give|allow) (\\w+) retries (?:to|for|on) ${REF}$`, "i"), "give $2 $1 retries"],
  [/^(?:make it(?= so\b| that\b)|see to it|arrange it|set it up)(?: so)?(?: that)? (?=\S+ \S+)/i, ""],
  [
    new RegExp(
      `^(?:put|do|run|place|move|start with) ${REF} (?:as )?(?:the )?(?:very )?first(?: one| step| of all)?$`,
      "i",
    ),
    "move $1 to the start",
  ],
  [
    new RegExp(
      `^(?:put|do|run|place|move) ${REF} (?:as )?(?:the )?(?:very )?last(?: one| step| of all)?$`,
      "i",
    ),
    "move $1 to the end",
  ],
  [
    new RegExp(
      `^(?:i |we )?(?:want|would like|need|wish|make|let|have) (?!to )${REF} (?:to )?(?:be|become|come|run|go|stand)? ?(?:as )?(?:the )?(?:very )?(?:last|final)(?: one| step)?$`,
      "i",
    ),
    "move $1 to the end",
  ],
  [
    new RegExp(
      `^(?:i |we )?(?:want|would like|need|wish|make|let|have) (?!to )${REF} (?:to )?(?:be|become|come|run|go|stand)? ?(?:as )?(?:the )?(?:very )?first(?: one| step)?$`,
      "i",
    ),
    "move $1 to the start",
  ],
  [
    new RegExp(
      `^${REF} (?:should|must|has to|shall) (?:be|come|run|go) (?:the )?(?:very )?(?:last|final)(?: one| step)?$`,
      "i",
    ),
    "move $1 to the end",
  ],
  [
    new RegExp(
      `^${REF} (?:should|must|has to|shall) (?:be|come|run|go) (?:the )?(?:very )?first(?: one| step)?$`,
      "i",
    ),
    "move $1 to the start",
  ],
  [
    new RegExp(
      `^(?:let|make|have) ${REF} (?:try|run|be tried|be attempted)(?: it)? (?:only|just) (?:once|one time)$`,
      "i",
    ),
    "do not retry $1",
  ],
  [new RegExp(`^(?:only |just )?try ${REF} (?:only |just )?once$`, "i"), "do not retry $1"],
  [
    new RegExp(
      `^${REF} (?:should|must|may|shall|can) (?:only )?(?:be tried|try|be attempted)(?: it)?(?: only| just)? (?:once|one time)$`,
      "i",
    ),
    "do not retry $1",
  ],
  [
    new RegExp(
      `^(?:remove|delete|drop|clear|cut|take away) (?:all|every|any|the|all the|all of the) (?:dependenc(?:y|ies)|links?|waits?|connections?) (?:of|from|on|for) (?!.* (?:on|to|and|from|with) )${REF}$`,
      "i",
    ),
    "$1 depends only on nothing",
  ],
  [
    new RegExp(
      `^(?:(?:let|make|have) )?${REF} (?:should )?(?:waits? for|depends? on) (?:nothing|no (?:other )?steps?)$`,
      "i",
    ),
    "$1 depends only on nothing",
  ],
  [
    new RegExp(
      `^(?:let|make|have) ${REF} (?:start|run|begin|go|happen) (?:right away|at once|immediately|straight away|first thing|from the start|without waiting(?: for (?:anything|any step|the others))?)$`,
      "i",
    ),
    "$1 depends only on nothing",
  ],
  [
    new RegExp(
      `^${REF} (?:should|can|may|must) (?:start|run|begin) (?:right away|immediately|straight away|without waiting(?: for anything)?)$`,
      "i",
    ),
    "$1 depends only on nothing",
  ],
  [
    new RegExp(
      `^${REF} (?:should|must|need) not wait for (?:anything|any(?: other)? step|any of (?:them|the others))$`,
      "i",
    ),
    "$1 depends only on nothing",
  ],
  [
    new RegExp(
      `^(?:run|do|start|execute) ${REF} only (?:with|after|upon|on|once you have) (my|our|explicit|the) (ok(?:ay)?|approval|permission|consent|go[- ]?ahead|confirmation)$`,
      "i",
    ),
    "$1 needs my approval",
  ],
  [
    new RegExp(
      `^(?:i |we )?(?:want|would like|need) ${REF} (?:to be )?(?:approved|confirmed|signed off)(?: by me| first)?$`,
      "i",
    ),
    "$1 needs my approval",
  ],
  [new RegExp(`^(?:make|mark) ${REF} (?:as )?optional$`, "i"), "$1 is optional"],
  [
    new RegExp(
      `^(?:skip|leave out|drop) (?:the rest|everything(?: else)?|what follows|the following steps),? (?:if|when|in case) ${REF} (?:fails?|breaks?|goes wrong)$`,
      "i",
    ),
    "if $1 fails skip what depends on it",
  ],
  [
    new RegExp(
      `^${REF} and ${REF} (?:should )?(?:swap|change|switch)(?: their)?(?: places| positions)?$`,
      "i",
    ),
    "swap $1 and $2",
  ],
  [
    /^i (?:do not|don't) like the (?:name|title) (?:of )?(.+?)[,;.:–-]+ (?:so )?(?:please )?(?:make it|call it|change it to|rename it(?: to)?|it should be(?: called)?|use|better:?) (.+)$/i,
    "rename $1 to $2",
  ],
  [
    /^(?:if|when|in case) (.+?) (?:fails?|breaks?|goes wrong|does not work),? (?:then )?(?:skip|leave out|drop|omit) (?:the rest|everything(?: else)?|all the rest|what (?:follows|comes after)|the following steps|everything after(?: it| that)?)$/i,
    "if $1 fails skip what depends on it",
  ],
];

const ALL = [...LOOSE_IDIOMS, ...LINK_IDIOMS, ...STEP_IDIOMS, ...SETTING_IDIOMS, ...IDIOMS];

/** A clause in the plain form that the readers know; any other clause as it is. */
export function saidPlainly(clause: string): string {
  const known = PLAIN.get(clause);
  if (known !== undefined) return known;
  if (PLAIN.size >= MAX_KNOWN) PLAIN.clear();
  const plain = inPlainForm(clause);
  PLAIN.set(clause, plain);
  return plain;
}

// A message is read more than once: as it stands, without its slips, and part by part.
const PLAIN = new Map<string, string>();
const MAX_KNOWN = 2_000;

function inPlainForm(clause: string): string {
  return withQuotesHidden(clause, (bare) =>
    ALL.reduce((text, [idiom, plain]) => text.replace(idiom, plain), plainAdd(bare)).trim(),
  );
}
