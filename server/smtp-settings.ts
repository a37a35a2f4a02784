import { isMailAddress } from "./core/mail-address.ts";

export const SMTP_URL_FORM =
  "a URL such as smtp://user:password@mail.example:587 or smtps://user:password@mail.example:465";
export const MAILBOX_FORM =
  "an address such as stepwright@mail.example or Stepwright <stepwright@mail.example>";

const PORTS: Record<string, number> = { "smtp:": 587, "smtps:": 465 };
const MAILBOX = /^(?:"?(?<name>[^"<>\u0000-\u001f\u007f]*?)"? *<(?<inside>[^<>\s]+)>|(?<alone>[^<>\s]+))$/;

/** A mail server and who we are there. null for a text that names none. */
export function readSmtpUrl(text: string) {
  const url = URL.parse(text);
  const port = url === null ? undefined : PORTS[url.protocol];
  if (url === null || port === undefined || url.hostname === "") return null;
  if (!["", "/"].includes(url.pathname) || url.search !== "" || url.hash !== "") return null;
  if ((url.username === "") !== (url.password === "")) return null;
  const user = decoded(url.username);
  const password = decoded(url.password);
  if (user === null || password === null) return null;
  return {
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: url.port === "" ? port : Number(url.port),
    /** TLS from the first byte; otherwise it begins with STARTTLS. */
    isSecure: url.protocol === "smtps:",
    user: user === "" ? null : user,
    password: password === "" ? null : password,
  };
}

/** Whom mails come from. null for a text that is no such thing. */
export function readMailbox(text: string): { name: string; address: string } | null {
  const { name = "", inside, alone } = MAILBOX.exec(text.trim())?.groups ?? {};
  const address = inside ?? alone ?? "";
  return isMailAddress(address) ? { name: name.trim(), address } : null;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
