import { firesOf } from "./fires-of.ts";

// Run in a process of its own: what it prints must not depend on the zone of the host.
const [cron = "", timezone = "", after = "", ...hosts] = process.argv.slice(2);
const printed = hosts.map((host) => {
  process.env["TZ"] = host;
  return { minutes: new Date(after).getTimezoneOffset(), fires: firesOf(cron, timezone, after, 40) };
});
console.log(JSON.stringify(printed));
