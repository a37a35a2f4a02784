import { resolve } from "node:path";
import { afterAll, expect, test } from "vitest";
import { accessibilityViolations } from "./accessibility.ts";
import { startHttpServer } from "#test/tools/http-server.ts";
import { openStepwright } from "./open-page.ts";

const SERVERS = "node_modules/@modelcontextprotocol";
const program = (name: string) => resolve(SERVERS, name, "dist/index.js");

// It gives back what it was sent, credentials too.
const shop = await startHttpServer((request, response) => {
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ path: request.url, sent: request.headers.authorization ?? null }));
});
const product = await openStepwright({}, { EGRESS_ALLOW: "127.0.0.1/32" });
afterAll(async () => {
  await product.close();
  await shop.close();
});
const page = await product.newPage();
page.setDefaultTimeout(30_000);

const tool = (name: string) =>
  page.getByRole("listitem").filter({ has: page.getByText(name, { exact: true }) });
const run = () => page.getByRole("button", { name: "Run", exact: true }).click();

test("a tool server is added, and its tools stand beside the built-in ones", async () => {
  await page.goto(`${product.url}/tools`);
  await page.getByRole("heading", { name: "Built in" }).waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);

  await page.getByRole("button", { name: "Add the first server" }).click();
  const form = page.getByRole("dialog", { name: "New tool server" });
  await form.getByLabel("Name", { exact: true }).fill("everything");
  await form.getByLabel("Command").fill(process.execPath);
  await form.getByLabel("Arguments, one a line").fill("no-such-program.js");
  await form.getByRole("button", { name: "Add the server" }).click();
  await form.getByText("was not added").waitFor();

  await form.getByLabel("Arguments, one a line").fill(`${program("server-everything")}\nstdio`);
  await form.getByRole("button", { name: "Add the server" }).click();
  await page.getByRole("heading", { name: "everything" }).waitFor();
  await page.getByText(/Reached just now · offers \d+ tools/).waitFor();
  await tool("echo").waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
});

test("a tool is found by its purpose, explains itself and is tried", async () => {
  await page.getByLabel("Search the tools").fill("sum two");
  const sum = tool("get-sum");
  await sum.getByRole("button", { expanded: false }).click();
  await sum.getByRole("table", { name: "Parameters of everything.get-sum" }).waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);

  await sum.getByRole("tab", { name: "Try it" }).click();
  await sum.getByLabel("a", { exact: true }).fill("many");
  await run();
  await sum.getByText("The tool needs this.").waitFor();
  await sum.getByLabel("a", { exact: true }).fill("40");
  await sum.getByLabel("b", { exact: true }).fill("2");
  await run();
  await sum.getByText(/Done in/).waitFor();
  expect(await sum.getByRole("list", { name: "output" }).textContent()).toContain("42");
  expect(await accessibilityViolations(page)).toEqual([]);
});

test("a call that takes long is stopped, and the page says so", async () => {
  await page.goto(`${product.url}/tools?tool=everything.trigger-long-running-operation`);
  const long = tool("trigger-long-running-operation");
  await long.getByRole("tab", { name: "Try it" }).click();
  await long.getByLabel(/^duration/).fill("50");
  await run();
  const call = page.getByRole("button", { name: "Call it now" });
  await call.or(page.getByText("Running for")).first().waitFor();
  if (await call.isVisible()) await call.click();
  await page.getByText("Running for").waitFor();
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByText("You stopped it").waitFor();
});

test("a call that writes says what it will do, and is made at the second press", async () => {
  await page.goto(`${product.url}/tools?tool=write_file`);
  const write = tool("write_file");
  await write.getByRole("tab", { name: "Try it" }).click();
  await write.getByRole("button", { name: "Fill in an example" }).click();
  await run();
  await page.getByText(/calls “write_file” for real/).waitFor();
  expect(await write.getByText(/Done in/).count()).toBe(0);
  await page.getByRole("button", { name: "Call it now" }).click();
  await write.getByText(/Done in/).waitFor();
});

