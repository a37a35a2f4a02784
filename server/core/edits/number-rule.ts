/** Which numbers a setting takes, and how a sentence says it: `must be ${says}`. */
export type NumberRule = { says: string; fits: (value: number) => boolean };

export function wholeNumberFrom(low: number, high = Number.MAX_SAFE_INTEGER): NumberRule {
  return {
    says: `a whole number from ${low}${high < Number.MAX_SAFE_INTEGER ? ` to ${high}` : ""}`,
    fits: (value) => Number.isInteger(value) && value >= low && value <= high,
  };
}

export const aboveZero: NumberRule = {
  says: "a number above 0",
  fits: (value) => Number.isFinite(value) && value > 0,
};

export const zeroOrMore: NumberRule = {
  says: "a number from 0",
  fits: (value) => Number.isFinite(value) && value >= 0,
};
