import { networkInterfaces } from "node:os";
import ipaddr from "ipaddr.js";

const ports = new Map<number, number>();

/** This program listens at that port, or another process of it does. Returns how to take that back. */
export function addOwnDoor(port: number): () => void {
  ports.set(port, (ports.get(port) ?? 0) + 1);
  let isTakenBack = false;
  return () => {
    if (isTakenBack) return;
    isTakenBack = true;
    const left = (ports.get(port) ?? 1) - 1;
    if (left === 0) ports.delete(port);
    else ports.set(port, left);
  };
}

/** Whether a connection would lead to this program itself, where a tool could approve, save and start things. */
export function isOwnDoor(address: string | undefined, port: number): boolean {
  if (!ports.has(port) || address === undefined || !ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (["loopback", "unspecified"].includes(parsed.range())) return true;
  const own = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return own.some(
    (one) => ipaddr.isValid(one.address) && ipaddr.process(one.address).toString() === parsed.toString(),
  );
}
