import { readFileSync } from "node:fs";

const SECTION = readFileSync(new URL("../../../server/README.md", import.meta.url), "utf8")
  .split("## Statuses\n")[1]
  ?.split("\n## ")[0];

/** The rows of a table under "Statuses" in server/README.md, by what its first column is called. */
export function publishedRows(title: string): string[][] {
  const tables = (SECTION ?? "").split("\n\n").filter((part) => part.startsWith(`| ${title} `));
  return tables.flatMap((table) =>
    table
      .trim()
      .split("\n")
      .slice(2)
      .map((row) =>
        row
          .split("|")
          .slice(1, -1)
          .map((cell) => cell.trim()),
      ),
  );
}

/** The words in code of the line that begins with this one. */
export function publishedLine(word: string): string[] {
  const line = (SECTION ?? "").split("\n").find((text) => text.startsWith(`\`${word}\`: `)) ?? "";
  return wordsInCode(line).slice(1);
}

export function wordsInCode(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, word]) => word ?? "");
}
