import { afterAll, expect, test } from "vitest";
import { apiError, text } from "#test/openai-simulator.ts";
import { countOf, openConversation, untilIdle } from "#test/journeys/open-conversation.ts";
import { say } from "#test/journeys/open-page.ts";

const product = await openConversation();
afterAll(() => product.close());
const { model } = product;

test("a message that a model's fault leaves without an answer is sent again as it was", async () => {
  const slug = await product.newAgent("Fault");
  const page = await product.openAgent(slug);
  model.reply(apiError(400, "Broken request."), text("Now it works."));

  await say(page, "Plan my week");
  await page.getByRole("button", { name: "Send again" }).waitFor();
  expect(await countOf(page, "Plan my week")).toBe(1);
  await page.reload();
  await page.getByRole("button", { name: "Send again" }).click();
  await page.getByText("Now it works.").waitFor();
  await untilIdle(page);

  const messages = await product.messagesOf(slug);
  expect(messages).toHaveLength(2);
  expect(await countOf(page, "Plan my week")).toBe(1);
  expect(await page.getByRole("button", { name: "Send again" }).count()).toBe(0);
});

test("a message that never reached the server is there after a reload, and goes out once with its own id", async () => {
  const slug = await product.newAgent("Unreached");
  const page = await product.openAgent(slug);
  const ids: string[] = [];
  const isChat = (url: URL) => url.pathname.endsWith("/chat");
  await page.route(isChat, async (route) => {
    ids.push(route.request().postDataJSON().message.id);
    await route.abort("connectionfailed");
  });

  await say(page, "Plan my week");
  await page.getByText("This message was not sent. The server cannot be reached.").waitFor();
  await page.reload();
  await page.getByText("This message was not sent.").waitFor();
  expect(await countOf(page, "Plan my week")).toBe(1);
  expect(await product.messagesOf(slug)).toHaveLength(0);
  await page.unroute(isChat);
  model.reply(text("Your week is planned."));
  await page.getByRole("button", { name: "Send again" }).click();
  await page.getByText("Your week is planned.").waitFor();
  await untilIdle(page);
  await page.reload();
  await page.getByText("Your week is planned.").waitFor();

  expect(await countOf(page, "This message was not sent.")).toBe(0);
  const messages = await product.messagesOf(slug);
  expect(messages.map((item: { id: string }) => item.id)[0]).toBe(ids[0]);
  expect(messages).toHaveLength(2);
});

test("the words of a message that was not sent can be taken back into the message box", async () => {
  const slug = await product.newAgent("Take back");
  const page = await product.openAgent(slug);
  const isChat = (url: URL) => url.pathname.endsWith("/chat");
  await page.route(isChat, (route) => route.fulfill({ status: 503, body: "" }));

  await say(page, "Plan my week");
  await page.getByText("This message was not sent.").waitFor();
  await page.unroute(isChat);
  await page.getByRole("button", { name: "Edit", exact: true }).click();

  const composer = page.getByRole("textbox", { name: "Message the planner" });
  expect(await composer.inputValue()).toBe("Plan my week");
  expect(await page.getByText("This message was not sent.").count()).toBe(0);
  await page.reload();
  expect(await composer.inputValue()).toBe("Plan my week");
});

test("words that are typed while the browser is offline are kept, and sent when it is back", async () => {
  const slug = await product.newAgent("Offline");
  const page = await product.openAgent(slug);
  await page.context().setOffline(true);
  const composer = page.getByRole("textbox", { name: "Message the planner" });
  await composer.fill("Plan my week");
  await page.getByText("You are offline. Your text is kept.").waitFor();
  await composer.press("Enter");
  expect(await composer.inputValue()).toBe("Plan my week");

  await page.context().setOffline(false);
  await page.getByText("You are offline. Your text is kept.").waitFor({ state: "hidden" });
  model.reply(text("Welcome back."));
  await composer.press("Enter");
  await page.getByText("Welcome back.").waitFor();
});

test("an answer whose connection to the page breaks is taken up again without a word lost or doubled", async () => {
  const slug = await product.newAgent("Broken line");
  const page = await product.openAgent(slug);
  const isChat = (url: URL) => url.pathname.endsWith("/chat");
  model.reply(text("It has arrived after all."));
  await page.route(isChat, async (route) => {
    await route.fetch().catch(() => {});
    await route.abort("connectionreset");
  });

  await say(page, "Tell me");
  await page.getByText("It has arrived after all.").waitFor();

  expect(await countOf(page, "Tell me")).toBe(1);
  expect(await countOf(page, "It has arrived after all.")).toBe(1);
  expect(await page.getByText("This message was not sent.").count()).toBe(0);
  expect(await product.messagesOf(slug)).toHaveLength(2);
});
