import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Locator, Page } from "playwright-core";

const folder = resolve("web/screenshots");

/** The page as it is now, scrolled to `place` if that is given: light and dark on a desk, light on a phone. */
export async function shoot(page: Page, name: string, place?: Locator): Promise<void> {
  const show = async () => {
    await page.waitForTimeout(400);
    await place?.evaluate((element) => element.scrollIntoView({ block: "start" }));
  };
  mkdirSync(folder, { recursive: true });
  await page.mouse.move(0, 0);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await show();
    await page.screenshot({ path: join(folder, `${name}-${colorScheme}.png`) });
  }
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await page.setViewportSize({ width: 390, height: 844 });
  await show();
  await page.screenshot({ path: join(folder, `${name}-phone.png`) });
  await page.setViewportSize({ width: 1440, height: 900 });
}
