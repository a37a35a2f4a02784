import { launchBrowser } from "../browser.ts";
import { accessibilityViolations } from "../accessibility.ts";
import { startFake, state } from "./fake-server.ts";

const only = process.argv[2];
const { url, close } = await startFake();
const browser = await launchBrowser();
const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
context.setDefaultTimeout(8000);
const page = await context.newPage();
page.on("pageerror", (e) => console.log("PAGEERROR", e));
page.on("console", (m) => m.type() === "error" && console.log("CONSOLE", m.text()));
const shot = async (name: string, width = 1440, scheme: "light" | "dark" = "light", height = 900) => {
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
  await page.setViewportSize({ width, height });
  await page.waitForTimeout(250);
  await page.screenshot({ path: `/tmp/d-shots/${name}.png` });
  const wide = await page.evaluate(
    "document.documentElement.scrollWidth > innerWidth || [...document.querySelectorAll('main *')].filter(e => e.getBoundingClientRect().right > innerWidth + 1 && getComputedStyle(e).position !== 'absolute').slice(0,3).map(e => e.outerHTML.slice(0,120))",
  );
  if (wide === true || (Array.isArray(wide) && wide.length > 0)) console.log(name, "OVERFLOW", wide);
  const v = await accessibilityViolations(page);
  if (v.length > 0) console.log(name, v);
};
const all = async (name: string, height = 900) => {
  for (const width of [1440, 820, 390])
    for (const scheme of ["light", "dark"] as const)
      await shot(`${name}-${width}-${scheme}`, width, scheme, height);
  await page.setViewportSize({ width: 1440, height: 900 });
};
const stages: Record<string, () => Promise<void>> = {
  async tools() {
    await page.goto(`${url}/tools`);
    await page.getByText("memory").first().waitFor();
    await all("tools", 1300);
  },
  async review() {
    await page.goto(`${url}/tools`);
    await page.getByRole("button", { name: /What differs/ }).click();
    await all("review", 1100);
  },
  async about() {
    await page.goto(`${url}/tools?tool=http_request`);
    await page.getByText("What it may do").waitFor();
    await page.getByText("Output", { exact: true }).first().click();
    await all("about", 1300);
  },
  async nested() {
    await page.goto(`${url}/tools?tool=send_email`);
    await page.getByText("What it may do").waitFor();
    await all("nested", 1100);
  },
  async try() {
    await page.goto(`${url}/tools?tool=read_file`);
    await page.getByRole("tab", { name: "Try it" }).click();
    await page.getByRole("button", { name: "Fill in an example" }).click();
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.getByText("Done in").waitFor();
    await all("try", 1100);
    await page.getByLabel("path").fill("missing.csv");
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.getByText("It failed.").waitFor();
    await shot("try-failed");
    await page.getByLabel("path").fill("slow");
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.getByText("Running for").waitFor();
    await shot("try-busy");
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByText("You stopped it").waitFor();
  },
  async question() {
    await page.goto(`${url}/tools?tool=http_request`);
    await page.getByRole("tab", { name: "Try it" }).click();
    await page.getByRole("button", { name: "Fill in an example" }).click();
    await page.getByLabel(/^method/).selectOption('"DELETE"');
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.getByRole("button", { name: "Call it now" }).waitFor();
    await all("question", 1100);
    await page.getByRole("button", { name: "Insert a secret into body" }).click();
    await shot("picker");
  },
  async server() {
    await page.goto(`${url}/tools`);
    await page.getByRole("button", { name: "Add a server" }).click();
    await page.getByRole("button", { name: "Add a variable" }).click();
    await page.getByRole("button", { name: "Add the server" }).click();
    await all("server", 1000);
    await page.getByLabel("Name", { exact: true }).fill("memory2");
    await page.getByLabel("Command").fill("npx");
    await page.getByRole("button", { name: "Add the server" }).click();
    await page.getByText("exit code 1").waitFor();
    await shot("server-refused", 1440, "light", 1100);
    await page.getByLabel(/OpenAPI document/).check();
    await shot("server-openapi", 1440, "light", 1100);
  },
  async settings() {
    await page.goto(`${url}/settings#secrets`);
    await page.getByText("SHOP_TOKEN").first().waitFor();
    await all("settings", 1000);
    await page.getByRole("button", { name: "Add a secret" }).click();
    await page.getByLabel("Name", { exact: true }).fill("9x");
    await page.getByLabel("Value", { exact: true }).fill("short");
    await page.getByRole("button", { name: "Save the secret" }).click();
    await all("secret-form");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "More for SHOP_TOKEN" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Delete it" }).click();
    await page.getByText("is named by").waitFor();
    await shot("secret-delete");
    await page.getByRole("button", { name: "Keep it" }).click();
    await page.getByRole("button", { name: "Add a database" }).click();
    await shot("database");
  },
  async agent() {
    await page.goto(`${url}/agents/digest/tools`);
    await page.getByText("All of the workspace").waitFor();
    await all("agent", 1000);
    await page.getByLabel(/Only those chosen/).check();
    await page.getByRole("checkbox", { name: "May use read_file" }).uncheck();
    await all("agent-chosen", 1000);
  },
  async empty() {
    state.empty = true;
    await page.goto(`${url}/tools`);
    await page.getByText("Your own world").waitFor();
    await all("empty", 1000);
    await page.goto(`${url}/settings#secrets`);
    await page.getByText("No secret").waitFor();
    await shot("settings-empty");
  },
};
for (const [name, run] of Object.entries(stages)) {
  if (only && !only.split(",").includes(name)) continue;
  try {
    await run();
    console.log(name, "ok");
  } catch (e) {
    console.log(name, "FAILED", String(e).slice(0, 600));
    await page.screenshot({ path: `/tmp/d-shots/${name}-failed.png` });
  }
}
await browser.close();
close();
