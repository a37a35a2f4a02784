import { expect, test } from "vitest";
import type { Json } from "#server/core/json.ts";
import { isPicture, outputFiles, runFileUrl } from "#web/run/output-files.ts";

test("the files that an answer's parts name are found, each once, and nothing else", () => {
  const image = { type: "image", mimeType: "image/png", file: "chart-1.png", bytes: 2_000 };
  const output: Json = {
    text: "",
    parts: [image, image, { type: "resource", file: "a/b.pdf" }, { type: "text" }, 7],
  };

  expect(outputFiles(output)).toEqual([
    { file: "chart-1.png", mimeType: "image/png", bytes: 2_000 },
    { file: "a/b.pdf", mimeType: "", bytes: null },
  ]);
  expect(outputFiles({ parts: [{ file: "../../x" }, { file: "" }] })).toEqual([]);
  expect(outputFiles({ file: "a.png" })).toEqual([]);
  expect(outputFiles(null)).toEqual([]);
});

test("only pictures that can hold no program are shown, and none that is very large", () => {
  const shown = (mimeType: string, bytes = 1) => isPicture({ file: "a", mimeType, bytes });

  expect(["image/png", "IMAGE/JPEG; q=1", "image/gif", "image/webp"].map((type) => shown(type))).toEqual(
    Array(4).fill(true),
  );
  expect(["image/svg+xml", "text/html", "application/pdf", ""].map((type) => shown(type))).toEqual(
    Array(4).fill(false),
  );
  expect(shown("image/png", 40_000_000)).toBe(false);
});

test("a file's address stays within its run", () => {
  expect(runFileUrl("run_1", "out/a b#c.png")).toBe("/api/runs/run_1/files/out/a%20b%23c.png");
  expect(runFileUrl("run_1", "?x=1")).toBe("/api/runs/run_1/files/%3Fx%3D1");
});
