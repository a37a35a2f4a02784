import { makePlan } from "#test/make.ts";

/** Seven steps with short titles: the mail of a chart asks first. */
export const report = makePlan(
  {
    fetch: [],
    clean: ["fetch"],
    sum: ["clean"],
    chart: ["sum"],
    mail: ["chart"],
    store: ["clean"],
    backup: ["fetch"],
  },
  {
    fetch: { title: "Fetch orders" },
    clean: { title: "Clean" },
    sum: { title: "Summarize" },
    chart: { title: "Chart" },
    mail: { title: "Mail", approval: {} },
    store: { title: "Store" },
    backup: { title: "Backup" },
  },
);
