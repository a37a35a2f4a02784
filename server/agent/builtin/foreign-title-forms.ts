import type { foreignWords } from "./foreign-words.ts";

type European = keyof typeof foreignWords;

/** A step by its place, as each language says it. */
export const STEP: Record<European, string> = {
  de: "(?:(?:der|dem|den|die|das|des|zum|vom|beim) )?(?:(?:letzte|erste)[nrsm]? schritte?s?|schritte?s? (?:nummer |nr\\.? ?)?\\d+|(?<=(?:der|dem|den|die|das|des) )\\d+)(?![\\p{L}\\d])",
  es: "(?:(?:el|la|al|del) )?(?:(?:último|primer) paso|paso (?:número |n° ?)?\\d+|(?<=(?:el|la|al|del) )\\d+)(?![\\p{L}\\d])",
  fr: "(?:la |le |l'|à |de )*(?:(?:dernière|première) étape|étape (?:numéro |n° ?)?\\d+|(?<=(?:la|le) )\\d+)(?![\\p{L}\\d])",
};

// `§` is a step by its place, `T` the title; with `¤` the step may be called by other words too.
function forms(language: European, patterns: readonly string[]): RegExp[] {
  return patterns.flatMap((pattern) => {
    const strict = formOf(pattern.replace(/[§¤]/, `(?<s>${STEP[language]})`));
    return pattern.includes("¤") ? [strict, formOf(pattern.replace("¤", "(?<s>[^,;:.]+?)"))] : [strict];
  });
}

function formOf(pattern: string): RegExp {
  return new RegExp(`^${pattern.replace("T", "(?<t>\\S.*?)")}$`, "iu");
}

const NOW = {
  de: "(?:künftig |jetzt |nun |ab jetzt |ab sofort |von nun an |lieber |besser |bitte |einfach )*",
  es: "(?:ahora |desde ahora |mejor |por favor )*",
  fr: "(?:maintenant |désormais |plutôt |dorénavant )*",
};

/** Orders that give a step another title: `s` is the step, `t` the title. */
export const RENAMED: Record<European, RegExp[]> = {
  de: forms("de", [
    `(?:benenn|tauf)e? ¤ ${NOW.de}(?:um in|um zu|um auf) T`,
    `(?:benenn|nenn|tauf)e? ¤ ${NOW.de}(?:in|zu|auf) T um`,
    `(?:benenn|nenn|tauf)e? § ${NOW.de}(?:in |zu |auf )?T(?: um)?`,
    `¤ ${NOW.de}(?:umbenennen|umtaufen) (?:in|zu|auf) T`,
    `¤ ${NOW.de}(?:in|zu|auf) T (?:umbenennen|umtaufen|umändern)`,
    `§ (?:soll(?:te)?|muss|wird) ${NOW.de}T heißen`,
    `§ (?:heißt|heisst) ${NOW.de}T`,
    `(?:ändere?|setze?|mache?) (?:den|die) (?:titel|namen?|bezeichnung) (?:von |für )?§ ${NOW.de}(?:in|auf|zu) T(?: um)?`,
    `(?:der |die )?(?:neue )?(?:titel|name|bezeichnung) (?:von |für )?§ (?:ist|lautet|sei|soll) ${NOW.de}T(?: sein| lauten)?`,
    `gib § ${NOW.de}(?:den |die |einen )?(?:neuen )?(?:titel|namen|bezeichnung) T`,
  ]),
  es: forms("es", [
    `(?:renombra|rebautiza|retitula|renombrar|cambia(?:r|le)? el (?:nombre|título)(?: de| a)?) ¤ ${NOW.es}(?:a|como|por|en) T`,
    `(?:llama|titula|nombra)(?:r|le)?(?: a)? § (?:como |ahora )?T`,
    `(?:que |haz que )?¤ (?:debe|debería|tiene que|va a|pasa a) llamarse ${NOW.es}T`,
    `(?:que |haz que )?§ ${NOW.es}se (?:llama|llamará|llame) ${NOW.es}T`,
    `(?:ponle|pon|dale|da)(?: a)? § (?:el |de |como |por )(?:nombre|título) (?:de )?T`,
  ]),
  fr: forms("fr", [
    `(?:renomme[rz]?|rebaptise[rz]?|change[rz]? le (?:nom|titre) de) ¤ ${NOW.fr}(?:en|comme|par|pour) T`,
    `(?:appelle[rz]?|nomme[rz]?|intitule[rz]?|rebaptise[rz]?) § ${NOW.fr}T`,
    `¤ (?:doit|devrait|va) (?:maintenant |désormais )?s'appeler ${NOW.fr}T`,
    `(?:que )?§ s'appelle(?:ra)? ${NOW.fr}T`,
    `donne[rz]? § (?:le|pour) (?:nom|titre) (?:de )?T`,
  ]),
};

type Added = { pattern: RegExp; place: "beside" | "end" | "start" };

const beside = (language: European, patterns: readonly string[]): Added[] =>
  forms(language, patterns).map((pattern) => ({ pattern, place: "beside" }));

