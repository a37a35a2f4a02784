type Slip = { wrong: RegExp; right: (found: string) => string };

// What other languages write, and the sign for it here. What could mean two things is not among them.
const SLIPS: readonly Slip[] = [
  { wrong: /=[>]/y, right: () => ">=" },
  { wrong: /=[<]/y, right: () => "<=" },
  { wrong: /(?<=[=!]=)=/y, right: () => "" },
  { wrong: /(?<![=!<>])=(?!=)/y, right: () => "==" },
  { wrong: /(?<!&)&(?!&)/y, right: () => "&&" },
  { wrong: /(?<!\|)\|(?!\|)/y, right: () => "||" },
  { wrong: /and(?![\p{L}\p{N}_.-])/iuy, right: () => "&&" },
  { wrong: /or(?![\p{L}\p{N}_.-])/iuy, right: () => "||" },
  { wrong: /(?:true|false|null)(?![\p{L}\p{N}_.-])/iuy, right: (word) => word.toLowerCase() },
  // A single word that something is compared with is a text.
  {
    wrong: /(?<=[^=!<>][=!]=\s*)\p{L}[\p{L}\p{N}_-]*(?=\s*(?:$|[)&|]|(?:and|or)\s))/iuy,
    right: (word) => `'${word}'`,
  },
];

/** The condition with a slip at this place put right; null when what is meant is not certain. */
export function withoutSlip(condition: string, at: number): string | null {
  for (const { wrong, right } of SLIPS) {
    wrong.lastIndex = at;
    const [found] = wrong.exec(condition) ?? [];
    if (found !== undefined)
      return condition.slice(0, at) + right(found) + condition.slice(at + found.length);
  }
  return null;
}
