/** Pictures that a page may show. SVG is none of them: it can hold a program. */
export type ImageType = "image/png" | "image/jpeg" | "image/gif" | "image/webp";

export const SIGNATURE_BYTES = 12;

/** Told by its first bytes, whatever it is called. */
export function imageTypeOf(start: Uint8Array): ImageType | null {
  const text = String.fromCharCode(...start.subarray(0, SIGNATURE_BYTES));
  if (text.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
  if (text.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (/^GIF8[79]a/.test(text)) return "image/gif";
  return /^RIFF[\s\S]{4}WEBP/.test(text) ? "image/webp" : null;
}
