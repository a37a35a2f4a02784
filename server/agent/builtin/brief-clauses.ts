import { APPROVAL_WORD } from "./brief-cues.ts";
import { plainOf } from "./active-voice.ts";
import { bareVerb } from "./bare-verb.ts";
import { isOrderVerb } from "./brief-verbs.ts";

const OPENERS =
  "(?:and|then|also|please|now|first(?:ly)?|second(?:ly)?|third(?:ly)?|next|finally|lastly|last|after that|after this|afterwards?|after both|after all(?: of (?:that|them))?|después de (?:ambos|eso|esto|los dos)|por último|al final|zuletzt|am ende|schließlich|daraufhin|zunächst|als erstes|en dernier|pour finir|à la fin|tout d'abord|pour commencer|para empezar|para terminar|nach beiden|après (?:les deux|cela|ça)|und dann|wenn beides (?:da|fertig) ist|in the end|at the end|in any case|in (?:either|both|every|each) cases?|either way|any ?way|regardless(?: of (?:that|this|the (?:result|outcome)))?|no matter what|whatever (?:happens|comes of it|the (?:result|outcome)(?: is)?)|in jedem fall|auf jeden fall|so oder so|en cualquier caso|de todos modos|dans tous les cas|quoi qu'il arrive|meanwhile|in the meantime|at the same time|in parallel|simultaneously|concurrently|independently(?: of (?:that|this|it|them|each other))?|alongside(?: (?:that|this|it))?|while (?:that|this|it|they|all (?:that|this))\\b[^,]{0,30}(?=,)|parallel dazu|zur gleichen zeit|gleichzeitig|währenddessen|nebenher|a la vez|al mismo tiempo|mientras tanto|entretanto|en parallèle|en même temps|pendant ce temps|to start|to begin(?: with)?|but|so|bitte|dann|danach|anschließend|zuerst|zum schluss|und|luego|después|primero|finalmente|y|puis|ensuite|d'abord|enfin|et|por favor|step \\w+:)";
const OPENER = new RegExp(`^(?:${OPENERS})(?=[\\s,:])[\\s,:]*`, "i");

const OPENER_ALONE =
  /^(?:(?:und|y|et|e)\s+)?(?:por último|finalmente|al final|luego|después|primero|enfin|ensuite|puis|pour finir|à la fin|en dernier|d'abord|dann|danach|anschließend|zuletzt|schließlich|zum schluss|am ende|zuerst|zunächst|(?:and |then )?(?:finally|lastly|last|next|in the end|at the end|after that|afterwards)|in any case|in (?:either|both|every|each) cases?|either way|any ?way|regardless(?: of (?:that|this|the (?:result|outcome)))?|no matter what|whatever (?:happens|comes of it|the (?:result|outcome)(?: is)?)|in jedem fall|auf jeden fall|so oder so|en cualquier caso|de todos modos|dans tous les cas|quoi qu'il arrive)$/i;

type Clause = {
  text: string;
  isBeside: boolean;
  /** Whether it begins by saying that it runs beside what was named before it. */
  isLedBeside: boolean;
};

/** The orders of a sentence, one a clause, in the order in which they stand. */
export function clausesOf(sentence: string, isOrder: (text: string) => boolean): Clause[] {
  const pieces = leadsJoined(
    sentence.split(/(?<!\d)\s*;\s*|,\s+|\s+(?=(?:and|und|y|e|et|then|but)\s)|\s+-\s+|\s+–\s+/),
  );
  const clauses: string[] = [];
  for (const piece of pieces) {
    const isDeed = isOrder(bareOf(piece)) && !isThingBeside(piece, clauses.at(-1));
    const starts = clauses.length === 0 || isDeed || isSubordinate(piece) || isNextDeed(piece);
    if (starts && !isOpenSubordinate(clauses.at(-1), isOrder)) clauses.push(piece);
    else
      clauses[clauses.length - 1] =
        `${clauses.at(-1)}${joint(sentence, clauses.at(-1) ?? "", piece)}${piece}`;
  }
  return clauses.map((clause, index) => ({
    text: bareOf(clause),
    isBeside: BESIDE.test(clause),
    isLedBeside: (index > 0 ? LED_BESIDE : MEANWHILE).test(clause.trim()),
  }));
}

