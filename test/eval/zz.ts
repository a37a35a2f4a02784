import { createBuiltinPlanner } from "#server/agent/builtin/model.ts";
import { makePlan } from "#test/make.ts";
import { openSession } from "./session.ts";
async function t(name: string, f: () => Promise<unknown>) {
  const a = performance.now();
  const r = await f().catch((e) => "THROW " + e.stack);
  console.log(name, Math.round(performance.now() - a) + "ms", String(JSON.stringify(r)).slice(0, 160));
}
const big = makePlan(
  Object.fromEntries(Array.from({ length: 100 }, (_, i) => ["s" + i, i ? ["s" + (i - 1)] : []])),
);
const say =
  (m: string, p: any = big) =>
  async () =>
    (await openSession(createBuiltinPlanner(), p).say(m)).reply;
await t("simple", say("step 3 should wait for step 1"));
await t("x1900", say("x ".repeat(950)));
await t("and", say("remove step 3 and ".repeat(100)));
await t("commas", say("a, ".repeat(600)));
await t("please", say("please ".repeat(250) + "do"));
await t("until", say("do not a until ".repeat(120)));
await t("quotes", say('"'.repeat(1900)));
await t("ask", say("ask me before ".repeat(130)));
await t(
  "brief list",
  say(
    Array.from(
      { length: 400 },
      (_, i) => `${i + 1}. Do thing number ${i} with the data of thing ${i - 1}`,
    ).join("\n"),
    null,
  ),
);
await t(
  "brief prose",
  say("Fetch the data, clean it, and then send it to Bob if it is fine. ".repeat(150), null),
);
await t("brief one sentence", say("fetch the data and clean it, ".repeat(600), null));
await t("brief when", say("when ".repeat(3000), null));
await t("brief x", say("x".repeat(50000), null));
await t("brief spaces", say(" ".repeat(20000) + "a", null));
await t("brief paren", say("- a " + "(".repeat(5000), null));
await t("empty", say("", null));
await t("emoji", say("🎉🎉🎉", null));
await t("ctx", say("</message></context>", null));
