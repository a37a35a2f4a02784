import { makePlan } from "#test/make.ts";
import { executeIn } from "#server/services/executor.ts";
import { audit } from "./audit.ts";
import { feed } from "./feed.ts";
import { type ChaosOptions, type Report, reportOf } from "./report.ts";
import { withWorld } from "./with-world.ts";

const SHIFTS_S = [-60, 60, -7_200, 7_200];
// The clock is wrong from the start, and jumps by the same again after some seconds.
export const clock = (seconds: number) => `data:text/javascript,
const Real = Date, from = Real.now();
const shift = () => ${seconds * 1_000} * (Real.now() - from > 6000 ? 2 : 1);
globalThis.Date = class extends Real {
  constructor(...parts) { parts.length > 0 ? super(...parts) : super(Real.now() + shift()); }
  static now() { return Real.now() + shift(); }
};`;
const plan = makePlan(
  { read: [], wait: ["read"], later: ["read"], send: ["wait", "later"] },
  {
    read: { kind: "tool", tool: "read", instructions: "Take 20 ms." },
    wait: { kind: "wait", wait: { seconds: 1.5 } },
    later: { kind: "tool", tool: "put", instructions: "Take 20 ms. Fail once for a while." },
    send: { kind: "tool", tool: "send", instructions: "Take 400 ms." },
  },
);
const EARLY = `
select count(*)::int as found from run_events p join run_events c using (run_id, step_id)
where step_id = 'wait' and p.type = 'step-paused' and c.type = 'step-completed'
  and extract(epoch from c.at) * 1000 < (p.data ->> 'dueAt')::float8`;

/** The clocks of workers are wrong by a minute and by hours: leases and due times are the database's. */
export function skew({ workers }: ChaosOptions): Promise<Report> {
  const nodeOptions = (number: number) => [
    `--import=${clock(SHIFTS_S[number % SHIFTS_S.length] ?? 0)}`.replaceAll("\n", " "),
  ];

  return withWorld({ plan, workers, nodeOptions, leaseMs: 10_000 }, async ({ world, hands }) => {
    const runs = 150;
    await feed(world, { runs, perSecond: 10 });
    const stuck = await world.untilAllOver(60_000);
    const found = await audit(world.ctx, { ...world, plan });
    const [early] = await executeIn(world.ctx.db)(EARLY, []);
    const lost = [
      ...hands.lost(),
      ...(found.counts.interrupted > 0
        ? [`${found.counts.interrupted} × step taken from a living worker`]
        : []),
      ...(Number(early?.["found"]) > 0 ? [`${early?.["found"]} × wait that ended early`] : []),
    ];
    const figures = { runs, "clocks wrong by s": SHIFTS_S.join(", ") };
    return reportOf("wrong clocks", found, figures, { stuck, lost });
  });
}
