import { referenceTo, type Readable } from "./valid-values.ts";

const OPERATORS = ["==", "!=", ">", ">=", "<", "<="];
const LITERALS = ["'failed'", '"a && b"', "'it\\'s (so)'", "30", "-1.5e3", "true", "null", "''"];

/** A condition over what a step may read, nested at most so deep. */
export function conditionFor(readable: Readable, depth = 2): string {
  const { choices } = readable;
  const inner = () => conditionFor(readable, depth - 1);
  switch (choices.below(depth > 0 ? 7 : 4)) {
    case 0:
    case 1:
      return `${operandFor(readable)} ${choices.of(OPERATORS)} ${choices.of(LITERALS)}`;
    case 2:
      return statusOf(readable);
    case 3:
      return `!${operandFor(readable)}`;
    case 4:
      return `(${inner()})`;
    case 5:
      return `${inner()} && ${inner()}`;
    default:
      return `${inner()}||${inner()}`;
  }
}

function operandFor(readable: Readable): string {
  const reference = referenceTo("number", readable) ?? referenceTo("string", readable);
  if (reference === null) return "1";
  return readable.choices.once(4) ? `\${${reference}}` : `$${reference}`;
}

function statusOf({ choices, upstream }: Readable): string {
  if (upstream.length === 0) return "true";
  return `$${choices.of(upstream)}.status == '${choices.of(["completed", "failed", "skipped"])}'`;
}