test("a tool that asks first does so from then on, also after the page is loaded again", async () => {
  await page.goto(`${product.url}/tools?tool=everything.echo`);
  await tool("echo")
    .getByRole("radio", { name: /Asks first/ })
    .check();
  await page.getByText("everything.echo: asks first. Saved.").waitFor();
  await page.reload();
  await page.getByRole("tab", { name: "Asks first" }).click();
  await tool("echo").getByText("Asks first", { exact: true }).first().waitFor();
  expect(await tool("get-sum").count()).toBe(0);
});

test("another program behind the name is not trusted: its tools wait until a person has read them", async () => {
  await page.goto(`${product.url}/tools`);
  await page.getByRole("button", { name: "More for everything" }).click();
  await page.getByRole("menuitem", { name: "Change" }).click();
  const form = page.getByRole("dialog", { name: "Change “everything”" });
  await form.getByLabel("Arguments, one a line").fill(program("server-memory"));
  await form.getByRole("button", { name: "Save the change" }).click();
  const review = page.getByRole("region", { name: "Tools of everything to accept" });
  await review.getByText(/^To be accepted: \d+ new, \d+ gone$/).waitFor();
  await tool("echo").getByRole("button", { expanded: false }).click();
  await tool("echo").getByRole("tab", { name: "Try it" }).click();
  await page.getByText("While it is off, it cannot be tried either.").waitFor();

  const added = review.getByRole("listitem").filter({ hasText: "everything.read_graph" });
  await added.getByRole("button", { name: /^Read it/ }).click();
  await added.getByText("Read the entire knowledge graph").waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  await added.getByRole("button", { name: /^Accept/ }).click();
  await tool("read_graph").waitFor();

  await review.getByRole("button", { name: /^Accept all/ }).click();
  await review.waitFor({ state: "detached" });
  await tool("search_nodes").waitFor();
  expect(await tool("echo").count()).toBe(0);
});

