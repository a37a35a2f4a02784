import type { Page } from "playwright-core";
import { startOpenAiSimulator } from "#test/openai-simulator.ts";
import { openStepwright } from "./open-page.ts";

/** The product with a model behind the OpenAI protocol, and what tests of conversations ask of both. */
export async function openConversation(settings: Record<string, string> = {}) {
  const model = await startOpenAiSimulator();
  const product = await openStepwright(
    {},
    {
      MODEL: "openai:gpt-test",
      OPENAI_API_KEY: "sk-test-0123456789",
      OPENAI_BASE_URL: model.baseUrl,
      ...settings,
    },
  );

  async function request(method: string, path: string, body?: unknown) {
    const response = await fetch(`${product.url}${path}`, {
      method,
      headers: { "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return await response.json();
  }

  return {
    ...product,
    model,
    request,
    newAgent: async (name: string): Promise<string> => (await request("POST", "/api/agents", { name })).slug,
    /** The page of an agent, once its conversation is there. */
    async openAgent(slug: string, page?: Page): Promise<Page> {
      const opened = page ?? (await product.newPage());
      opened.setDefaultTimeout(20_000);
      await opened.goto(`${product.url}/agents/${slug}`);
      await opened.getByRole("textbox", { name: "Message the planner" }).waitFor();
      return opened;
    },
    messagesOf: async (slug: string) =>
      (await request("GET", `/api/agents/${slug}/messages?limit=100`)).items.toReversed(),
    revisionsOf: async (slug: string) => (await request("GET", `/api/agents/${slug}/revisions`)).items,
    async close() {
      await product.close();
      await model.close();
    },
  };
}

/** What the thread shows, in order: one line for each message, card and note. */
export async function threadOf(page: Page): Promise<string[]> {
  // biome-ignore lint/performance/useDomNodeTextContent: what is folded away is not shown.
  const text = await page.getByRole("region", { name: "Conversation" }).innerText();
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

export async function countOf(page: Page, words: string): Promise<number> {
  return (await threadOf(page)).join("\n").split(words).length - 1;
}

/** Waits until nothing is being answered on the page. */
export async function untilIdle(page: Page): Promise<void> {
  await page.locator("button[type=submit][aria-label=Send]").waitFor();
}
