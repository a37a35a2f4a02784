import { invalid } from "#server/errors.ts";

/** A cursor for the page after `key` of one kind of list. */
export function encodeCursor(list: string, key: string | number): string {
  return Buffer.from(`${list}:${key}`).toString("base64url");
}

/** The key that a cursor of this list was made from. Throws for text that is no such cursor. */
export function decodeCursor(list: string, cursor: string): string {
  const text = Buffer.from(cursor, "base64url").toString("utf8");
  if (!text.startsWith(`${list}:`) || Buffer.from(text).toString("base64url") !== cursor)
    throw badCursor(list, cursor);
  return text.slice(list.length + 1);
}

export function decodeNumberCursor(list: string, cursor: string): number {
  const key = decodeCursor(list, cursor);
  if (!/^\d{1,9}$/.test(key)) throw badCursor(list, cursor);
  return Number(key);
}

function badCursor(list: string, cursor: string) {
  const message = `The cursor "${cursor.slice(0, 80)}" is not one of the list of ${list}. Use nextCursor as it came, or leave it out for the first page.`;
  return invalid(message, [{ path: "cursor", message }]);
}
