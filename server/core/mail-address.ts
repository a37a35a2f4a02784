const MAX_LENGTH = 254;
const LOCAL = /^(?!\.)(?!.*\.[.@])[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@/i;
const DOMAIN = /@(?:(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]|localhost)$/i;

/** Whether a text is one e-mail address and nothing else. */
export function isMailAddress(text: string): boolean {
  return text.length <= MAX_LENGTH && LOCAL.test(text) && DOMAIN.test(text) && text.split("@").length === 2;
}
