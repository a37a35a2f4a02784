import { expect, test } from "vitest";
import { ConfigError, readConfig } from "#server/config.ts";

const WRONG: [string, Record<string, string>, string[]][] = [
  ["a port that is no number", { PORT: "http" }, ['PORT is "http"', "0 to 65535"]],
  ["a port out of range", { PORT: "70000" }, ['PORT is "70000"', "0 to 65535"]],
  ["a short access token", { ACCESS_TOKEN: "short-token" }, ["ACCESS_TOKEN", "16 characters"]],
  [
    "a database of another kind",
    { DATABASE_URL: "mysql://root:hunter2@db/x" },
    ["DATABASE_URL", "postgres://"],
  ],
  ["an unknown model", { MODEL: "gpt" }, ['MODEL is "gpt"', "openai:<model id>"]],
  ["a base URL that is none", { OPENAI_BASE_URL: "localhost" }, ['OPENAI_BASE_URL is "localhost"', "URL"]],
  ["an unknown API", { OPENAI_API: "assistants" }, ['OPENAI_API is "assistants"', "responses", "chat"]],
  ["a timeout of nothing", { MODEL_TIMEOUT_SECONDS: "0" }, ['MODEL_TIMEOUT_SECONDS is "0"', "1 to 3600"]],
  ["a short secret key", { SECRET_KEY: "abc" }, ["SECRET_KEY", "32 characters"]],
  [
    "a public URL without a scheme",
    { PUBLIC_URL: "plans.example" },
    ['PUBLIC_URL is "plans.example"', "URL"],
  ],
  ["a public URL that is no web address", { PUBLIC_URL: "javascript:alert(1)" }, ["PUBLIC_URL", "https://"]],
  ["a base URL of another scheme", { OPENAI_BASE_URL: "ftp://x" }, ["OPENAI_BASE_URL", "https://"]],
  ["an egress rule that is no host", { EGRESS_ALLOW: "nonsense!!" }, ["EGRESS_ALLOW", "CIDRs"]],
  ["an egress range that is too long", { EGRESS_ALLOW: "127.0.0.1/99" }, ["EGRESS_ALLOW", "CIDRs"]],
  ["a folder that is not there", { FILES_READ: "/no/such/folder" }, ["FILES_READ", "folders that exist"]],
  ["a folder that is relative", { FILES_READ: "test" }, ["FILES_READ", "absolute"]],
  ["a file in place of a folder", { FILES_WRITE: "/etc/passwd" }, ["FILES_WRITE", "folders that exist"]],
  ["an unknown log level", { LOG_LEVEL: "loud" }, ['LOG_LEVEL is "loud"', "info"]],
  ["a metrics port that is none", { METRICS_PORT: "-1" }, ['METRICS_PORT is "-1"', "0 to 65535"]],
  [
    "a collector without a scheme",
    { OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4318" },
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "URL"],
  ],
  [
    "a protocol that is not spoken",
    { OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" },
    ['OTEL_EXPORTER_OTLP_PROTOCOL is "grpc"', "http/json"],
  ],
  [
    "a switch that is none",
    { OTEL_SDK_DISABLED: "maybe" },
    ['OTEL_SDK_DISABLED is "maybe"', "true or false"],
  ],
  ["an open host without a token", { HOST: "0.0.0.0" }, ['HOST is "0.0.0.0"', "ACCESS_TOKEN"]],
];

test.each(WRONG)("%s stops the start with one line", (_what, environment, words) => {
  const error = failure(environment);

  expect(error).toBeInstanceOf(ConfigError);
  expect(error.message).not.toContain("\n");
  for (const word of words) expect(error.message).toContain(word);
});

test("a wrong secret is never shown", () => {
  expect(failure({ DATABASE_URL: "mysql://root:hunter2@db/x" }).message).not.toContain("hunter2");
  expect(failure({ ACCESS_TOKEN: "short-token" }).message).not.toContain("short-token");
  const OTEL_EXPORTER_OTLP_ENDPOINT = "ftp://me:hunter2@collector";
  expect(failure({ OTEL_EXPORTER_OTLP_ENDPOINT }).message).not.toContain("hunter2");
});

test("traces go nowhere until a collector is named, and not while the SDK is disabled", () => {
  const OTEL_EXPORTER_OTLP_ENDPOINT = "http://127.0.0.1:4318";

  expect(readConfig({ OTEL_SERVICE_NAME: "planner" }).tracing).toBeNull();
  expect(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SDK_DISABLED: "true" }).tracing).toBeNull();
  expect(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT }).tracing).toMatchObject({ hasContent: false });
  const asked = { OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: "true" };
  expect(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT, ...asked }).tracing).toMatchObject({ hasContent: true });
});

test("an empty environment gives the embedded defaults", () => {
  const config = readConfig({ PORT: "", MODEL: "" });

  expect(config).toMatchObject({
    port: 4310,
    host: "127.0.0.1",
    dataDir: ".data",
    filesFolder: ".data/files",
    model: "builtin",
    databaseUrl: null,
  });
});

test("a key without a model brings in a hosted model", () => {
  expect(readConfig({ OPENAI_API_KEY: "sk-test" }).model).toMatch(/^openai:/);
  expect(readConfig({ OPENAI_API_KEY: "sk-test", MODEL: "builtin" }).model).toBe("builtin");
});

test("lists are read without their spaces", () => {
  expect(readConfig({ EGRESS_ALLOW: " 127.0.0.1/32, intranet.example ," }).egressAllow).toEqual([
    "127.0.0.1/32",
    "intranet.example",
  ]);
});

function failure(environment: Record<string, string>): Error {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error("The settings were accepted");
}

test("a server that other machines reach starts no program as a tool server but those that are named", () => {
  const shared = { HOST: "0.0.0.0", ACCESS_TOKEN: "sixteen-characters" };

  expect(readConfig({}).mcpCommandsAllow).toBeNull();
  expect(readConfig(shared).mcpCommandsAllow).toEqual([]);
  expect(readConfig({ ...shared, MCP_COMMANDS_ALLOW: "/opt/a, /opt/b" }).mcpCommandsAllow).toEqual([
    "/opt/a",
    "/opt/b",
  ]);
  expect(() => readConfig({ MCP_COMMANDS_ALLOW: "npx" })).toThrow('MCP_COMMANDS_ALLOW is "npx"');
});
