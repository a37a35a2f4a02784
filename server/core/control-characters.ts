// What no person sees and what turns the direction of the text around it; line breaks and tabs are neither.
const CONTROL = /[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g;

/** The control and direction characters of a text, each once, as `U+202E`. */
export function controlCharactersOf(text: string): string[] {
  const found = new Set(text.match(CONTROL));
  return [...found].map((sign) => `U+${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`);
}

export function withoutControlCharacters(text: string): string {
  return text.replace(CONTROL, "");
}
