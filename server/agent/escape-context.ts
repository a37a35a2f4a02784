/**
 * Text from a plan as one line of the plan context: it can neither close a part of the context nor
 * begin a line of it. An entity that the text holds itself stays apart from one that is put in.
 */
export function escapeLine(text: string): string {
  return text
    .replace(/&(?=(?:lt|gt|amp);)/g, "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replace(/\r\n|[\n\r\u2028\u2029]/g, "\\n");
}

/** Text that needs its signs of comparison, such as a condition: only what could open a tag is escaped. */
export function escapeTags(text: string): string {
  return text.replace(/<(?=[/!?a-z])/gi, "&lt;").replace(/\r\n|[\n\r\u2028\u2029]/g, "\\n");
}
