import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Message } from "#web/chat/message.tsx";
import type { PlannerMessage } from "#web/chat/planner-message.ts";
import { turnUsage } from "#server/core/turn-usage.ts";

const calls = [{ asked: "gpt", answered: "gpt", isBuiltin: false, tokens: null }];
const metadata = { createdAt: "2026-12-01T09:00:00.000Z", usage: turnUsage(calls, {}, 3_000) };

function html(over: PlannerMessage["metadata"], isStreaming: boolean): string {
  const message: PlannerMessage = {
    id: "m",
    role: "assistant",
    parts: [{ type: "text", text: "Two steps so far." }],
    metadata: { ...metadata, ...over },
  };
  return renderToStaticMarkup(
    <Message
      slug="agent"
      lastRun={null}
      message={message}
      isStreaming={isStreaming}
      isLast
      isAccepted={false}
      onShowRevision={() => {}}
      onRephrase={null}
      onTakeBack={() => {}}
      onAskAgain={() => {}}
      onSendAgain={null}
    />,
  );
}

test("what a reply took is told when it is at its end, not while it streams here or in another tab", () => {
  expect(html({}, false)).toMatch(/Two steps so far.*Tokens unknown.*Try again/s);
  expect(html({}, true)).not.toMatch(/Tokens unknown|Try again/);
  expect(html({ unfinished: true }, false)).toMatch(/Two steps so far/);
  expect(html({ unfinished: true }, false)).not.toMatch(/Tokens unknown|Try again/);
});
