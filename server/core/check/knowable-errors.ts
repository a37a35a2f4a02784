import type { ErrorObject } from "ajv";
import type { Json } from "#server/core/json.ts";
import { secretPlacesIn } from "#server/core/secret-places.ts";

const OF_SEVERAL = ["anyOf", "oneOf", "not", "if"];

/**
 * What a schema says against an input, without what it says of texts that name a secret: whether the value fits
 * is known when it is in its place. It is a text there, so that a place for a number is refused now.
 */
export function knowableErrors(errors: readonly ErrorObject[], input: Json): readonly ErrorObject[] {
  if (errors.length === 0) return errors;
  const secrets = secretPlacesIn(input).map(({ at }) => at);
  if (secrets.length === 0) return errors;
  const undecided = errors.filter(
    ({ keyword, instancePath }) =>
      OF_SEVERAL.includes(keyword) &&
      secrets.some((at) => at === instancePath || at.startsWith(`${instancePath}/`)),
  );
  return errors.filter(
    (error) =>
      !(secrets.includes(error.instancePath) && error.keyword !== "type") &&
      !undecided.some((one) => one === error || error.schemaPath.startsWith(`${one.schemaPath}/`)),
  );
}
