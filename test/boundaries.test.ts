import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const OUTSIDE_VALUES = ["#server/context.ts", "#server/errors.ts", "#server/config.ts"];
const MARKDOWN = ["unified", "remark-", "mdast", "mdast-", "unist"];
const MODEL_SDK = ["ai", "@ai-sdk/", "zod"];

type Rule = { may: string[]; typesOnly?: string[] };

// The architecture: what each folder may import besides its own files. A trailing "/" or "-" is a prefix.
const RULES: Record<string, Rule> = {
  "server/core": { may: ["zod", "croner", "cronstrue", "ajv", "fastest-levenshtein", "re2js", ...MARKDOWN] },
  db: { may: ["#server/core/", "drizzle-orm", "drizzle-kit", "pg", "@electric-sql/pglite", "node:"] },
  "server/services": {
    may: [
      "#server/core/",
      "#db/",
      "drizzle-orm",
      "ajv",
      "standardwebhooks",
      "node:crypto",
      ...OUTSIDE_VALUES,
    ],
  },
  "server/senders": {
    may: [
      "#server/core/",
      "#server/tools/address-guard.ts",
      "#server/tools/http-exchange.ts",
      "#server/tools/mail/mail-transport.ts",
      "#server/tools/retry-after.ts",
      "standardwebhooks",
      "undici",
      "node:",
      ...OUTSIDE_VALUES,
    ],
  },
  "server/tools": {
    may: [
      "#server/core/",
      "@mozilla/readability",
      "@ai-sdk/mcp",
      "@scalar/openapi-parser",
      "ajv",
      "csv-parse",
      "execa",
      "fastest-levenshtein",
      "feedsmith",
      "html-encoding-sniffer",
      "ipaddr.js",
      "jsonata",
      "linkedom",
      "liquidjs",
      "node:",
      "nodemailer",
      "pg",
      "rehype-",
      "standardwebhooks",
      "undici",
      "zod",
      ...MARKDOWN,
      ...OUTSIDE_VALUES,
    ],
  },
  "server/agent": {
    may: [
      "#server/core/",
      "#server/services/",
      "#server/tools/",
      "#prompts/",
      "ajv",
      "fastest-levenshtein",
      "node:",
      ...MODEL_SDK,
      ...MARKDOWN,
      ...OUTSIDE_VALUES,
    ],
  },
  "server/engine": {
    may: [
      "#server/core/",
      "#server/services/",
      "#server/agent/",
      "#db/client.ts",
      "pg-boss",
      "node:",
      ...OUTSIDE_VALUES,
    ],
  },
  "server/routes": {
    may: [
      "#server/core/",
      "#server/services/",
      "#server/agent/",
      "#server/tools/run-files.ts",
      "hono",
      "@hono/",
      "zod",
      "node:",
      ...OUTSIDE_VALUES,
    ],
  },
  "server/metrics": { may: ["#server/core/", "#server/services/", "#package.json", "prom-client"] },
  "server/tracing": {
    may: [
      "#server/core/",
      "#server/secret-values.ts",
      "#package.json",
      "@opentelemetry/",
      "@ai-sdk/otel",
      "ai",
      ...OUTSIDE_VALUES,
    ],
    typesOnly: ["#server/engine/try-step.ts"],
  },
  web: {
    may: [
      "#server/core/",
      "react",
      "react-dom",
      "@tanstack/react-query",
      "@ai-sdk/react",
      "ai",
      "hono/client",
      "lucide-react",
      "radix-ui",
      "virtua",
      "wouter",
      "zod",
      "@fontsource-variable/",
      "vite",
      "@vitejs/",
      "node:",
      ...MARKDOWN,
    ],
    typesOnly: ["#server/app.ts"],
  },
};

const PURE_FOLDER = "server/core";
const IMPURE =
  /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bcrypto\.|\bprocess\.|\bperformance\.now\(|\bsetTimeout\(/;
const MAX_LINES = 300;
const MAX_MEDIAN_LINES = 80;

test.each(Object.entries(RULES))("%s imports only what it may", (folder, rule) => {
  const offences = sourcesIn(folder).flatMap((file) =>
    importsOf(file)
      .filter((item) => !isAllowed(item, folder, rule))
      .map((item) => `${file} imports ${item.target}`),
  );

  expect(offences).toEqual([]);
});

test("the rules in server/core read no clock, no randomness and no process", () => {
  const offences = sourcesIn(PURE_FOLDER).filter((file) => IMPURE.test(readFileSync(file, "utf8")));

  expect(offences).toEqual([]);
});

test("only server/config.ts and the command that starts the server read the environment", () => {
  const offences = sourcesIn("server").filter(
    (file) => /\bprocess\.env\b/.test(readFileSync(file, "utf8")) && !MAY_READ_ENVIRONMENT.includes(file),
  );

  expect(offences).toEqual([]);
});

test("no source file is long, and most are short", () => {
  const lengths = ["server", "web", "db", "test"]
    .flatMap(sourcesIn)
    .map((file) => ({ file, lines: readFileSync(file, "utf8").split("\n").length - 1 }));
  const sorted = lengths.map((item) => item.lines).sort((a, b) => a - b);

  expect(lengths.filter((item) => item.lines > MAX_LINES)).toEqual([]);
  expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThanOrEqual(MAX_MEDIAN_LINES);
});

const MAY_READ_ENVIRONMENT = ["server/config.ts", "server/main.ts"];

type Import = { target: string; typeOnly: boolean };

function isAllowed({ target, typeOnly }: Import, folder: string, { may, typesOnly = [] }: Rule): boolean {
  const prefixes = ["./", `#${folder}/`, ...may, ...(typeOnly ? typesOnly : [])];
  return prefixes.some(
    (prefix) =>
      target === prefix ||
      (/[/\-:]$/.test(prefix) ? target.startsWith(prefix) : target.startsWith(`${prefix}/`)),
  );
}

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !/\/(dist|node_modules)\//.test(file))
    .filter((file) => statSync(file).isFile());
}

function importsOf(file: string): Import[] {
  const source = readFileSync(file, "utf8");
  return [
    ...source.matchAll(/(?<!\/)\b(import|export)\b(\s+type\b)?(?:[^"';]*?\bfrom)?\s*\(?\s*"([^"]+)"/g),
  ].map((match) => ({ typeOnly: match[2] !== undefined, target: match[3] ?? "" }));
}
