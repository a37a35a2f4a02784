import type { Json } from "./json.ts";
import { mapItems } from "./map-items.ts";
import type { Plan, Step } from "./plan.ts";
import { piecesOf } from "./references.ts";
import { meaningOfName } from "./secret-name.ts";
import { isSecretReference } from "./secret-places.ts";

const MASK = "(hidden)";
const QUERY_PARAMETER = /([?&#]([^=&#?\s]{1,100})=)[^&#\s"']+/g;
// Bounded, and led by what stands in every URL, so that a long text takes no longer than its length.
const URL_PASSWORD = /(:\/\/[^\s/:@?#"'<>]{0,256}:)[^\s/?#"'<>]{1,1024}(?=@)/g;
const SCHEME = /^(Basic|Bearer|Token) (?=\S)/i;
// A signature and a session may be words of a person's; those have spaces.
const WORDS = /[\s(]/;

type Masking = {
  /** Texts that stay, whatever name they stand under. */
  keeps: (text: string) => boolean;
  /** What was masked before, and what came of it. */
  known?: WeakMap<object, Json>;
};

/**
 * The value as a log may keep it: what stands under names that secrets have (authorization, cookie, password,
 * api_key, …) is hidden, whatever it is, and so are passwords and such parameters in URLs. Lists keep their length.
 */
export function maskSecrets<Value extends Json>(value: Value): Value;
export function maskSecrets(value: Json): Json {
  return walked(value, { keeps: () => false });
}

/** `maskSecrets` for values that stand in each other, as those of one change do: each is walked once. */
export function createMasker(): typeof maskSecrets {
  const known = new WeakMap<object, Json>();
  function mask<Value extends Json>(value: Value): Value;
  function mask(value: Json): Json {
    const masked = walked(value, { keeps: () => false, known });
    if (typeof value === "object" && value !== null) known.set(value, masked);
    return masked;
  }
  return mask;
}

/** The plan with the secrets in its inputs hidden; a reference is none, as it only says where one comes from. */
export function maskPlan(plan: Plan): Plan {
  return { ...plan, objective: maskQuery(plan.objective), steps: plan.steps.map(maskStep) };
}

function maskStep(step: Step): Step {
  const { input, precondition } = step;
  return {
    ...step,
    title: maskQuery(step.title),
    instructions: maskQuery(step.instructions),
    expectedOutput: maskQuery(step.expectedOutput),
    ...(input === undefined ? {} : { input: walked(input, { keeps: isReference }) }),
    ...(precondition?.input === undefined
      ? {}
      : { precondition: { ...precondition, input: walked(precondition.input, { keeps: isReference }) } }),
  };
}

function isReference(text: string): boolean {
  return piecesOf(text).every((piece) => (typeof piece === "string" ? piece.trim() === "" : true));
}

/** The text with the passwords of URLs, and what stands behind `?token=`, `&api_key=` and the like, hidden. */
export function maskQuery(text: string): string {
  const plain = text.includes("://") ? text.replace(URL_PASSWORD, `$1${MASK}`) : text;
  if (!plain.includes("=")) return plain;
  return plain.replace(QUERY_PARAMETER, (all, head: string, name: string) => {
    const meaning = meaningOfName(decoded(name));
    const isCount = meaning === "count" && /^\d+$/.test(all.slice(head.length));
    return meaning === "innocent" || isCount ? all : `${head}${MASK}`;
  });
}

function walked(value: Json, how: Masking): Json {
  if (typeof value === "string") return maskQuery(value);
  if (typeof value !== "object" || value === null) return value;
  const known = how.known?.get(value);
  if (known !== undefined) return known;
  if (Array.isArray(value)) return mapItems(value, (item) => walked(item, how));
  const named = nameBeside(value);
  return mapItems(value, (item, key) => under(key === "value" && named !== null ? named : key, item, how));
}

function under(name: string, value: Json, how: Masking): Json {
  const meaning = meaningOfName(name);
  if (meaning === "innocent") return walked(value, how);
  if (Array.isArray(value)) return mapItems(value, (item) => under(name, item, how));
  if (typeof value === "string") {
    const isWords = meaning === "maybe" && !isPass(name) && WORDS.test(value);
    return value === "" || isWords || how.keeps(value) || isNamed(value) ? maskQuery(value) : masked(value);
  }
  if (value === null || typeof value === "boolean") return value;
  if (meaning === "secret") return MASK;
  if (typeof value === "number") return value;
  return meaning === "count" && hasNoText(value) ? value : meaning === "maybe" ? walked(value, how) : MASK;
}

/** The name of a pair such as `{ name: "Authorization", value: "…" }`, as forms and headers are listed. */
function nameBeside(value: { [key: string]: Json }): string | null {
  const name = value["name"] ?? value["key"] ?? value["header"];
  return typeof name === "string" && value["value"] !== undefined ? name : null;
}

/** Only names where a secret stands: `Bearer {{secret.API}}`. */
function isNamed(text: string): boolean {
  return isSecretReference(text.replace(SCHEME, ""));
}

function isPass(name: string): boolean {
  return /pass$/i.test(name);
}

function hasNoText(value: Json): boolean {
  if (typeof value === "string") return false;
  return typeof value !== "object" || value === null || Object.values(value).every(hasNoText);
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

function masked(text: string): string {
  return `${SCHEME.exec(text)?.[0] ?? ""}${MASK}`;
}
