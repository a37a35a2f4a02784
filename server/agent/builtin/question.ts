import { isOnlyTalk } from "./small-talk-words.ts";

const ASKING =
  /^(?:(?:and|but|so|ok(?:ay)?|hm+|also|just (?:asking|wondering|curious)|out of curiosity|quick question|question|tell me|i wonder|wait|one question|i was wondering|no idea)[\s,.:!-]+)*(?:what|why|how|which|who|whom|whose|when|where|is|are|was|were|does|did|should(?! not)|has|have (?:we|you|i|they)|have the(?=[^?]*(?:\?|\bbeen\b))|am|would (?:it|that|this|there)|will (?:it|that|this|there|the)|could (?:it|that|this|there|something|anything)|can (?:it|that|this|there|anything|something|i)|might|explain|describe|show me(?! [^?]*\b(?:first|before|beforehand)\b)|list|find (?:the |all )*steps?|which|summari[sz]e (?:the|this|my) plan|walk me through|give me an overview|(?:(?:can|could|would|will) (?:you|u)|(?:would|do) you mind|mind|be so kind as to)(?: please| kindly| just| quickly)* (?:tell|telling|explain|explaining|remind|reminding|say|saying|show|showing)(?: to)?(?: me| us)?(?: again| please| quickly)* (?:what|why|how|which|who|whose|where|whether)|i (?:would|want) (?:like )?to (?:know|understand|hear|learn)(?: again)? (?:what|why|how|which|who|whose|where|whether))\b/i;
const POLITE_ORDER =
  /^(?:(?:and|but|so|ok(?:ay)?|also|please)[\s,]+)*(?:can|could|would|will) (?:you|we)\b(?! (?:please |kindly |just |quickly )*(?:explain|tell (?:me|us)|remind (?:me|us)(?: again)?) (?:what|why|how|which|who|whose|where|whether)\b)(?! (?:explain|tell|describe|show|say|list|give me|mind (?:telling|explaining|describing|reminding|saying)|send (?:an |a )?e?-?mails?\b))|^(?:would|do) you mind (?!telling|explaining|describing|reminding|saying)(?=\w+ing\b)/i;
// "Should it fail, go on" asks nothing.
const SHOULD_FAIL =
  /^should .+? (?:fail|break|crash|go wrong|not work|error|time out|be down)\b[^?]*[,\s][^?]+$/i;
// "When the upload fails, tell me" asks nothing.
const WHEN_THEN =
  /^(?:(?:and|but|also)[\s,]+)*when(?:ever)? (?!(?:is|are|was|were|do|does|did|will|can|could|should|would|has|have)\b)[^?]+$/i;
const NOT_YET =
  /\b(?:do not|don't|without) chang(?:e|ing) (?:anything|it|the plan)\b|\bjust (?:asking|wondering|curious)\b|\bis it possible\b|\bwould it (?:be|make)\b/i;
/** Whether a message only asks; a polite order is no question. */
export function isQuestion(text: string): boolean {
  if (NOT_YET.test(text)) return true;
  if (POLITE_ORDER.test(text) || SHOULD_FAIL.test(text) || WHEN_THEN.test(text)) return false;
  return ASKING.test(text) || /[?？]\s*$/.test(text);
}

export function isSmallTalk(text: string): boolean {
  return isOnlyTalk(text);
}
