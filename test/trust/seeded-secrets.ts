import { createHash } from "node:crypto";

/** Values of all the kinds that people keep, the same for the same seed. */
export function seededSecrets(count: number, seed: string): { name: string; value: string }[] {
  return Array.from({ length: count }, (_, index) => {
    const hex = createHash("sha256").update(`${seed} ${index}`).digest("hex");
    return { name: `SEEDED_${index}`, value: kinds[index % kinds.length]?.(hex, index) ?? hex };
  });
}

const kinds: ((hex: string, index: number) => string)[] = [
  (hex) => hex.slice(0, 8),
  (hex) => `sk-${hex}`,
  (hex) => Buffer.from(hex, "hex").toString("base64"),
  (hex) => `${hex.slice(0, 6)}"\\/<&>'=+% ${hex.slice(6, 12)}`,
  (hex) => `pä€😀${hex.slice(0, 10)}ß`,
  (hex) => `postgres://reader:${hex.slice(0, 16)}@db.example:5432/app`,
  (hex) => JSON.stringify({ type: "service", private_key_id: hex.slice(0, 20), n: 1 }),
  (hex) => `-----BEGIN KEY-----\n${hex.slice(0, 32)}\n${hex.slice(32)}\n-----END KEY-----\n`,
  (_hex, index) => String(7_000_000_000 + index * 7_919_317),
];

/** What a value could be recognised by, made without the code that hides it. */
export function tracesOf(value: string): string[] {
  const bytes = Buffer.from(value);
  const inside = [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64url");
    return text.slice(before === 0 ? 0 : before + 1, -3);
  });
  const secretLines = value.split("\n").filter((line) => line.length > 20 && !line.startsWith("-----"));
  return [
    value,
    ...secretLines,
    JSON.stringify(value).slice(1, -1),
    JSON.stringify(JSON.stringify(value)).slice(3, -3),
    encodeURIComponent(value),
    new URLSearchParams({ v: value }).toString().slice(2),
    bytes.toString("hex"),
    ...inside,
    ...inside.map((text) => text.replaceAll("-", "+").replaceAll("_", "/")),
  ].filter((trace) => trace.length >= 8);
}
