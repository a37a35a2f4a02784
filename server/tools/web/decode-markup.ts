import sniffEncoding from "html-encoding-sniffer";
import { charsetOf } from "#server/tools/content-type.ts";

// Said of many pages and feeds that are UTF-8; text in them is hardly ever valid UTF-8 by chance.
const OFTEN_MISTAKEN = /^(?:windows-125\d|iso-8859-\d+|utf-16(?:le|be))$/i;
const BYTE_ORDER_MARK = /^(?:\xfe\xff|\xff\xfe)/;

/** HTML or XML as text, by its byte order mark, its header and its own words, and by what it really is. */
export function decodeMarkup(bytes: Uint8Array, contentType: string, isXml: boolean): string {
  const label = charsetOf(contentType);
  const utf8 = decoded(bytes, "utf-8");
  const isUtf8 = utf8 !== null && !utf8.includes("\0");
  const encoding = sniffEncoding(bytes, {
    xml: isXml,
    defaultEncoding: isUtf8 ? "UTF-8" : "windows-1252",
    ...(label !== null && { transportLayerEncodingLabel: label }),
  });
  const hasMark = BYTE_ORDER_MARK.test(Buffer.from(bytes.subarray(0, 2)).toString("latin1"));
  if (isUtf8 && !hasMark && OFTEN_MISTAKEN.test(encoding)) return utf8;
  return decoded(bytes, encoding) ?? lenient(bytes, encoding);
}

function decoded(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Of bytes that are not what they are said to be. A stray byte among UTF-8 does not make it another encoding. */
function lenient(bytes: Uint8Array, encoding: string): string {
  const text = new TextDecoder("utf-8").decode(bytes);
  const strays = text.split("\ufffd").length - 1;
  const hasUtf8 = /[\u0080-\ufffc]/.test(text);
  if (encoding === "UTF-8")
    return strays > 0 && !hasUtf8 ? new TextDecoder("windows-1252").decode(bytes) : text;
  try {
    return new TextDecoder(encoding).decode(bytes);
  } catch {
    return text;
  }
}
