import { isEnglishOrder } from "./brief-clauses.ts";

const GREETING =
  /^(?:(?:dear|hi|hello|hey|hallo|hola|bonjour|(?:good )?(?:morning|afternoon|evening|day)|greetings|hiya|hi there|guten (?:morgen|tag)|liebe[rs]?|moin|salut|buenos días|buenas)\b[^.!?:\n]{0,30}[,!.]?)\s*(?:\n|$)/i;
const INLINE_GREETING =
  /^(?:(?:hey|hi|hello|hallo|hola)\b[\w\s]{0,15},\s*)?(?:quick one|quick question|small thing|one thing)\s*[-–:,]\s*/i;
const SAID_HELLO =
  /^(?:dear|hi|hiya|heya|yo|hello|hey|hallo|hola|bonjour|(?:good )?(?:morning|afternoon|evening)|greetings|guten (?:morgen|tag)|moin|servus|salut)\b(?: (?:there|all|team|everyone|\p{Lu}\p{L}+)){0,3}\s*[!,.–-]+\s+(?=\S)/iu;
const SAID_GOODBYE =
  /(?<=[.!?])\s+(?:(?:best|kind|warm|many) (?:regards|wishes|thanks)|all the best|best|yours|regards|cheers|ta|thx|ty|thanks(?: a lot| so much| in advance)?|thank you(?: so much| very much| in advance)?)(?:\s*[,!.–-]+\s*\p{Lu}[\p{L}.]*(?: \p{Lu}[\p{L}.]*)?)?\s*[.!]*\s*$/iu;
const POLITELY =
  /^(?:(?:and|so|then|also|please|now)[\s,]+)*(?:could|can|would|will) (?:you|u|ya|we)(?: (?:please|pls|plz|kindly|also|maybe|then|just|be so kind as to))*\s+(?=\p{L})/iu;
const SIGN_OFF =
  /(?:^|\n)\s*(?:(?:best|kind|warm|many)?\s*(?:regards|wishes|best|thanks|thank you|cheers|viele grüße|liebe grüße|mit freundlichen grüßen|gruß|saludos|un saludo|cordialement|merci|danke)\b[^\n]{0,40}[.,!]?\s*(?:\n[^\n]{0,40})?)\s*$/i;
const TRAILING_THANKS = /[.!,?]\s*(?:cheers|thanks|thank you|thx|ty|ta|danke|gracias|merci)[.!\s]*$/i;

/** A paragraph as sentences, without greetings and signatures. */
export function endsOfSentences(text: string): string[] {
  const body = text
    .replace(GREETING, "")
    .replace(SAID_HELLO, "")
    .replace(INLINE_GREETING, "")
    .replace(SAID_GOODBYE, "")
    .replace(SIGN_OFF, "")
    .replace(/\n\s*\/\s*\w+\s*$/, "")
    .replace(TRAILING_THANKS, ".")
    .replace(/(?<![.!?,;:…\s])[^\S\n]*\n\s*(?=(.+))/g, (line, next: string) =>
      isEnglishOrder(next) ? ". " : line,
    )
    .replace(/\n/g, " ");
  return body
    .split(/(?<=[.!?。！？])\s+(?=[\p{Lu}\d"'`¿¡]|\p{L})|(?<=[。！？])/u)
    .flatMap((sentence) =>
      sentence
        .trim()
        .split(
          /\s*;\s+(?=(?:if|should|unless|otherwise|then|when|once|in any|in case|and|but|en cas|wenn|falls)\b)/i,
        ),
    )
    .map((sentence) => ordered(sentence.replace(/[.!。]+$/, "")))
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}

// Chinese and Japanese part deeds by commas, with no space that tells words apart.
const NEXT_ASIAN =
  /[、，,;；]\s*(?=(?:然后|接着|再|最后|之后|随后|其次|同时|次に|それから|その後|続いて|そして|最後に|並行して|同時に))/u;
const LED_ASIAN =
  /^(?:首先|先|第一|然后|接着|再|最后|之后|随后|其次|まず(?:は)?|最初に|初めに|次に|それから|その後|続いて|そして|最後に)[、，,]?/u;

/** A Chinese or Japanese sentence as the deeds that it names in a row; any other sentence as it is. */
export function deedsOf(sentence: string): string[] {
  if (!/[\u3041-\u30ff\u4e00-\u9fff]/u.test(sentence)) return [sentence];
  const isJapanese = /[\u3041-\u30ff]/u.test(sentence);
  const parts = sentence
    .split(NEXT_ASIAN)
    .flatMap((part) => part.split(isJapanese ? /(?<=[しいきりみびえけせてべめれち])、/u : /[，；]/u));
  return parts.map((part) => part.trim().replace(LED_ASIAN, "")).filter((part) => part !== "");
}

// "Could you take orders.csv?" asks for the work itself.
function ordered(sentence: string): string {
  const bare = sentence.replace(POLITELY, "").replace(/^should (?=[^,?]+,\s*\S)/i, "if ");
  return bare === sentence ? sentence : bare.replace(/[?\s]+$/, "");
}
