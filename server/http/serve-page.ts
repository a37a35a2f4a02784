import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
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
  return new Hono().use(compress()).get("*", async (c, next) => {
    if (isNotThePage(c.req.path)) return next();
    if (c.req.path !== "/") {
      const file = await files(c, async () => {});
      if (file instanceof Response) return file;
      if (c.req.path.startsWith("/assets/")) return next();
    }
    return c.html(await readFile(join(folder, "index.html"), "utf8"), 200, { "Cache-Control": "no-cache" });
  });
}

function isNotThePage(path: string): boolean {
  return ["/api", "/hooks", "/metrics"].some((prefix) => path === prefix || path.startsWith(`${prefix}/`));
}
