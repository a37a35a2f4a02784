import { ADDED, RENAMED, STEP } from "./foreign-title-forms.ts";
import type { foreignWords } from "./foreign-words.ts";
import type { ListedPlan } from "./listed-plan.ts";

type European = keyof typeof foreignWords;

/** Orders that name a step anew or add one with the new title in quotes: its words are nobody's to translate. */
export function withTitlesQuoted(text: string, language: European, plan: ListedPlan): string {
  const titles = new Set(plan.steps.map((step) => step.title.toLowerCase()));
  return text
    .split(/(?<=[.;!])(\s+)/)
    .map((part) => (/["`]|[?？]\s*$/.test(part) ? part : ofSentence(part, language, titles)))
    .join("");
}

function ofSentence(
  sentence: string,
  language: European,
  titles: ReadonlySet<string>,
  isAfterRename = false,
): string {
  const [, said = "", end = ""] = LED[language].exec(sentence) ?? [];
  const [order, joint, rest] = cut(said, language);
  const name = renamed(order, language, isAfterRename);
  const plain = name ?? added(order, language, titles);
  const more = rest === "" ? "" : ofSentence(rest, language, titles, name !== null);
  if (plain === null && more === rest) return sentence;
  return `${plain ?? order}${joint}${more}${end}`;
}

const LED: Record<European, RegExp> = {
  de: /^\s*(?:(?:bitte|kannst du|könntest du|würdest du|und|dann|also|ok|okay)[\s,]+)*(.+?)([.;!\s]*)$/isu,
  es: /^\s*(?:(?:por favor|puedes|podrías|y|luego|entonces|ok|vale)[\s,]+)*(.+?)([.;!\s]*)$/isu,
  fr: /^\s*(?:(?:s'il (?:te|vous) pla[iî]t|peux-tu|pourrais-tu|et|puis|alors|ok)[\s,]+)*(.+?)([.;!\s]*)$/isu,
};

// "… und Schritt 4 in Bar": the verb is left out.
const ELIDED: Record<European, RegExp> = {
  de: new RegExp(`^(?<s>${STEP.de}) (?:in|zu|auf) (?<t>\\S.*?)(?: um)?$`, "iu"),
  es: new RegExp(`^(?<s>${STEP.es}) (?:a|como|por|en) (?<t>\\S.*?)$`, "iu"),
  fr: new RegExp(`^(?<s>${STEP.fr}) (?:en|comme|par) (?<t>\\S.*?)$`, "iu"),
};

function renamed(order: string, language: European, isAfterRename: boolean): string | null {
  const patterns = isAfterRename ? [...RENAMED[language], ELIDED[language]] : RENAMED[language];
  for (const pattern of patterns) {
    const { s: step, t: title } = pattern.exec(order)?.groups ?? {};
    if (step !== undefined && title !== undefined && isTitle(title))
      return `rename ${step} to ${quoted(title)}`;
  }
  return null;
}

function added(order: string, language: European, titles: ReadonlySet<string>): string | null {
  for (const { pattern, place } of ADDED[language]) {
    const { s: step, t: title, where = "" } = pattern.exec(order)?.groups ?? {};
    if (title === undefined || !isTitle(title) || titles.has(title.toLowerCase())) continue;
    if (place !== "beside") return `add a step at the ${place}: ${quoted(title)}`;
    const word = /^(?:vor|antes|avant)/iu.test(where) ? "before" : "after";
    if (step !== undefined) return `add a step ${word} ${step} : ${quoted(title)}`;
  }
  return null;
}

// What points at a step, denies, or says nothing of its own is no title.
const NO_TITLE =
  /^\d+(?:$|\s*(?:,|und|y|et)\s)|^(?:nicht|kein|no|ne|pas|nunca)(?!\p{L})|^(?:(?:etwas|anders|algo|otra cosa|quelque chose|autrement|neu|nuevo|nouveau|um|ein(?:en|e)?|une?|una?)[\s.!]*)+$/iu;

function isTitle(title: string): boolean {
  return /\p{L}|\d/u.test(title) && !NO_TITLE.test(title.trim());
}

const POLITE = /[\s,]+(?:por favor|s'il (?:te|vous) pla[iî]t|bitte|danke|gracias|merci)[\s.!]*$/iu;

function quoted(title: string): string {
  const bare = title
    .replace(POLITE, "")
    .trim()
    .replace(/[\s,;:.!]+$/, "");
  return `"${bare.charAt(0).toUpperCase()}${bare.slice(1)}"`;
}

// Verbs of orders: behind "and" and with a step behind them they begin the next one.
const VERBS: Record<European, string> = {
  de: "lösch\\p{L}*|entfern\\p{L}*|streich\\p{L}*|nimm|füge?|verschieb\\p{L}*|tausche?|vertausche?|benenne?|nenne?|frage?|wiederhole?|führe?|lass|lasse|fasse?|lege?|mache?|setze?",
  es: "elimin\\p{L}+|borra|quita|suprime|añade|agrega|inserta|mueve|pon|intercambia|cambia|renombra|llama|pide|pídeme|pregunta|pregúntame|reintenta|repite|ejecuta|haz|combina|fusiona|une",
  fr: "supprime[rz]?|enlève[rz]?|retire[rz]?|efface[rz]?|ajoute[rz]?|insère|déplace[rz]?|mets|échange[rz]?|inverse[rz]?|renomme[rz]?|appelle|demande[rz]?-moi|réessaie|relance|exécute|lance|fais|fusionne[rz]?",
};
const AND =
  "(?:(?:und|y|e|et)(?:\\s+(?:dann|danach|luego|después|puis|ensuite))?|dann|danach|luego|después|puis|ensuite)";
const JOINT = new RegExp(`\\s*,\\s+(?:${AND}\\s+)?|\\s+${AND}\\s+`, "giu");
const begins = (language: European) =>
  new RegExp(
    `^(?:(?:${VERBS[language]})(?!\\p{L})(?=.*(?:${STEP[language]}|(?<!\\p{L})mich(?!\\p{L})|mi aprobación|-moi))|${STEP[language]}\\s)`,
    "iu",
  );
const NEXT = { de: begins("de"), es: begins("es"), fr: begins("fr") };

// "… in Das Wetter prüfen und lösche Schritt 6": the title ends where the next order begins.
function cut(said: string, language: European): [order: string, joint: string, rest: string] {
  for (const joint of said.matchAll(JOINT)) {
    const rest = said.slice(joint.index + joint[0].length);
    if (joint.index > 0 && NEXT[language].test(rest)) return [said.slice(0, joint.index), joint[0], rest];
  }
  return [said, "", ""];
}
