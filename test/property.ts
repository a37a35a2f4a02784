/**
 * On how many cases a property is tried. PROPERTY_CASES replaces the usual number: 100,000 in
 * `npm run proof`, few while mutants are tested. A failing property prints its seed.
 */
export function cases(usual: number): { numRuns: number } {
  return { numRuns: Number(process.env["PROPERTY_CASES"] ?? usual) };
}
