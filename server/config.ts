import { existsSync, realpathSync, statSync } from "node:fs";
import { isAbsolute, join, resolve } from "node:path";
import ipaddr from "ipaddr.js";
import { z } from "zod";
import type { AllowedCommand } from "./core/command-rules/allowed-command.ts";
import { readAllowedCommands, realProgram } from "./tools/allowed-program.ts";
import { MAILBOX_FORM, SMTP_URL_FORM, readMailbox, readSmtpUrl } from "./smtp-settings.ts";

const port = z.coerce.number().int().min(0).max(65_535);
const list = z.string().transform((text) =>
  text
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== ""),
);

const HTTP_URL = "a URL such as https://example.com";
const COMMANDS =
  "absolute paths of programs, separated by commas, each with the options that it may be given behind it, such as /usr/bin/git";
const BOOLEAN = "true or false";
const HOST_NAME =
  /^(?=.{1,253}$)([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/i;
const httpUrl = z.url({ protocol: /^https?$/, error: HTTP_URL });
const folders = list.refine(
  (paths) => paths.every(isFolder),
  "absolute paths of folders that exist, separated by commas",
);

/** A text that `read` makes something of; null refuses it. */
function parsedBy<Value>(read: (text: string) => Value | null, form: string) {
  return z.string().transform((text, context) => {
    const value = read(text);
    if (value !== null) return value;
    context.addIssue({ code: "custom", message: form });
    return z.NEVER;
  });
}

const environmentSchema = z.object({
  PORT: port.default(4310),
  HOST: z.string().min(1).default("127.0.0.1"),
  ACCESS_TOKEN: z.string().min(16, "at least 16 characters").optional(),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, "a URL such as postgres://user:password@host:5432/name")
    .optional(),
  DATA_DIR: z.string().min(1).default(".data"),
  MODEL: z
    .string()
    .regex(/^(builtin|openai:\S+)$/, '"builtin" or "openai:<model id>"')
    .optional(),
  OPENAI_API_KEY: z.string().min(1).optional(),
  OPENAI_BASE_URL: httpUrl.optional(),
  OPENAI_API: z.enum(["responses", "chat"]).default("responses"),
  MODEL_CONTEXT_TOKENS: z.coerce.number().int().min(4_000).max(10_000_000).default(32_000),
  MODEL_TIMEOUT_SECONDS: z.coerce.number().int().min(1).max(3_600).default(120),
  SECRET_KEY: z
    .string()
    .refine(
      (text) => text.split(",").every((key) => key.trim().length >= 32),
      "at least 32 characters; several keys are separated by commas, and the first one seals",
    )
    .optional(),
  PUBLIC_URL: httpUrl.optional(),
  SMTP_URL: parsedBy(readSmtpUrl, SMTP_URL_FORM).optional(),
  SMTP_FROM: parsedBy(readMailbox, MAILBOX_FORM).optional(),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  EGRESS_ALLOW: list
    .refine(
      (items) => items.every(isHostOrRange),
      "hosts, addresses or CIDRs such as 127.0.0.1/32, separated by commas",
    )
    .default([]),
  FILES_READ: folders.default([]),
  FILES_WRITE: folders.default([]),
  COMMANDS_ALLOW: z
    .string()
    .default("")
    .transform((text, context): AllowedCommand[] => {
      const read = readAllowedCommands(text);
      if (read.ok) return read.value;
      context.addIssue({ code: "custom", message: `${COMMANDS}; ${read.error}` });
      return z.NEVER;
    }),
  MCP_COMMANDS_ALLOW: list
    .refine((paths) => paths.every(isAbsolute), "absolute paths of programs, separated by commas")
    .optional(),
  PATH: z.string().optional(),
  METRICS_PORT: port.optional(),
  // Names and meanings of OpenTelemetry; the exporter reads the rest of them itself.
  OTEL_SDK_DISABLED: z.stringbool({ error: BOOLEAN }).default(false),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: httpUrl.optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: z.enum(["http/json", "http/protobuf"]).optional(),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: z.enum(["http/json", "http/protobuf"]).optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z.string().optional(),
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: z.string().optional(),
  OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: z.stringbool({ error: BOOLEAN }).default(false),
});

export type Config = ReturnType<typeof readConfig>;

// A current model of OpenAI's, used when a key is there and no model is named.
const DEFAULT_OPENAI_MODEL = "openai:gpt-5.2";
const LOOPBACK_HOSTS = ["127.0.0.1", "localhost", "::1"];

/** A setting that stops the start. Its message is one line: the variable, what it got, what it takes. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

/** The settings from the environment. An empty variable counts as unset. Throws ConfigError. */
export function readConfig(environment: Record<string, string | undefined>) {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ""),
  );
  const parsed = environmentSchema.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const name = String(issue?.path[0]);
    throw new ConfigError(
      `${name} is "${shown(name, given[name])}", but it takes ${takes(name, issue?.message ?? "")}.`,
    );
  }

  const settings = parsed.data;
  if (!LOOPBACK_HOSTS.includes(settings.HOST) && settings.ACCESS_TOKEN === undefined) {
    throw new ConfigError(
      `HOST is "${settings.HOST}", which other machines can reach, so ACCESS_TOKEN must be set (at least 16 characters); or leave HOST at 127.0.0.1.`,
    );
  }
  if (settings.SMTP_URL !== undefined && settings.SMTP_FROM === undefined) {
    throw new ConfigError(`SMTP_URL is set, so SMTP_FROM must say whom mails come from: ${MAILBOX_FORM}.`);
  }
  refuseWritableProgram(settings);
  return {
    port: settings.PORT,
    host: settings.HOST,
    accessToken: settings.ACCESS_TOKEN ?? null,
    databaseUrl: settings.DATABASE_URL ?? null,
    dataDir: settings.DATA_DIR,
    /** Where people put files for plans, spelled as the settings spell it. */
    filesFolder: join(settings.DATA_DIR, "files"),
    model: settings.MODEL ?? (settings.OPENAI_API_KEY === undefined ? "builtin" : DEFAULT_OPENAI_MODEL),
    openai: {
      apiKey: settings.OPENAI_API_KEY ?? null,
      baseUrl: settings.OPENAI_BASE_URL ?? null,
      api: settings.OPENAI_API,
    },
    /** How much the model of steps can read at once. */
    modelContextTokens: settings.MODEL_CONTEXT_TOKENS,
    modelTimeoutMs: settings.MODEL_TIMEOUT_SECONDS * 1_000,
    secretKey: settings.SECRET_KEY ?? null,
    publicUrl: settings.PUBLIC_URL ?? null,
    mail: mailOf(settings),
    logLevel: settings.LOG_LEVEL,
    egressAllow: settings.EGRESS_ALLOW,
    filesRead: settings.FILES_READ,
    filesWrite: settings.FILES_WRITE,
    commandsAllow: settings.COMMANDS_ALLOW,
    /**
     * Programs that may be started as tool servers; null for any, which is so while only this machine can
     * reach the server.
     */
    mcpCommandsAllow: settings.MCP_COMMANDS_ALLOW ?? (LOOPBACK_HOSTS.includes(settings.HOST) ? null : []),
    /** Where programs are looked for that are given by name. */
    searchPath: settings.PATH ?? null,
    /** Where a worker, which has no doors of its own, serves its figures; null for nowhere. */
    metricsPort: settings.METRICS_PORT ?? null,
    tracing: tracingOf(settings),
  };
}

