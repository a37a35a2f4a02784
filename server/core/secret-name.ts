// Within one word these never mean anything else; "secretary" is the one exception.
const TELLING = /passw(or)?[dt]|passphrase|kennwort|secret(?!ar)|credential/;
const FUSED =
  /^(api|access|private|encryption|signing|auth|aws|ssh)keys?(id)?$|tokens?$|^(\w*sess(ion)?)id$|^connectionstring$|^(id|user)?pwd$/;
const KEY_OF =
  /^(api|access|private|encryption|decryption|signing|aws|auth|account|master|ssh|shared|session|subscription|consumer|service|webhook|hmac|app|application|client|storage)$/;
const ALONE =
  /^(pwd|pass|passwd|passcode|auth|oauth|authorization|bearer|jwt|cookies?|session|sid|dsn|otp|totp|pin|sig|signatures?)$/;
/** What a secret is still called by its name with: `tokenValue`, `session_id`, `authHeader`. */
const CARRIER =
  /^(value|id|key|token|text|hash|code|data|string|header|headers|cookie|cookies|raw|plain|info)$/;
/** What makes a name that of something about a secret: `token_type`, `passwordHint`, `tokenCount`. */
const ABOUT =
  /^(count|counts|length|size|limit|type|kind|name|expires|expiry|expiration|ttl|at|in|url|uri|endpoint|policy|hint|required|enabled|status|mode|method|provider|usage|budget|price|field|label|used|per|minute|second|day)$/;
const MAY_BE_OBJECT = /^(session|pass|signatures?)$/;
const WORDS_IN_NAME = 12;

// The rows of a table all have the same names.
const MEANINGS = new Map<string, NameMeaning>();
const MOST_MEANINGS = 2_000;

/**
 * What a field of that name holds. `secret`: whatever stands there is one. `maybe`: a text may be one, and an
 * object or a number is something else (`session: { title }`, `pass: 12`). `count`: a text is one, a number counts.
 */
export type NameMeaning = "secret" | "maybe" | "count" | "innocent";

export function meaningOfName(name: string): NameMeaning {
  const known = MEANINGS.get(name);
  if (known !== undefined) return known;
  const meaning = readName(name);
  if (MEANINGS.size >= MOST_MEANINGS) MEANINGS.clear();
  MEANINGS.set(name, meaning);
  return meaning;
}

function readName(name: string): NameMeaning {
  const words = wordsOf(name);
  const last = words.at(-1) ?? "";
  if (ABOUT.test(last)) return "innocent";
  if (words.some((word) => TELLING.test(word))) return "secret";
  if (words.includes("tokens")) return "count";
  if (words.some((word) => FUSED.test(word)) || isKey(words)) return "secret";
  if (pairIs(words, "connection", "string") || pairIs(words, "conn", "string")) return "secret";
  const owner = ALONE.test(last) || !CARRIER.test(last) ? last : (words.at(-2) ?? "");
  if (!ALONE.test(owner)) return "innocent";
  return MAY_BE_OBJECT.test(owner) && owner === last ? "maybe" : "secret";
}

function wordsOf(name: string): string[] {
  return name
    .slice(0, 200)
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== "")
    .slice(0, WORDS_IN_NAME);
}

function isKey(words: readonly string[]): boolean {
  return words.some((word, index) => /^keys?$/.test(word) && KEY_OF.test(words[index - 1] ?? ""));
}

function pairIs(words: readonly string[], first: string, second: string): boolean {
  return words.some((word, index) => word === first && words[index + 1] === second);
}
