import { afterAll } from "vitest";
import { openPostgres } from "#db/postgres.ts";
import { startPostgres } from "#test/postgres-server.ts";
import { runCases } from "./run-cases.ts";

const server = await startPostgres();
afterAll(server.stop);

await runCases(async () => openPostgres(await server.createDatabase()));
