import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const TRACING = "server/tracing";

test("nothing of tracing is loaded before the settings ask for it", () => {
  const offences = readdirSync("server", { recursive: true, encoding: "utf8" })
    .map((name) => join("server", name))
    .filter((file) => file.endsWith(".ts") && !file.startsWith(TRACING))
    .filter((file) =>
      /from "(@opentelemetry\/|@ai-sdk\/otel|#server\/tracing\/)/.test(readFileSync(file, "utf8")),
    );

  expect(offences).toEqual([]);
});
