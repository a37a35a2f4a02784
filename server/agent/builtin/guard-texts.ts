import type { ListedPlan } from "./listed-plan.ts";
import { nameOf } from "./listed-plan.ts";
import { namedWholly } from "./named-wholly.ts";
import { numberedOrder } from "./plain-order.ts";

const FIELD = "(instructions?|description|expected (?:output|result)|wording|text|prompt)";
const OF = `(?:(?:the )?(?<before>(?:steps? )?#?\\d+)'s |(?:the |its )?)${FIELD}(?: (?:of|for|in) (?<after>[^,;.:"]+?))?`;
const VERB =
  "(?:please )?(?:change|adapt|adjust|update|edit|rewrite|reword|rephrase|revise|amend|make|tweak|modify|improve|extend|expand|shorten)";
// What a text should be like or speak of, and not the text.
const LIKE =
  "(?:to|so that (?:it|they)|such that (?:it|they)|that (?:it|they)|and) (?:should |must |shall |will |also |always |not |only |explicitly )*(?:be|are|is|become|becomes|sound|sounds|read|reads|mention|mentions|include|includes|contain|contains|reflect|reflects|cover|covers|emphasi[sz]es?|stress|stresses|focus|focuses|refer|refers|address|addresses|speak|speaks|have|has|look|looks|feel|feels|fit|fits|match|matches|take|account for|consider|considers|highlight|highlights)\\b";
const COMPARED =
  "(?:(?:a bit |a little |much |even |far |slightly |somewhat )?(?:more|less) \\w+|(?:a bit |a little |much |even |far |slightly )?\\w+er(?: and \\w+er)?|better|clear|short|friendly|polite|formal)";
const REWORDED = [
  new RegExp(`^(?:(?:please|and|also|then|can you|could you) )*${VERB} ${OF} ${LIKE}`, "i"),
  new RegExp(`^(?:(?:please|and|also|then|can you|could you) )*${VERB} ${OF} ${COMPARED}[.!?]*$`, "i"),
  new RegExp(
    `^(?:(?:please|can you|could you) )*(?:rewrite|reword|rephrase|revise|improve|shorten|expand|polish) ${OF}[.!?]*$`,
    "i",
  ),
];

/** Why a text is not reworded: this planner writes down texts and makes none. Null for other messages. */
export function rewordingAsked(message: string, plan: ListedPlan): string | null {
  const text = numberedOrder(message, plan);
  const found = REWORDED.map((pattern) => pattern.exec(text)).find((match) => match !== null);
  if (!found || /["`]|:\s/.test(text)) return null;
  const words = found.groups?.["before"] ?? found.groups?.["after"] ?? "";
  const field = /expected/i.test(found[0]) ? "expected output" : "instructions";
  const named = words === "" ? null : namedWholly(words, { plan, focus: [] });
  const [step] = named?.type === "steps" && named.steps.length === 1 ? named.steps : [];
  const whole = step ? ` of ${nameOf(step)}` : "";
  const order = `set the ${field} of step ${step?.number ?? 1} to "…"`;
  return `I am the built-in planner and cannot reword a text myself. What should the whole ${field}${whole} be? Say it in full, for example: ${order}. Nothing was changed.`;
}
