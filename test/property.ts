const given = process.env["PROPERTY_SEED"];
const seed = given === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(given);
let isTold = false;

/**
 * On how many cases a property is tried, and from which seed. PROPERTY_CASES replaces the usual number:
 * 100,000 in `npm run proof`, few while mutants are tested. Properties that share one number name how
 * many they are. PROPERTY_SEED repeats a run.
 */
export function cases(usual: number, shares = 1): { numRuns: number; seed: number } {
  if (!isTold) console.log(`Cases are drawn with PROPERTY_SEED=${seed}.`);
  isTold = true;
  return { numRuns: Math.ceil(Number(process.env["PROPERTY_CASES"] ?? usual) / shares), seed };
}
