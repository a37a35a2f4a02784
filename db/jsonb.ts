import { customType } from "drizzle-orm/pg-core";

/** JSON as it is: the drivers parse it, and a text in it that looks like JSON stays a text. */
export const jsonb = customType<{ data: unknown; driverData: unknown }>({
  dataType: () => "jsonb",
  toDriver: (value) => JSON.stringify(value),
});

/** The same with names in the order in which they were written, for what people read. */
export const json = customType<{ data: unknown; driverData: unknown }>({
  dataType: () => "json",
  toDriver: (value) => JSON.stringify(value),
});
