import { isEnglishOrder } from "./brief-clauses.ts";
import { orderFrom, plainVerb } from "./new-step.ts";
import { unquoted } from "./read-settings.ts";

const VERB =
  "(?:(?:throw|chuck|slip|stick|work|pop|drop|sneak|wedge|shove|slide|weave|fit|build|write|bring|get) in(?= (?:an?|another|one)\\b)|(?:throw|chuck|slip|stick|work) in|(?:tack|stick|bolt|slap|hang|chuck) (?:on )?(?=(?:one|a|another)\\b)|(?:add|insert|put|append|include|create|introduce|squeeze|slot|place|need|want|give me|prepend)(?: in)?)";
const STEP =
  "(?:(?:an? |another |one |the )?(?:new |extra |additional |further |more |final |last |first )*step|one more(?: on)?|another one(?: on)?)";

/** What follows the verb, with every form of asking for a new step made one; null when none is asked for. */
export function commandIn(clause: string): string | null {
  const trailing = new RegExp(
    `^(?:finally,? )?(.+?)(?:\\s*[-–—:;,]+\\s*)(?:and )?(?:please )?${VERB} (?:that|this|it) (?:as|at|to|after|before|between) (.+)$`,
    "i",
  ).exec(clause);
  if (trailing)
    return `${STEP_MARK} ${trailing[1]} ${/^(?:the )?(?:very )?(last|final|end)/i.test(trailing[2] ?? "") ? "at the end" : /^(?:the )?(?:very )?(first|start|beginning)/i.test(trailing[2] ?? "") ? "at the start" : `after ${trailing[2]}`}`;
  const first =
    /^(?:the )?(?:new )?(first|last|final) step:\s*(.+)$/i.exec(clause) ??
    /^new (first|last|final) step:?\s*(.+)$/i.exec(clause);
  if (first)
    return `${/first/i.test(first[1] ?? "") ? "at the start" : "at the end"} ${STEP_MARK} ${first[2]}`;
  const labelled =
    /^(?:an? |another )?(?:new|extra|further|additional) step ((?:right |directly |straight )?(?:after|before|between|at|following|behind|ahead of|in front of|in between) .+?):\s*(.+)$/i.exec(
      clause,
    );
  if (labelled) return `${labelled[1]} ${STEP_MARK} ${labelled[2]}`;
  const starting = new RegExp(
    `^(?:start|begin)(?: off)? with ${STEP}s? (?:that|which|to|called|named)(.+?)(?: before .+)?$`,
    "i",
  ).exec(clause);
  if (starting) return `at the start ${STEP_MARK} that${starting[1]}`;
  const leading = new RegExp(
    `^((?:right |directly |straight |immediately )?(?:after|before|between|at the|as the|in the) .+?),? (?:please )?${VERB}\\b (.+)$`,
    "i",
  ).exec(clause);
  if (leading && WISH_FOR_STEP.test(leading[2] ?? "")) return null;
  if (leading) return `${leading[1]} ${STEP_MARK} ${leading[2]}`;
  const direct = new RegExp(
    `^(?:i |we )?(?:also |then |please |finally,? |would like to |want to )*${VERB}\\b ?(.*)$`,
    "i",
  ).exec(clause);
  const vague =
    /^(?:i |we )?(?:also |then |would like to |want to )*(?:put|include|create|introduce|place|need|want|give me)\b/i.test(
      clause,
    );
  if (
    direct &&
    vague &&
    !NEW_STEP.test(clause) &&
    !/\b(?:between|at the (?:very )?(?:end|start|beginning|top))\b/i.test(clause)
  )
    return null;
  // What speaks of a step that is there asks for something else than a new one.
  if (direct && OF_A_STEP.test(direct[1] ?? "")) return null;
  if (direct) return `${STEP_MARK} ${direct[1]}`;
  const silent =
    /^((?:before|between|right after|right before) .+?(?:but |and )?(?:(?:after|before|and) .+?)?),? ([a-z]+ (?:the|a|an|all|if|whether|for|everyone|my|our|its)\b.+)$/i.exec(
      clause,
    );
  if (silent) return `${silent[1]} ${STEP_MARK} ${silent[2]}`;
  const led =
    /^((?:(?:right |directly )?(?:after|before) |between .+? and )[^,]+),\s+(?:then )?(\w+ .+)$/i.exec(
      clause,
    );
  return led && isEnglishOrder(led[2] ?? "") ? `${led[1]} ${STEP_MARK} ${led[2]}` : null;
}

