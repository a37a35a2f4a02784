import { foreignWords } from "./foreign-words.ts";

type European = keyof typeof foreignWords;
type Field = "approval" | "condition" | "retries" | "limit" | "dependency";

const noun = (pattern: string) => new RegExp(`(?<!\\p{L})(?:${pattern})(?!\\p{L})`, "iu");

// What a step has and can do without, as each language calls it.
const FIELDS: Record<European, Record<Field, RegExp>> = {
  de: {
    approval: noun(
      "(?:freigabe|genehmigung|zustimmung|bestätigung|erlaubnis|einwilligung|abnahme|nachfrage|rückfrage)n?(?:en)?(?:s?pflicht|spflichten|sschritt)?",
    ),
    condition: noun("bedingung(?:en)?|voraussetzung(?:en)?|einschränkung(?:en)?"),
    retries: noun(
      "wiederholung(?:en)?|(?:wiederholungs|neu)?versuche?n?|wiederholversuche?|neustarts?|retries",
    ),
    limit: noun(
      "zeit(?:limits?|begrenzung|beschränkung|grenze|vorgabe|überschreitung|schranke)|timeouts?|frist|höchstdauer",
    ),
    dependency: noun("abhängigkeit(?:en)?|verknüpfung(?:en)?|verbindung(?:en)?"),
  },
  es: {
    approval: noun(
      "aprobaci(?:ón|ones)|autorizaci(?:ón|ones)|permisos?|confirmaci(?:ón|ones)|visto bueno|validación",
    ),
    condition: noun("condici(?:ón|ones)|requisitos?|restricci(?:ón|ones)"),
    retries: noun("reintentos?|repetici(?:ón|ones)|(?:nuevos )?intentos"),
    limit: noun(
      "(?:límite|tiempo límite|tiempo máximo|plazo|duración máxima|timeout)(?: de (?:tiempo|espera|ejecución))?",
    ),
    dependency: noun("dependencias?|vínculos?|enlaces?|conexi(?:ón|ones)"),
  },
  fr: {
    approval: noun("approbations?|accord|autorisations?|validations?|confirmations?|permission|feu vert"),
    condition: noun("conditions?|restrictions?"),
    retries: noun("(?:nouvelles |autres )?tentatives?|(?:nouveaux )?essais|réessais?|répétitions?|relances?"),
    limit: noun(
      "(?:limite|délai|temps|durée)(?: (?:limite|maximale?|maximum))?(?: (?:de temps|de durée|d'attente|d'exécution))?|timeout",
    ),
    dependency: noun("dépendances?|liens?|connexions?|liaisons?"),
  },
};

// Words beside the verb and the step that change nothing in what goes.
const FILL: Record<European, ReadonlySet<string>> = {
  de: new Set(
    `bitte kann kannst können könnte könntest könnten soll sollen sollte sollten muss müssen darf dürfen wir ich man du ihr uns mir mich es ihn sie
    doch auch dann jetzt nun einfach ganz komplett vollständig wieder mal noch ist sind war wird werden würde lass lasse lassen lasst nimm nehmen nehme
    wirf werfen werfe schmeiß schmeiße schmeißen mach mache machen tu möchte will wollen gern gerne hätte aus dem den der die das plan plans liste ablauf
    ablaufs mehr also okay ja nur hier da nämlich eigentlich inzwischen mittlerweile gar überhaupt schon sein zu gleich sofort ersatzlos endgültig danke
    beim bei vom von in im an am für des dein deinem meine meinem unser unserem wohl davon heraus und bis zwischen danach anschließend the schritt schritte mit laufen läuft ausführen starten`.split(
      /\s+/,
    ),
  ),
  es: new Set(
    `por favor el la los las lo un una del al a de le les en plan lista flujo también ya entonces ahora simplemente completamente puedes puede podemos puedo podrías quiero
    queremos quisiera me gustaría vamos que se nos y eso gracias solo sólo todo definitivamente mejor hay debe deben tiene es está son quite quites
    para entre con luego después además the paso pasos ejecuta ejecutar me`.split(/\s+/),
  ),
  fr: new Set(
    `s il te plaît plait vous le la les l un une du de des d plan liste agent aussi maintenant alors donc simplement complètement entièrement on nous je tu peux
    peut peuvent pouvez pouvons veux voudrais veut faut elle ne n c ce cette ça cela merci seulement tout à vraiment est sont être doit devrait y en
    bien déjà encore au aux pour dans sur et entre puis ensuite the étape étapes lance exécute avec moi`.split(
      /\s+/,
    ),
  ),
};

