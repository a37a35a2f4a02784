import { createHash } from "node:crypto";
import { type Json, canonicalJson } from "#server/core/json.ts";

/** The same text for equal inputs: SHA-256 of the canonical JSON, in hex. */
export function inputHashOf(input: Json): string {
  return createHash("sha256").update(canonicalJson(input)).digest("hex");
}
