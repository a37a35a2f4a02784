import { openCluster, workerOf } from "./open-cluster.ts";
import { openStepwright, say } from "./open-page.ts";
import { shoot } from "./shoot.ts";
import { shootTools } from "./tools-screenshots.ts";
import { shootTriggers } from "./triggers-screenshots.ts";

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
  await shootTools(page, product.url);
} finally {
  await product.close();
}

await shootTriggers();

// The same run before and after one of three workers was killed in the middle of a step.
const cluster = await openCluster(3);
try {
  const page = await cluster.newPage({ deviceScaleFactor: 1.5 });
  await page.goto(cluster.url);
  await say(
    page,
    `# Open orders\n\n1. Fetch ${cluster.outside.url}/orders\n2. Fetch ${cluster.outside.url}/prices\n3. Write it to \`orders.txt\``,
  );
  await page.getByRole("button", { name: /^Save r1/ }).click();
  await page.getByRole("button", { name: "Saved" }).waitFor();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.getByRole("button", { name: "Start run" }).click();
  await page.waitForURL(/\/runs\//);
  const runId = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  const worker = await workerOf(cluster.url, runId, 1);
  const steps = page.getByRole("list", { name: "Steps of this run" });
  await steps.getByRole("button", { name: /orders, .*Running|orders.*Running/ }).click();
  await page.getByRole("tab", { name: "Attempts" }).click();
  await shoot(page, "worker-killed-before");
  process.kill(worker, "SIGKILL");
  await page.getByRole("heading", { name: /Attempt 1 of 3, completed/ }).waitFor();
  await shoot(page, "worker-killed-after");
} finally {
  await cluster.close();
}
