import { maskQuery } from "#server/core/mask-secrets.ts";
import { meaningOfName } from "#server/core/secret-name.ts";
import { secretNames } from "#server/core/secret-places.ts";
import { invalid } from "#server/errors.ts";

// `--token=x`, `API_KEY=x`, `Authorization: x`
const NAMED = /^(-{0,2}[A-Za-z][\w.-]{0,99})(?:=|:(?!\/\/)\s*)(.+)$/s;
const OPTION = /^--?[A-Za-z][\w.-]{0,99}$/;
/** `--token-file`, `--api-key-env`: where a secret is, and none itself. */
const ELSEWHERE = /[-_.](?:file|path|dir|env|var)$/i;
const KNOWN_FORMS =
  /\b(?:gh[pousr]_\w{20,}|github_pat_\w{20,}|glpat-[\w-]{15,}|sk-[\w-]{20,}|sk_(?:live|test)_\w{10,}|xox[a-z]-[\w-]{10,}|AKIA[A-Z0-9]{16}|AIza[\w-]{30,}|eyJ[\w-]{10,}\.eyJ[\w-]+\.)/;

/** Refuses arguments of a program that hold a secret in plain, as everybody here sees them. */
export function checkArguments(args: readonly string[]): void {
  for (const [index, arg] of args.entries()) {
    const place = placeOfSecret(arg, args[index - 1]);
    if (place === null || secretNames(arg).length > 0) continue;
    const message = `The argument ${index + 1}${place} looks like a secret. Add it to the secrets, and write {{secret.NAME}} here.`;
    throw invalid(message, [{ path: `transport.args.${index}`, message }]);
  }
}

/** What names the secret that an argument holds; null when it holds none. */
function placeOfSecret(arg: string, before: string | undefined): string | null {
  const named = NAMED.exec(arg);
  const isOption = OPTION.test(arg);
  if (before !== undefined && OPTION.test(before) && namesSecret(before) && !isOption && arg !== "") {
    return `, behind "${before}",`;
  }
  if (named?.[1] !== undefined && namesSecret(named[1])) return `, "${named[1]}",`;
  return KNOWN_FORMS.test(arg) || maskQuery(arg) !== arg ? "" : null;
}

function namesSecret(name: string): boolean {
  return !ELSEWHERE.test(name) && meaningOfName(name.replace(/^-+/, "")) !== "innocent";
}
