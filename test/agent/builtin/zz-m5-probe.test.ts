import { readFileSync, writeFileSync } from "node:fs";
import { test } from "vitest";
import { makeSchedule, openTriggers } from "./trigger-session.ts";
import { said } from "./order-book.ts";
test("probe", async () => {
  const out: string[] = [];
  for (const line of readFileSync("/tmp/m5/in.txt", "utf8").split("\n").filter(Boolean)) {
    const [mode, ...rest] = line.split("|");
    const words = rest.join("|");
    if (mode === "b") {
      const t = await said(words.replaceAll("\\n", "\n"), null);
      out.push(`B ${words}\n    ${JSON.stringify(t.called.filter((c) => c.name !== "propose_plan").map((c) => [c.name, c.input]))} steps=${JSON.stringify(t.plan?.steps.map((s) => s.title))} budget=${JSON.stringify(t.plan?.budget)}\n    ${t.reply}`);
      continue;
    }
    const t = openTriggers({ schedules: mode === "0" ? [] : mode === "p" ? [makeSchedule({ pausedFrom: "2027-07-31T22:00:00.000Z", pausedUntil: "2027-08-31T22:00:00.000Z" })] : [makeSchedule()] });
    let r;
    for (const w of words.split(" >> ")) r = t.say(w);
    out.push(`${mode} ${words}\n    ${JSON.stringify(r?.called.map((c) => c.input))}\n    ${r?.reply}`);
  }
  writeFileSync("/tmp/m5/out.txt", out.join("\n"));
});
