import dns, { type LookupAddress } from "node:dns";
import { syncBuiltinESMExports } from "node:module";

type Answer = (error: Error | null, addresses: LookupAddress[]) => void;

/**
 * Names of `answers` lead where they say: the first list at first, the next one after, the last from then on.
 * A name without a list gets no answer. Other names are looked up as always. Gives what puts everything back.
 */
export function stubResolver(answers: Record<string, string[][]>) {
  const original = dns.lookup;
  const asked = new Map<string, number>();
  const stub = (host: string, options: object, done: Answer) => {
    const lists = answers[host];
    if (lists === undefined) {
      original(host, { ...options, all: true }, done);
      return;
    }
    if (lists.length === 0) return;
    const count = asked.get(host) ?? 0;
    asked.set(host, count + 1);
    const list = lists[Math.min(count, lists.length - 1)] ?? [];
    const found = list.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
    setImmediate(() => done(null, found));
  };
  Object.assign(dns, { lookup: stub });
  syncBuiltinESMExports();
  return {
    forget: () => asked.clear(),
    restore: () => {
      Object.assign(dns, { lookup: original });
      syncBuiltinESMExports();
    },
  };
}
