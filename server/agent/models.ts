import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { Config } from "#server/config.ts";
import type { Models } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { openAiModel } from "./openai.ts";

const OPENAI = /^openai:(\S+)$/;

/** The models that the settings and agents may name: "builtin" and "openai:<model id>". */
export function createModels(
  config: Pick<Config, "model" | "openai">,
  builtinPlanner: LanguageModelV4,
): Models {
  return {
    plannerName: config.model,
    planner: (name) => hosted(name ?? config.model) ?? builtinPlanner,
    step: (name) => hosted(name ?? config.model),
  };

  function hosted(name: string) {
    if (name === "builtin") return null;
    const id = OPENAI.exec(name)?.[1];
    if (id === undefined) {
      throw new AppError("invalid", `There is no model "${name}". Use "builtin" or "openai:<model id>".`);
    }
    return openAiModel(id, config);
  }
}
