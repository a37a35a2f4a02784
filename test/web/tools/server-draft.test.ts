import { expect, test } from "vitest";
import { toolServerTransportSchema } from "#server/core/tool-server.ts";
import {
  draftProblems,
  refusedFields,
  serverDraft,
  transportOf,
  withNewPair,
} from "#web/tools/server-draft.ts";
import { reachText, serverState } from "#web/tools/server-words.ts";
import { makeServer, makeServerTool } from "./make-tool.ts";

const NOW = Date.UTC(2026, 0, 1, 12, 5);
const empty = serverDraft(null);

test.each([
  { type: "stdio", command: "npx", args: ["-y", "server@1.0.0"], env: { TOKEN: "{{secret.TOKEN}}" } },
  { type: "http", url: "https://example.com/mcp", headers: { Authorization: "Bearer {{secret.T}}" } },
  { type: "openapi", url: "https://example.com/openapi.json", headers: {} },
  { type: "openapi", document: "openapi: 3.1.0", baseUrl: "https://api.example.com", headers: {} },
] as const)("a transport stands in its form and comes out of it as it was: %o", (transport) => {
  const server = makeServer("a", { transport: toolServerTransportSchema.parse(transport) });

  expect(transportOf(serverDraft(server))).toEqual(transport);
  expect(draftProblems(serverDraft(server), false)).toEqual({});
});

test("empty lines are no arguments, and an empty row is no variable", () => {
  const draft = { ...empty, command: " npx ", args: "-y\n\n  \n  a b\n", env: withNewPair([]) };

  expect(transportOf(draft)).toEqual({ type: "stdio", command: "npx", args: ["-y", "  a b"], env: {} });
});

test("what the chosen kind needs is asked for, and nothing of another kind", () => {
  expect(draftProblems(empty, true)).toEqual({
    name: expect.stringContaining("lower-case"),
    command: expect.any(String),
  });
  expect(Object.keys(draftProblems({ ...empty, name: "a", type: "http", url: "example.com" }, true))).toEqual(
    ["url"],
  );
  const pasted = { ...empty, name: "a", type: "openapi", source: "document" } as const;
  expect(Object.keys(draftProblems(pasted, true))).toEqual(["document"]);
  expect(Object.keys(draftProblems({ ...pasted, document: "x", baseUrl: "ftp://x" }, true))).toEqual([
    "baseUrl",
  ]);
});

test("a value without a name and a name that stands twice are said", () => {
  const pair = (key: number, name: string) => ({ key, name, value: "v" });
  const draft = (names: string[]) => ({
    ...empty,
    name: "a",
    command: "npx",
    env: names.map((n, i) => pair(i, n)),
  });

  expect(draftProblems(draft(["", "A"]), true).pairs).toBe("Each value needs a name.");
  expect(draftProblems(draft(["A", "A"]), true).pairs).toContain('"A" stands here twice');
});

test("what the server hides is asked for anew, and never sent back as it is shown", () => {
  const shown = (transport: object) =>
    serverDraft(makeServer("a", { transport: toolServerTransportSchema.parse(transport) }));
  const hidden = "postgres://u:(hidden)@host/db";

  expect(draftProblems(shown({ type: "stdio", command: "npx", args: [hidden] }), false).args).toContain(
    "anew",
  );
  expect(draftProblems(shown({ type: "stdio", command: "npx", env: { DB: hidden } }), false).pairs).toContain(
    '"DB"',
  );
  expect(draftProblems(shown({ type: "http", url: "https://a.example/?key=(hidden)" }), false).url).toContain(
    "anew",
  );
});

test("what the server refuses stands at its field, and what is about no field is not lost", () => {
  const refused = { "transport.headers.Authorization": "Looks like a secret.", "transport.url": "No." };

  expect(refusedFields(refused)).toEqual({
    fields: { pairs: "Looks like a secret.", url: "No." },
    isAll: true,
  });
  expect(refusedFields({ transport: "It did not answer." })).toEqual({ fields: {}, isAll: false });
  expect(refusedFields({})).toEqual({ fields: {}, isAll: false });
});

test("a server says whether it is reached, how many tools it offers, and how it is reached", () => {
  const tools = [makeServerTool("a.x"), makeServerTool("a.y", { offered: null, status: "gone" })];

  expect(serverState(makeServer("a", { tools }), NOW)).toEqual({
    tone: "completed",
    text: "Reached 5 min ago · offers 1 tool",
  });
  expect(serverState(makeServer("a", { problem: "No." }), NOW)).toMatchObject({ tone: "failed" });
  expect(serverState(makeServer("a", { enabled: false }), NOW).text).toContain("Off");
  expect(serverState(makeServer("a", { checkedAt: null }), NOW).text).toBe("Not looked at yet");
  expect(reachText({ type: "stdio", command: "npx", args: ["-y", "x"], env: {} })).toBe("npx -y x");
  expect(reachText({ type: "openapi", document: "…", headers: {} })).toBe("A pasted OpenAPI document");
});
