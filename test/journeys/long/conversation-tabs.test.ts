import { afterAll, expect, test } from "vitest";
import { heldReply } from "#test/held-reply.ts";
import { text, toolCall } from "#test/openai-simulator.ts";
import { proposalOf, removalOf } from "#test/proposal.ts";
import { countOf, openConversation, threadOf, untilIdle } from "#test/journeys/open-conversation.ts";
import { say } from "#test/journeys/open-page.ts";

const product = await openConversation();
afterAll(() => product.close());
const { model } = product;

test("two tabs that post are served in order, and both end with the same conversation", async () => {
  const slug = await product.newAgent("Two tabs");
  const first = await product.openAgent(slug);
  const second = await product.openAgent(slug);
  const held = heldReply();
  model.reply(
    toolCall("propose_plan", proposalOf("Collect", "Write", "Deliver")),
    held.reply,
    toolCall("edit_plan", removalOf("Deliver", 1)),
    text("Deliver is gone."),
  );

  await say(first, "Plan it");
  await held.say("There are three steps.");
  await say(second, "Remove Deliver");
  await second.getByText("Remove Deliver").waitFor();
  await held.finish();
  for (const page of [first, second]) {
    await page.getByText("Deliver is gone.").waitFor();
    await page.getByText("There are three steps.").waitFor();
    await untilIdle(page);
  }

  await expect.poll(() => threadOf(second)).toEqual(await threadOf(first));
  const lines = (await threadOf(first)).join("\n");
  const places = ["Plan it", "There are three steps.", "Remove Deliver", "Deliver is gone."].map((words) =>
    lines.indexOf(words),
  );
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(Math.min(...places)).toBeGreaterThanOrEqual(0);
  const prompts = model.requests
    .map((request) => request.text)
    .filter((body) => body.includes("Remove Deliver"));
  expect(prompts[0]).toContain("There are three steps.");
  await second.getByRole("button", { name: "Save r2" }).waitFor();
  await first.getByRole("button", { name: "Save r2" }).waitFor();
});

test("a tab that only looks follows what another says, while it is said, within seconds", async () => {
  const slug = await product.newAgent("Onlooker");
  const talking = await product.openAgent(slug);
  const looking = await product.openAgent(slug);
  const held = heldReply();
  model.reply(held.reply);

  await say(talking, "Tell me");
  await held.say("I am at it ");
  await looking.getByText("I am at it").waitFor({ timeout: 8_000 });
  await held.say("and done.");
  await looking.getByText("I am at it and done.").waitFor({ timeout: 1_000 });
  await held.finish();
  await untilIdle(looking);
  await untilIdle(talking);

  expect(await countOf(looking, "Tell me")).toBe(1);
  expect(await countOf(looking, "I am at it")).toBe(1);
  await expect.poll(() => threadOf(looking)).toEqual(await threadOf(talking));
});

test("a tab whose message waits behind another's stops its own, and only that", async () => {
  const slug = await product.newAgent("Queue");
  const first = await product.openAgent(slug);
  const second = await product.openAgent(slug);
  const held = heldReply();
  model.reply(held.reply);
  await say(first, "Long story");
  await held.say("Once upon a time ");
  await first.getByText("Once upon a time").waitFor();

  await say(second, "Forget it");
  await second.getByRole("button", { name: "Stop" }).click();
  await second.getByText("Stopped here.").waitFor();
  await held.say("there was an end.");
  await held.finish();
  await first.getByText("Once upon a time there was an end.").waitFor();
  await second.getByText("Once upon a time there was an end.").waitFor();

  expect(model.requests.filter((request) => request.text.includes("Forget it"))).toHaveLength(0);
  await expect.poll(() => countOf(first, "Stopped here.")).toBe(1);
  const messages = await product.messagesOf(slug);
  expect(messages.map((item: { metadata: { stopped?: boolean } }) => item.metadata.stopped ?? false)).toEqual(
    [false, false, false, true],
  );
});

test("other words that come too late are kept, and can go out as a message of their own", async () => {
  const slug = await product.newAgent("Too late");
  const first = await product.openAgent(slug);
  model.reply(text("One."), text("Two."), text("Three."));
  await say(first, "First message");
  await first.getByText("One.").waitFor();
  await untilIdle(first);
  await first.getByRole("button", { name: "Edit message" }).focus();
  await first.keyboard.press("Enter");
  await first.getByRole("textbox", { name: "Your message in other words" }).fill("First in other words");

  const second = await product.openAgent(slug);
  await say(second, "Second message");
  await first.getByText("Two.").waitFor();
  await first.getByRole("button", { name: "To the message box" }).click();
  const composer = first.getByRole("textbox", { name: "Message the planner" });
  expect(await composer.inputValue()).toBe("First in other words");
  await composer.press("Enter");
  await first.getByText("Three.").waitFor();

  const messages = await product.messagesOf(slug);
  expect(messages).toHaveLength(6);
  expect(messages.some((item: { metadata: { supersededBy?: string } }) => item.metadata.supersededBy)).toBe(
    false,
  );
});

test("nothing on these pages was blocked or broke", () => {
  expect(product.problems).toEqual([]);
});
