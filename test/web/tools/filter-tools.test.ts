import { expect, test } from "vitest";
import { canUseSecrets, filterTools, groupByServer, groupTools, toolCount } from "#web/tools/filter-tools.ts";
import { makeServer, makeTool } from "./make-tool.ts";

const tools = [
  makeTool("read_file", { description: "Reads one file." }),
  makeTool("http_request", { policy: "needs_approval" }),
  makeTool("memory.search_nodes", { server: "memory", policy: "off", offBecause: "It changed." }),
];
const names = (words: string, filter: Parameters<typeof filterTools>[2] = "all") =>
  filterTools(tools, words, filter).map(({ name }) => name);

test("tools are found by words of their name, their purpose and their parameters, all of which must be there", () => {
  expect(names("")).toHaveLength(3);
  expect(names("READ one")).toEqual(["read_file"]);
  expect(names("search text")).toEqual(["memory.search_nodes"]);
  expect(names("read nothing")).toEqual([]);
});

test("a filter shows those of one policy", () => {
  expect(names("", "needs_approval")).toEqual(["http_request"]);
  expect(names("", "off")).toEqual(["memory.search_nodes"]);
});

test("the built-in tools come first, each server has its group, also without tools, and a tool of an unknown server is not lost", () => {
  const orphan = makeTool("gone.x", { server: "gone" });
  const groups = groupTools([...tools, orphan], [makeServer("memory"), makeServer("empty")]);

  expect(groups.map(({ server, tools }) => [server?.name ?? null, tools.map(({ name }) => name)])).toEqual([
    [null, ["read_file", "http_request", "gone.x"]],
    ["memory", ["memory.search_nodes"]],
    ["empty", []],
  ]);
});

test("tools without their servers are grouped the same way", () => {
  expect(groupByServer(tools.toReversed()).map(([server, group]) => [server, group.length])).toEqual([
    [undefined, 2],
    ["memory", 1],
  ]);
  expect([1, 1_617].map(toolCount)).toEqual(["1 tool", "1,617 tools"]);
});

test("those that can use secrets take them in their input, or have them in their settings", () => {
  expect(canUseSecrets(makeTool("a"))).toBe(false);
  expect(canUseSecrets(makeTool("a", { takesSecrets: true }))).toBe(true);
  expect(canUseSecrets(makeTool("a", { secrets: ["SHOP"] }))).toBe(true);
});
