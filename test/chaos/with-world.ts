import type { Plan } from "#server/core/plan.ts";
import { type PostgresServer, startPostgres } from "#test/postgres-server.ts";
import { type ChaosWorld, openChaosWorld } from "./chaos-world.ts";
import { type Crew, type CrewOptions, type Hand, crew } from "./crew.ts";

export type Scene = { server: PostgresServer; url: string; world: ChaosWorld; hands: Crew; alive: Hand[] };

/** A PostgreSQL server, a world on it and workers that have joined, for as long as `play` takes. */
export async function withWorld<Result>(
  {
    plan,
    workers,
    postgres,
    ...more
  }: CrewOptions & { plan: Plan; workers: number; postgres?: Parameters<typeof startPostgres>[0] },
  play: (scene: Scene) => Promise<Result>,
): Promise<Result> {
  const server = await startPostgres(postgres);
  const url = await server.createDatabase();
  const world = await openChaosWorld(url, plan);
  const hands = crew(url, world.ledger.path, more);
  try {
    const alive = await Promise.all(Array.from({ length: workers }, () => hands.join()));
    return await play({ server, url, world, hands, alive });
  } finally {
    await hands.dismiss();
    await world.close();
    await server.stop();
  }
}
