/** Host, port and name of a database, without the user and the password. */
export function databasePlace(databaseUrl: string): string {
  const url = URL.parse(databaseUrl);
  return url === null ? "DATABASE_URL" : `${url.host || "localhost"}${url.pathname}`;
}
