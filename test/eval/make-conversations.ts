import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { type MadeConversation, makeConversation } from "./conversations/make-conversation.ts";
import { type Shape, shapeSchema } from "./conversations/grow-plan.ts";

const FOLDER = new URL("../cases/", import.meta.url).pathname;
const COUNT = 40;
const [SMALLEST, LARGEST] = [20, 100];
const SMALLEST_SHAPE = 4;

/** Conversations on plans of 20 to 100 steps, one seed each, from `seed` on; the stored ones begin with 1. */
export function makeConversations(seed = 1): MadeConversation[] {
  const shapes = readShapes();
  return Array.from({ length: COUNT }, (_, index) => {
    const size = Math.round(SMALLEST + ((LARGEST - SMALLEST) * index) / (COUNT - 1));
    return makeConversation(seed + index, size, shapes);
  });
}

export function linesOf(conversations: readonly MadeConversation[]): string {
  return conversations.map((conversation) => `${JSON.stringify(conversation)}\n`).join("");
}

function readShapes(): Shape[] {
  return readFileSync(`${FOLDER}graphs.jsonl`, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => shapeSchema.parse(JSON.parse(line)))
    .filter(({ expect, nodes }) => expect.valid && nodes.length >= SMALLEST_SHAPE);
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { seed: { type: "string", default: "1" }, out: { type: "string", default: FOLDER } },
  });
  const made = makeConversations(Number(values.seed));
  mkdirSync(values.out, { recursive: true });
  writeFileSync(`${values.out}/conversations.jsonl`, linesOf(made));
  console.log(`${made.length} conversations, ${made.flatMap((item) => item.turns).length} turns`);
}
