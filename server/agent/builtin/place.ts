/** Where a new step comes, as the person describes it. */
export type Place =
  | { type: "none" | "start" | "end" }
  | { type: "between"; after: string; before: string }
  | { type: "after"; after: string; strict: boolean }
  | { type: "before"; before: string };

const TO_END =
  /,?\s*\b(?:at|to|on|in) the (?:very )?end(?: of (?:it|the plan|everything|the list))?\b,?|\bas (?:the |a )?(?:very )?(?:last|final) (?:one|step|thing)\b,?|\bafter everything(?: else)?\b,?/i;
const TO_START =
  /,?\s*\b(?:at|to|in) the (?:very )?(?:beginning|start|top|front)(?: of (?:it|the plan|everything|the list))?\b,?|\bas (?:the |a )?(?:very )?first (?:one|step|thing)\b,?|\b(?:before|in front of|ahead of) (?:everything|all(?: of)?(?: the)? (?:other )?(?:steps|others))(?: else)?\b,?/i;
const FIRST_USE =
  /,?\s*\bbefore (?:anything|anyone|any step|everything)(?: else)? (?:uses|needs|touches|reads|sees) (?:it|them|those)\b/i;
const STOP =
  "(?=,?\\s+(?:that|which|to(?! step)|called|named|titled|add|insert|put|(?:an?|another|one) (?:\\w+ )?step)\\b|\\s*[:,⟨]|\\s*$)";
const LEAD = "(?:right |directly |straight |immediately |just |somewhere )*";
const BETWEEN = new RegExp(`,?\\s*\\b${LEAD}(?:in )?between (.+?) and (.+?)${STOP}`, "i");
const BOTH = new RegExp(
  `,?\\s*\\b(?:before|ahead of|in front of) (.+?),? (?:but|and) ${LEAD}after (.+?)${STOP}`,
  "i",
);
const BOTH_TURNED = new RegExp(
  `,?\\s*\\b${LEAD}after (.+?),? (?:but|and) ${LEAD}(?:before|ahead of|in front of) (.+?)${STOP}`,
  "i",
);
const AFTER = new RegExp(`,?\\s*\\b(${LEAD})(?:after|behind|following|below) (.+?)${STOP}`, "i");
const BEFORE = new RegExp(`,?\\s*\\b${LEAD}(?:before|in front of|ahead of|above) (.+?)${STOP}`, "i");

/** The place that a command names, and the command without it. Quoted text is never a place. */
export function readPlace(command: string): { place: Place; rest: string } {
  const quotes: string[] = [];
  const strict = FIRST_USE.test(command);
  const bare = command
    .replace(FIRST_USE, "")
    .replace(/["“][^"”]*["”]|```[\s\S]*?```|`[^`\n]*`/g, (text) => `⟪${quotes.push(text) - 1}⟫`);
  const back = (text: string) =>
    text.replace(/⟪(\d+)⟫/g, (_all, index: string) => quotes[Number(index)] ?? "");
  const take = (pattern: RegExp, make: (found: RegExpExecArray) => Place) => {
    const found = pattern.exec(bare);
    return found ? { place: make(found), rest: back(bare.replace(found[0], " ")) } : null;
  };
  return (
    take(/,?\s*\b(?:right |directly )?(?:after|behind) the last(?: one| step)?\b,?/i, () => ({
      type: "end",
    })) ??
    take(TO_END, () => ({ type: "end" })) ??
    take(TO_START, () => ({ type: "start" })) ??
    take(BETWEEN, (found) => ({
      type: "between",
      after: back(found[1] ?? ""),
      before: back(found[2] ?? ""),
    })) ??
    take(BOTH, (found) => ({ type: "between", after: back(found[2] ?? ""), before: back(found[1] ?? "") })) ??
    take(BOTH_TURNED, (found) => ({
      type: "between",
      after: back(found[1] ?? ""),
      before: back(found[2] ?? ""),
    })) ??
    take(AFTER, (found) => ({
      type: "after",
      after: back(found[2] ?? ""),
      strict: strict || (found[1] ?? "") !== "",
    })) ??
    take(BEFORE, (found) => ({ type: "before", before: back(found[1] ?? "") })) ?? {
      place: { type: "none" },
      rest: command,
    }
  );
}
