/** Headers of a file that is to be saved and never shown or run by the browser. */
export function attachmentHeaders(name: string, contentType: string): Record<string, string> {
  return {
    "Content-Type": contentType,
    "Content-Disposition": disposition(name),
    "X-Content-Type-Options": "nosniff",
  };
}

/** RFC 6266: a plain name for every reader, and the exact one for those who know UTF-8. */
function disposition(name: string): string {
  const whole = name.toWellFormed();
  const plain = whole.replace(/[^\w .()+-]/g, "_");
  const exact = encodeURIComponent(whole).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`;
}
