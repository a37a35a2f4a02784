import { isIP } from "node:net";
import type { MiddlewareHandler } from "hono";
import type { Config } from "#server/config.ts";
import { AppError } from "#server/errors.ts";

type Addresses = Pick<Config, "host" | "publicUrl">;

const ANY_ADDRESS = ["0.0.0.0", "::"];

/**
 * Refuses requests under a name that is not ours. A page elsewhere can point a name of its own at
 * this machine (DNS rebinding) and would then count as same-origin; it cannot choose the Host.
 */
export function checkHost(config: Addresses): MiddlewareHandler {
  return async (c, next) => {
    const host = c.req.header("host") ?? new URL(c.req.url).host;
    if (!isOwnHost(host, config)) {
      throw new AppError(
        "forbidden",
        `The host "${host.slice(0, 200)}" is not one that this server answers to. Use ${suggestion(config)}.`,
      );
    }
    await next();
  };
}

export function isOwnHost(host: string, config: Addresses): boolean {
  const name = hostname(host);
  if (name === null) return false;
  if (name === "localhost" || name === "::1" || (isIP(name) === 4 && name.startsWith("127."))) return true;
  if (name === config.host.toLowerCase()) return true;
  if (config.publicUrl !== null && name === hostname(new URL(config.publicUrl).host)) return true;
  // Rebinding needs a name: an address as the host was typed or configured by somebody.
  return ANY_ADDRESS.includes(config.host) && isIP(name) !== 0;
}

function hostname(host: string): string | null {
  if (!/^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:\d{1,5})?$/i.test(host)) return null;
  return host
    .replace(/:\d+$/, (port) => (host.startsWith("[") && !host.includes("]:") ? port : ""))
    .replace(/^\[|\]$/g, "")
    .toLowerCase();
}

function suggestion(config: Addresses): string {
  if (config.publicUrl !== null) return config.publicUrl;
  return "localhost, or set PUBLIC_URL to the address that people use";
}
