import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";

// An MCP server that behaves as its arguments say: `--name=value`, or `--name`.
const args = new Map(
  process.argv.slice(2).map((argument) => {
    const [name = "", ...value] = argument.replace(/^--/, "").split("=");
    return [name, value.join("=")];
  }),
);
const is = (name: string) => args.has(name);

type Params = { arguments?: { text?: string; code?: number }; cursor?: string };
type Message = { id?: number; method?: string; params?: Params; error?: unknown; result?: unknown };

const tell = (message: object) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
const answers: Message[] = [];

/** What `--tools=<file>` holds, read at each listing; else one tool. */
function tools(): object[] {
  const file = args.get("tools");
  if (file) return JSON.parse(readFileSync(file, "utf8"));
  if (is("many"))
    return Array.from({ length: Number(args.get("many")) }, (_, number) => tool(`tool_${number}`));
  return [tool("act"), { ...tool("look"), annotations: { readOnlyHint: true } }];
}

function tool(name: string) {
  return {
    name,
    description: `The tool ${name}`,
    inputSchema: { type: "object", properties: { text: { type: "string" } } },
  };
}

function note(params: Params | undefined): void {
  const file = args.get("calls");
  if (file) writeFileSync(file, `${JSON.stringify(params)}\n`, { flag: "a" });
}

function onCall({ id, params }: Message): void {
  note(params);
  switch (params?.arguments?.text) {
    case "hang":
      return;
    case "die":
      process.stderr.write("out of ideas\n");
      return process.exit(3);
    case "flood":
      return flood();
    case "garbage":
      for (let line = 0; line < 5_000; line += 1) process.stdout.write(`what is this ${line}\n`);
      return;
    case "error":
      return void tell({ id, error: { code: params.arguments.code, message: "as it was asked to" } });
    case "odd":
      return void tell({ id, result: { content: "none" } });
    case "ask":
      tell({ id: 901, method: "sampling/createMessage", params: { messages: [], maxTokens: 10 } });
      tell({
        id: 902,
        method: "elicitation/create",
        params: { message: "Your password?", requestedSchema: {} },
      });
      tell({ id: 903, method: "roots/list" });
      return void setTimeout(() => reply(id, JSON.stringify(answers)), 300);
    case "later":
      return void setTimeout(() => reply(id, "at last"), 1_000);
    case "large":
      return reply(id, "x".repeat(11 * 1024 * 1024));
    case "changed":
      tell({ method: "notifications/tools/list_changed" });
      return reply(id, "done");
    default:
      return reply(id, is("env") ? JSON.stringify(process.env) : JSON.stringify(params));
  }
}

function reply(id: number | undefined, text: string): void {
  tell({ id, result: { content: [{ type: "text", text }] } });
}

function flood(): void {
  const chunk = "y".repeat(1024 * 1024);
  const more = () => void process.stdout.write(chunk, more);
  more();
}

function listing(cursor: unknown): object {
  if (!is("pages")) return { tools: tools() };
  const page = Number(cursor ?? 0);
  return { tools: [tool(`page_${page}`)], nextCursor: is("endless") ? "again" : String(page + 1) };
}

function onMessage(message: Message): void {
  const { id, method } = message;
  if (method === undefined) return void answers.push(message);
  if (method === "notifications/cancelled") note(message.params);
  if (id === undefined) return;
  if (method === "initialize" && is("newer")) {
    return void tell({ id, error: { code: -32601, message: "Method not found" } });
  }
  if (method === "server/discover" && is("newer")) {
    const result = { resultType: "complete", supportedVersions: ["2026-07-28"], capabilities: { tools: {} } };
    return void tell({ id, result });
  }
  if (method === "initialize" && !is("mute")) {
    const serverInfo = { name: "scripted", version: "1" };
    const capabilities = { tools: { listChanged: true } };
    return void tell({ id, result: { protocolVersion: "2025-06-18", capabilities, serverInfo } });
  }
  const result = is("newer") ? { resultType: "complete" } : {};
  if (method === "tools/list")
    return void tell({ id, result: { ...result, ...listing(message.params?.cursor) } });
  if (method === "tools/call") return is("newer") ? newerCall(message) : onCall(message);
  if (!is("mute")) tell({ id, error: { code: -32601, message: "Method not found" } });
}

function newerCall({ id, params }: Message): void {
  if (params?.arguments?.text === "ask") {
    const ask = { method: "elicitation/create", params: { message: "Your password?", requestedSchema: {} } };
    return void tell({ id, result: { resultType: "input_required", inputRequests: { ask } } });
  }
  const content = [{ type: "text", text: JSON.stringify(params) }];
  tell({ id, result: { resultType: "complete", content } });
}

if (is("dies")) {
  process.stderr.write("the key is missing\n");
  process.exit(1);
}
if (is("stubborn")) {
  process.on("SIGTERM", () => {});
  setInterval(() => {}, 1_000);
}
// A program that this one starts, and that outlives it unless somebody ends it.
if (is("child")) spawn("sleep", [args.get("child") ?? ""], { stdio: "inherit" });
process.stdout.write("Welcome to this server\n");
createInterface({ input: process.stdin }).on("line", (line) => onMessage(JSON.parse(line)));