// What stands behind a comma or a reason only tells why, unless it takes something back.
const ASIDE = /,|(?<!\p{L})(?:weil|denn|porque|ya que|parce que|car)(?!\p{L})/iu;
const LIMITS =
  /^\s*(?:aber|jedoch|außer|bis auf|nur|erst|pero|salvo|excepto|menos|sólo|solo|mais|sauf|seulement)(?!\p{L})/iu;

const PLAIN: Record<Field, (step: string) => string> = {
  approval: (step) => `${step} no longer needs my approval`,
  condition: (step) => `remove the condition from ${step}`,
  retries: (step) => `no retries for ${step}`,
  limit: (step) => `remove the time limit from ${step}`,
  dependency: (step) => `remove the dependencies of ${step}`,
};

// "Ohne Bedingung": what a step shall not have, said without a verb.
const WITHOUT: Record<European, RegExp> = {
  de: /(?<!\p{L})(?:ohne|keine?[nrm]?)(?= )/iu,
  es: /(?<!\p{L})(?:sin|ningún|ninguna)(?= )/iu,
  fr: /(?<!\p{L})(?:sans|(?:pas|plus) (?:de |d'))/iu,
};

/** What an order takes away, in plain English: whole steps, or what one of them has; null where it is not sure. */
export function takenAway(bare: string, refs: readonly string[], language: European): string | null {
  const says = foreignWords[language];
  const isWithout = !says.remove.test(bare);
  const verb = (isWithout ? WITHOUT[language] : says.remove).exec(bare)?.[0];
  const [step, other, more] = refs;
  if (verb === undefined || step === undefined || more !== undefined) return null;
  const part = says.condition.test(bare) ? null : partAbout(bare, verb);
  if (part === null || isDenied(withoutVerb(part, verb), language)) return null;
  const { fields, rest } = fieldsIn(withoutVerb(part, verb), language);
  if (leftIn(rest, language).length > 0) return null;
  const [field] = fields;
  if (isWithout && field === undefined) return null;
  if (other !== undefined)
    return field === "dependency" && fields.length === 1 ? unlinked(part, step, other) : null;
  if (field === undefined) return `remove ${step}`;
  if (field === "dependency" && / (?:to|and) /.test(step) && BETWEEN.test(part))
    return `remove the dependency between ${step.replace(/^steps? /, "step ").replace(/ (?:to|and) /, " and step ")}`;
  return fields.map((name) => PLAIN[name](step)).join(". ");
}

/** Whether an order takes something away and does not say for sure what. */
export function isUnclearRemoval(bare: string, refs: readonly string[], language: European): boolean {
  const says = foreignWords[language];
  const verb = says.remove.exec(bare)?.[0];
  if (verb === undefined || refs.length === 0 || says.asking.test(bare) || /[?？]\s*$/.test(bare))
    return false;
  const part = partAbout(bare, verb);
  if (part === null) return true;
  const rest = withoutVerb(part, verb);
  if (isDenied(rest, language)) return false;
  return says.condition.test(bare) || leftIn(fieldsIn(rest, language).rest, language).length > 0;
}

// "Wir brauchen … nicht mehr" stands around what goes.
function withoutVerb(part: string, verb: string): string {
  return part.replace(verb, ` ${/^wir brauchen (.*)nicht(?: mehr)?$/i.exec(verb)?.[1] ?? ""} `);
}

const BETWEEN = /(?<!\p{L})(?:zwischen|entre)(?!\p{L})/iu;

function unlinked(part: string, step: string, other: string): string {
  return BETWEEN.test(part)
    ? `remove the dependency between ${step} and ${other}`
    : `${step} should not wait for ${other}`;
}

function partAbout(bare: string, verb: string): string | null {
  const parts = bare.split(ASIDE);
  const own = parts.filter((part) => part.includes("§") || part.includes(verb));
  return parts.some((part) => !own.includes(part) && LIMITS.test(part)) ? null : own.join(" ");
}

function isDenied(rest: string, language: European): boolean {
  return foreignWords[language].not.test(rest.replace(/(?<!\p{L})(?:n'|ne)(?!\p{L})/giu, ""));
}

function fieldsIn(text: string, language: European): { fields: Field[]; rest: string } {
  const names = Object.keys(FIELDS[language]) as Field[];
  const fields = names.filter((name) => FIELDS[language][name].test(text));
  return { fields, rest: fields.reduce((left, name) => left.replace(FIELDS[language][name], " "), text) };
}

function leftIn(text: string, language: European): string[] {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  return words.filter((word) => !FILL[language].has(word));
}
