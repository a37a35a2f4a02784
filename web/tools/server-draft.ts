import { SERVER_NAME, type ToolServerTransport, type ToolServerView } from "#server/core/tool-server.ts";

export type Pair = { key: number; name: string; value: string };

/** A tool server as it stands in its form; what the chosen kind does not use is kept meanwhile. */
export type ServerDraft = {
  name: string;
  type: ToolServerTransport["type"];
  command: string;
  /** One a line. */
  args: string;
  env: readonly Pair[];
  url: string;
  headers: readonly Pair[];
  source: "url" | "document";
  document: string;
  baseUrl: string;
};

export type DraftProblems = Partial<
  Record<"name" | "command" | "args" | "url" | "document" | "baseUrl" | "pairs", string>
>;

// What stands in place of a secret that was written in plain.
const HIDDEN = "(hidden)";

const EMPTY: ServerDraft = {
  name: "",
  type: "stdio",
  command: "",
  args: "",
  env: [],
  url: "",
  headers: [],
  source: "url",
  document: "",
  baseUrl: "",
};

export function serverDraft(server: ToolServerView | null): ServerDraft {
  if (!server) return EMPTY;
  const { name, transport } = server;
  const draft: ServerDraft = { ...EMPTY, name, type: transport.type };
  if (transport.type === "stdio") {
    const { command, args, env } = transport;
    return { ...draft, command, args: args.join("\n"), env: pairsOf(env) };
  }
  const headers = pairsOf(transport.headers);
  if (transport.type === "http") return { ...draft, url: transport.url, headers };
  const { url = "", document = "", baseUrl = "" } = transport;
  return { ...draft, url, document, baseUrl, headers, source: document === "" ? "url" : "document" };
}

function pairsOf(texts: Readonly<Record<string, string>>): Pair[] {
  return Object.entries(texts).map(([name, value], key) => ({ key, name, value }));
}

export function withNewPair(pairs: readonly Pair[]): Pair[] {
  return [...pairs, { key: Math.max(-1, ...pairs.map(({ key }) => key)) + 1, name: "", value: "" }];
}

/** What is wrong with the draft, by field. */
export function draftProblems(draft: ServerDraft, isNew: boolean): DraftProblems {
  const problems: DraftProblems = {};
  if (isNew && !SERVER_NAME.test(draft.name.trim())) {
    problems.name = "Use lower-case letters, digits and hyphens, beginning with a letter: my-notes.";
  }
  if (draft.type === "stdio") {
    if (draft.command.trim() === "") problems.command = "Enter the program to start, such as npx.";
    if (draft.args.includes(HIDDEN)) problems.args = hiddenText("An argument");
  } else if (draft.type === "openapi" && draft.source === "document") {
    if (draft.document.trim() === "") problems.document = "Paste the document, JSON or YAML.";
  } else if (draft.url.includes(HIDDEN)) {
    problems.url = hiddenText("The address");
  } else if (!isHttpUrl(draft.url)) {
    problems.url = `"${draft.url.trim()}" is no address, such as https://example.com/mcp.`;
  }
  if (draft.type === "openapi" && draft.baseUrl.trim() !== "" && !isHttpUrl(draft.baseUrl)) {
    problems.baseUrl = `"${draft.baseUrl.trim()}" is no address, such as https://api.example.com.`;
  }
  const pairs = filled(draft.type === "stdio" ? draft.env : draft.headers);
  const names = pairs.map(({ name }) => name.trim());
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  const hidden = pairs.find(({ value }) => value.includes(HIDDEN));
  if (hidden) problems.pairs = hiddenText(`The value of "${hidden.name}"`);
  else if (names.includes("")) problems.pairs = "Each value needs a name.";
  else if (twice !== undefined) problems.pairs = `"${twice}" stands here twice. Remove one of the two.`;
  return problems;
}

export function transportOf(draft: ServerDraft): ToolServerTransport {
  if (draft.type === "stdio") {
    const args = draft.args.split("\n").filter((line) => line.trim() !== "");
    return { type: "stdio", command: draft.command.trim(), args, env: textsOf(draft.env) };
  }
  const headers = textsOf(draft.headers);
  if (draft.type === "http") return { type: "http", url: draft.url.trim(), headers };
  const baseUrl = draft.baseUrl.trim();
  return {
    type: "openapi",
    ...(draft.source === "url" ? { url: draft.url.trim() } : { document: draft.document }),
    ...(baseUrl !== "" && { baseUrl }),
    headers,
  };
}

function hiddenText(what: string): string {
  return `${what} holds something that is hidden here. Write it anew, best as a secret.`;
}

function textsOf(pairs: readonly Pair[]): Record<string, string> {
  return Object.fromEntries(filled(pairs).map(({ name, value }) => [name.trim(), value]));
}

function filled(pairs: readonly Pair[]): Pair[] {
  return pairs.filter(({ name, value }) => name.trim() !== "" || value !== "");
}

function isHttpUrl(text: string): boolean {
  // A secret may stand in an address; whether the whole is one then, only the server knows.
  const plain = text.trim().replace(/\{\{secret\.\w+\}\}/g, "x");
  return /^https?:\/\//i.test(plain) && URL.canParse(plain);
}

const FIELD_OF: Readonly<Record<string, keyof DraftProblems>> = {
  name: "name",
  "transport.command": "command",
  "transport.args": "args",
  "transport.url": "url",
  "transport.document": "document",
  "transport.baseUrl": "baseUrl",
};

/** What the server refused of a draft, by field, and whether all of it stands at fields. */
export function refusedFields(refused: Readonly<Record<string, string>>): {
  fields: DraftProblems;
  isAll: boolean;
} {
  const fields: DraftProblems = {};
  const paths = Object.entries(refused);
  for (const [path, message] of paths) {
    const field = /^transport\.(env|headers)\b/.test(path) ? "pairs" : FIELD_OF[path];
    if (field !== undefined) fields[field] = message;
  }
  return { fields, isAll: paths.length > 0 && paths.length === Object.keys(fields).length };
}
