import { NUMBER_WORD } from "./numerals.ts";

const PLACE =
  "(?:first|second(?:[- ]to[- ]last|[- ]last)?|third(?:[- ]to[- ]last|[- ]last)?|(?:four|fif|six|seven|eigh|nin|ten|eleven|twelf|thirteen|fourteen|fifteen)th|\\d+(?:st|nd|rd|th)|last(?: but one)?|final|penultimate)";
const COUNT = `(?!one\\b|1\\b)${NUMBER_WORD}`;
const ITEM = `(?:the )?(?:very )?(?:(?:first|last|final) ${COUNT}|${PLACE})`;
const JOINT = "(?:, (?:and |or )?| and | or | & )";
const WITH_NOUN = new RegExp(`\\b(${ITEM}(?:${JOINT}${ITEM})+) (?:steps?|ones?)\\b`, "gi");
const THE_ITEM = ITEM.replace("(?:the )?", "the ");
// Without a word for what is counted, nothing but the rest of the clause may follow.
const BARE = new RegExp(
  `\\b(${THE_ITEM}(?:${JOINT}${THE_ITEM})+)(?=[.,;:!?]|$| (?:needs?|should|must|can|may|are|is|have|has|gets?|to|in parallel|at|too|as well|please|wait|depend|run|start)\\b)`,
  "gi",
);

/** "The first and the last step" with the word behind each: "the first step and the last step". */
export function withPlacesNamed(text: string): string {
  return text
    .replace(WITH_NOUN, (all: string, list: string, at: number) =>
      isOfNewStep(text, at) ? all : named(list),
    )
    .replace(BARE, (list: string, ...[, at]: unknown[]) =>
      isOfNewStep(text, Number(at)) ? list : named(list),
    );
}

// "Add a step Compare the first and last step": only behind a place it is about steps that are there.
function isOfNewStep(text: string, at: number): boolean {
  const before = text.slice(0, at);
  const isAdded =
    /(?:^|[.;!?]\s+|\b(?:and|then) )(?:please )?(?:add|insert|append|create|put in|include)\b[^.;!?]*$/i;
  return isAdded.test(before) && !/\b(?:after|before|behind|between|following) (?:the )?$/i.test(before);
}

function named(list: string): string {
  return list.replace(new RegExp(ITEM, "gi"), (item) => {
    const noun = new RegExp(` ${COUNT}$`, "i").test(item) ? "steps" : "step";
    return `${/^the /i.test(item) ? "" : "the "}${item} ${noun}`;
  });
}
