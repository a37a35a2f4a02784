import { nextFire } from "#server/core/schedule-fires.ts";
import { clockChanges } from "#server/core/schedule-zone-clocks.ts";
import { compareFires, readForTest, scanZone } from "#test/core/schedule/compare-fires.ts";
import { CRONS } from "#test/core/schedule/crons.ts";
import { stretchesOf } from "#test/core/schedule/oracle/clocks.ts";
import { MINUTE } from "#test/core/schedule/oracle/units.ts";
import { ZONES } from "#test/core/schedule/zones.ts";

const [FIRST_YEAR, LAST_YEAR] = [2018, 2037];
const LOOKS = 200;
const count = (value: number) => value.toLocaleString("en");
const secondsSince = (startedAt: number) => ((performance.now() - startedAt) / 1_000).toFixed(0);
const faults: string[] = [];

const changesAt = performance.now();
const zones = Intl.supportedValuesOf("timeZone");
let changes = 0;
for (const timezone of zones) {
  const [from, to] = [Date.UTC(1970, 0, 1), Date.UTC(LAST_YEAR + 1, 0, 1)];
  const ours = clockChanges(timezone, from, to).filter(({ at }) => at > from);
  const seen = stretchesOf(timezone, from / MINUTE, to / MINUTE).slice(1);
  // The scan looks at whole minutes; Liberia changed its clocks within one.
  const told = ours.map(({ at }) => Math.ceil(at / MINUTE) * MINUTE);
  const expected = seen.map((stretch) => stretch.from * MINUTE);
  if (told.join() !== expected.join())
    faults.push(`the clocks of ${timezone}: ${difference(told, expected)}`);
  changes += expected.length;
}
console.log(
  `${count(changes)} changes of clocks in ${zones.length} zones from 1970 to ${LAST_YEAR}: ${faults.length} zones differ (${secondsSince(changesAt)} s)`,
);

const comparedAt = performance.now();
let fires = 0;
let differences = 0;
for (const [index, timezone] of ZONES.entries()) {
  const zone = scanZone(timezone, FIRST_YEAR, LAST_YEAR);
  for (const cron of CRONS) {
    const compared = compareFires(cron, zone);
    fires += compared.count;
    if (compared.difference === null) continue;
    differences++;
    faults.push(compared.difference);
  }
  if (index % 10 === 9)
    console.log(`  ${index + 1} zones, ${count(fires)} fires so far (${secondsSince(comparedAt)} s)`);
}
console.log(
  `${CRONS.length} crons in ${ZONES.length} zones from ${FIRST_YEAR} to ${LAST_YEAR}: ${count(fires)} fires, ${differences} differences (${secondsSince(comparedAt)} s)`,
);

const times = ZONES.flatMap((timezone) => CRONS.map((cron) => readForTest(cron, timezone)))
  .flatMap((schedule) =>
    Array.from({ length: LOOKS }, (_item, index) => {
      const startedAt = performance.now();
      nextFire(schedule, new Date(Date.UTC(FIRST_YEAR, 0, index * 37, index)));
      return performance.now() - startedAt;
    }),
  )
  .sort((a, b) => a - b);
const part = (share: number) => `${((times[Math.floor(times.length * share)] ?? 0) * 1_000).toFixed(0)} µs`;
console.log(
  `next fire, ${count(times.length)} times: half within ${part(0.5)}, 99 of 100 within ${part(0.99)}`,
);

for (const fault of faults.slice(0, 20)) console.error(fault);
if (faults.length > 0) process.exit(1);

function difference(told: readonly number[], expected: readonly number[]): string {
  const index = expected.findIndex((at, place) => at !== told[place]);
  const [ours, theirs] = [told[index] ?? told.at(-1), expected[index]].map((at) =>
    new Date(at ?? 0).toISOString(),
  );
  return `${told.length} changes instead of ${expected.length}; ${ours} instead of ${theirs}`;
}
