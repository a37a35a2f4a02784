import fc from "fast-check";
import { anyText } from "./arbitrary-plan.ts";

/** Texts made of what conditions are made of, in and out of order, and of anything else. */
export const anyConditionText = fc
  .array(
    fc.oneof(
      anyText,
      fc.constantFrom("$count.output", "${count.output.total}", ".total", "$input", "==", "!=", "<", "&&"),
      fc.constantFrom("||", "!", "(", ")", "'", '"', " 1 ", "true", " ", "$", "😀"),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(""));
