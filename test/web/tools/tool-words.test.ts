import { expect, test } from "vitest";
import type { ToolOutcome } from "#server/core/tool.ts";
import {
  callWarning,
  caseSentences,
  chosenPolicy,
  effectsOf,
  namesLostFile,
  outcomeWords,
  saysNothing,
  whyUnusable,
} from "#web/tools/tool-words.ts";
import { makeTool } from "./make-tool.ts";

const labels = (annotations: Parameters<typeof effectsOf>[0]) =>
  effectsOf(annotations).map(({ label }) => label);

test("what a tool may do is said in a few words, and a hint that is missing counts as the dangerous answer", () => {
  expect(labels({ readOnlyHint: true, openWorldHint: false })).toEqual(["Reads only"]);
  expect(labels({ readOnlyHint: true })).toEqual(["Reads only", "Reaches the outside"]);
  expect(labels({ destructiveHint: false, openWorldHint: false })).toEqual(["Writes"]);
  expect(labels({})).toEqual(["Writes", "Can destroy", "Reaches the outside"]);
  expect(saysNothing(makeTool("a", { annotations: {} }))).toBe(true);
  expect(saysNothing(makeTool("a"))).toBe(false);
});

test("inputs for which other hints hold are told as a sentence", () => {
  const reads = { readOnlyHint: true };
  const tool = makeTool("http_request", {
    annotationCases: [
      { parameter: "method", isOneOf: ["GET", "HEAD", null], annotations: reads },
      { parameter: "dryRun", isOneOf: [true], annotations: reads },
      { parameter: "mode", isOneOf: [null], annotations: { destructiveHint: false } },
    ],
  });

  expect(caseSentences(tool)).toEqual([
    "Only reads when method is GET or HEAD, or is left out.",
    "Only reads when dryRun is true.",
    "Writes when mode is left out.",
  ]);
});

test("before a call that changes something, its effect is said", () => {
  const tool = makeTool("drop");

  expect(callWarning(tool, {})).toContain(
    "may overwrite or delete what is there and reaches services elsewhere",
  );
  expect(callWarning(tool, { destructiveHint: false, openWorldHint: false })).toContain(
    "It changes something.",
  );
});

test("a try says of files that they go with it, before the call and beside what names one", () => {
  const write = makeTool("write_file");
  const image = { parts: [{ type: "image", file: "a-1.png" }] };

  expect(callWarning(write, {})).toContain("in a folder that goes with the try");
  expect(callWarning(makeTool("send_email"), {})).not.toContain("folder");
  expect(namesLostFile(write, { path: "a.md", bytes: 1 })).toBe(true);
  expect(namesLostFile(write, { path: "/srv/a.md", bytes: 1 })).toBe(false);
  expect(namesLostFile(makeTool("every.image"), image)).toBe(true);
  expect(namesLostFile(makeTool("read_file"), { path: "a.md" })).toBe(false);
  expect(namesLostFile(makeTool("x"), null)).toBe(false);
});

test("on the page of tools nobody is sent to the page of tools", () => {
  const offBecause = "It changed. Look at what changed on the page of tools, and accept it if it is right.";

  expect(whyUnusable(makeTool("a", { policy: "off", offBecause }), {})).toBe(
    "It changed. Look at what changed above, and accept it if it is right.",
  );
});

test("each way a call can end has its own words and level", () => {
  const words = (outcome: ToolOutcome) => outcomeWords(outcome);
  const failed = (retry: "now" | "temporary" | "not_retryable", retryAfterMs?: number) =>
    words({ type: "failed", message: "No.", retry, ...(retryAfterMs !== undefined && { retryAfterMs }) });

  expect(words({ type: "completed", output: null })).toBeNull();
  expect(failed("now")).toMatchObject({ level: "error", text: "Another input may help." });
  expect(failed("temporary", 30_000)?.text).toBe("The same call may work later in 30 s.");
  expect(failed("not_retryable")?.title).toBe("It failed for good.");
  expect(words({ type: "outcome_unknown", message: "Broke off." })).toMatchObject({
    level: "warning",
    title: expect.stringMatching(/^Nobody knows/),
  });
});

test("a tool that nobody can use says why, and one that is off by choice does not say it twice", () => {
  const changed = makeTool("a", { policy: "off", offBecause: "It changed." });

  expect(whyUnusable(changed, {})).toBe("It changed.");
  expect(whyUnusable(changed, { a: "needs_approval" })).toBe("It changed.");
  expect(whyUnusable(makeTool("a", { policy: "off", offBecause: "Switched off." }), { a: "off" })).toBeNull();
  expect(whyUnusable(makeTool("a"), {})).toBeNull();
});

test("the choice that stands is shown also for a tool that cannot be used now", () => {
  const changed = makeTool("a", { policy: "off", offBecause: "It changed." });

  expect(chosenPolicy(changed, {})).toBe("allowed");
  expect(chosenPolicy(changed, { a: "needs_approval" })).toBe("needs_approval");
  expect(chosenPolicy(makeTool("a", { policy: "needs_approval" }), {})).toBe("needs_approval");
  expect(chosenPolicy(makeTool("toString"), {})).toBe("allowed");
});
