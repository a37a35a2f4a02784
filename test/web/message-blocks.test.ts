import { expect, test } from "vitest";
import { messageBlocks } from "#web/chat/message-blocks.ts";
import type { PlannerMessage } from "#web/chat/planner-message.ts";

test("calls that follow each other are one block, and text between them parts them", () => {
  const call = (id: string, output: string) => ({
    type: "tool-edit_plan" as const,
    toolCallId: id,
    state: "output-available" as const,
    input: {},
    output,
  });
  const message: PlannerMessage = {
    id: "m1",
    role: "assistant",
    parts: [
      { type: "step-start" },
      call("a", "Refused, nothing was changed. There is no step 9."),
      call("b", "r2: done"),
      { type: "text", text: "Done." },
      call("c", "r3: done"),
      { type: "data-notice", data: { level: "info", text: "Note." } },
    ],
  };

  const blocks = messageBlocks(message);

  expect(blocks.map((block) => block.type)).toEqual(["calls", "text", "calls", "notice"]);
  expect(blocks[0]).toMatchObject({ calls: [{ phase: "failed" }, { phase: "done" }] });
});