const A_STEP = {
  de: "(?:noch |dann |jetzt |auch |bitte )*(?:einen |ein |den |der |dem )?(?:noch )?(?:neue[rn]? |weitere[rn]? )*schritt (?:namens |mit dem (?:titel|namen) |: ?)?",
  es: "(?:también |además )?(?:un |el |otro )?(?:nuevo )?paso (?:llamado |titulado |: ?)?",
  fr: "(?:aussi |encore )?(?:une |l'|la )?(?:nouvelle |autre )?étape (?:appelée |nommée |intitulée |: ?)?",
};
const ADD = {
  de: "füge?",
  es: "(?:añade|agrega|inserta|incluye|pon|mete|añadir|agregar)",
  fr: "(?:ajoute[rz]?|rajoute[rz]?|insère|insérer|insérez|intercale[rz]?|mets)",
};
const AT_END = {
  de: "(?:am ende|am schluss|zum schluss|ganz am ende)",
  es: "al final",
  fr: "(?:à la fin|tout à la fin)",
};
const AT_START = {
  de: "(?:am anfang|ganz am anfang|zu beginn)",
  es: "al (?:principio|inicio|comienzo)",
  fr: "(?:au début|tout au début)",
};

const EDGE: Record<European, (where: string) => string[]> = {
  de: (where) => [
    `${ADD.de} ${where} ${A_STEP.de}T (?:hinzu|ein|an)`,
    `${ADD.de} ${A_STEP.de}T ${where} (?:hinzu|ein|an)`,
    `hänge? ${where} ${A_STEP.de}T an`,
    `${where} (?:kommt|folgt|fehlt|brauchen wir) ${A_STEP.de}T`,
  ],
  es: (where) => [
    `${ADD.es} ${where} ${A_STEP.es}(?:para |que )?T`,
    `${ADD.es} ${A_STEP.es}${where} (?:para|que|llamado) T`,
    `${ADD.es} ${A_STEP.es}T ${where}`,
    `${where} (?:viene|va|falta|hace falta) ${A_STEP.es}T`,
  ],
  fr: (where) => [
    `${ADD.fr} ${where} ${A_STEP.fr}(?:pour |qui )?T`,
    `${ADD.fr} ${A_STEP.fr}${where} (?:pour|qui|appelée|nommée) T`,
    `${ADD.fr} ${A_STEP.fr}T ${where}`,
    `${where} (?:vient|il faut|il manque) ${A_STEP.fr}T`,
  ],
};
const edges = (language: European): Added[] => [
  ...forms(language, EDGE[language](AT_END[language])).map((pattern): Added => ({ pattern, place: "end" })),
  ...forms(language, EDGE[language](AT_START[language])).map(
    (pattern): Added => ({ pattern, place: "start" }),
  ),
];

/** Orders that add a step: `t` is its title, `where` and `s` the place beside another one. */
export const ADDED: Record<European, Added[]> = {
  de: [
    ...edges("de"),
    ...beside("de", [
      `(?<where>nach|hinter|vor) ¤ (?:kommt|folgt|gehört|fehlt|brauchen wir|soll|steht) ${A_STEP.de}T(?: kommen| folgen| stehen| hin)?`,
      `${ADD.de} (?<where>nach|hinter|vor) ¤ ${A_STEP.de}T (?:hinzu|ein|an)`,
      `${ADD.de} ${A_STEP.de}T (?<where>nach|hinter|vor) ¤ (?:hinzu|ein|an)`,
    ]),
  ],
  es: [
    ...edges("es"),
    ...beside("es", [
      `(?:justo )?(?<where>después|detrás|antes) del? ¤ (?:viene|va|sigue|falta|hace falta|debe ir) ${A_STEP.es}T`,
      `${ADD.es} (?<where>después|detrás|antes) del? ¤ ${A_STEP.es}T`,
      `${ADD.es} ${A_STEP.es}(?<where>después|detrás|antes) del? ¤ (?:para|que|llamado|titulado) T`,
      `${ADD.es} (?<where>después|detrás|antes) del? ¤ (?:para|que) T`,
      `${ADD.es} ${A_STEP.es}T (?<where>después|detrás|antes) del? ¤`,
    ]),
  ],
  fr: [
    ...edges("fr"),
    ...beside("fr", [
      `(?<where>après|derrière|avant) ¤ (?:vient|arrive|il faut|il manque|suit) ${A_STEP.fr}T`,
      `${ADD.fr} (?<where>après|derrière|avant) ¤ ${A_STEP.fr}(?:pour |qui )?T`,
      `${ADD.fr} ${A_STEP.fr}(?<where>après|derrière|avant) ¤ (?:pour|qui|appelée|nommée|intitulée) T`,
      `${ADD.fr} (?<where>après|derrière|avant) ¤ (?:pour|qui) T`,
      `${ADD.fr} ${A_STEP.fr}T (?<where>après|derrière|avant) ¤`,
    ]),
  ],
};
