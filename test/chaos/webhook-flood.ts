import { type Flood, KINDS, SLOW } from "./webhook-kinds.ts";

export type FloodResult = {
  sent: number;
  answers: Record<string, Record<string, number>>;
  problems: string[];
};

/** Sends `each` of every kind of bad deliveries, `atOnce` at a time, and looks whether each is answered as it has to be. */
export async function flood(
  target: Flood,
  { each, atOnce }: { each: number; atOnce: number },
): Promise<FloodResult> {
  const answers: FloodResult["answers"] = {};
  const wrong = new Map<string, number>();
  const jobs = Array.from({ length: each }, () => KINDS).flat();
  let next = 0;

  async function send({ name, statuses, send: sendOne }: (typeof KINDS)[number]): Promise<void> {
    const status = await sendOne(target).catch((error: Error) => error.message);
    const tally = answers[name] ?? {};
    tally[status] = (tally[status] ?? 0) + 1;
    answers[name] = tally;
    if (typeof status === "number" && statuses.includes(status)) return;
    wrong.set(`${name}: ${status}`, (wrong.get(`${name}: ${status}`) ?? 0) + 1);
  }
  async function work(): Promise<void> {
    for (let job = jobs[next]; job; job = jobs[next]) {
      next += 1;
      await send(job);
    }
  }

  const slow = Array.from({ length: each }, () => send(SLOW));
  await Promise.all([...slow, ...Array.from({ length: atOnce }, work)]);
  const problems = [...wrong].map(([what, times]) => `${times} × ${what}`);
  return { sent: jobs.length + each, answers, problems };
}
