import { proveApprovals } from "#test/core/run-rules/approval-races/prove-approvals.ts";
import { approvalCrowd } from "#test/engine/approval-crowd.ts";
import { crowdFaults } from "#test/engine/check-crowd.ts";
import { cases } from "#test/property.ts";

const CROWD = Number(process.env["CROWD"] ?? 500);
const count = (value: number) => value.toLocaleString("en");
const secondsSince = (startedAt: number) => ((performance.now() - startedAt) / 1_000).toFixed(0);

const crowdAt = performance.now();
const crowd = await approvalCrowd(CROWD);
const faults = crowdFaults(crowd);
const answers = crowd.decided.flatMap((one) => one.answers);
console.log(
  `${count(CROWD)} approvals at once over HTTP, two workers: ${count(answers.length)} decisions sent, ` +
    `${count(answers.filter(({ status }) => status === 200).length)} stand, ` +
    `${count(answers.filter(({ status }) => status === 409).length)} were refused, ` +
    `${count(crowd.acts.length)} approved inputs were used, ${count(faults.length)} faults (${secondsSince(crowdAt)} s)`,
);

const { numRuns, seed } = cases(100_000);
const startedAt = performance.now();
const proved = proveApprovals(numRuns, seed, (soFar) => console.log(`${count(soFar)} interleavings`));
console.log(
  `${count(proved.interleavings)} interleavings of ${count(proved.moves)} moves from seed ${seed}: ` +
    `${count(proved.decided)} decisions stand, ${count(proved.refused)} were refused, ` +
    `${count(proved.acts)} approved inputs were used, ${count(proved.problems.length)} faults (${secondsSince(startedAt)} s)`,
);

faults.push(...proved.problems);
for (const fault of faults.slice(0, 20)) console.error(fault);
if (faults.length > 0) process.exit(1);
