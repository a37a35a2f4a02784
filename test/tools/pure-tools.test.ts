import { expect, test } from "vitest";
import type { Json } from "#server/core/json.ts";
import { annotationsOf } from "#server/core/tool.ts";
import { transformTool } from "#server/tools/transform.ts";
import { makeCatalogue, messageOf, outputOf, toolContext } from "#test/tools/call-tool.ts";

const { call, catalogue } = await makeCatalogue();

test("transform gives the value of the expression, null when it selects nothing", async () => {
  const data = { orders: [{ total: 5 }, { total: 7.5 }] };

  expect(outputOf(await call("transform", { expression: "$sum(orders.total)", data }))).toBe(12.5);
  expect(outputOf(await call("transform", { expression: "orders[total > 6]", data }))).toEqual({
    total: 7.5,
  });
  expect(outputOf(await call("transform", { expression: "nothing", data }))).toBe(null);
});

test("expressions at the same time, after a stopped one and after each other keep to themselves", async () => {
  const square = async (n: number) => outputOf(await call("transform", { expression: "n * n", data: { n } }));
  const endless = { expression: "($f := function($x){$f($x + 1)}; $f(0))", data: null };
  const stop = new AbortController();

  const first = await Promise.all([1, 2, 3, 4, 5].map(square));
  const stopped = call("transform", endless, { signal: stop.signal });
  stop.abort();
  const bound = await call("transform", { expression: "($kept := 7; $kept)", data: null });
  const later = await call("transform", { expression: "$exists($kept)", data: null });

  expect(first).toEqual([1, 4, 9, 16, 25]);
  expect(await stopped).toMatchObject({ type: "failed", retry: "temporary" });
  expect([outputOf(bound), outputOf(later)]).toEqual([7, false]);
  expect(await square(6)).toBe(36);
});

test("a wrong expression is refused with its position", async () => {
  expect(messageOf(await call("transform", { expression: "$sum(orders", data: {} }))).toBe(
    'The expression is wrong at position 11: Expected ")" before end of expression.',
  );
  expect(messageOf(await call("transform", { expression: "a + 'x'", data: { a: 1 } }))).toContain(
    "must evaluate to a number",
  );
  expect(messageOf(await call("transform", { expression: "function($x){$x}", data: 1 }))).toContain(
    "a function, not a value",
  );
});

test("an expression without end is stopped, and the server goes on", async () => {
  const tool = transformTool({ timeoutMs: 300 });
  const endless = { expression: "($f := function($n) { $f($n + 1) }; $f(1))", data: null };

  expect(messageOf(await tool.call(endless, toolContext("/tmp")))).toContain(
    "did not end within 0.3 seconds",
  );
});

test("an expression that swallows memory is stopped", async () => {
  const greedy = { expression: "($f := function($s) { $f($s & $s) }; $f('0123456789'))", data: null };

  expect(await call("transform", greedy)).toMatchObject({ type: "failed" });
});

test("an expression cannot reach the process", async () => {
  const asked = { expression: "[$exists($process), $exists(constructor), $exists(__proto__)]", data: {} };

  expect(outputOf(await call("transform", asked))).toEqual([false, false, false]);
});

test("render_template writes text from data, and names a wrong variable or filter", async () => {
  const template = "{% for row in rows %}- {{ row.name | upcase }}\n{% endfor %}";

  expect(
    outputOf(await call("render_template", { template, data: { rows: [{ name: "ann" }, { name: "bo" }] } })),
  ).toEqual({
    text: "- ANN\n- BO\n",
  });
  expect(outputOf(await call("render_template", { template: "{{ data | size }}", data: [1, 2] }))).toEqual({
    text: "2",
  });
  expect(messageOf(await call("render_template", { template: "{{ nmae }}", data: {} }))).toContain("nmae");
  expect(messageOf(await call("render_template", { template: "{{ 'a' | shout }}", data: {} }))).toContain(
    "shout",
  );
  expect(messageOf(await call("render_template", { template: "{% for", data: {} }))).toContain(
    "could not be rendered",
  );
});

test("a template reaches no file, no prototype and no endless loop", async () => {
  expect(
    messageOf(await call("render_template", { template: "{% include '/etc/passwd' %}", data: {} })),
  ).not.toContain("root:");
  expect(
    messageOf(await call("render_template", { template: "{% render '../package.json' %}", data: {} })),
  ).toContain("could not be rendered");
  expect(
    messageOf(await call("render_template", { template: "{{ data.constructor.name }}", data: [] })),
  ).toContain("constructor");
  const loops = "{% for a in (1..100000) %}{% for b in (1..100000) %}x{% endfor %}{% endfor %}";
  expect(messageOf(await call("render_template", { template: loops, data: {} }))).toContain("limit");
});

