import { commandIn, contentOf, NO_TITLE } from "./new-step-words.ts";
import { addOne } from "./read-add.ts";
import type { World } from "./reference.ts";
import { type Reading, withSteps } from "./understanding.ts";

const BESIDE =
  /^(.+?),? (?:that (?:runs|happens) |which (?:runs|happens) |to run |running )?(?:in parallel (?:to|with)|parallel (?:to|with)|alongside(?: of)?|beside|next to|at the same time as|simultaneously with|concurrently with|side by side with) (.+)$/i;
const ADDS =
  /^(?:(?:please|also|then) )*(?:add|insert|append|create|put in|include|put(?= an? (?:\w+ )?step\b)) (?:in )?(?!(?:an? |another |the )?(?:dependency|link|edge|arrow|connection|approval|condition|retr|time|limit)\b)/i;

/** "Add a backup in parallel to 4": it waits for the same steps, and nothing waits for it. */
export function readAddBeside(clause: string, world: World): Reading {
  const [, words = "", beside = ""] = ADDS.test(clause) ? (BESIDE.exec(clause) ?? []) : [];
  const command = words === "" ? null : commandIn(words);
  const title = command === null ? "" : contentOf(command);
  if (title === "" || title === NO_TITLE) return null;
  return withSteps(beside, world, (others) => {
    const { steps } = world.plan;
    const numbers = new Set(others.map(({ number }) => number));
    const awaited = new Set(
      others.flatMap(({ dependsOn }) => dependsOn.filter((number) => !numbers.has(number))),
    );
    const waits = steps.filter(({ number }) => awaited.has(number));
    return addOne(title, waits, [], others, world);
  });
}
