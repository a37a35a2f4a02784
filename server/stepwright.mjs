#!/usr/bin/env node
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import nodeModule from "node:module";
import { constants } from "node:os";
import { fileURLToPath } from "node:url";

// The first Node that runs TypeScript as it is.
const OLDEST = [22, 18];
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
const isNewEnough = major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);

if (isNewEnough) {
  // Later starts find the code compiled already.
  nodeModule.enableCompileCache();
  nodeModule.registerHooks?.({ resolve: resolveOwnModule });
  await import("./main.ts");
} else {
  runWith(findNode());
}

/**
 * Node reads the package.json of a package again for each of its modules. drizzle-orm's is large and its
 * modules are many: half of a start's time, unless what they import of each other is named directly.
 */
function resolveOwnModule(specifier, context, resolveNext) {
  const isOwn =
    specifier.startsWith(".") &&
    context.conditions.includes("import") &&
    context.parentURL?.includes("/node_modules/drizzle-orm/");
  if (!isOwn) return resolveNext(specifier, context);
  return { url: new URL(specifier, context.parentURL).href, format: "module", shortCircuit: true };
}

/** The Node that comes with the package `node`, installed beside or above this one. */
function findNode() {
  const places = [
    "../node_modules/node/bin/node",
    "../../node/bin/node",
    "../node_modules/.bin/node",
    "../../.bin/node",
  ];
  const found = places
    .map((place) => fileURLToPath(new URL(place, import.meta.url)))
    .find((path) => existsSync(path));
  if (found !== undefined) return found;
  process.stderr.write(
    `stepwright: Node ${process.versions.node} is too old. Install Node ${OLDEST.join(".")} or newer, or run npm install here.\n`,
  );
  process.exit(2);
}

/** Signals go to the child, and its exit code or signal becomes ours. */
function runWith(node) {
  const main = fileURLToPath(new URL("./main.ts", import.meta.url));
  const child = spawn(node, [main, ...process.argv.slice(2)], { stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("error", (error) => {
    process.stderr.write(`stepwright: ${node} cannot be started: ${error.message}.\n`);
    process.exit(2);
  });
  child.on("exit", (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));
}
