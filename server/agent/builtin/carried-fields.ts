import { withQuotesHidden } from "./plain-words.ts";

const JOINT = /([.;!?]\s+|\n+|,\s*(?:and |then |also )*|\s+and (?:then |also )*)/i;
const STEP = "((?:the )?(?:steps? )?#?\\d+|(?:the )?(?:step )?⟪\\d+⟫|(?:the )?(?:\\w+ ){1,3}step|it)";
const TO = "(?:to|with|into|as):?";
const SETS = new RegExp(
  `^(?:please )?(set|change|replace|update) (?:the )?([a-z][a-z ]*?) (?:of|for|in|on) ${STEP} ${TO} ⟪\\d+⟫[.!]?$`,
  "i",
);
const SETS_OTHER = new RegExp(`^(?:the )?([a-z][a-z ]*?) (?:of|for|in|on) ${STEP} ${TO} (⟪\\d+⟫[.!]?)$`, "i");
const SETS_ITS = new RegExp(`^(?:its|the|their) ([a-z][a-z ]*?) ${TO} (⟪\\d+⟫[.!]?)$`, "i");
const SETS_SAME = new RegExp(
  `^(?:that |those |the one )?(?:(?:of|for|in|on) )?${STEP} ${TO} (⟪\\d+⟫[.!]?)$`,
  "i",
);

/** "Set the path of 2 to "a" and the path of 3 to "b"": the verb, the field or the step goes on to the next part. */
export function withFieldsCarried(text: string): string {
  if (!/⟪|"/.test(text)) return text;
  return withQuotesHidden(text, (bare) => {
    const parts = bare.split(JOINT);
    let set: { verb: string; field: string; step: string } | null = null;
    return parts
      .map((part, index) => {
        if (index % 2 === 1) {
          if (/[.;!?\n]/.test(part)) set = null;
          return part;
        }
        const whole = SETS.exec(part);
        if (whole) {
          const [, verb = "", field = "", step = ""] = whole;
          set = { verb, field, step };
          return part;
        }
        const carried = set && carriedOn(part, set);
        set = carried;
        return carried === null ? part : carried.text;
      })
      .join("")
      .replace(/(?:,\s*(?:and |then |also )*|\s+and (?:then |also )*)\u2063/gi, ". ");
  });
}

type Set = { verb: string; field: string; step: string };

function carriedOn(part: string, { verb, field, step }: Set): (Set & { text: string }) | null {
  const made = (next: Omit<Set, "verb">, value: string) => ({
    ...next,
    verb,
    text: `\u2063${verb} the ${next.field} of ${next.step} to ${value}`,
  });
  const [, otherField = "", otherStep = "", otherValue = ""] = SETS_OTHER.exec(part) ?? [];
  if (
    otherValue !== "" &&
    !/^(?:that|those|one)$/i.test(otherField) &&
    !/^(?:set|change|replace|update|rename|make) /i.test(otherField)
  )
    return made({ field: otherField, step: otherStep }, otherValue);
  const [, sameStep = "", sameValue = ""] = SETS_SAME.exec(part) ?? [];
  if (sameValue !== "") return made({ field, step: sameStep }, sameValue);
  const [, itsField = "", itsValue = ""] = SETS_ITS.exec(part) ?? [];
  return itsValue === "" ? null : made({ field: itsField, step }, itsValue);
}
