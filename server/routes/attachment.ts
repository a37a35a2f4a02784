import type { ImageType } from "#server/core/image-type.ts";

/** Headers of a file that is to be saved and never shown or run by the browser. */
export function attachmentHeaders(name: string, contentType: string): Record<string, string> {
  return {
    "Content-Type": contentType,
    "Content-Disposition": disposition(name),
    "X-Content-Type-Options": "nosniff",
  };
}

/** Headers of a picture that a page may show. Opened by itself, it may do nothing either. */
export function pictureHeaders(name: string, contentType: ImageType): Record<string, string> {
  return {
    ...attachmentHeaders(name, contentType),
    "Content-Disposition": disposition(name, "inline"),
    "Content-Security-Policy": "default-src 'none'; sandbox",
  };
}

/** RFC 6266: a plain name for every reader, and the exact one for those who know UTF-8. */
function disposition(name: string, use: "attachment" | "inline" = "attachment"): string {
  const whole = name.toWellFormed();
  const plain = whole.replace(/[^\w .()+-]/g, "_");
  const exact = encodeURIComponent(whole).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `${use}; filename="${plain}"; filename*=UTF-8''${exact}`;
}
