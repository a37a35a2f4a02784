import { lexicon } from "./lexicon.ts";
import type { ListedPlan } from "./listed-plan.ts";
import { withAsianTitlesQuoted } from "./foreign-fields-asian.ts";
import { isUnclearRemoval } from "./foreign-fields.ts";
import { orderOf, stepsHidden, withEnglishSteps } from "./foreign-frames.ts";
import { questionOf } from "./foreign-questions.ts";
import { withTitlesQuoted } from "./foreign-titles.ts";
import { foreignWords } from "./foreign-words.ts";
import { withMentionsNumbered } from "./masked-mentions.ts";
import { withQuotesHidden } from "./plain-words.ts";
import { ordersByLanguage, type Wording } from "./foreign-orders.ts";
import { isOnlyTalk } from "./small-talk-words.ts";

type Language = keyof typeof ordersByLanguage;
type European = keyof typeof foreignWords;

// Words that are frequent in one language and rare in the others.
const SIGNS: Record<Language, RegExp> = {
  de: /(?<!\p{L})(?:bitte|schritte?|den|dem|der|die|das|und|mir|sie|ihn|jeden|dann|zu|nicht|soll(?:te)?|lösche?|entferne|warum|nach|vor|für|einen?|ist|mich|wenn|freigabe|umbenennen|füge|hinzu|zwischen|rückgängig|vertausche|verschiebe|zusammenführen|danke|von|auf|mit|ich|wir|kann|können|muss|müssen|soll(?:en|st)|ohne|noch|keine?n?|erst|fertig|nur|meine[rnm]?|mein|nenne?|tausche?|schieb|heißt|brauch\p{L}*|möchte|will|wieder|jetzt|wie|viele|welche[rsn]?|gibt|worauf|wovon|passiert|läuft|zuerst|zuletzt)(?!\p{L})/giu,
  es: /(?<!\p{L})(?:el|la|los|las|paso|pasos|por favor|elimina|borra|quita|añade|agrega|después|antes|entre|cambia|haz|que|dependa|pídeme|aprobación|deshacer|deshaz|renombra|intercambia|del|una|y|si|falla|dos|tres|veces|ya|sin|mis?|para|con|al|quiero|hace|falta|orden|pueden?|tiene|espere|esperar|ese|esta|nuevo|llama|qué|cuánt[oa]s|cuáles|cuándo|dónde|por qué)(?!\p{L})/giu,
  fr: /(?<!\p{L})(?:le|les|étapes?|s'il te plaît|s'il vous plaît|supprime[zr]?|ajoute[zr]?|après|avant|entre|demande-moi|approbation|annule[zr]?|renomme[zr]?|échange[zr]?|doit|attendre|dépend\w*|du|des|une|et|fais|que|la|l'|si|échoue|réessa\p{L}*|deux|trois|fois|pas|plus|sans|mon|ma|je|peut|peuvent|est|sont|à|au|aux|pour|avec|nouvelle|rajoute|veux|aussi|inverse|combien|quelles?|pourquoi|a-t-il|qu'est-ce|montre)(?!\p{L})/giu,
  ja: /[ぁ-んァ-ン]/gu,
  zh: /[\u4e00-\u9fff]/gu,
};

