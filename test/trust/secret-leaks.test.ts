import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { Json } from "#server/core/json.ts";
import { makePlan } from "#test/make.ts";
import { startOpenAiSimulator, text } from "#test/openai-simulator.ts";
import { startStepwright, stepwright } from "#test/stepwright-command.ts";
import { databaseDump } from "./database-dump.ts";
import { startEchoServer } from "./echo-server.ts";
import { seededSecrets, tracesOf } from "./seeded-secrets.ts";

const FORMS = ["plain", "base64", "wrapped", "url", "json", "hex", "pieces", "chunks", "names", "error"];
const SEED = String(process.env["PROPERTY_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
const secrets = seededSecrets(200, SEED);
const folder = mkdtempSync(join(tmpdir(), "stepwright-secrets-"));
const echo = await startEchoServer();
const model = await startOpenAiSimulator();
afterAll(async () => {
  await Promise.all([echo.close(), model.close()]);
  rmSync(folder, { recursive: true, force: true });
});

const environment = {
  DATA_DIR: folder,
  PORT: "0",
  MODEL: "openai:sim-model",
  OPENAI_API_KEY: "sk-the-key-of-the-model",
  OPENAI_BASE_URL: model.baseUrl,
  EGRESS_ALLOW: "127.0.0.1/32",
  LOG_LEVEL: "trace",
};

/** One step for each form, with twenty secrets each, and one that a model reads all of it in. */
function leakingPlan() {
  const ids = Object.fromEntries(FORMS.map((form) => [form, []]));
  const plan = makePlan({ ...ids, read: FORMS.filter((form) => form !== "error"), keep: ["plain"] });
  return {
    ...plan,
    title: "Leaks",
    steps: plan.steps.map((made) => {
      const step = { ...made, expectedOutput: "" };
      const place = FORMS.indexOf(step.id);
      if (step.id === "keep") {
        return {
          ...step,
          kind: "tool",
          tool: "write_file",
          input: { path: "kept.json", content: "${plain.output}" },
        };
      }
      if (place === -1) return { ...step, instructions: "Read everything." };
      const own = secrets.slice(place * 20, place * 20 + 20);
      const [first] = own;
      const inHeader = own.find(({ value }) => /^[\x21-\x7e]+$/.test(value));
      return {
        ...step,
        kind: "tool",
        tool: "http_request",
        maxAttempts: 2,
        input: {
          url: `${echo.url}/${step.id}`,
          method: "PUT",
          query: { token: `{{secret.${first?.name}}}` },
          headers: { "x-key": `Key {{secret.${inHeader?.name}}}` },
          body: { values: own.map(({ name }) => `{{secret.${name}}}`) },
        },
      };
    }),
  };
}

test(`200 secrets that tools print in ${FORMS.length} forms are nowhere to be read (seed ${SEED})`, async () => {
  const server = await startStepwright(["start"], environment, /ready at (\S+)/);
  const url = server.match[1] ?? "";
  const ask = async (
    method: string,
    path: string,
    body?: Json,
  ): Promise<{ status: number; text: string }> => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, text: await response.text() };
  };
  for (const { name, value } of secrets) {
    expect((await ask("PUT", `/api/secrets/${name}`, { value })).status).toBe(201);
  }
  model.reply(...Array.from({ length: 40 }, () => text("I read it.")));

  const agent = JSON.parse((await ask("POST", "/api/agents", { name: "Leaks" })).text).slug as string;
  const say = (words: string, id: string) =>
    ask("POST", `/api/agents/${agent}/chat`, {
      message: { id, role: "user", parts: [{ type: "text", text: words }] },
    });
  await say(`\`\`\`json\n${JSON.stringify(leakingPlan())}\n\`\`\``, "msg-import");
  await say(`Use ${secrets[1]?.value} and ${secrets[4]?.value} for it.`, "msg-pasted");
  const saved = await ask("POST", `/api/agents/${agent}/snapshots`, {});
  expect(saved).toMatchObject({ status: 201 });
  const { runId } = JSON.parse(
    (await ask("POST", `/api/agents/${agent}/runs`, { input: { note: secrets[10]?.value ?? "" } })).text,
  );

  const stream = await fetch(`${url}/api/runs/${runId}/events`, { headers: { accept: "text/event-stream" } });
  const events = await stream.text();
  const views = await Promise.all(
    [
      `/api/runs/${runId}`,
      `/api/runs/${runId}/report`,
      `/api/agents/${agent}/messages`,
      `/api/agents/${agent}/plan`,
      "/api/secrets",
      "/api/tools",
      "/api/settings",
      "/metrics",
    ].map((path) => ask("GET", path)),
  );
  const tried = await ask("POST", "/api/tools/http_request/try", {
    input: {
      url: `${echo.url}/plain`,
      method: "POST",
      body: { values: secrets.slice(0, 50).map(({ name }) => `{{secret.${name}}}`) },
    },
  });
  const exported = await stepwright(["export", agent], environment);
  await server.stop();

  const run = JSON.parse(views[0]?.text ?? "");
  expect(
    run.steps.map((step: { stepId: string; status: string }) => `${step.stepId} ${step.status}`),
  ).toEqual([
    ...FORMS.map((form) => `${form} ${form === "error" ? "failed" : "completed"}`),
    "read completed",
    "keep completed",
  ]);
  // The world did get them, so that there was something to hide.
  const sent = echo.received.map(({ body }) => body).join("\n");
  expect(secrets.filter(({ value }) => !sent.includes(JSON.stringify(value).slice(1, -1)))).toEqual([]);
  expect(tried.text).toContain("(secret SEEDED_0)");

  const places: Record<string, string> = {
    events,
    views: views.map((view) => view.text).join("\n"),
    tried: tried.text,
    exported: JSON.stringify(exported),
    "the log": server.said(),
    prompts: model.requests.map((request) => request.text).join("\n"),
    "files of runs": filesOf(join(folder, "runs")),
    "the database": await databaseDump(folder),
  };
  const leaks = Object.entries(places).flatMap(([place, content]) =>
    secrets.flatMap(({ name, value }) =>
      tracesOf(value).flatMap((trace) => (content.includes(trace) ? [`${place}: ${name} as ${trace}`] : [])),
    ),
  );
  expect(leaks).toEqual([]);
  for (const content of Object.values(places)) expect(content.length).toBeGreaterThan(100);
}, 300_000);

function filesOf(place: string): string {
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"))
    .join("\n");
}
