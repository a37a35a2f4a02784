import { expect, test } from "vitest";
import { orders, said } from "./order-book.ts";

test("a file, an address or an expression changes by talking, and with it the title that names it", async () => {
  const ways = [
    "change the file name in step 1 to missing.csv",
    "set the path of step 1 to missing.csv",
    "use missing.csv in step 1",
    "step 1: read missing.csv",
    "step 1 should read missing.csv",
    "change step 1 to read missing.csv",
    "replace orders.csv with missing.csv",
    "use missing.csv instead of orders.csv",
  ];

  for (const words of ways) {
    const { plan, called } = await said(words);
    expect(plan?.steps[0], words).toMatchObject({
      title: "Read missing.csv",
      input: { path: "missing.csv" },
    });
    expect(called, words).toHaveLength(1);
    expect(plan?.steps.slice(1), words).toEqual(orders.steps.slice(1));
  }
});

test("the other fields of an input stay as they are", async () => {
  const written = await said("step 4 should write to prices.json instead");
  const computed = await said("change the expression in step 3 to `$count(rows)`");
  const called = await said("use https://example.org/x in step 5");

  expect(written.plan?.steps[3]?.input).toEqual({ path: "prices.json", content: "$" + "{sum.output}" });
  expect(computed.plan?.steps[2]?.input).toEqual({ expression: "$count(rows)", data: "$parse.output" });
  expect(called.plan?.steps[4]?.input).toMatchObject({ url: "https://example.org/x", method: "POST" });
});

test("a value that the step's tool does not take is refused with the tool's name", async () => {
  const wrong = await said("set the url of step 1 to https://example.org");
  const none = await said("set the path of step 6 to a.csv");
  const absent = await said("replace nowhere.csv with a.csv");

  expect(wrong.reply).toMatch(/calls read_file, which takes no url/);
  expect(none.reply).toMatch(/"Tell Maria" calls no tool/);
  expect(absent.reply).toMatch(/No step uses "nowhere.csv"/);
  for (const { called } of [wrong, none, absent]) expect(called).toEqual([]);
});

test("a value that is so already changes nothing", async () => {
  const { called, reply } = await said("set the path of step 1 to orders.csv");

  expect(called).toEqual([]);
  expect(reply).toMatch(/The plan already is so/);
});

test("of the parts of a split step one alone goes on with the call", async () => {
  const { plan, reply } = await said("split step 5 into Check the totals and Post them to the board");

  expect(plan?.steps.filter((step) => step.tool === "http_request").map((step) => step.title)).toEqual([
    "Post them to the board",
  ]);
  expect(plan?.steps[4]).toMatchObject({ title: "Check the totals", kind: "reasoning" });
  expect(reply).toMatch(/stays with "Post them to the board" alone/);
});

test("parts of a split step get tools by their own words", async () => {
  const { plan } = await said("split step 4 into Format the rows and Write it to out.json");
  const kept = await said("split step 1 into Read orders.csv and Check the header");

  expect(plan?.steps[3]).toMatchObject({ title: "Format the rows", kind: "reasoning" });
  expect(plan?.steps[4]).toMatchObject({ tool: "write_file", input: { path: "out.json" } });
  expect(kept.plan?.steps[0]?.tool).toBe("read_file");
  expect(kept.plan?.steps[1]?.tool).toBeUndefined();
  expect(kept.plan?.steps[2]?.input).toEqual({ text: "$read.output.content" });
});

test("where no part fits the call, it is asked which one does", async () => {
  const { called, reply } = await said("split step 1 into Format the rows and Write it to out.json");

  expect(called).toEqual([]);
  expect(reply).toMatch(/calls the tool read_file.*which one.*\?/);
});

test("a condition on what a tool gives names a field that it has, or is asked for", async () => {
  const rows = await said("only run step 3 if step 2 gave any rows");
  const asked = await said("only run step 5 if step 4 gave any rows");

  expect(rows.plan?.steps[2]?.if).toBe("$parse.output.rowCount > 0");
  expect(asked.called).toEqual([]);
  expect(asked.reply).toMatch(/Which field, and which value.*path and bytes/);
});

test("a word is replaced where it stands by itself, and never in a reference or a longer name", async () => {
  const name = await said("replace Maria with Bob");
  const sum = await said('replace "sum" with "total"');
  const part = await said("replace ders.csv with a.csv");

  expect(name.plan?.steps[5]?.title).toBe("Tell Bob");
  expect(sum.plan?.steps.map((step) => step.input)).toEqual(orders.steps.map((step) => step.input));
  expect(part.called).toEqual([]);
});

test("a text that is set is everything behind the word to, whatever it says", async () => {
  const { plan, called } = await said(
    "set the instructions of step 6 to Tell her that it's done, don't add more",
  );

  expect(plan?.steps[5]?.instructions).toBe("Tell her that it's done, don't add more");
  expect(called).toHaveLength(1);
});

test("replies speak of steps by number and not by the ids that references have", async () => {
  const condition = await said("only run step 3 if step 2 gave any rows");
  const refusal = await said("put step 3 first");
  const input = await said("what is the input of step 3?");

  for (const { reply } of [condition, refusal, input]) expect(reply).not.toMatch(/\$(?:read|parse|sum)\./);
  expect(condition.reply).toContain("the rowCount of step 2 > 0");
});
