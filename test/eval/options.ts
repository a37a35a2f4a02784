/** A whole number of at least 1 given to an option. */
export function count(option: string, text: string): number {
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  throw new Error(`--${option} takes a whole number of at least 1, not "${text}".`);
}

/** "2/5" as the second of five parts. */
export function shareOf(text: string): { part: number; of: number } {
  const [, part = 0, of = 0] = (/^(\d+)\/(\d+)$/.exec(text) ?? []).map(Number);
  if (part >= 1 && part <= of) return { part, of };
  throw new Error(`--share takes a part such as 2/5, not "${text}".`);
}
