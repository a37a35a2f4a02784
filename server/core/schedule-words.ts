import cronstrue from "cronstrue";
import { listOf } from "./list-of.ts";
import type { Schedule } from "./schedule-slots.ts";

/** When a schedule fires: `At 09:00, Monday through Friday (Europe/Berlin)`. */
export function describeSchedule({ cron, timezone }: Pick<Schedule, "cron" | "timezone">): string {
  const [minute, hour, dayOfMonth = "*", month = "*", dayOfWeek = "*"] = cron.split(" ");
  const days = daysInWords(dayOfMonth, dayOfWeek);
  const times = inWords(`${minute} ${hour} * * *`);
  const isDaily = days === "" && month === "*" && /\bat \d\d:/i.test(times);
  const parts = [times, isDaily ? "every day" : days];
  if (month !== "*") parts.push(dates(`* * * ${month} *`));
  return `${parts.filter((part) => part !== "").join(", ")} (${timezone})`;
}

/** Whether both day fields are restricted, so that a date fires if either matches. */
export function hasEitherDay(cron: string): boolean {
  const [, , dayOfMonth, , dayOfWeek] = cron.split(" ");
  return dayOfMonth !== "*" && dayOfWeek !== "*";
}

function daysInWords(dayOfMonth: string, dayOfWeek: string): string {
  const inMonth = listedDays(dayOfMonth, (items) => `* * ${items} * *`).replace(
    /between day (\d+) and (\d+)/,
    "on day $1–$2",
  );
  const inWeek = listedDays(dayOfWeek, (items) => `* * * * ${items}`);
  if (inMonth === "" || inWeek === "") return inMonth + inWeek;
  return `either ${inMonth} or ${inWeek.replace(/^only /, "")}`;
}

/** cronstrue reads a list only when its items are of one kind: plain days, MON#2, or each 5L and 15W alone. */
function listedDays(field: string, cronOf: (items: string) => string): string {
  if (field === "*") return "";
  const items = field.split(",");
  const isAlone = (item: string) => /L$|W$/.test(item);
  const kinds = [
    items.filter((item) => !isAlone(item) && !item.includes("#")),
    items.filter((item) => item.includes("#")),
    ...items.filter(isAlone).map((item) => [item]),
  ];
  return listOf(kinds.filter((kind) => kind.length > 0).map((kind) => dates(cronOf(kind.join(",")))));
}

function dates(cron: string): string {
  return inWords(cron).replace(/^Every minute, /, "");
}

function inWords(cron: string): string {
  return cronstrue.toString(cron, { use24HourTimeFormat: true });
}
