/** The shortest text that is hidden: anything shorter turns up in innocent text as well. */
export const MIN_SECRET_LENGTH = 8;

const MIN_LINE_LENGTH = 16;
const LONG_WORD = 16;
// What a parser of addresses escapes (https://url.spec.whatwg.org/#percent-encoded-bytes), fewer than any function.
const IN_QUERY = /["<>']|[^\x21-\x7e]/gu;
const IN_PATH = /["<>`{}^]|[^\x21-\x7e]/gu;
const HTML: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/**
 * The texts by which a value gives itself away: as it is, its lines, the password of a URL, and each of them as
 * JSON, URLs, forms, HTML, hexadecimal and base64 write it, the last wherever it stands in what was encoded.
 */
export function formsOf(value: string): string[] {
  const forms = [value, ...linesOf(value), ...passwordsOf(value)].flatMap(writings);
  return [...new Set(forms)].filter((form) => form.replace(/\s/g, "").length >= MIN_SECRET_LENGTH);
}

function writings(text: string): string[] {
  const json = JSON.stringify(text).slice(1, -1);
  const base64 = base64Forms(text);
  return [
    text,
    text.toLowerCase(),
    text.toUpperCase(),
    json,
    json.replaceAll("/", "\\/"),
    json.replace(/[<>&'=+]/g, unicodeEscape),
    json.replace(/[\u007f-\uffff]/g, unicodeEscape),
    text.replace(/[&<>"']/g, (sign) => HTML[sign] ?? sign),
    ...urlForms(text.toWellFormed()),
    ...hexForms(text),
    Array.from(text, (sign) => `&#${sign.codePointAt(0)};`).join(""),
    Array.from(text, (sign) => `&#x${(sign.codePointAt(0) ?? 0).toString(16)};`).join(""),
    text.replace(/[\s\S]/g, unicodeEscape),
    ...base64,
    ...base64.map((form) => form.replaceAll("+", "-").replaceAll("/", "_")),
    ...base64.map((form) => encodeURIComponent(form)),
  ];
}

/** As it stands in addresses and forms: each program leaves other signs as they are, or none. */
function urlForms(text: string): string[] {
  const forms = [
    encodeURI(text),
    encodeURIComponent(text),
    encodeURIComponent(encodeURIComponent(text)),
    encodeURIComponent(text).replace(/[!'()*~]/g, (sign) => percent(sign.charCodeAt(0))),
    new URLSearchParams({ a: text }).toString().slice("a=".length),
    Array.from(bytesOf(text), percent).join(""),
    escaped(text, IN_QUERY),
    escaped(text, IN_PATH),
  ];
  return forms.flatMap((form) => [
    form,
    form.replaceAll("%20", "+"),
    form.replace(/%../g, (byte) => byte.toLowerCase()),
  ]);
}

function escaped(text: string, signs: RegExp): string {
  return text.replace(signs, (sign) => Array.from(bytesOf(sign), percent).join(""));
}

function percent(byte: number): string {
  return `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
}

function hexForms(text: string): string[] {
  const hex = [...bytesOf(text)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex, hex.toUpperCase()];
}

/** What base64 makes of the text whatever stands around it: its three places in a group of three bytes. */
function base64Forms(text: string): string[] {
  const bytes = bytesOf(text);
  return [0, 1, 2].map((before) => {
    const padded = new Uint8Array(before + bytes.length);
    padded.set(bytes, before);
    const written = btoa(Array.from(padded, (byte) => String.fromCharCode(byte)).join(""));
    // A letter that also tells of a neighbour is not sure.
    const first = Math.ceil((before * 8) / 6);
    const sure = Math.floor((padded.length * 8) / 6);
    return written.slice(first, sure);
  });
}

function linesOf(value: string): string[] {
  const lines = value.split(/\r?\n/).map((line) => line.trim());
  if (lines.length < 2) return [];
  return lines.filter((line) => line.length >= MIN_LINE_LENGTH && !line.startsWith("-----"));
}

function passwordsOf(value: string): string[] {
  const password = value.includes("://") ? (URL.parse(value)?.password ?? "") : "";
  if (password === "") return [];
  try {
    return [password, decodeURIComponent(password)].filter(isTelling);
  } catch {
    return [password].filter(isTelling);
  }
}

/** Whether a part of a value is more than a word such as "postgres", which stands in innocent text as well. */
function isTelling(part: string): boolean {
  return part.length >= LONG_WORD || /[^\p{L}]/u.test(part);
}

function unicodeEscape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
