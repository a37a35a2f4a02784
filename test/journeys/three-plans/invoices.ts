import { addedAtEnd, changed, firstPlan, newStep, tellTeam } from "./planner-calls.ts";

export const brief = (entriesUrl: string) =>
  `Check each invoice of invoices.csv (number, supplier, amount) against the table invoices of the database orders: all three have to match, and it must not be paid. Post the good ones to ${entriesUrl} as {"entries": [...]} with LEDGER_TOKEN as bearer token, and write the rejected ones with their reasons into rejected.md.`;

const LOOK_UP =
  "select number, supplier, amount::float8 as amount, paid from invoices where number in (select jsonb_array_elements($1::jsonb) ->> 'number')";

const COMPARE = `(
  $known := known;
  $checked := [rows.(
    $row := $;
    $order := $known[number = $row.number];
    $reason := $not($exists($order)) ? "nobody ordered it"
      : $order.paid ? "it is paid already"
      : $order.supplier != $row.supplier ? "the supplier is " & $order.supplier
      : $order.amount != $number($row.amount) ? "the amount is " & $string($order.amount)
      : "";
    { "number": $row.number, "supplier": $row.supplier, "amount": $number($row.amount), "reason": $reason }
  )];
  { "good": [$checked[reason = ""].{ "number": number, "supplier": supplier, "amount": amount }],
    "rejected": [$checked[reason != ""].{ "number": number, "reason": reason }] }
)`;

export const plan = (entriesUrl: string) =>
  firstPlan("Invoices", "The good invoices are booked, the others are listed.", [
    newStep(["read-the-invoices", "Read the invoices"], "tool", [], {
      tool: "read_file",
      input: { path: "invoices.csv" },
    }),
    newStep(["take-the-rows", "Take the rows"], "tool", ["read-the-invoices"], {
      tool: "parse_csv",
      input: { text: "$read-the-invoices.output.content" },
    }),
    newStep(["look-up-the-orders", "Look up the orders"], "tool", ["take-the-rows"], {
      tool: "query_database",
      input: { database: "orders", sql: LOOK_UP, parameters: ["${take-the-rows.output.rows}"] },
    }),
    newStep(["compare", "Compare"], "tool", ["take-the-rows", "look-up-the-orders"], {
      tool: "transform",
      input: {
        expression: COMPARE,
        data: { rows: "$take-the-rows.output.rows", known: "$look-up-the-orders.output.rows" },
      },
    }),
    newStep(["book-the-good-ones", "Book the good ones"], "tool", ["compare"], {
      tool: "http_request",
      input: {
        url: entriesUrl,
        method: "POST",
        headers: { authorization: "Bearer {{secret.LEDGER_TOKEN}}" },
        body: { entries: "$compare.output.good" },
      },
    }),
    newStep(["list-the-rejected", "List the rejected"], "tool", ["compare"], {
      tool: "render_template",
      input: {
        template: "{% for one in rejected %}- {{ one.number }}: {{ one.reason }}\n{% endfor %}",
        data: { rejected: "$compare.output.rejected" },
      },
    }),
    newStep(["write-the-list", "Write the list"], "tool", ["list-the-rejected"], {
      tool: "write_file",
      input: { path: "rejected.md", content: "$list-the-rejected.output.text" },
    }),
  ]);

export const approvedFirst = changed(
  1,
  { "book-the-good-ones": { approval: true } },
  "Approval before booking",
);

export const toldOfFailures = addedAtEnd(
  2,
  tellTeam({ "look-up-the-orders": "Look up the orders", "book-the-good-ones": "Book the good ones" }),
);
