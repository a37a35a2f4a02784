import { expect, test } from "vitest";
import { acceptAllText } from "#web/tools/offer-diff.ts";
import { countWaiting } from "#web/tools/waiting-tools.ts";
import { makeServer, makeServerTool } from "./make-tool.ts";

const tools = [
  makeServerTool("a"),
  makeServerTool("b", { status: "new" }),
  makeServerTool("c", { status: "changed" }),
  makeServerTool("d", { status: "gone" }),
];

test("new and changed tools of servers that are on wait to be looked at", () => {
  const items = [makeServer("on", { tools }), makeServer("off", { tools, enabled: false })];

  expect(countWaiting({ items })).toBe(2);
  expect(countWaiting({ items: [] })).toBe(0);
});

test("what is gone is not counted among what is accepted", () => {
  const [, added, changed, gone] = tools;
  if (!added || !changed || !gone) throw new Error("four tools were made");

  expect(acceptAllText([added, changed])).toBe("Accept all 2");
  expect(acceptAllText([added, changed, gone])).toBe("Accept all 2 and forget 1");
  expect(acceptAllText([gone, gone])).toBe("Forget all 2");
});
