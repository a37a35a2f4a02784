const TEXT =
  /\.(txt|md|markdown|csv|tsv|json|jsonl|ndjson|ya?ml|xml|html?|css|log|svg|ics|toml|ini|sql|[cm]?[jt]sx?)$/i;

/** By its name: whether the file can be shown as text. A name without an ending counts as text. */
export function isTextFile(path: string): boolean {
  const name = path.split("/").at(-1) ?? path;
  return TEXT.test(name) || !name.slice(1).includes(".");
}
