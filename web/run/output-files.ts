import { isObject, type Json } from "#server/core/json.ts";
import { runPath } from "#web/queries.ts";

export type OutputFile = { file: string; mimeType: string; bytes: number | null };

const PICTURES: ReadonlySet<string> = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);
const LARGEST_PICTURE = 10 * 1_024 * 1_024;
const MOST_FILES = 50;

/** The files of the run that the parts of a tool's answer name, each once. */
export function outputFiles(output: Json): OutputFile[] {
  const parts = isObject(output) ? output["parts"] : null;
  if (!Array.isArray(parts)) return [];
  const files = new Map<string, OutputFile>();
  for (const part of parts) {
    if (!isObject(part) || typeof part["file"] !== "string" || !isInside(part["file"])) continue;
    const { file, mimeType, bytes } = part;
    files.set(file, {
      file,
      mimeType: typeof mimeType === "string" ? mimeType : "",
      bytes: typeof bytes === "number" ? bytes : null,
    });
  }
  return [...files.values()].slice(0, MOST_FILES);
}

function isInside(file: string): boolean {
  return file !== "" && !file.split("/").some((name) => name === "." || name === "..");
}

export function isPicture({ mimeType, bytes }: OutputFile): boolean {
  const type = mimeType.split(";")[0]?.trim().toLowerCase() ?? "";
  return PICTURES.has(type) && (bytes ?? 0) <= LARGEST_PICTURE;
}

export function runFileUrl(runId: string, file: string): string {
  return `${runPath(runId)}/files/${file.split("/").map(encodeURIComponent).join("/")}`;
}
