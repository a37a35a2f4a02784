import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Browser, chromium } from "playwright-core";

const CACHE = resolve("node_modules/.cache/chromium");
const INSTALLED = [
  "/usr/bin/chromium",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--force-color-profile=srgb",
];

/**
 * A real Chromium: on Linux x64 the one of the npm package, elsewhere an installed Chrome.
 * Throws one line that says what to install when there is none that starts.
 */
export async function launchBrowser(): Promise<Browser> {
  if (process.platform === "linux" && process.arch === "x64") return await launchUnpacked();

  const executablePath = INSTALLED.find((path) => existsSync(path));
  if (executablePath === undefined) {
    throw new Error(
      `No browser found on ${process.platform} ${process.arch}. Install Google Chrome or Chromium.`,
    );
  }
  return await chromium.launch({ executablePath, args: FLAGS });
}

async function launchUnpacked(): Promise<Browser> {
  const folder = unpack();
  const executablePath = join(folder, "chromium");
  const libraries = join(folder, "al2023", "lib");
  const environment = { ...process.env, FONTCONFIG_PATH: join(folder, "fonts") };

  if (missingLibraries(executablePath, environment).length === 0) {
    return await chromium.launch({ executablePath, args: FLAGS });
  }
  // The package brings the three libraries that a bare Linux lacks.
  const env = { ...environment, LD_LIBRARY_PATH: libraries };
  const missing = missingLibraries(executablePath, env);
  if (missing.length > 0) {
    throw new Error(
      `Chromium needs ${missing.join(", ")}. Install the packages libnss3, libnspr4 and libexpat1.`,
    );
  }
  return await chromium.launch({ executablePath, args: FLAGS, env });
}

/** The folder that holds the unpacked browser; made once, and moved in place whole. */
function unpack(): string {
  if (existsSync(CACHE)) return CACHE;

  mkdirSync(resolve("node_modules/.cache"), { recursive: true });
  const folder = mkdtempSync(`${CACHE}-`);
  const script = 'import("@sparticuz/chromium").then((module) => module.default.executablePath())';
  execFileSync(process.execPath, ["-e", script], {
    // The package unpacks into the temporary folder, its libraries only where it is told that it runs on Lambda.
    env: { ...process.env, TMPDIR: folder, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs22.x" },
  });
  try {
    renameSync(folder, CACHE);
  } catch {
    // Another process was first.
    rmSync(folder, { recursive: true, force: true });
  }
  return CACHE;
}

function missingLibraries(executablePath: string, env: NodeJS.ProcessEnv): string[] {
  const listing = execFileSync("ldd", [executablePath], { env, encoding: "utf8" });
  return [...listing.matchAll(/^\s*(\S+) => not found/gm)].map((match) => match[1] ?? "");
}
