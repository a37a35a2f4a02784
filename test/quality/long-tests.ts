/** Whether `npm run test:long` runs: then tests that take long, or try very much, do so whole. */
export const isLong = process.env["TEST_LONG"] === "1";

/** Files that `npm test` leaves out; what they show, others show there in short. */
export const ONLY_LONG = [
  "test/tools/servers/hostile-servers.test.ts",
  "test/tools/servers/real-servers.test.ts",
];

/** Files of which `npm test` runs a part. */
export const LONGER_THERE = [
  "test/tools/git-attacks.test.ts",
  "test/tools/http-request-wire.test.ts",
  "test/tools/run-command-attacks.test.ts",
];
