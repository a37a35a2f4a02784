import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readCases } from "./read-cases.ts";
import type { Graph } from "./conversations/oracle.ts";
import { applyOutcome } from "./conversations/outcome.ts";
import { recordedSessions } from "./recorded-session.ts";
import { runConversation } from "./run-conversation.ts";

const { conversations } = readCases(new URL("../cases", import.meta.url).pathname);

test("answers of another system that say and do what is expected are exact to the end, and one that is not is told", async () => {
  const [record] = conversations;
  const lines: string[] = [];
  let graph: Graph = record?.plan ?? [];
  for (const [index, { expect: wanted, reply }] of record?.turns.entries() ?? []) {
    const [outcome] = wanted.type === "edit" ? wanted.outcomes : [];
    graph = outcome ? applyOutcome(graph, outcome) : graph;
    const plan = outcome ? { plan: { steps: graph } } : {};
    lines.push(JSON.stringify({ id: `${record?.id}/${index + 1}`, reply, ...plan }));
  }
  const folder = mkdtempSync(join(tmpdir(), "results-"));
  const file = join(folder, "results.jsonl");

  writeFileSync(file, lines.join("\n"));
  const right = record ? await runConversation(recordedSessions(file), record) : [];
  const firstEdit = record?.turns.findIndex(({ expect: wanted }) => wanted.type === "edit") ?? 0;
  writeFileSync(file, lines.toSpliced(firstEdit, 1).join("\n"));
  const wrong = record ? await runConversation(recordedSessions(file), record) : [];
  rmSync(folder, { recursive: true });

  expect(right.map((turn) => [turn.fault, turn.collateral])).toEqual(right.map(() => [null, []]));
  expect(wrong.flatMap((turn, index) => (turn.fault === null ? [] : [[index, turn.fault]]))).toEqual([
    [firstEdit, "nothing changed"],
  ]);
});
