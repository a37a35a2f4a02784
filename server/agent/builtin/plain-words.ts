const CONTRACTIONS: [RegExp, string][] = [
  [/\b(?:can'?not|can'?t)\b/gi, "can not"],
  [/\bwon'?t\b/gi, "will not"],
  [/\bshan't\b/gi, "shall not"],
  [/\b(do|does|did|should|must|need|would|could|is|are|was|were|has|have|had)n'?t\b/gi, "$1 not"],
  [
    /\b(it|that|there|what|he|she|who)'s\b(?=\s+(?:a|an|the|not|only|just|no|in|fine|ok|done|about|been|sent|paid|gone|ready|over|there|\w+(?:ed|en))\b)/gi,
    "$1 is",
  ],
  [/\bi'd\b|\bid\b(?= (?:like|love|rather|prefer|want)\b)/gi, "i would"],
  [/\bi'?m\b/gi, "i am"],
  [/\bthats\b/gi, "that is"],
  [/\bi'?ve\b/gi, "i have"],
  [/\bwe've\b/gi, "we have"],
  [/\b(you|they)'ve\b/gi, "$1 have"],
  [/\bwe'd\b/gi, "we would"],
  [/\bi'll\b/gi, "i will"],
  [/\blet's\b|\blets\b(?= \w+ (?:the|it|step|\d))/gi, "let us"],
  [/\banymore\b/gi, "any more"],
  [/\bneednt\b/gi, "need not"],
  [/\bgonna\b/gi, "going to"],
  [/\bwanna\b/gi, "want to"],
  [/\bgotta\b/gi, "have to"],
  [/\bw\/o\b/gi, "without"],
  [/\bw\/(?=\s)/gi, "with"],
];

const POLITE_START =
  /^(?:(?:please|pls|plz|ok(?:ay)?|hey|hi|hello|so|well|now|and|then|also|but|right|great|good|cool|yes|yeah|alright|all right|btw|by the way|finally|one (?:more|last|other) thing|another thing|first of all|also one thing|i think|maybe|perhaps|i see|fine|ah|oh|hm+|um+|kindly|just|actually|would you mind(?= \w+ing\b))\b[,!.:–-]*\s+|(?:can|could|would|will) (?:you|we)(?: please| maybe| just| also| kindly)*\s+|(?:i would|i|we|we would) (?:want|like|love|prefer|wish|need)(?: you| it)? to\s+(?!approve|confirm|sign|ok\b|be\b|see\b|look\b|review\b|read\b|agree\b|inspect\b|release\b|check (?:it|that|them|the|step)\b|have (?:the (?:final|last)|a look))|let us\s+|go ahead and\s+|feel free to\s+|(?:i|we) (?:think|guess|suppose)(?: that)?\s+(?:(?:we|you) should\s+)?|(?:we|you) should\s+|you (?:can|may|could|might) (?:just |also |safely |simply |then |well |as well )*(?!not\b|also\b)(?=(?:kick|throw|drop|remove|delete|cut|skip|leave|lose|take|scrap|ditch|bin|strike|cancel|forget|add|put|move|swap|merge|split|rename|call)\b)|make sure(?: that)?\s+|how about\s+|it would be (?:nice|good|great) (?:if you could|to)\s+)+/i;
const POLITE_END =
  /(?:[,\s]+(?:please|pls|plz|thx|thanks|thank you|ty|cheers|ok\?|okay\?|will you|would you|if you can|if possible|(?<!\bwait(?:s|ing)?\s)for me|from now on|instead))+[.!]*$/i;

/** Quoted text as it stands, everything else with plain quotes, spaces and spelled-out contractions. */
export function plainWords(text: string): string {
  const straight = outsideCode(text, (part) =>
    part
      .replace(/[‘’`´](?=\p{L})|(?<=\p{L})[‘’´]/gu, "'")
      .replace(/[“”„«»]/g, '"')
      .replace(/[ \t\u00a0]+/g, " "),
  );
  return outsideQuotes(straight, (part) =>
    CONTRACTIONS.reduce((words, [pattern, plain]) => words.replace(pattern, plain), part),
  ).trim();
}

const CODE = /(```[\s\S]*?```|`[^`\n]*`)/;

function outsideCode(text: string, change: (part: string) => string): string {
  return text
    .split(CODE)
    .map((part, index) => (index % 2 === 1 ? part : change(part)))
    .join("");
}

/** Applies `change` to what stands outside double quotes and code. */
export function outsideQuotes(text: string, change: (part: string) => string): string {
  return text
    .split(/("[^"]*"|```[\s\S]*?```|`[^`\n]*`)/)
    .map((part, index) => (index % 2 === 1 ? part : change(part)))
    .join("");
}

/** Changes a text whose quotes and code are hidden behind marks, and brings them back. */
export function withQuotesHidden(text: string, change: (bare: string) => string): string {
  const quotes: string[] = [];
  const bare = text.replace(/"[^"]*"|```[\s\S]*?```|`[^`\n]*`/g, (quote) => `⟪${quotes.push(quote) - 1}⟫`);
  return change(bare).replace(/⟪(\d+)⟫/g, (_all, index: string) => quotes[Number(index)] ?? "");
}

// "Save it to b.md instead": here the word says that a value takes the place of another one.
const VALUE_INSTEAD =
  /^(?:please )?(?:save|write|store|put|export|read|load|fetch|get|take|post|send|request|call)\b.*\S[./]\S.* (?:instead|from now on)$/i;

// Right behind "rename … to" the word is the beginning of the new title.
const PLEASE =
  /(?<!\b(?:re-?name|re-?title|re-?label|call|name|title)\b[^.;]* (?:to|as|into)\s*)[,\s]*\b(?:please|pls|plz)\b,?/gi;

/** A clause without the words that only make it polite. */
export function bareClause(text: string): string {
  const clause = outsideQuotes(text, (part) => part.replace(PLEASE, ""))
    .trim()
    .replace(/^[-–—*•,;:.\s]+|[\s,;:.!]+$/g, "");
  const ended = VALUE_INSTEAD.test(clause) ? clause : outsideTail(clause, POLITE_END);
  const keepsNow = /^(?:and|then|also|now|but|ok|so)\s+(?:it|that)$/i.test(ended);
  return keepsNow ? ended : ended.replace(POLITE_START, "").trim();
}

function outsideTail(text: string, pattern: RegExp): string {
  return /["'`]$/.test(text) ? text : text.replace(pattern, "");
}
