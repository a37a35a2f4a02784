import { afterAll, expect, test } from "vitest";
import { heldReply } from "#test/held-reply.ts";
import { text, toolCall } from "#test/openai-simulator.ts";
import { proposalOf, removalOf } from "#test/proposal.ts";
import { countOf, openConversation, untilIdle } from "#test/journeys/open-conversation.ts";
import { say } from "#test/journeys/open-page.ts";

const product = await openConversation();
afterAll(() => product.close());
const { model } = product;

test("a server that dies in the middle of a reply leaves what was said, the plan as it is, and a way to go on", async () => {
  const slug = await product.newAgent("Crash");
  const page = await product.openAgent(slug);
  const held = heldReply();
  model.reply(held.reply);
  await say(page, "Plan my week");
  await held.say("Let me think about ");
  await page.getByText("Let me think about").waitFor();
  await untilKept(slug, "Let me think about");

  await product.crash();
  await product.startAgain();
  await page
    .getByText("The answer broke off here, because the server stopped. Nothing was changed.")
    .waitFor();
  expect(await countOf(page, "Plan my week")).toBe(1);
  expect(await countOf(page, "Let me think about")).toBe(1);

  model.reply(toolCall("propose_plan", proposalOf("Collect", "Deliver")), text("Here is your week."));
  await page.getByRole("button", { name: "Send again" }).click();
  await page.getByText("Here is your week.").waitFor();
  await untilIdle(page);

  await page.getByText("broke off").first().waitFor({ state: "hidden" });
  expect(await countOf(page, "Plan my week")).toBe(1);
  expect(await product.revisionsOf(slug)).toHaveLength(1);
  expect(await product.messagesOf(slug)).toHaveLength(2);
});

test("a server that dies after a change and before the reply was kept shows the change with its card, and makes it once", async () => {
  const slug = await product.newAgent("Crash later");
  const page = await product.openAgent(slug);
  model.reply(toolCall("propose_plan", proposalOf("Collect", "Write", "Deliver")), text("Three steps."));
  await say(page, "Plan it");
  await page.getByText("Three steps.").waitFor();
  await untilIdle(page);

  const held = heldReply();
  model.reply(toolCall("edit_plan", removalOf("Write", 1)), held.reply);
  await say(page, "Remove Write");
  await held.asked;
  await product.crash();
  await page.close();
  await product.startAgain();
  const again = await product.openAgent(slug);
  await again
    .getByText("The answer broke off here, because the server stopped. Revision 2 stands.")
    .waitFor();

  expect(await again.getByRole("region", { name: /^Revision 2/ }).count()).toBe(1);
  const [, , asked] = await product.messagesOf(slug);
  const requests = model.requests.length;
  const resent = await fetch(`${product.url}/api/agents/${slug}/chat`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      message: { id: asked.id, role: "user", parts: [{ type: "text", text: "Remove Write" }] },
    }),
  });
  expect(await resent.text()).toContain("Revision 2 stands.");
  expect(model.requests).toHaveLength(requests);
  expect(await product.revisionsOf(slug)).toHaveLength(2);

  model.reply(text("It has two steps."));
  await say(again, "How many steps are there?");
  await again.getByText("It has two steps.").waitFor();
  const sent = model.requests.at(-1)?.body["input"];
  const items: { type?: string; call_id?: string }[] = Array.isArray(sent) ? sent : [];
  const idsOf = (type: string) => items.flatMap((item) => (item.type === type ? [item.call_id] : []));
  expect(JSON.stringify(sent)).toContain("propose_plan was called. Its result:");
  expect(idsOf("function_call_output")).toEqual(idsOf("function_call"));
});

test("nothing but the lost connection was complained about", () => {
  expect(
    product.problems.filter((problem) => !/ERR_(CONNECTION|INCOMPLETE|EMPTY)|503/.test(problem)),
  ).toEqual([]);
});

async function untilKept(slug: string, words: string): Promise<void> {
  await expect
    .poll(async () => JSON.stringify(await product.messagesOf(slug)), { timeout: 5_000 })
    .toContain(words);
}
