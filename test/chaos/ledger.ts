import { appendFileSync, closeSync, openSync, readSync, writeFileSync } from "node:fs";

/** One line of the ledger: what really happened outside of the database. */
export type LedgerLine = {
  worker: string;
  /** Right before a tool acts, and right after it. */
  what: "call" | "end";
  runId: string;
  stepId: string;
  attempt: number;
};

/** Writes a line at once. Appended lines of several processes never mix. */
export function writeLedger(path: string, line: LedgerLine): void {
  appendFileSync(path, `${line.worker} ${line.what} ${line.runId} ${line.stepId} ${line.attempt}\n`);
}

/** An empty ledger. */
export function openLedger(path: string) {
  writeFileSync(path, "");
  return readLedger(path);
}

/** The ledger by steps, read on from where it was left each time. */
export function readLedger(path: string) {
  const file = openSync(path, "r");
  const byStep = new Map<string, LedgerLine[]>();
  const chunk = Buffer.alloc(1 << 16);
  let rest = "";

  function read(): void {
    for (;;) {
      const length = readSync(file, chunk, 0, chunk.length, null);
      if (length === 0) return;
      const lines = (rest + chunk.toString("utf8", 0, length)).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) add(line);
    }
  }

  function add(text: string): void {
    const [worker = "", what, runId = "", stepId = "", attempt] = text.split(" ");
    const line: LedgerLine = {
      worker,
      what: what === "call" ? "call" : "end",
      runId,
      stepId,
      attempt: Number(attempt),
    };
    const key = `${runId} ${stepId}`;
    byStep.set(key, [...(byStep.get(key) ?? []), line]);
  }

  return {
    path,
    linesOf(runId: string, stepId: string): readonly LedgerLine[] {
      read();
      return byStep.get(`${runId} ${stepId}`) ?? [];
    },
    close: () => closeSync(file),
  };
}

export type Ledger = ReturnType<typeof readLedger>;
