import type { Token } from "./frame-tokens.ts";
import { withPronouns } from "./frame-mentions.ts";
import { namedWholly } from "./named-wholly.ts";
import { cardinal } from "./numerals.ts";
import type { World } from "./reference.ts";
import { resolve } from "./resolve.ts";
import { isStopWord, rootOf, wordsIn } from "./words.ts";

/** Words without another meaning that name steps, as steps; those that more than one step fits, as a question. */
export function withTitles(tokens: readonly Token[], world: World): Token[] {
  const found: Token[] = [];
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at];
    if (!token) break;
    const end = token.symbol === "v" ? endOfRun(tokens, at) : at;
    const named = end > at ? namedIn(tokens, at, end, world) : null;
    found.push(...(named?.tokens ?? [token]));
    at = named?.next ?? at + 1;
  }
  const known = withPronouns(withSharedObject(found, world), world);
  return withoutRivals(absorbed(known, world)).filter(({ symbol }) => symbol !== "_");
}

function endOfRun(tokens: readonly Token[], at: number): number {
  let end = at;
  for (let next = at; /[v_]/.test(tokens[next]?.symbol ?? ""); next += 1) {
    const token = tokens[next];
    if (token?.symbol === "v" || /^(?:steps?|tasks?)$/i.test(token?.text ?? "")) end = next + 1;
  }
  return end;
}

// The longest part of a run that names steps, from its first word on.
function namedIn(
  tokens: readonly Token[],
  at: number,
  end: number,
  world: World,
): { tokens: Token[]; next: number } | null {
  for (let to = end; to > at; to -= 1) {
    const text = tokens
      .slice(at, to)
      .map((token) => token.text)
      .join(" ");
    // "Ten transcripts" are none of the steps.
    const isCounted = wordsIn(text).some((word) => cardinal(word) !== null);
    const reference = isCounted ? null : namedWholly(text, world);
    if (reference?.type !== "steps" && reference?.type !== "ambiguous") continue;
    const found = reference.type === "steps" ? reference.steps : reference.candidates;
    const rivals = found.length === 1 ? world.plan.steps.filter((step) => hasWords(step.title, text)) : [];
    const isSure =
      reference.type === "steps" && (rivals.length === 0 || rivals.some((step) => found.includes(step)));
    const numbers = [...new Set(isSure ? found : [...found, ...rivals])].map((step) => step.number);
    // With its article a word is a description, and no id of a step.
    const words = `the ${text}`;
    const strict = isSure ? resolve(words, { ...world, isStrict: true }) : null;
    const isLoose = strict !== null && (strict.type !== "steps" || strict.steps.length !== numbers.length);
    const mention = {
      text,
      words,
      numbers: isSure ? numbers : [],
      ...(isSure ? {} : { candidates: numbers }),
      ...(isLoose ? { isLoose } : {}),
    };
    return { tokens: [{ symbol: "M", text, mention }], next: to };
  }
  return null;
}

// Whether a title has the very words, of which another one has only the roots.
function hasWords(title: string, text: string): boolean {
  const own = wordsIn(title).map((word) => word.replace(/s$/, ""));
  const asked = wordsIn(text).filter((word) => !isStopWord(word));
  return asked.length > 0 && asked.every((word) => own.includes(word.replace(/s$/, "")));
}

// "Translating and timing the subtitles": the first verb has the object of the second.
function withSharedObject(tokens: readonly Token[], world: World): Token[] {
  return tokens.map((token, index) => {
    const rest = tokens.slice(index + 1).filter(({ symbol }) => symbol !== "_");
    const [joint, later] = rest;
    const number = later?.mention?.numbers[0];
    if (token.symbol !== "v" || joint?.symbol !== "&" || number === undefined) return token;
    const object = (world.plan.steps[number - 1]?.title ?? "").split(" ").slice(1).join(" ");
    const reference = namedWholly(`${token.text} ${object}`, world);
    if (reference?.type !== "steps") return token;
    const numbers = reference.steps.map((step) => step.number);
    return {
      symbol: "M",
      text: token.text,
      mention: { text: token.text, words: `${token.text} ${object}`, numbers },
    };
  });
}

// In a clause about a step, a word that its title begins like is part of its name: "the camera rental" rents the cameras.
function absorbed(tokens: readonly Token[], { plan }: World): Token[] {
  const titles = (from: number, step: number): string[] => {
    for (let next = from; tokens[next] && !/[;,&~]/.test(tokens[next]?.symbol ?? ""); next += step) {
      const numbers = tokens[next]?.mention?.numbers ?? [];
      if (numbers.length > 0)
        return numbers.flatMap((number) => wordsIn(plan.steps[number - 1]?.title ?? ""));
    }
    return [];
  };
  return tokens.filter((token, index) => {
    const word = token.text.toLowerCase();
    const isArticled =
      /^(?:the|a|an|my|our)$/i.test(tokens[index - 1]?.text ?? "") && tokens[index + 1]?.symbol === "M";
    if (isArticled && token.symbol !== "M") return !titles(index + 1, 1).includes(word);
    const near = [...titles(index - 1, -1), ...titles(index + 1, 1)];
    // "The accountant is asked" tells what that step does.
    if (token.symbol === "P")
      return !/^[\w-]+$/.test(word) || !near.some((own) => rootOf(own) === rootOf(word));
    if (token.symbol !== "v") return true;
    return !near.some((own) => isAkin(word, own));
  });
}

function isAkin(word: string, own: string): boolean {
  const root = rootOf(own);
  return root.length >= 4 && word.startsWith(root.slice(0, Math.max(4, root.length - 1)));
}

// "The boxes may be delivered": the second word settles which of the steps is meant that the first one fits.
function withoutRivals(tokens: readonly Token[]): Token[] {
  const kept = [...tokens];
  for (let at = 0; at < kept.length; at += 1) {
    const token = kept[at];
    const next = kept.findIndex(({ symbol }, index) => index > at && !/[_mhcnovD]/.test(symbol));
    const later = kept[next]?.mention;
    const [meant, more] = later?.numbers ?? [];
    if (!token?.mention || !later || meant === undefined || more !== undefined) continue;
    const { candidates, numbers } = token.mention;
    const isSame = candidates ? candidates.includes(meant) : String(numbers) === String(later.numbers);
    if (!isSame) continue;
    kept[at] = { ...token, mention: later };
    kept.splice(next, 1);
  }
  return kept;
}
