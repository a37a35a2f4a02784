import { BESIDE } from "./brief-clauses.ts";
import { cardinal } from "./numerals.ts";

const TOGETHER =
  /,?\s*(?<!\p{L})(?:(?:all|both|everything) )?(?:in parallel|at (?:the same time|once)|simultaneously|concurrently|side by side|independently(?: of (?:each other|one another|that|this))?|parallel dazu|parallel|gleichzeitig|a la vez|al mismo tiempo|en parallèle|en même temps)(?!\p{L})/iu;

/** One order as the orders it stands for: "fetch the news and the weather in parallel" is two. */
export function expanded(text: string, isBeside: boolean): string[] {
  const together = TOGETHER.test(text) || isBeside;
  const bare = text.replace(TOGETHER, "").replace(BESIDE, "").replace(/\s+/g, " ").trim();
  if (!together) return [bare];
  const counted =
    /^(.+?\b(?:from|at|in|with|of))\s+(?:the\s+|all\s+)?(two|three|four|five|six|\d)\s+(\p{L}+)s$/iu.exec(
      bare,
    );
  const count = cardinal(counted?.[2] ?? "") ?? 0;
  if (counted && count > 1 && count <= 10)
    return Array.from({ length: count }, (_, index) => `${counted[1]} ${counted[3]} ${index + 1}`);
  const each =
    /^(\S+)\s+(?:all )?(two|three|four|five|six|\d)\s+(?:(different|separate|other)\s+)?(\p{L}+)s\b(.*)$/iu.exec(
      bare,
    );
  const times = cardinal(each?.[2] ?? "") ?? 0;
  if (each && times > 1 && times <= 10)
    return Array.from({ length: times }, (_, index) => `${each[1]} ${each[4]} ${index + 1}${each[5]}`);
  const targets =
    /^(.+?)\s+((?:to|for|from|at|nach|a|à)\s+.+?)\s+(?:and|und|y|et)\s+((?:to|for|from|at|nach|a|à)\s+.+)$/i.exec(
      bare,
    );
  if (targets) return [`${targets[1]} ${targets[2]}`, `${targets[1]} ${targets[3]}`];
  const last =
    /^((?:(?! and ).)+?\s(?:to|into|for|from|with|in|at)\s)((?:(?!\s(?:to|into|for|from|with|in|at)\s).)+)$/i.exec(
      bare,
    );
  const ends = partsOf(last?.[2] ?? "");
  if (last && ends.length > 1) return ends.map((part) => `${last[1]}${part}`);
  const objects = /^(\S+)\s+(.+)$/.exec(bare);
  const parts = partsOf(objects?.[2] ?? "");
  return objects && parts.length > 1 ? withTail(parts).map((part) => `${objects[1]} ${part}`) : [bare];
}

// "Ask Anna and Ben for their slides": what follows the last name is said of all.
function withTail(parts: readonly string[]): string[] {
  const tail = /^\S+( (?:for|to|from|about|with|on|in|at) .+)$/i.exec(parts.at(-1) ?? "")?.[1];
  const areNames = parts.slice(0, -1).every((part) => /^\p{Lu}\S*$/u.test(part));
  return tail === undefined || !areNames
    ? [...parts]
    : parts.map((part, at) => (at < parts.length - 1 ? part + tail : part));
}

function partsOf(text: string): string[] {
  return text.split(/\s*,\s*(?:and\s+|und\s+|y\s+|et\s+)?|\s+(?:and|und|y|et)\s+/i).filter(Boolean);
}
