import pg from "pg";
import { audit } from "./audit.ts";
import { chaosPlan } from "./chaos-plan.ts";
import { pause } from "./chaos-world.ts";
import { feed } from "./feed.ts";
import { type ChaosOptions, type Report, reportOf } from "./report.ts";
import { withWorld } from "./with-world.ts";

const ROUNDS = 6;
const DROP = `
select pg_terminate_backend(pid) from pg_stat_activity
where backend_type = 'client backend' and pid <> pg_backend_pid() order by random() limit 3`;

/** Too few connections, statements that time out, a locked table, connections that are cut. */
export function pressure({ workers }: ChaosOptions): Promise<Report> {
  // What one worker needs at least is ten; the world outside is one more.
  const postgres = {
    settings: [`max_connections=${10 * (workers + 1)}`, "superuser_reserved_connections=3"],
  };

  return withWorld({ plan: chaosPlan, workers, postgres }, async ({ url, world, hands }) => {
    const name = new URL(url).pathname.slice(1);
    await world.query(`alter database ${name} set statement_timeout = '700ms'`);
    let isPressing = true;
    const feeding = feedOn();
    const client = new pg.Client({ connectionString: url });
    await world.insist(() => client.connect());
    await client.query("set statement_timeout = 0");
    for (let round = 0; round < ROUNDS; round += 1) {
      await pause(1_000);
      await client.query(DROP);
      await client.query("begin; lock table run_steps in access exclusive mode; select pg_sleep(2); commit");
    }
    await client.end();
    isPressing = false;
    const runs = await feeding;
    const stuck = await world.untilAllOver(60_000);
    await world.insist(() => world.query("set statement_timeout = 0"));
    const found = await audit(world.ctx, { ...world, plan: chaosPlan });
    const figures = { runs, "locks of 2 s": ROUNDS, "requests said again": world.failures() };
    return reportOf("few connections, timeouts, locks", found, figures, { stuck, lost: hands.lost() });

    async function feedOn(): Promise<number> {
      while (isPressing) await feed(world, { runs: 10, perSecond: 10 });
      return world.runIds.length;
    }
  });
}
