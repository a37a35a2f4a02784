export type DiffLine =
  | { kind: "same" | "added" | "removed"; text: string }
  | { kind: "skipped"; count: number };

const AROUND = 3;
const MOST_LINES = 1_500;

/** What became of the lines, with only a few equal ones around each change. */
export function lineDiff(before: string, after: string): DiffLine[] {
  return fold(diffLines(linesOf(before), linesOf(after)));
}

type Line = Exclude<DiffLine, { kind: "skipped" }>;

function linesOf(text: string): string[] {
  return text === "" ? [] : text.split("\n");
}

function diffLines(before: readonly string[], after: readonly string[]): Line[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let end = 0;
  while (
    end < before.length - start &&
    end < after.length - start &&
    before[before.length - 1 - end] === after[after.length - 1 - end]
  ) {
    end += 1;
  }
  return [
    ...before.slice(0, start).map(same),
    ...changed(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...before.slice(before.length - end).map(same),
  ];
}

function changed(before: readonly string[], after: readonly string[]): Line[] {
  if (before.length * after.length > MOST_LINES ** 2 || before.length === 0 || after.length === 0) {
    return [...before.map(removed), ...after.map(added)];
  }
  const lengths = commonLengths(before, after);
  const lines: Line[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    const [old, fresh] = [before[i], after[j]];
    if (old !== undefined && old === fresh) {
      lines.push(same(old));
      i += 1;
      j += 1;
    } else if (old !== undefined && (fresh === undefined || at(lengths, i + 1, j) >= at(lengths, i, j + 1))) {
      lines.push(removed(old));
      i += 1;
    } else if (fresh !== undefined) {
      lines.push(added(fresh));
      j += 1;
    }
  }
  return lines;
}

/** By place in both: how many lines what follows has in common. */
function commonLengths(before: readonly string[], after: readonly string[]): Uint16Array[] {
  const rows = Array.from({ length: before.length + 1 }, () => new Uint16Array(after.length + 1));
  for (let i = before.length - 1; i >= 0; i -= 1) {
    for (let j = after.length - 1; j >= 0; j -= 1) {
      const length =
        before[i] === after[j]
          ? at(rows, i + 1, j + 1) + 1
          : Math.max(at(rows, i + 1, j), at(rows, i, j + 1));
      const row = rows[i];
      if (row) row[j] = length;
    }
  }
  return rows;
}

function at(rows: readonly Uint16Array[], i: number, j: number): number {
  return rows[i]?.[j] ?? 0;
}

function fold(lines: readonly Line[]): DiffLine[] {
  const isNear = lines.map((_, index) =>
    lines.slice(Math.max(0, index - AROUND), index + AROUND + 1).some(({ kind }) => kind !== "same"),
  );
  const folded: DiffLine[] = [];
  for (const [index, line] of lines.entries()) {
    const last = folded.at(-1);
    if (isNear[index]) folded.push(line);
    else if (last?.kind === "skipped") last.count += 1;
    else folded.push({ kind: "skipped", count: 1 });
  }
  return folded;
}

const same = (text: string): Line => ({ kind: "same", text });
const added = (text: string): Line => ({ kind: "added", text });
const removed = (text: string): Line => ({ kind: "removed", text });
