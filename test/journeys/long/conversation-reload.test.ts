import { afterAll, expect, test } from "vitest";
import { heldReply } from "#test/held-reply.ts";
import { text, toolCall } from "#test/openai-simulator.ts";
import { proposalOf } from "#test/proposal.ts";
import { countOf, openConversation, threadOf, untilIdle } from "#test/journeys/open-conversation.ts";
import { say } from "#test/journeys/open-page.ts";

const product = await openConversation();
afterAll(() => product.close());
const { model } = product;

test("a page that is reloaded in the middle of a reply shows it once, follows it to its end, and keeps it", async () => {
  const slug = await product.newAgent("Reload");
  const page = await product.openAgent(slug);
  const held = heldReply();
  model.reply(text("Earlier reply."), toolCall("propose_plan", proposalOf("Collect", "Send")), held.reply);
  await say(page, "Hello");
  await page.getByText("Earlier reply.").waitFor();
  await untilIdle(page);
  await say(page, "Plan it");
  await held.say("The plan has ");
  await page.getByText("The plan has").waitFor();

  await page.reload();
  await page.getByText("The plan has").waitFor();
  await held.say("two steps ");
  await page.getByText("The plan has two steps").waitFor();
  await page.reload();
  await page.getByText("The plan has two steps").waitFor();
  await held.say("in all.");
  await held.finish();
  await page.getByText("The plan has two steps in all.").waitFor();
  await untilIdle(page);

  for (const words of ["Hello", "Earlier reply.", "Plan it", "The plan has two steps in all."]) {
    expect([words, await countOf(page, words)]).toEqual([words, 1]);
  }
  expect(await page.getByRole("region", { name: /^Revision 1/ }).count()).toBe(1);
  const before = await threadOf(page);
  await page.reload();
  await page.getByText("The plan has two steps in all.").waitFor();
  await untilIdle(page);
  expect(await threadOf(page)).toEqual(before);
  expect(await product.revisionsOf(slug)).toHaveLength(1);
});

test("a page that is reloaded before the first word shows the reply when it comes", async () => {
  const slug = await product.newAgent("Early reload");
  const page = await product.openAgent(slug);
  const held = heldReply();
  model.reply(text("Earlier reply."), held.reply);
  await say(page, "Hello");
  await page.getByText("Earlier reply.").waitFor();
  await untilIdle(page);
  await say(page, "Tell me");
  await held.asked;

  await page.reload();
  await page.getByRole("button", { name: "Stop" }).waitFor();
  await held.say("Here it is.");
  await held.finish();
  await page.getByText("Here it is.").waitFor();
  await untilIdle(page);

  expect(await countOf(page, "Earlier reply.")).toBe(1);
  expect(await countOf(page, "Here it is.")).toBe(1);
});

test("a reply goes to its end while the page is closed", async () => {
  const slug = await product.newAgent("Closed");
  const page = await product.openAgent(slug);
  const held = heldReply();
  model.reply(held.reply);
  await say(page, "Tell me");
  await held.say("First half, ");
  await page.getByText("First half,").waitFor();

  await page.close();
  await held.say("second half.");
  await held.finish();
  const again = await product.openAgent(slug);
  await again.getByText("First half, second half.").waitFor();

  expect(await countOf(again, "Tell me")).toBe(1);
  expect(await countOf(again, "First half")).toBe(1);
});

test("a reply that was taken up after a reload stops on the server, and nothing of it comes afterwards", async () => {
  const slug = await product.newAgent("Stop after reload");
  const page = await product.openAgent(slug);
  const held = heldReply();
  model.reply(held.reply, text("I am here again."));
  await say(page, "Tell me");
  await held.say("As far as this ");
  await page.getByText("As far as this").waitFor();
  await page.reload();
  await page.getByText("As far as this").waitFor();

  await page.getByRole("button", { name: "Stop" }).click();
  await held.hungUp;
  await page.getByText("Stopped here.").waitFor();
  await held.say("and never this.");
  await untilIdle(page);
  await say(page, "And now?");
  await page.getByText("I am here again.").waitFor();

  expect(await countOf(page, "As far as this")).toBe(1);
  expect(await countOf(page, "never this")).toBe(0);
  const [, stopped] = await product.messagesOf(slug);
  expect(stopped.metadata.stopped).toBe(true);
});

test("Escape stops a reply, and a change that was made before it stays and is shown", async () => {
  const slug = await product.newAgent("Escape");
  const page = await product.openAgent(slug);
  const held = heldReply();
  model.reply(toolCall("propose_plan", proposalOf("Collect", "Send")), held.reply);
  await say(page, "Plan it");
  await held.say("There is ");
  await page.getByText("There is").waitFor();

  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await held.hungUp;
  await page.getByText("Stopped here.").waitFor();
  await untilIdle(page);

  expect(await page.getByRole("region", { name: /^Revision 1/ }).count()).toBe(1);
  await page.reload();
  await page.getByRole("region", { name: /^Revision 1/ }).waitFor();
  expect(await countOf(page, "Stopped here.")).toBe(1);
  expect(await product.revisionsOf(slug)).toHaveLength(1);
});

test("nothing on these pages was blocked or broke", () => {
  expect(product.problems).toEqual([]);
});
