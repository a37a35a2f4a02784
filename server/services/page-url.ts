import type { Config } from "#server/config.ts";

/** Where a person finds `path` of the page: at PUBLIC_URL, or on the machine that this runs on. */
export function pageUrl({ publicUrl, host, port }: Config, path: string): string {
  const loopback = host.includes(":") ? "[::1]" : "127.0.0.1";
  return `${(publicUrl ?? `http://${loopback}:${port}`).replace(/\/+$/, "")}${path}`;
}
