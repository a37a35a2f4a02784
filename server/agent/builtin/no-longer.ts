import { withQuotesHidden } from "./plain-words.ts";

const NO_LONGER =
  /^(.*?\S)(?:\s*[,;]\s*(?:(?:and|but)\s+)?|\s+(?:and|but)\s+)(?:no longer|not any ?more|not any longer) (?:(for|on|upon|before|from|after|of|to) )?((?!(?:not|to|be|an?|in|at)\b)[^,;.]+)$/i;
// What is said anew about the step before, and no step that is left out.
const SAID_ANEW =
  /^(?:needs?|waits?|waiting|depends?|depending|requires?|asks?|asking|runs?|has|have|is|are|does|do|will|should|must|can|may|retr(?:y|ies)|tries|try|stops?|skips?|uses?|gets?|fails?|goes|comes?|starts?|blocks?|holds?|lets?|wants?)\b/i;
const APPROVES =
  /\b(?:approv\w*|ask(?:s|ing)? (?:me|us)|confirm\w*|permission|(?:my|our) ok(?:ay)?|sign(?:ed)?[- ]?off|check with (?:me|us))\b/i;
const RETRIES = /\b(?:re-?tr(?:y|ies|ied|ying)|attempts?|tries|try|times)\b/i;

/** "A waits for B, no longer for C" denies of C what is said of B, and takes no step away. */
export function withNoLonger(message: string): string {
  return withQuotesHidden(message, (text) =>
    text
      .split(/(?<=[.!?])\s+/)
      .map((sentence) => {
        const bare = sentence.replace(/[.!\s]+$/, "");
        const plain = sentencePlain(bare);
        return plain === bare ? sentence : plain + sentence.slice(bare.length);
      })
      .join(" "),
  );
}

function sentencePlain(sentence: string): string {
  const [, first = "", link = "", left = ""] = NO_LONGER.exec(sentence) ?? [];
  if (left === "" || SAID_ANEW.test(left)) return sentence;
  if (APPROVES.test(first)) return `${first}. do not ask me before ${left}`;
  if (RETRIES.test(first)) return `${first}. do not retry ${left}`;
  return `${first}, not ${link === "" ? "" : `${link} `}${left}`;
}