// "In the end I want the mail to wait for …" is about a step that is there.
const WISH_FOR_STEP =
  /^(?:(?:the|my|our) |steps? #?\d|it |them |that |this |both ).*? to (?:be|wait|run|come|go|start|depend|ask|happen|have|stop|retry|follow)\b/i;

const NEW_STEP =
  /\b(?:an?|another|one|two|three|four|five|several|some|more|new|extra|further|additional|the (?:last|first|final))(?: (?!of\b)[\w"-]+){0,6} steps?\b/i;

const OF_A_STEP =
  /^(?:(?:the )?steps? #?\d|#?\d+ (?!(?:\w+ )?steps?\b)|(?:the )?(?:last|first|second|third|fourth|fifth|\d+(?:st|nd|rd|th)) (?:step|one)\b(?! (?:that|which|to|for|called|named)\b)|(?:it|them|that one|both)\b)/i;

const STEP_MARK = "⟨new⟩";

/** Stands in front of a title that is quoted, and so stays as it is. */
export const EXACT = "\u2060";

function exactly(text: string): string | null {
  const inner = /^["“'‘](.+)["”'’]$/.exec(text.trim())?.[1];
  return inner === undefined ? null : `${EXACT}${inner}`;
}

/** Stands for a title that cannot be told from the words around it. */
export const NO_TITLE = "\u2061";

/** What a new step does, from the words of the command without its place. */
export function contentOf(rest: string): string {
  const text = rest
    .replaceAll(STEP_MARK, " ")
    .trim()
    .replace(/^[,:\s]+|[,;\s]+$/g, "");
  const named = new RegExp(`^(?:${STEP}s?\\s+)?(?:called|named|titled|with the title)\\s+(.+)$`, "i").exec(
    text,
  );
  if (named && /^"[^"]+"\s+\S/.test(named[1] ?? "")) return NO_TITLE;
  if (named) return exactly(named[1] ?? "") ?? orderFrom(unquoted(named[1] ?? ""));
  const quoted = new RegExp(`^(?:${STEP}\\s+)?(?:"([^"]+)"|["“'‘]([^"]+)["”'’])$`, "i").exec(text);
  if (quoted) return `${EXACT}${quoted[1] ?? quoted[2]}`;
  const titled = new RegExp(`^(?:${STEP}\\s+)?("[^"]+"\\s*[:–-]\\s*[^"\\s][^]*)$`, "i").exec(text)?.[1];
  if (titled !== undefined) return titled;
  // Words around a quoted title that say no place say something that is not understood.
  if (new RegExp(`^(?:${STEP}\\s+)?(?:called |named |titled )?"[^"]+"\\s+\\S`, "i").test(text))
    return NO_TITLE;
  const that = new RegExp(
    `^(?:${STEP}|one)\\s*,? ?(?:that|which|who)\\s+(?:should |must |will |shall |can )?(.+)$`,
    "i",
  ).exec(text);
  if (that) return orderFrom(plainVerb(that[1] ?? ""));
  const infinitive = new RegExp(`^(?:${STEP}|one)\\s*(?:to|for|:|-|–)\\s*(.+)$`, "i").exec(text);
  if (infinitive) return orderFrom(infinitive[1] ?? "");
  const bare = text.replace(new RegExp(`^${STEP}\\b`, "i"), "").trim();
  if (/^(?:that|it|this|them|one|steps?|something|anything|more)$/i.test(bare)) return "";
  return orderFrom(
    bare
      .replace(/^that\s+/i, "")
      .replace(/^(?:an?|another)\s+/i, "")
      .replace(/ step$/i, ""),
  );
}