// Verbs by themselves, but things where they stand alone behind another thing: "mix flour and water".
const THINGS =
  /^(?:water|oil|paper|paint|glue|film|book|plant|stamp|staple|seal|chair|coach|host|plug|lock|ring|dress)$/i;
// What is done to two things at least.
const OF_TWO = /^(?:mix|combine|blend|whisk|beat|compare|merge|join|match|pair|contrast|swap|reconcile)\s/i;
const ANY_THING =
  /^(?:email|mail|report|order|invoice|document|file|code|test|label|note|record|text|film|price|quote|rate|survey|review|question|answer|comment|design|research|draft|import|export|input|output|source|target|count|list|plan|schedule)s?$/i;

function isThingBeside(piece: string, before: string | undefined): boolean {
  const bare = bareOf(piece);
  if (before === undefined || !/^\S+ \S/.test(bareOf(before))) return false;
  return THINGS.test(bare) || (ANY_THING.test(bare) && OF_TWO.test(bareOf(before)));
}

const MEANWHILE =
  /^(?:(?:and|but|und|y|et)\s+)?(?:meanwhile|while (?:that|this|it|they|all (?:that|this))\b|independently|alongside|in the meantime|währenddessen|entretanto|mientras tanto|pendant ce temps|同时|その間)/i;
const LED_BESIDE =
  /^(?:(?:and|but|und|y|et)\s+)?(?:meanwhile|while (?:that|this|it|they|all (?:that|this))\b|independently|alongside|in the meantime|at the same time|in parallel|simultaneously|concurrently|währenddessen|gleichzeitig|parallel dazu|entretanto|mientras tanto|a la vez|al mismo tiempo|pendant ce temps|en parallèle|en même temps|同时|並行して|同時に|その間)/i;
const BESIDE_ALONE =
  /^(?:and\s+|und\s+|y\s+|et\s+)?(?:in parallel|while (?:that|this|it|they|all (?:that|this))\b.{0,30}|independently(?: of (?:that|this|it|them|each other))?|alongside(?: (?:that|this|it))?|parallel dazu|nebenher|zur gleichen zeit|mientras tanto|entretanto|pendant ce temps|at the same time|simultaneously|concurrently|meanwhile|in the meantime|gleichzeitig|währenddessen|en parallèle|en même temps|a la vez|al mismo tiempo)$/i;

// "…, in parallel, prepare the photos": words that stand alone lead what follows.
function leadsJoined(parts: readonly string[]): string[] {
  const pieces: string[] = [];
  let lead = "";
  for (const part of parts) {
    if (part.trim() === "") continue;
    if (BESIDE_ALONE.test(part.trim()) || OPENER_ALONE.test(part.trim())) lead += `${part.trim()}, `;
    else {
      pieces.push(lead + part);
      lead = "";
    }
  }
  return lead === "" ? pieces : [...pieces, lead.replace(/[,\s]+$/, "")];
}

// "Dann die Etiketten drucken": such a word begins the next piece of work, wherever its verb stands.
const NEXT_DEED =
  /^(?:(?:und|y|et|e)\s+)?(?:dann|danach|anschließend|zuletzt|zum schluss|am ende|schließlich|daraufhin|luego|después|por último|finalmente|al final|puis|ensuite|enfin|pour finir|à la fin|en dernier)[\s,]+(?=\S.{3})/iu;

function isNextDeed(piece: string): boolean {
  return NEXT_DEED.test(piece.trim());
}

export const BESIDE =
  /(?<!\p{L})(?:meanwhile|while (?:that|this|it|they|all (?:that|this))(?= \p{L})|independently of (?:that|this|it|them)|alongside (?:that|this|it)|parallel dazu|zur gleichen zeit|nebenher|a la vez|al mismo tiempo|mientras tanto|en parallèle|en même temps|in the meantime|at the same time|in parallel|simultaneously|concurrently|währenddessen|gleichzeitig|entretanto|pendant ce temps)(?!\p{L})|同时|並行して|同時に/iu;

