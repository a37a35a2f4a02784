import axe from "axe-core";
import type { Page } from "playwright-core";
import { z } from "zod";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const resultSchema = z.object({
  violations: z.array(
    z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string(), failureSummary: z.string() })) }),
  ),
});

/** The rules of axe-core that the page breaks, each with the element and what is wrong. */
export async function accessibilityViolations(page: Page): Promise<string[]> {
  // Evaluated through the debugger, which the page's content security policy does not touch.
  await page.evaluate(axe.source);
  const result = resultSchema.parse(
    await page.evaluate(`axe.run(document, { runOnly: ${JSON.stringify(TAGS)} })`),
  );
  return result.violations.flatMap((violation) =>
    violation.nodes.map((node) => `${violation.id}: ${node.failureSummary} ${node.html}`),
  );
}