/** The message with the orders of other languages in English words; an English message as it stands. */
export function inEnglish(text: string, plan: ListedPlan): string {
  if (isOnlyTalk(text)) return text;
  const language = languageOf(text);
  if (language === null) return questionOf([text]) ?? text;
  const titles = new Set(plan.steps.map((step) => step.title.toLowerCase()));
  const european = language === "ja" || language === "zh" ? null : language;
  const straight = straightened(text);
  const asked = questionOf(european === null ? [straight] : wordings(straight, european, plan));
  if (asked !== null) return asked;
  const titled =
    european === null ? withAsianTitlesQuoted(straight) : withTitlesQuoted(straight, european, plan);
  return withQuotesHidden(titled, (bare) => {
    const framed = european === null ? null : inFrames(bare, european, plan);
    if (framed !== null) return framed;
    const ordered = reworded(bare, ordersByLanguage[language]);
    return titles.has(ordered.trim().toLowerCase()) ? ordered : reworded(ordered, lexicon[language]);
  })
    .replace(/\s+/g, " ")
    .replace(/ : (?=")/g, ": ")
    .trim();
}

/** What is asked back where an order of another language takes something away and does not say for sure what; null where it does. */
export function removalUnclear(text: string, plan: ListedPlan): string | null {
  const language = languageOf(text);
  if (language === null || language === "ja" || language === "zh") return null;
  const titled = withTitlesQuoted(straightened(text), language, plan);
  let asked: string | null = null;
  withQuotesHidden(titled, (bare) => {
    for (const sentence of sentencesOf(bare)) {
      if (sentenceInFrames(sentence, language, plan) !== null) continue;
      const whole = named(sentence, language, plan);
      const parts = stepsHidden(whole).refs.length === 1 ? [whole] : whole.split(PARTING);
      const part = parts
        .map(stepsHidden)
        .find(({ bare: words, refs }) => isUnclearRemoval(words, refs, language));
      asked ??= part
        ? askWhatGoes(part.refs[0] ?? "", foreignWords[language].condition.test(part.bare))
        : null;
    }
    return bare;
  });
  return asked;
}

function askWhatGoes(step: string, isConditional: boolean): string {
  return isConditional
    ? `Should ${step} go in any case? "remove ${step}" removes it for good, "run ${step} only if …" says when it runs. Nothing was changed.`
    : `What should go from ${step}? I can remove the whole step ("remove ${step}") or its approval, its condition, its retries, its time limit or what it waits for. Nothing was changed.`;
}

function straightened(text: string): string {
  return text.replace(/[“”„«»「」『』]/g, '"').replace(/[’‘´]/g, "'");
}

// Sentence by sentence, then part by part: what names no step only tells why.
function inFrames(text: string, language: European, plan: ListedPlan): string | null {
  const orders = sentencesOf(text).map((sentence) => sentenceInFrames(sentence, language, plan));
  return orders.length > 0 && orders.every((order) => order !== null) ? orders.join(". ") : null;
}

function sentencesOf(text: string): string[] {
  const sentences = text.split(/(?<=[.;!])\s+/).filter((part) => /\p{L}/u.test(part));
  return sentences.map((sentence) => sentence.replace(/[.;!]+$/, ""));
}

function sentenceInFrames(text: string, language: European, plan: ListedPlan): string | null {
  for (const words of wordings(text, language, plan)) {
    const whole = orderOf(words, language) ?? inParts(words, language);
    if (whole !== null) return whole;
  }
  return null;
}

// The sentence with the steps that it names by number alone, by their titles as they stand, and by these in English.
function wordings(text: string, language: European, plan: ListedPlan): string[] {
  const own = withEnglishSteps(text, language);
  const native = withMentionsNumbered(reworded(own, lexicon[language].slice(-1)), plan);
  return [...new Set([own, native, named(text, language, plan)])];
}

// The sentence with its steps by number, whatever language their titles have.
function named(text: string, language: European, plan: ListedPlan): string {
  return withMentionsNumbered(reworded(withEnglishSteps(text, language), lexicon[language]), plan);
}

function inParts(words: string, language: European): string | null {
  const says = foreignWords[language];
  const parts = words.split(PARTING);
  const verb = says.remove.exec(parts[0] ?? "")?.[0] ?? "";
  // "Entferne die Freigabe von Schritt 5 und die Bedingung von Schritt 4": the verb is said once.
  const orders = parts.map((part) => orderOf(part, language) ?? orderOf(`${verb} ${part}`, language));
  const isReason = (part: string) =>
    !/\bstep\b|⟪/.test(part) &&
    !(says.approval.test(part) && says.me.test(part)) &&
    !SAVES.test(part) &&
    says.condition.exec(part)?.index !== 0;
  const isRead = parts.every((part, at) => orders[at] !== null || isReason(part));
  if (orders[0] == null || parts.length < 2 || !isRead) return null;
  if (LIMITED.test(words) && orders.some((order) => order?.startsWith("remove "))) return null;
  return orders.filter((order) => order !== null).join(". ");
}

// "Schritt 4 kann weg, aber nur im Winter": what goes only at times does not go.
const LIMITED =
  /(?:,|\s)(?:aber|jedoch|außer|bis auf|nur|erst|pero|salvo|excepto|menos|sólo|solo|mais|sauf|seulement)(?!\p{L})(?!.*\bstep\b)/iu;
const SAVES = /(?<!\p{L})(?:speicher|guárda|guarda|enregistre)/iu;

const PARTING =
  /,\s+(?:(?:und|y|et|aber|pero|mais|weil|denn|porque|car)\s+)?|\s+(?:und|y|et|weil|denn|porque|parce que|car)\s+(?!(?:step )?\d)/iu;

function reworded(text: string, wordings: readonly Wording[]): string {
  return wordings.reduce((words, [pattern, english]) => words.replace(pattern, english), text);
}

export function languageOf(text: string): Language | null {
  if (/[ぁ-んァ-ン]/u.test(text)) return "ja";
  if (/[\u4e00-\u9fff]/u.test(text)) return "zh";
  const words = text.match(/\p{L}+/gu)?.length ?? 0;
  const english =
    text.match(/\b(?:the|step|steps|and|make|wait|for|after|before|please|remove|add|my|is|it|to)\b/gi)
      ?.length ?? 0;
  const counts = (["de", "es", "fr"] as const).map((language) => ({
    language,
    count: text.match(SIGNS[language])?.length ?? 0,
  }));
  const best = counts.sort((a, b) => b.count - a.count)[0];
  const least = words <= 6 ? 1 : Math.max(2, words / 10);
  return best && best.count > english && best.count >= least ? best.language : null;
}
