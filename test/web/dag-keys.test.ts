import { expect, test } from "vitest";
import { neighbourOf } from "#web/blueprint/dag-keys.ts";
import { layoutGraph } from "#web/blueprint/graph-layout.ts";

const layout = layoutGraph([
  { id: "fetch", dependsOn: [] },
  { id: "clean", dependsOn: ["fetch"] },
  { id: "count", dependsOn: ["fetch"] },
  { id: "send", dependsOn: ["clean", "count"] },
]);

test("arrows follow dependencies and the row", () => {
  const [left = "", right = ""] = layout.rows[1] ?? [];

  expect(neighbourOf(layout, "send", "ArrowUp")).toBeOneOf(["clean", "count"]);
  expect(neighbourOf(layout, left, "ArrowDown")).toBe("send");
  expect(neighbourOf(layout, left, "ArrowRight")).toBe(right);
  expect(neighbourOf(layout, right, "ArrowRight")).toBeUndefined();
  expect(neighbourOf(layout, "send", "Home")).toBe("fetch");
  expect(neighbourOf(layout, "fetch", "End")).toBe("send");
});

test("other keys and unknown steps lead nowhere", () => {
  expect(neighbourOf(layout, "fetch", "a")).toBeUndefined();
  expect(neighbourOf(layout, "nowhere", "ArrowUp")).toBeUndefined();
});
