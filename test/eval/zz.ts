import { createBuiltinPlanner } from "#server/agent/builtin/model.ts";
import { openSession } from "./session.ts";
import { workspaceTools } from "./workspace-tools.ts";
const briefs = [
`1. Read the file \`orders.csv\`
2. Parse it as CSV
3. Keep the good rows with \`rows[$number(amount) > 0]\`
4. Sum up by country: \`\`\`jsonata
{ "totals": $each($$[]{country: $sum($number(amount))}, function($v, $k) { {"country": $k, "total": $v} }) }
\`\`\`
5. Fill this template: \`\`\`liquid
# Totals
{% for row in totals %}- {{ row.country }}: {{ row.total }}
{% endfor %}
\`\`\`
6. Write it to \`report.md\``,
`1. Read the file \`orders.csv\`
2. Parse it as CSV
3. Sum up by country:
   \`\`\`jsonata
   rows{country: $sum($number(amount))}
   \`\`\`
4. Fill this template:

   \`\`\`liquid
   {% for row in data %}{{ row[0] }}: {{ row[1] }}
   {% endfor %}
   \`\`\`
5. Write it to \`out/report.md\``,
"Every weekday at 9: read orders.csv, parse it as CSV, count the rows with `$count(rows)` and save the number to count.txt.",
"Fetch https://api.example.com/rates, keep the euro ones with `body.rates[currency = 'EUR']`, then write them to `rates.json`. If the fetch fails, email me.",
"- List the files in `inbox`\n- Read `inbox/a.txt`\n- Summarise it\n- Post the summary to https://hooks.example.com/x",
];
for (const b of briefs) { const s = openSession(createBuiltinPlanner(), null, workspaceTools); const t = await s.say(b); console.log("=====", b.slice(0, 60), t.reply); for (const st of s.plan()?.steps ?? []) console.log(JSON.stringify({ ...st, expectedOutput: undefined })); for (const c of t.called.slice(1)) console.log(JSON.stringify(c)); }
