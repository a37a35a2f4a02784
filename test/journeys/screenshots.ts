import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Page } from "playwright-core";
import { openStepwright, say } from "./open-page.ts";

const folder = resolve("web/screenshots");
const BRIEF = `# Orders by country

1. Read the file \`orders.csv\`
2. Parse it as CSV
3. Keep the paid orders:

   \`\`\`jsonata
   rows[$number(amount) > 0]
   \`\`\`
4. Sum up by country:

   \`\`\`jsonata
   $each(\${ country: $sum($.$number(amount)) }, function($total, $country) { { "country": $country, "total": $total } })
   \`\`\`
5. Fill this template:

   \`\`\`liquid
   {% for row in data %}{{ row.country }}: {{ row.total }}
   {% endfor %}
   \`\`\`
6. Write it to \`report.md\``;

const product = await openStepwright({
  "orders.csv": "country,amount\nFR,54\nUS,34.90\nFR,1299\nDE,12\nDE,-5\nJP,410\n",
});
mkdirSync(folder, { recursive: true });

try {
  const page = await product.newPage({ deviceScaleFactor: 1.5 });
  await page.goto(product.url);
  await shoot(page, "home");

  await say(page, BRIEF);
  await page.getByRole("button", { name: "Save r1" }).waitFor();
  await say(page, "ask me before step 6, and rename step 5 to Write the report");
  await page.getByRole("region", { name: /^Revision 2/ }).waitFor();
  await shoot(page, "agent");

  await page.getByRole("button", { name: "Save r2" }).click();
  await page.getByRole("button", { name: "Saved" }).waitFor();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.getByRole("button", { name: "Start run" }).click();
  await page.getByRole("button", { name: /Waiting for approval/ }).click();
  await shoot(page, "run");
  await page.goto(`${product.url}/approvals`);
  await page.getByRole("region", { name: /^Approval for/ }).waitFor();
  await shoot(page, "approvals");
  await page.goto(`${product.url}/settings`);
  await shoot(page, "settings");
} finally {
  await product.close();
}

/** The page as it is now: light and dark on a desk, light on a phone. */
async function shoot(page: Page, name: string): Promise<void> {
  await page.mouse.move(0, 0);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.waitForTimeout(400);
    await page.screenshot({ path: join(folder, `${name}-${colorScheme}.png`) });
  }
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.waitForTimeout(400);
  await page.screenshot({ path: join(folder, `${name}-phone.png`) });
  await page.setViewportSize({ width: 1440, height: 900 });
}
