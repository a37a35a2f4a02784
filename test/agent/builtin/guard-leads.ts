import { makePlan } from "#test/make.ts";
import { open } from "./order-book.ts";

const titles = [
  "Get leads",
  "Clean leads",
  "Score leads",
  "Draft mails",
  "Proofread mails",
  "Send mails",
  "Log replies",
  "Write summary",
];
const ids = titles.map((title) => title.toLowerCase().replaceAll(" ", "-"));

/** Eight steps in a chain. */
export const leads = makePlan(
  Object.fromEntries(ids.map((id, index) => [id, ids.slice(Math.max(index - 1, 0), index)])),
  Object.fromEntries(ids.map((id, index) => [id, { title: titles[index] ?? id }])),
);

/** What was called and said last after these messages, and the numbers of the steps that are gone. */
export async function afterSaying(...messages: string[]) {
  const session = open(leads);
  const turns = [];
  for (const message of messages) turns.push(await session.say(message));
  const plan = session.plan();
  const left = (plan?.steps ?? []).map((step) => step.title);
  const gone = titles.flatMap((title, index) => (left.includes(title) ? [] : [index + 1]));
  return { last: turns.at(-1), plan, left, gone };
}
