/** The address when following it can run nothing: http, https, mail, or a place on this page. */
export function safeLink(url: string): string | null {
  return /^(?:https?:\/\/|mailto:|\/(?!\/)|#)/iu.test(url.trim()) ? url.trim() : null;
}
