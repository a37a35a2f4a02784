/** A way of saying something and the plain order that it stands for. */
export type Idiom = [RegExp, string];

// "Step 3 should not" names no step: what follows is denied.
const NOT_DENIED = "(?<!\\b(?:not|never|no longer))";

/** A description of steps inside a clause; `LIST` may hold commas. */
export const REF = `((?:the )?[^,;:]+?)${NOT_DENIED}`;
export const LIST = `((?:the )?[^;:]+?)${NOT_DENIED}`;

const ONE =
  "(?:(?:the )?steps? (?:number )?#?\\d+|number \\d+|#?\\d+|(?:the )?\\w+(?:st|nd|rd|th) (?:step|one)|(?:the )?(?:last|final|first|second|third) (?:step|one)|⟪\\d+⟫)";
const PRONOUN = "(?:it|that one|this one|that step|this step|them|both|those two|these two|that|this|they)";

/** One step or several that are named beyond doubt: words around them may then be looser. */
export const STEP = `(${ONE}|${PRONOUN})`;
export const STEPS = `((?:both |all of )?${ONE}(?:(?:,? and |, | or |,? to | through |-)(?:both )?${ONE})*|${PRONOUN})`;

/** What says that a step is over: "is confirmed", "gets paid", "hang". */
export const OVER =
  "(?:(?: (?:is|are|gets?|has|have|was|were|has been|have been|is being|are being|will be))?(?: (?:all|fully|completely|really|safely))?(?: (?!(?:and|but|or|so|not|then|step|steps|before|after|until|no|only|wait|waits)\\b)[a-z]+){0,2})";

export const MAY =
  "(?:can|could|may|might|should|must|shall|will|has to|have to|needs to|need to|is to|are to|ought to)";

export const TOGETHER =
  "(?:at the same time|in parallel|simultaneously|concurrently|side by side|at once|together|parallel|in parallel to each other|alongside each other|hand in hand|in tandem|next to each other|abreast|all in one go|in one go)";

/** An idiom for clauses that are nothing but this. */
export function idiom(pattern: string, plain: string): Idiom {
  return [new RegExp(`^${pattern}$`, "i"), plain];
}
