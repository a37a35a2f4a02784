import { mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { openPglite } from "#db/pglite.ts";
import { createApp } from "#server/app.ts";
import { listen } from "#server/commands/listen.ts";
import { readConfig } from "#server/config.ts";
import type { Context } from "#server/context.ts";
import { createContext } from "#server/create-context.ts";

/** A context with everything real, on an embedded database in memory and a data folder of its own. */
export async function openTestContext(environment: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), "stepwright-test-"));
  const config = readConfig({ DATA_DIR: folder, LOG_LEVEL: "silent", ...environment });
  const { ctx, boss, close } = await createContext(config, () => openPglite());
  return {
    ctx,
    boss,
    close: async () => {
      await close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The whole app over HTTP on a free port. `environment` replaces settings of the context. */
export async function serveApp(ctx: Context, environment: Record<string, string> = {}, pageFolder?: string) {
  const changed = readConfig({ DATA_DIR: ctx.config.dataDir, LOG_LEVEL: "silent", ...environment });
  const app = createApp({ ...ctx, config: changed }, pageFolder === undefined ? {} : { pageFolder });
  const { url, close } = await listen(app.fetch, { host: "127.0.0.1", port: 0 });
  return { url, close: () => close(0) };
}

export type Answer = { status: number; headers: Record<string, string | string[] | undefined>; body: string };

/** A request with exactly these headers, Host included, which fetch would set itself. */
export function send(
  url: string,
  path: string,
  {
    method = "GET",
    headers = {},
    body,
  }: { method?: string; headers?: Record<string, string>; body?: string | Buffer } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(new URL(path, url), { method, headers }, (response) => {
      text(response).then(
        (received) =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: received }),
        reject,
      );
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
