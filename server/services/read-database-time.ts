import type { Execute } from "./executor.ts";

// Never later than it is: rounded up to the millisecond, a slot could pass for settled before it has come.
const NOW = "select floor(extract(epoch from clock_timestamp()) * 1000)::float8 as now";

/** The time that decides what is due, whatever the clock of this process says. */
export async function readDatabaseTime(execute: Execute): Promise<Date> {
  const [row] = await execute(NOW, []);
  return new Date(Number(row?.["now"]));
}
