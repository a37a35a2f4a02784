import { dedent } from "./dedent.ts";

type Example = { title: string; about: string; brief: string };

/** Briefs that run to the end with the built-in planner and tools alone, without any key. */
export const EXAMPLES: readonly Example[] = [
  {
    title: "Sum up orders",
    about: "Four steps from raw orders to a report file",
    brief: dedent(`
      # Orders by country

      1. Use these orders:

         \`\`\`jsonata
         [
           { "country": "FR", "amount": 54 },
           { "country": "US", "amount": 34.9 },
           { "country": "FR", "amount": 1299 }
         ]
         \`\`\`
      2. Sum up by country:

         \`\`\`jsonata
         $each(\${ country: $sum(amount) }, function($total, $country) { { "country": $country, "total": $total } })
         \`\`\`
      3. Fill this template:

         \`\`\`liquid
         # Orders by country
         {% for row in data %}
         - {{ row.country }}: {{ row.total }}
         {%- endfor %}
         \`\`\`
      4. Write it to \`orders.md\`
    `),
  },
  {
    title: "Ask me before it is published",
    about: "A notice that waits for your approval",
    brief: dedent(`
      # Weekly notice

      1. Fill this template:

         \`\`\`liquid
         # Notice

         The office is closed on Friday.
         \`\`\`
      2. Write it to \`notice.md\` (ask me before this step)
    `),
  },
  {
    title: "Clean a table",
    about: "CSV in, the rows that matter out",
    brief: dedent(`
      # Large payments

      1. Fill this template:

         \`\`\`liquid
         name,amount
         Ada,54
         Sofia,1299
         Tom,610
         \`\`\`
      2. Parse it as CSV
      3. Keep the payments over 500:

         \`\`\`jsonata
         rows[$number(amount) > 500]
         \`\`\`
      4. Write it to \`large-payments.json\`
    `),
  },
];
