import { shortened } from "#server/core/characters.ts";
import { isObject, type Json } from "#server/core/json.ts";

export const PLAN_FORM =
  '{"title": "Digest", "steps": [{"id": "fetch", "title": "Fetch the news"}, ' +
  '{"id": "send", "title": "Send them", "dependsOn": ["fetch"]}]}';
const MAX_VALUE_LENGTH = 60;

/** Why JSON is no plan, and what one looks like. */
export function noPlan(value: Json): string {
  const object = isObject(value) && isObject(value["plan"]) ? value["plan"] : value;
  const key = isObject(object)
    ? Object.keys(object).find((name) => name.toLowerCase() === "steps")
    : undefined;
  const steps = isObject(object) && key !== undefined ? object[key] : undefined;
  const fault = key === undefined ? "The message is JSON, but no plan." : wrongSteps(key, steps ?? null);
  return `${fault} A plan looks like ${PLAN_FORM}.`;
}

function wrongSteps(key: string, steps: Json): string {
  const wants = `"${key}" takes a list of steps, each an object`;
  if (typeof steps !== "object" || steps === null) return `${wants}, and not ${shown(steps)}.`;
  const isList = Array.isArray(steps);
  const wrong = Object.entries(steps).filter(
    ([, step]) => !isObject(step) && !(isList && typeof step === "string"),
  );
  const first = wrong.slice(0, 1).map(([name, step]) => {
    const which = isList ? `item ${Number(name) + 1}` : `"${shortened(name)}"`;
    return `${which} is ${shown(step)}`;
  });
  return `${wants}; ${first.join("")}.`;
}

function shown(value: Json): string {
  return shortened(JSON.stringify(value), MAX_VALUE_LENGTH);
}
