import { argv } from "node:process";
import { chain, diamond, fan } from "./shapes.mjs";

// What a peer gets: the database, and the amounts of the round as the engine's own bench has them.
const [, , url, amounts = "{}"] = argv;
const { chainLength, width, chains, diamonds, atOnce } = JSON.parse(amounts);

/** Walks every shape once with the runner that `open` makes, and prints steps per second as one line of JSON. */
export async function measurePeer(open) {
  const peer = await open(url);
  const rates = {};
  rates.chain = await rateOf(peer, chain(chainLength), 1);
  rates.fan = await rateOf(peer, fan(width), 1);
  rates.chains = await rateOf(peer, chain(chainLength), chains);
  rates.diamonds = await rateOf(peer, diamond(), diamonds);
  console.log(JSON.stringify(rates));
  await peer.close();
  process.exit(0);
}

async function rateOf(peer, steps, runs) {
  const start = await peer.prepare(steps);
  await start();
  let left = runs;
  const begun = performance.now();
  const lane = async () => {
    while (left > 0) {
      left -= 1;
      await start();
    }
  };
  await Promise.all(Array.from({ length: Math.min(runs, atOnce) }, lane));
  return (steps.length * runs * 1_000) / (performance.now() - begun);
}
