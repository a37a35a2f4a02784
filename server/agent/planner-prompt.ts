import { readFileSync } from "node:fs";

/** What every planner is told, whatever the model. */
export const plannerPrompt = readFileSync(new URL("../../prompts/planner.md", import.meta.url), "utf8");