test("a secret is kept, never shown, and named by a tool server that is added with it", async () => {
  await page.goto(`${product.url}/settings#secrets`);
  await page.getByRole("button", { name: "Add a secret" }).click();
  const form = page.getByRole("dialog", { name: "New secret" });
  await form.getByLabel("Name", { exact: true }).fill("NOTES_FILE");
  await form.getByLabel("Value", { exact: true }).fill("short");
  await form.getByRole("button", { name: "Save the secret" }).click();
  await form.getByText("at least 8").first().waitFor();
  await form.getByLabel("Value", { exact: true }).fill(`${product.folder}/notes-of-the-journey.jsonl`);
  await form.getByRole("button", { name: "Save the secret" }).click();
  await page.getByText("NOTES_FILE", { exact: true }).waitFor();
  expect(await page.content()).not.toContain("notes-of-the-journey");
  expect(await accessibilityViolations(page)).toEqual([]);

  const key = "-----BEGIN KEY-----\nline one\nline two\n-----END KEY-----\n";
  await page.getByRole("button", { name: "Add a secret" }).click();
  await form.getByLabel("Name", { exact: true }).fill("KEY");
  await form.getByLabel("Value", { exact: true }).fill(key);
  const sent = page.waitForRequest((request) => request.url().endsWith("/api/secrets/KEY"));
  await form.getByRole("button", { name: "Save the secret" }).click();
  expect((await sent).postDataJSON()).toEqual({ value: key });

  await page.goto(`${product.url}/tools`);
  await page.getByRole("button", { name: "Add a server" }).click();
  const server = page.getByRole("dialog", { name: "New tool server" });
  await server.getByLabel("Name", { exact: true }).fill("notes");
  await server.getByLabel("Command").fill(process.execPath);
  await server.getByLabel("Arguments, one a line").fill(program("server-memory"));
  await server.getByRole("button", { name: "Add a variable" }).click();
  await server.getByLabel("Name of variable 1").fill("MEMORY_FILE_PATH");
  await server.getByRole("button", { name: "Insert a secret into MEMORY_FILE_PATH" }).click();
  await page.getByRole("menuitem", { name: "NOTES_FILE" }).click();
  expect(await server.getByLabel("Value of MEMORY_FILE_PATH").inputValue()).toBe("{{secret.NOTES_FILE}}");
  await server.getByRole("button", { name: "Add the server" }).click();
  await page.getByRole("heading", { name: "notes" }).waitFor();

  await page.goto(`${product.url}/settings#secrets`);
  await page.getByText(/used by .*notes/).waitFor();
  await page.getByRole("button", { name: "More for NOTES_FILE" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page
    .getByRole("dialog")
    .getByText(/which will fail without it/)
    .waitFor();
  await page.getByRole("button", { name: "Keep it" }).click();
});

test("a service becomes tools by its pasted document, and what it gives back of a secret is hidden", async () => {
  const value = "sk-journey-0123456789";
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ value });
  await fetch(`${product.url}/api/secrets/SHOP_TOKEN`, { method: "PUT", headers, body });
  const parameters = [{ name: "customer", in: "path", required: true, schema: { type: "string" } }];
  const responses = { 200: { description: "The orders." } };
  const get = { operationId: "listOrders", summary: "Lists orders.", parameters, responses };
  const document = {
    openapi: "3.1.0",
    info: { title: "Shop", version: "1" },
    paths: { "/customers/{customer}/orders": { get } },
  };

  await page.goto(`${product.url}/tools`);
  await page.getByRole("button", { name: "Add a server" }).click();
  const form = page.getByRole("dialog", { name: "New tool server" });
  await form.getByLabel("Name", { exact: true }).fill("shop");
  await form.getByRole("radio", { name: /OpenAPI document/ }).check();
  await form.getByRole("radio", { name: /Pasted here/ }).check();
  await form.getByLabel("Document", { exact: true }).fill(JSON.stringify(document));
  await form.getByLabel(/^Base address/).fill(shop.url);
  await form.getByRole("button", { name: "Add a header" }).click();
  await form.getByLabel("Name of header 1").fill("Authorization");
  await form.getByLabel("Value of Authorization").fill("in plain");
  await form.getByRole("button", { name: "Add the server" }).click();
  await form.getByText(/looks like a secret/).waitFor();
  await form.getByLabel("Value of Authorization").fill("Bearer {{secret.SHOP_TOKEN}}");
  await form.getByRole("button", { name: "Add the server" }).click();
  await page.getByRole("heading", { name: "shop" }).waitFor();

  const list = tool("listOrders");
  await list.getByText("Reads only", { exact: true }).waitFor();
  await list.getByRole("button", { expanded: false }).click();
  await list.getByRole("tab", { name: "Try it" }).click();
  await list.getByLabel("customer", { exact: true }).fill("c 7");
  await run();
  await list.getByText(/Done in/).waitFor();
  expect(await list.textContent()).toContain("/customers/c%207/orders");
  expect(shop.received.at(-1)?.headers.authorization).toBe(`Bearer ${value}`);
  expect(await page.content()).not.toContain(value);
});

test("an agent may be given fewer tools and stricter policies than the workspace", async () => {
  const headers = { "content-type": "application/json" };
  await fetch(`${product.url}/api/agents`, { method: "POST", headers, body: '{"name":"Careful"}' });
  await page.goto(`${product.url}/agents/careful/tools`);
  await page.getByRole("radio", { name: /Only those chosen/ }).check();
  await page.getByRole("checkbox", { name: "May use http_request" }).uncheck();
  await page.getByLabel("What write_file may do for this agent").selectOption("needs_approval");
  await page.getByText("write_file: asks first. Saved.").waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);

  const agent = await (await fetch(`${product.url}/api/agents/careful`)).json();
  expect(agent).toMatchObject({ toolPolicies: { write_file: "needs_approval" } });
  expect(agent.tools).toContain("write_file");
  expect(agent.tools).not.toContain("http_request");
  expect(product.problems.filter((problem) => !problem.includes("422"))).toEqual([]);
});
