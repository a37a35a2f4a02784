import { customType } from "drizzle-orm/pg-core";

/** Bytes as they are; both drivers read and write a Uint8Array. */
export const bytea = customType<{ data: Uint8Array; driverData: Uint8Array }>({
  dataType: () => "bytea",
});
