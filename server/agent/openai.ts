import { createOpenAI } from "@ai-sdk/openai";
import { type LanguageModel, defaultSettingsMiddleware, wrapLanguageModel } from "ai";
import type { Config } from "#server/config.ts";
import { AppError } from "#server/errors.ts";

// Servers that speak OpenAI's protocol often want no key, but the client always sends one.
const PLACEHOLDER_KEY = "none";

/** A model of OpenAI, or of a server that speaks its protocol. Throws AppError when the key is missing. */
export function openAiModel(id: string, config: Pick<Config, "openai">): LanguageModel {
  const { apiKey, baseUrl, api } = config.openai;
  if (apiKey === null && baseUrl === null) {
    throw new AppError(
      "invalid",
      `The model "openai:${id}" needs a key. Set OPENAI_API_KEY, or OPENAI_BASE_URL for a server without.`,
    );
  }
  const openai = createOpenAI({
    apiKey: apiKey ?? PLACEHOLDER_KEY,
    ...(baseUrl !== null && { baseURL: baseUrl }),
  });
  return wrapLanguageModel({
    model: api === "chat" ? openai.chat(id) : openai.responses(id),
    // Stored items are referred to by id, which other keys, other servers and later calls cannot read.
    middleware: defaultSettingsMiddleware({ settings: { providerOptions: { openai: { store: false } } } }),
  });
}
