import { Buffer } from "node:buffer";
import { fairShares } from "#server/core/fair-shares.ts";
import type { Json } from "#server/core/json.ts";
import type { ModelPurpose } from "#server/core/turn-usage.ts";
import type { Attempt } from "./step-runner-attempt.ts";

/** A piece of data for a prompt; without a value only its label is said. */
export type Datum = { label: string; value?: Json };

// A token is about four bytes of prose, and hardly less than two of anything: data that is dense still leaves
// room for the instructions and the answer.
const BYTES_PER_TOKEN = 2;

/**
 * The groups of data of one prompt, each as one text. What is too large for the model together is cut, the
 * largest first; the label of what was cut says so, and the log.
 */
export function quotedGroups<Name extends string>(
  attempt: Attempt,
  purpose: ModelPurpose,
  groups: Record<Name, readonly Datum[]>,
): Record<Name, string> {
  const entries = Object.entries(groups) as [Name, readonly Datum[]][];
  const pieces = entries.flatMap(([name, data]) => data.map((datum) => ({ name, ...datum })));
  const needs = pieces.map(({ value }) => (value === undefined ? 0 : Buffer.byteLength(textOf(value))));
  const shares = fairShares(needs, attempt.ctx.config.modelContextTokens * BYTES_PER_TOKEN);
  const quoted = pieces.map(({ name, label, value }, index) => {
    if (value === undefined) return { name, text: label };
    const { text, cut } = quotedWithin(label, value, shares[index] ?? 0);
    if (cut !== null) attempt.cuts.push({ prompt: purpose, label, ...cut });
    return { name, text };
  });
  const texts = entries.map(([name]) => [
    name,
    quoted.flatMap((piece) => (piece.name === name ? [piece.text] : [])).join("\n\n"),
  ]);
  return Object.fromEntries(texts) as Record<Name, string>;
}

/**
 * Data in a fence that is longer than any run of backticks in it, so that nothing in the data can end
 * the fence. The data stays as it is, character for character.
 */
export function quotedData(label: string, value: Json): string {
  return quotedWithin(label, value, Number.POSITIVE_INFINITY).text;
}

function quotedWithin(
  label: string,
  value: Json,
  maxBytes: number,
): { text: string; cut: { kept: number; of: number } | null } {
  const whole = textOf(value);
  const data = firstBytes(whole, maxBytes);
  const cut = data.length < whole.length ? { kept: data.length, of: whole.length } : null;
  const note = cut === null ? "" : ` [cut: the first ${cut.kept} of ${cut.of} characters]`;
  const longest = Math.max(0, ...[...data.matchAll(/`+/g)].map((run) => run[0].length));
  const fence = "`".repeat(Math.max(3, longest + 1));
  const kind = typeof value === "string" ? "text" : "json";
  return { text: `${label.replace(/[\r\n`]+/g, " ")}${note}:\n${fence}${kind}\n${data}\n${fence}`, cut };
}

/** As many whole characters from the start as fit. */
function firstBytes(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text;
  return text.slice(0, new TextEncoder().encodeInto(text, new Uint8Array(maxBytes)).read);
}

function textOf(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}
