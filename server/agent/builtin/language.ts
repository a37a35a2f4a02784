import { lexicon } from "./lexicon.ts";
import type { ListedPlan } from "./listed-plan.ts";
import { orderOf, withEnglishSteps } from "./foreign-frames.ts";
import { withMentionsNumbered } from "./masked-mentions.ts";
import { withQuotesHidden } from "./plain-words.ts";
import { ordersByLanguage, type Wording } from "./foreign-orders.ts";

type Language = keyof typeof ordersByLanguage;

// Words that are frequent in one language and rare in the others.
const SIGNS: Record<Language, RegExp> = {
  de: /(?<!\p{L})(?:bitte|schritte?|den|dem|der|die|das|und|mir|sie|ihn|jeden|dann|zu|nicht|soll(?:te)?|lösche?|entferne|warum|nach|vor|für|einen?|ist|mich|wenn|freigabe|umbenennen|füge|hinzu|zwischen|rückgängig|vertausche|verschiebe|zusammenführen|danke|von|auf|mit|ich|wir|kann|können|muss|müssen|soll(?:en|st)|ohne|noch|keine?n?|erst|fertig|nur|meine[rnm]?|mein|nenne?|tausche?|schieb|heißt|brauch\p{L}*|möchte|will|wieder|jetzt)(?!\p{L})/giu,
  es: /(?<!\p{L})(?:el|la|los|las|paso|pasos|por favor|elimina|borra|quita|añade|agrega|después|antes|entre|cambia|haz|que|dependa|pídeme|aprobación|deshacer|deshaz|renombra|intercambia|del|una|y|si|falla|dos|tres|veces|ya|sin|mis?|para|con|al|quiero|hace|falta|orden|pueden?|tiene|espere|esperar|ese|esta|nuevo|llama)(?!\p{L})/giu,
  fr: /(?<!\p{L})(?:le|les|étapes?|s'il te plaît|s'il vous plaît|supprime[zr]?|ajoute[zr]?|après|avant|entre|demande-moi|approbation|annule[zr]?|renomme[zr]?|échange[zr]?|doit|attendre|dépend\w*|du|des|une|et|fais|que|la|l'|si|échoue|réessa\p{L}*|deux|trois|fois|pas|plus|sans|mon|ma|je|peut|peuvent|est|sont|à|au|aux|pour|avec|nouvelle|rajoute|veux|aussi|inverse)(?!\p{L})/giu,
  ja: /[ぁ-んァ-ン]/gu,
  zh: /[\u4e00-\u9fff]/gu,
};

/** The message with the orders of other languages in English words; an English message as it stands. */
export function inEnglish(text: string, plan: ListedPlan): string {
  const language = languageOf(text);
  if (language === null) return text;
  const titles = new Set(plan.steps.map((step) => step.title.toLowerCase()));
  const straight = text.replace(/[“”„«»「」『』]/g, '"').replace(/[’‘´]/g, "'");
  const european = language === "ja" || language === "zh" ? null : language;
  return withQuotesHidden(straight, (bare) => {
    const framed = european === null ? null : inFrames(bare, european, plan);
    if (framed !== null) return framed;
    const ordered = reworded(bare, ordersByLanguage[language]);
    return titles.has(ordered.trim().toLowerCase()) ? ordered : reworded(ordered, lexicon[language]);
  })
    .replace(/\s+/g, " ")
    .trim();
}

// Sentence by sentence, then part by part: what names no step only tells why.
function inFrames(text: string, language: "de" | "es" | "fr", plan: ListedPlan): string | null {
  const sentences = text.split(/(?<=[.;!])\s+/).filter((part) => /\p{L}/u.test(part));
  const orders = sentences.map((sentence) =>
    sentenceInFrames(sentence.replace(/[.;!]+$/, ""), language, plan),
  );
  return orders.length > 0 && orders.every((order) => order !== null) ? orders.join(". ") : null;
}

function sentenceInFrames(text: string, language: "de" | "es" | "fr", plan: ListedPlan): string | null {
  const own = withEnglishSteps(text, language);
  const named = withMentionsNumbered(reworded(own, lexicon[language]), plan);
  const articles = lexicon[language].slice(-1);
  const native = withMentionsNumbered(reworded(own, articles), plan);
  for (const words of new Set([own, native, named])) {
    const whole = orderOf(words, language);
    if (whole !== null) return whole;
    const parts = words.split(PARTING);
    const orders = parts.map((part) => orderOf(part, language));
    const isReason = (part: string) => !/\bstep\b|⟪/.test(part);
    if (
      orders[0] != null &&
      parts.length > 1 &&
      parts.every((part, at) => orders[at] !== null || isReason(part))
    )
      return orders.filter((order) => order !== null).join(". ");
  }
  return null;
}

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
