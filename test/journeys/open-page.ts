import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { placeEmptyDatabase } from "#server/commands/demo-database.ts";
import { startStepwright } from "#test/stepwright-command.ts";
import { launchBrowser } from "./browser.ts";

const READY = /Stepwright is ready at (http:\/\/127\.0\.0\.1:\d+)\n/;

/** The product as `npm start` starts it, in a new data folder with `files` and an empty database, and a real browser. */
export async function openStepwright(
  files: Record<string, string> = {},
  settings: Record<string, string> = {},
) {
  const folder = mkdtempSync(join(tmpdir(), "stepwright-journey-"));
  mkdirSync(join(folder, "files"), { recursive: true });
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, "files", name), content);
  await placeEmptyDatabase(folder);

  const environment = { DATA_DIR: folder, PORT: "0", MODEL: "builtin", ...settings };
  const [started, browser] = await Promise.all([
    startStepwright(["start"], environment, READY),
    launchBrowser(),
  ]);
  let server = started;
  const url = server.match[1] ?? "";
  const problems: string[] = [];

  return {
    url,
    folder,
    /** What the browser's console and the page's scripts complained about. */
    problems,
    async newPage(options: Parameters<typeof browser.newContext>[0] = {}): Promise<Page> {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
      context.setDefaultTimeout(60_000);
      const page = await context.newPage();
      page.on("pageerror", (error) => problems.push(String(error)));
      page.on("console", (message) => {
        if (message.type() === "error") problems.push(message.text());
      });
      return page;
    },
    /** Ends the server as a power cut does. */
    async crash() {
      await server.stop("SIGKILL");
    },
    /** Starts the server again where it was. */
    async startAgain() {
      server = await startStepwright(["start"], { ...environment, PORT: new URL(url).port }, READY);
    },
    async close() {
      await browser.close();
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Writes into the composer of the page at hand and sends it. */
export async function say(page: Page, text: string): Promise<void> {
  const composer = page.getByRole("textbox", { name: /Message the planner|Brief for a new agent/ });
  await composer.fill(text);
  await composer.press("Enter");
}
