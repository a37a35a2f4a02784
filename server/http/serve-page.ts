import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { serveStatic } from "@hono/node-server/serve-static";
import { type Context as Request, Hono } from "hono";
import { compress } from "hono/compress";

const ONE_YEAR = "public, max-age=31536000, immutable";

/** The built web page in `folder`: its files, and index.html for every address of the page's own. */
export function servePage(folder: string) {
  if (!existsSync(folder)) return new Hono();

  const files = serveStatic({
    root: folder,
    onFound: (_path, c) => {
      // The build puts a hash of the content into the names of these files.
      c.header("Cache-Control", c.req.path.startsWith("/assets/") ? ONE_YEAR : "no-cache");
    },
  });
  const compressed = compress();
  // Only what is answered here: an answer that is made or changed further out would keep the encoding of this one.
  return new Hono().get("*", async (c, next) => {
    const answer = await pageFor(c);
    if (answer === null) return next();
    c.res = answer;
    await compressed(c, async () => {});
    return c.res;
  });

  async function pageFor(c: Request): Promise<Response | null> {
    if (isNotThePage(c.req.path)) return null;
    if (c.req.path !== "/") {
      const file = await files(c, async () => {});
      if (file instanceof Response) return file;
      if (c.req.path.startsWith("/assets/")) return null;
    }
    return c.html(await readFile(join(folder, "index.html"), "utf8"), 200, { "Cache-Control": "no-cache" });
  }
}

function isNotThePage(path: string): boolean {
  return ["/api", "/hooks", "/metrics"].some((prefix) => path === prefix || path.startsWith(`${prefix}/`));
}
