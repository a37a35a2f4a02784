import { randomUUID } from "node:crypto";
import { Agent } from "node:http";
import { post } from "#test/hooks/post.ts";
import { JSON_TYPE, standardHeaders } from "#test/hooks/senders.ts";
import { pause } from "./chaos-world.ts";

export type Good = { accepted: string[]; latencies: number[]; problems: string[] };

type Traffic = {
  urls: readonly string[];
  hook: { path: string; secret: string };
  perSecond: number;
  connections: number;
  isOver: (sent: number) => boolean;
};

/** Good deliveries at an even rate; each is timed from when it was to be sent. */
export async function sendGood({ urls, hook, perSecond, connections, isOver }: Traffic): Promise<Good> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const good: Good = { accepted: [], latencies: [], problems: [] };
  const waiting = new Set<Promise<void>>();
  const begin = performance.now();
  for (let sent = 0; !isOver(sent); sent += 1) {
    const dueAt = begin + (sent * 1_000) / perSecond;
    if (dueAt > performance.now()) await pause(dueAt - performance.now());
    const one = sendOne(urls[sent % urls.length] ?? "", dueAt).finally(() => waiting.delete(one));
    waiting.add(one);
  }
  await Promise.all(waiting);
  agent.destroy();
  return good;

  async function sendOne(url: string, dueAt: number): Promise<void> {
    const body = JSON.stringify({ to: randomUUID(), text: "x".repeat(500) });
    const headers = { ...JSON_TYPE, ...standardHeaders(hook.secret, body) };
    try {
      const answer = await post(`${url}${hook.path}`, { body, headers, agent });
      good.latencies.push(performance.now() - dueAt);
      if (answer.status === 202) good.accepted.push(JSON.parse(answer.body).runId);
      else good.problems.push(`a good delivery was answered ${answer.status}: ${answer.body}`);
    } catch (error) {
      good.problems.push(`a good delivery was not answered: ${String(error)}`);
    }
  }
}
