import { customType } from "drizzle-orm/pg-core";

/** JSON as it is: the drivers parse it, and a text in it that looks like JSON stays a text. */
export const jsonb = customType<{ data: unknown; driverData: unknown }>({
  dataType: () => "jsonb",
  toDriver: (value) => JSON.stringify(value),
});
