import { listOf } from "#server/core/list-of.ts";
import type { ListedPlan } from "./listed-plan.ts";

/** How a reply begins that says that no step is called so. */
export const NO_SUCH_STEP = "No step of this plan fits";

/** The same reply, which quotes only what the person has written. */
export function inWordsSaid(reply: string, message: string): string {
  return reply.replace(/^(No step of this plan fits) "([^"]*)"/, (all, start: string, words: string) =>
    message.toLowerCase().includes(words.toLowerCase()) ? all : `${start} these words`,
  );
}

/** An honest answer to words that make no sense to the built-in planner, with examples from this plan. */
export function notUnderstood(plan: ListedPlan, unknown: readonly string[] = []): string {
  const steps = plan.steps;
  const last = steps.at(-1);
  const examples =
    steps.length >= 3
      ? [
          `"make step ${steps.length} wait for step 1"`,
          `"remove step 2"`,
          `"ask me before ${last?.title.toLowerCase()}"`,
        ]
      : [`"add a step at the end that checks the result"`, `"rename step 1 to …"`, `"ask me before step 1"`];
  const what = unknown.length > 0 ? listOf(unknown.map((word) => `"${word}"`)) : "that";
  return `I did not understand ${what}, so nothing was changed. Which step should change, and how? I am the built-in planner and read plain orders such as ${examples.join(", ")}. A language model understands more: set MODEL, for example MODEL=openai:<model id>.`;
}

export function notABrief(): string {
  return `What should the agent do? Describe the job as a list or in a few sentences, for example "1. Read the file orders.csv 2. Sum up the amounts 3. Write the total to total.md", "Fetch the news and the weather in parallel, then write a greeting", or "Every weekday at 9: check the website and tell me if it is down". I am the built-in planner; a language model (the setting MODEL) understands more.`;
}

export function tooLong(length: number): string {
  return `This message has ${length} characters; the built-in planner reads changes of up to 2000. Nothing was changed. Say the changes in shorter messages, or set MODEL to use a language model.`;
}