/** A step could replace such a program by another one. */
function refuseWritableProgram({
  COMMANDS_ALLOW,
  FILES_WRITE,
  DATA_DIR,
}: z.infer<typeof environmentSchema>): void {
  const folders = [...FILES_WRITE, DATA_DIR].map((folder) => realpathOf(folder));
  for (const { path } of COMMANDS_ALLOW) {
    const real = realProgram(path) ?? path;
    const folder = folders.find((one) => real.startsWith(`${one}/`));
    if (folder === undefined) continue;
    throw new ConfigError(
      `COMMANDS_ALLOW is "${path}", but it takes programs outside ${folder}, as plans may write files there.`,
    );
  }
}

function realpathOf(folder: string): string {
  const path = resolve(folder);
  return existsSync(path) ? realpathSync(path) : path;
}

/** How mails are sent; null while no server for them is named. */
function mailOf({ SMTP_URL, SMTP_FROM }: z.infer<typeof environmentSchema>) {
  if (SMTP_URL === undefined || SMTP_FROM === undefined) return null;
  return { ...SMTP_URL, from: SMTP_FROM };
}

/** Where traces go; null while no place is named. */
function tracingOf(settings: z.infer<typeof environmentSchema>) {
  const endpoint = settings.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? settings.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined || settings.OTEL_SDK_DISABLED) return null;
  const headers = [settings.OTEL_EXPORTER_OTLP_HEADERS, settings.OTEL_EXPORTER_OTLP_TRACES_HEADERS];
  return {
    endpoint,
    /** `name=value` pairs, which tend to hold a key. */
    headers: headers.flatMap((item) => item?.split(",") ?? []),
    /** Whether what models read and write goes out with the traces. */
    hasContent: settings.OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT,
  };
}

function isFolder(path: string): boolean {
  return isAbsolute(path) && (statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false);
}

function isHostOrRange(item: string): boolean {
  if (item.includes("/")) return ipaddr.isValidCIDR(item);
  return ipaddr.isValid(item.replace(/^\[(.*)\]$/, "$1")) || HOST_NAME.test(item);
}

const SECRET_NAMES = [
  "ACCESS_TOKEN",
  "OPENAI_API_KEY",
  "SECRET_KEY",
  "DATABASE_URL",
  "SMTP_URL",
  "OTEL_EXPORTER_OTLP_ENDPOINT",
  "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
];

function shown(name: string, value: string | undefined): string {
  return SECRET_NAMES.includes(name) ? "(hidden)" : (value ?? "");
}

function takes(name: string, message: string): string {
  if (name === "PORT" || name === "METRICS_PORT") return "a whole number from 0 to 65535";
  if (name === "MODEL_CONTEXT_TOKENS") return "a whole number of tokens from 4000 to 10000000";
  if (name === "MODEL_TIMEOUT_SECONDS") return "a whole number of seconds from 1 to 3600";
  return message.replace(/^Invalid option: expected one of /, "one of ");
}
