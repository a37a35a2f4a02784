import { mkdtempSync, rmSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { z } from "zod";
import { placeEmptyDatabase } from "#server/commands/demo-database.ts";
import { type DataParts, dataPartSchemas } from "#server/core/conversation.ts";
import { runViewSchema } from "#server/core/views.ts";
import { startOpenAiSimulator, text, toolCall } from "#test/openai-simulator.ts";
import { startStepwright } from "#test/stepwright-command.ts";
import { INVOICES_CSV } from "../stand-ins/orders-database.ts";
import { startStandIns } from "../stand-ins/start-stand-ins.ts";
import { answerStep } from "./step-answers.ts";

type Proposal = DataParts["proposal"];
const OVER = ["completed", "failed", "canceled"];
const STEPS_ANSWERED = 200;

/** The product as it is started, its model a simulator, and around it the services that the three plans use. */
export async function openWorld() {
  const folder = mkdtempSync(join(tmpdir(), "stepwright-three-plans-"));
  await mkdir(join(folder, "files"));
  await writeFile(join(folder, "files", "invoices.csv"), INVOICES_CSV);
  await placeEmptyDatabase(folder);
  const [services, model] = await Promise.all([startStandIns(), startOpenAiSimulator()]);
  const answers = Array.from({ length: STEPS_ANSWERED }, () => answerStep);
  model.replyTo("# This step: ", ...answers);
  model.replyTo("# The step: ", ...answers);
  const server = await startStepwright(
    ["start"],
    {
      DATA_DIR: folder,
      PORT: "0",
      MODEL: "openai:gpt-test",
      OPENAI_API_KEY: "sk-test-0123456789",
      OPENAI_BASE_URL: model.baseUrl,
      ...services.settings,
    },
    /Stepwright is ready at (http:\/\/127\.0\.0\.1:\d+)\n/,
  );
  const url = server.match[1] ?? "";

  async function request(method: string, path: string, body?: unknown) {
    const headers = { "content-type": "application/json" };
    const answer = await fetch(`${url}${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, text: await answer.text() };
  }

  /** What came back, which has to be a success. */
  async function ask<Schema extends z.ZodType>(schema: Schema, method: string, path: string, body?: unknown) {
    const answer = await request(method, path, body);
    expect(answer.status, answer.text).toBeLessThan(300);
    return schema.parse(JSON.parse(answer.text));
  }

  let messages = 0;
  /** Says something, which the model answers with one call; the cards that came of it. */
  async function say(
    agent: string,
    words: string,
    call: { name: string; input: unknown },
  ): Promise<Proposal[]> {
    model.reply(toolCall(call.name, call.input), text("It is so now."));
    messages += 1;
    const message = { id: `m${messages}`, role: "user", parts: [{ type: "text", text: words }] };
    const { text: stream } = await request("POST", `/api/agents/${agent}/chat`, { message });
    expect(stream).not.toContain('"type":"data-notice"');
    return stream.split("\n").flatMap((line) => {
      const chunk = line.startsWith("data: {") ? JSON.parse(line.slice(6)) : {};
      return chunk.type === "data-proposal" ? [dataPartSchemas.proposal.parse(chunk.data)] : [];
    });
  }

  async function runWhen(runId: string, isReached: (status: string) => boolean) {
    await expect
      .poll(async () => (await ask(runViewSchema, "GET", `/api/runs/${runId}`)).status, { timeout: 60_000 })
      .toSatisfy(isReached);
    return ask(runViewSchema, "GET", `/api/runs/${runId}`);
  }

  const { secrets, settings: _settings, close: closeServices, ...outside } = services;
  for (const [name, value] of Object.entries(secrets)) {
    await ask(z.unknown(), "PUT", `/api/secrets/${name}`, { value });
  }
  const databases = { orders: "{{secret.INVOICES_DATABASE}}" };
  await ask(z.unknown(), "PUT", "/api/settings", { databases });

  return {
    ...outside,
    secrets,
    model,
    said: server.said,
    request,
    ask,
    say,
    makeAgent: (name: string) => ask(z.unknown(), "POST", "/api/agents", { name }),
    start: async (agent: string) =>
      (await ask(z.object({ runId: z.string() }), "POST", `/api/agents/${agent}/runs`, {})).runId,
    paused: (runId: string) => runWhen(runId, (status) => status === "paused"),
    over: (runId: string) => runWhen(runId, (status) => OVER.includes(status)),
    fileOf: (runId: string, name: string) => readFile(join(folder, "runs", runId, name), "utf8"),
    close: async () => {
      await server.stop();
      await Promise.all([model.close(), closeServices()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
