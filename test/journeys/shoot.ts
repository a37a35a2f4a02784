import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Page } from "playwright-core";

const folder = resolve("web/screenshots");

/** The page as it is now: light and dark on a desk, light on a phone. */
export async function shoot(page: Page, name: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
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
