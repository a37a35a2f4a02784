// The one schema, of both databases.
export * from "./agent-tables.ts";
export * from "./run-tables.ts";
export * from "./trigger-tables.ts";
export * from "./notice-tables.ts";
export * from "./tool-tables.ts";
