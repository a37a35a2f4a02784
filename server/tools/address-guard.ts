import { type LookupAddress, lookup } from "node:dns";
import type { LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { buildConnector } from "undici";
import { isOwnDoor } from "./own-doors.ts";

/** An address that tools may not reach. */
export class BlockedAddressError extends Error {
  override readonly name = "BlockedAddressError";
}

const GIVEN_OUT = ipaddr.IPv6.parseCIDR("2000::/3");

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number];
type Allowed = { hosts: ReadonlySet<string>; ranges: readonly Range[] };

/**
 * A connector for undici that reaches public addresses alone, beside what `egressAllow` names: hosts,
 * addresses, CIDRs. It judges the literal host, every resolved address, and the one connected to in the end.
 */
export function guardedConnector(egressAllow: readonly string[]): buildConnector.connector {
  const allowed = readAllowed(egressAllow);

  return (options, callback) => {
    const host = bare(options.hostname);
    const isNamed = allowed.hosts.has(host.toLowerCase());
    const judge = (address: string) => isNamed || isReachable(address, allowed);

    if (ipaddr.isValid(host) && !judge(host)) {
      callback(blocked(host), null);
      return;
    }
    const connect = buildConnector({ timeout: 10_000, lookup: guardedLookup(judge) });
    connect(options, (...result) => {
      const [error, socket] = result;
      if (error || !socket) {
        callback(...result);
      } else if (socket.remoteAddress === undefined || !judge(socket.remoteAddress)) {
        socket.destroy();
        callback(blocked(host), null);
      } else if (isOwnDoor(socket.remoteAddress, socket.remotePort ?? 0)) {
        socket.destroy();
        callback(itself(host, socket.remotePort ?? 0), null);
      } else {
        callback(null, socket);
      }
    });
  };
}

/**
 * What can be said of a host before any connection: named by the settings, a private address that is not,
 * or neither, which for a name only its addresses tell.
 */
export function judgeHost(
  hostname: string,
  egressAllow: readonly string[],
): "allowed" | "blocked" | "unknown" {
  const allowed = readAllowed(egressAllow);
  const host = bare(hostname);
  if (allowed.hosts.has(host.toLowerCase())) return "allowed";
  if (!ipaddr.isValid(host)) return "unknown";
  if (isInRanges(ipaddr.process(host), allowed)) return "allowed";
  return isReachable(host, allowed) ? "unknown" : "blocked";
}

function guardedLookup(judge: (address: string) => boolean): LookupFunction {
  return (host, options, callback) => {
    lookup(host, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      const reachable = error ? [] : addresses.filter(({ address }) => judge(address));
      const [first] = reachable;
      if (error) callback(error, "", 0);
      else if (!first) callback(blocked(host), "", 0);
      else if (options.all === true) callback(null, reachable);
      else callback(null, first.address, first.family);
    });
  };
}

function isReachable(address: string, allowed: Allowed): boolean {
  if (!ipaddr.isValid(address)) return false;
  // Un-maps ::ffff:127.0.0.1, which is the loopback under another name.
  const parsed = ipaddr.process(address);
  return isPublic(parsed) || isInRanges(parsed, allowed);
}

// The registry of IPv6 has given out addresses from 2000::/3 alone; among the rest are IPv4 ones in disguise.
function isPublic(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  const isGivenOut = !(address instanceof ipaddr.IPv6) || address.match(GIVEN_OUT);
  return isGivenOut && address.range() === "unicast";
}

function isInRanges(address: ipaddr.IPv4 | ipaddr.IPv6, { ranges }: Allowed): boolean {
  return ranges.some(([range, bits]) => address.kind() === range.kind() && address.match(range, bits));
}

function readAllowed(egressAllow: readonly string[]): Allowed {
  const hosts = new Set<string>();
  const ranges: Range[] = [];
  for (const entry of egressAllow) {
    if (ipaddr.isValidCIDR(entry)) ranges.push(ipaddr.parseCIDR(entry));
    else if (ipaddr.isValid(bare(entry))) {
      const address = ipaddr.process(bare(entry));
      ranges.push([address, address.kind() === "ipv4" ? 32 : 128]);
    } else hosts.add(entry.toLowerCase());
  }
  return { hosts, ranges };
}

// Whatever EGRESS_ALLOW names: nothing that a plan calls may approve, save or start something here.
function itself(host: string, port: number): BlockedAddressError {
  return new BlockedAddressError(`"${host}:${port}" is this server itself, which tools may never reach.`);
}

function bare(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, "");
}

export function blocked(host: string): BlockedAddressError {
  return new BlockedAddressError(
    `"${host}" is not a public address, and tools may not reach it. Add it to EGRESS_ALLOW if they should.`,
  );
}