test("parse_csv reads quotes, line breaks, a byte order mark and repeated columns", async () => {
  const text = '\uFEFFname,note,name\r\n"Ann ""A""","two\nlines",x\r\nBo,,y\r\n';

  expect(outputOf(await call("parse_csv", { text }))).toEqual({
    columns: ["name", "note", "name_2"],
    rows: [
      { name: 'Ann "A"', note: "two\nlines", name_2: "x" },
      { name: "Bo", note: "", name_2: "y" },
    ],
    rowCount: 2,
    badRows: [],
  });
});

test("parse_csv without a header numbers the columns, and takes other delimiters", async () => {
  expect(
    outputOf(await call("parse_csv", { text: "1;2\n3;4", delimiter: ";", header: false })),
  ).toMatchObject({
    columns: ["column_1", "column_2"],
    rows: [
      { column_1: "1", column_2: "2" },
      { column_1: "3", column_2: "4" },
    ],
  });
});

test("a bad row fails with its line, or is left out and listed when that is asked for", async () => {
  const text = 'a,b\n1,2\n3\n"x"y,5\n6,7\n';

  expect(messageOf(await call("parse_csv", { text }))).toBe(
    "Line 3 of the CSV is bad. It has 1 field where there are 2 columns. Set skipBadRows to leave bad rows out.",
  );
  expect(outputOf(await call("parse_csv", { text, skipBadRows: true }))).toMatchObject({
    rowCount: 2,
    rows: [
      { a: "1", b: "2" },
      { a: "6", b: "7" },
    ],
    badRows: [{ line: 3 }, { line: 4, problem: expect.stringContaining("quote") }],
  });
});

test("an empty text has no rows, and an open quote is a bad row", async () => {
  expect(outputOf(await call("parse_csv", { text: "" }))).toEqual({
    rows: [],
    rowCount: 0,
    columns: [],
    badRows: [],
  });
  expect(messageOf(await call("parse_csv", { text: 'a,b\n"open,2\n' }))).toContain("never closed");
  expect(
    outputOf(await call("parse_csv", { text: 'a,b\n\n"open,2\n3,4\n', skipBadRows: true })),
  ).toMatchObject({
    rows: [{ a: "3", b: "4" }],
    badRows: [{ line: 3, problem: expect.stringContaining("never closed") }],
  });
});

test("an unknown tool, an unknown parameter and a missing one are refused with what is allowed", async () => {
  expect(messageOf(await call("send_fax", {}))).toContain('no tool "send_fax". Tools: read_file');
  const message = messageOf(await call("read_file", { file: "a.txt", encoding: "utf-7" }));

  expect(message).toContain('"path" is missing');
  expect(message).toContain('"file" is unknown; allowed: path, encoding');
  expect(message).toContain('"encoding" must be one of ["utf8","base64"]');
});

test("annotations are those of the worst input, and get milder with the input that is there", async () => {
  const hints = Object.fromEntries(catalogue.list().map((tool) => [tool.name, tool.annotations]));

  expect(Object.keys(hints)).toEqual([
    "read_file",
    "write_file",
    "list_files",
    "http_request",
    "read_web_page",
    "read_feed",
    "transform",
    "render_template",
    "parse_csv",
    "send_email",
    "send_webhook",
    "query_database",
    "run_command",
  ]);
  expect(hints["write_file"]).toMatchObject({ readOnlyHint: false, idempotentHint: false });
  expect(hints["http_request"]).toMatchObject({
    readOnlyHint: false,
    idempotentHint: false,
    openWorldHint: true,
  });
  const hintsFor = (name: string, input: Json) => {
    const tool = catalogue.find(name);
    return tool && annotationsOf(tool, input);
  };
  const url = "https://example.com";
  expect(hintsFor("http_request", { url })).toMatchObject({ readOnlyHint: true });
  expect(hintsFor("http_request", { url, method: "HEAD" })).toMatchObject({ readOnlyHint: true });
  expect(hintsFor("http_request", { url, method: "POST" })).toMatchObject({ readOnlyHint: false });
  expect(hintsFor("http_request", { url, method: "$pick.output" })).toMatchObject({ readOnlyHint: false });
  expect(hintsFor("write_file", { path: "a", content: "" })).toMatchObject({ idempotentHint: true });
  expect(hintsFor("write_file", { path: "a", content: "", append: true })).toMatchObject({
    idempotentHint: false,
  });
});

test("what a database cannot store is replaced in outputs", async () => {
  const output = outputOf(await call("transform", { expression: "$", data: ["a\u0000b", "\ud800"] }));

  expect(output).toEqual(["a\uFFFDb", "\uFFFD"]);
});