function joint(sentence: string, before: string, piece: string): string {
  const at = sentence.indexOf(piece, Math.max(0, sentence.indexOf(before)));
  return /,\s+$/.test(sentence.slice(0, at)) ? ", " : /;\s*$/.test(sentence.slice(0, at)) ? "; " : " ";
}

// "With my approval" and the like, before the order that it is about.
const FOR_APPROVAL = new RegExp(
  `^(?:(?:and|but|then)\\s+)*(?:only )?(?:with|after|upon|on|pending) (?:my|our) (?:explicit |written |final )?${APPROVAL_WORD}$`,
  "i",
);

// "If …", "once …", "when …" opens a clause that ends at the next order.
function isSubordinate(piece: string): boolean {
  if (FOR_APPROVAL.test(piece.trim())) return true;
  return /^(?:(?:and|but|und|y|et|then)\s+)?(?:only )?(?:if|should (?:it|that|this|the|any|one|an?)|otherwise|else|once|when|as soon as|after|before|unless|wenn|falls|sobald|si|cuando|quand|en cas|ask me|frag|pídeme|demande|try again|do not|don't)\b/i.test(
    piece.trim(),
  );
}

// What follows one of these up to the comma is no order, whatever the words: no verb of another language is listed.
const FOREIGN_SUBORDINATE =
  /^(?:(?:und|y|et|pero|aber|mais)\s+)?(?:wenn|falls|sobald|nachdem|bevor|si|cuando|en cuanto|una vez que|después de que|quand|lorsqu['e]|dès qu['e]|après qu['e])(?=[\s\p{L}])[^,]*$/iu;

function isOpenSubordinate(clause: string | undefined, isOrder: (text: string) => boolean): boolean {
  if (clause === undefined) return false;
  if (FOREIGN_SUBORDINATE.test(clause.trim())) return true;
  if (isOrder(bareOf(clause)) || orderInside(clause, isOrder) !== null) return false;
  if (FOR_APPROVAL.test(clause.trim())) return true;
  return (
    /^(?:(?:and|but|und|y|et|then)\s+)*(?:only )?(?:if|should (?:it|that|this|the|any|one|an?)|once|when|as soon as|after|before|wenn|falls|sobald|si|cuando|quand|en cas)\b(?!.*,)/i.test(
      clause.trim(),
    ) && !/,/.test(clause)
  );
}

/** A clause without the words that only lead to it. */
export function bareOf(text: string): string {
  let bare = text
    .trim()
    .replace(/^[-–—:,;.\s]+|[\s,;.!]+$/g, "")
    .replace(/[\s,]+(?:[Aa]nd|or|then|but|und|y|et)$/, "");
  while (OPENER.test(bare)) bare = bare.replace(OPENER, "").trim();
  return ofGerund(bare);
}

const BEGUN_BY =
  /^(?:(?:you |we )?(?:can |should |will )?|let us |let's )(?:start|begin|finish|end|close|conclude|continue|go on|carry on|proceed|follow up|kick (?:it |this |things )?off|wrap (?:it |this |things )?up)(?: off| out| up| it| things)? (?:by|with) (\p{L}{2,}ing)\s+(.+)$/iu;
const IN_TURN =
  /^(\p{L}{2,}ing) (.+?),? (?:comes?|is|goes|follows|happens)(?: (?:then|right|straight|immediately))?(?: (?:next|first|second|third|last|then|now|afterwards|after (?:that|this|it)|at the (?:very )?(?:end|start)|the (?:next|first|second|third|last|final) (?:step|thing|task|part)))*$/iu;

// "Start by pumping out the cellar", "drying it comes next": the deed as an order.
function ofGerund(text: string): string {
  const [, gerund = "", rest = ""] = BEGUN_BY.exec(text) ?? IN_TURN.exec(text) ?? [];
  const verb = gerund === "" ? "" : bareVerb(gerund.toLowerCase().replace(/ing$/, ""));
  return isOrderVerb(verb) || (verb !== "" && BEGUN_BY.test(text)) ? `${verb} ${rest}` : text;
}

// A word behind one of these is a thing: "the note", "my order".
const LEADS_NOUN =
  /^(?:the|an?|my|our|your|his|her|its|their|this|that|these|those|each|every|any|no|not|to|can|could|will|would|may|might|must|should|does|do|did|don't|doesn't|didn't|won't|can't|couldn't|is|are|was|were|be|been|of|for|with|from)$/i;

/** The order that a clause such as "if it is late send a note" ends with; null when it has none. */
export function orderInside(clause: string, isOrder: (text: string) => boolean): string | null {
  const words = clause.trim().split(/\s+/);
  const at = words.findIndex(
    (_word, index) =>
      index > 2 && !LEADS_NOUN.test(words[index - 1] ?? "") && isOrder(words.slice(index).join(" ")),
  );
  return at > 0 ? words.slice(at).join(" ") : null;
}

/** Whether English words are an order: they begin with a plain verb. */
export function isEnglishOrder(text: string): boolean {
  const words = text.match(/[\p{L}'-]+/gu) ?? [];
  const [first = "", second = ""] = words;
  if (/^(?:the|a|an|my|our|this|these|it|they|we|i|you|each|every)$/i.test(first)) return false;
  if (/^have$/i.test(first) && !/^(?:an?|the|someone|somebody)$/i.test(second)) return isHavingDone(text);
  if (isOrderVerb(first)) return !/^(?:is|are|was|of|and|or)$/i.test(second);
  return isOrderInForm(text, first, second);
}

// "Have it checked", "have my brother read them": the work is somebody else's.
function isHavingDone(text: string): boolean {
  const [, verb = ""] =
    /^have (?:it|them|this|that|these|those|everything|all of (?:it|them)|(?:my|our|your|his|her|their|all|both|each|every) (?:\p{L}+ ){1,3}?)\s*(\p{L}{3,})\b/iu.exec(
      text,
    ) ?? [];
  return verb !== "" && (isOrderVerb(verb) || plainOf(verb) !== null);
}

// Words that stand in front of an article or a pronoun without being verbs, or that are verbs of a statement.
const NO_VERB =
  /^(?:about|above|across|after|again|against|all|almost|along|also|although|always|am|among|and|any|are|as|at|be|because|been|before|behind|below|beside|besides|between|both|but|by|can|cannot|could|dear|despite|did|do|does|during|each|either|else|even|every|except|few|for|from|given|had|has|have|hence|here|how|however|if|in|inside|into|is|it|just|least|less|let's|like|many|may|maybe|might|more|most|much|must|near|need|hope|assume|suppose|imagine|believe|guess|think|know|remember|wish|trust|expect|mind|neither|never|no|nor|not|of|off|often|on|once|one|only|onto|or|other|otherwise|our|out|outside|over|per|perhaps|please|quite|rather|same|shall|should|since|so|some|sometimes|soon|still|such|than|thanks|that|the|their|them|then|there|these|they|this|those|though|through|thus|till|to|too|toward|towards|two|three|four|five|under|unless|unlike|until|up|upon|very|via|was|were|what|whatever|when|whenever|where|whether|which|while|who|whom|whose|why|will|with|within|without|would|yes|yet|you|your)$/i;

/** Words in the form of an order, whatever their verb: "Frobnicate the widgets". */
function isOrderInForm(text: string, first: string, second: string): boolean {
  if (NO_VERB.test(first) || first.length < 3 || !new RegExp(`^\\W*${first}\\s`, "i").test(text))
    return false;
  if (/(?:ings?|[^e]ed|ly|[^s]s|tion|ment|ness|ity)$/i.test(first) || /['’]/.test(first)) return false;
  return /^(?:the|a|an|my|our|your|his|her|their|its|all|each|every|it|them|this|these|those|some|any|both|up|out|down|everything)$/i.test(
    second,
  );
}
