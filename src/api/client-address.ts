import { type Deps, inMemory } from "../infra/deps.ts";
import { hourMs } from "../infra/durations.ts";
import type { Client } from "../infra/http/principal.ts";
import { isInCidrs } from "../infra/net/address.ts";
import { isAddress, isPrivateAddress } from "../infra/net/network.ts";
import type { Listener } from "./idle-timeout.ts";

const warnEveryMs = hourMs;
const lastWarning = inMemory(() => ({ at: Number.NEGATIVE_INFINITY }));

/**
 * The client's address. `X-Forwarded-For` counts only as far as its writers are trusted proxies: the client is the last
 * address that is no trusted proxy.
 */
export function clientOf(deps: Deps, request: Request, server: Listener): Client {
  const peer = withoutZone(server?.requestIP(request)?.address ?? "unknown");
  const forwarded = request.headers.get("x-forwarded-for");
  if (forwarded === null) return { address: peer, isShared: false };
  const entries = forwarded.split(",");
  let address = peer;
  while (isInCidrs(address, deps.config.trustedProxies)) {
    const entry = entries.pop();
    if (entry === undefined) return { address, isShared: false };
    const previous = addressIn(entry);
    // The proxy wrote a name instead of an address, such as `unknown`.
    if (previous === undefined) return { address, isShared: true };
    address = previous;
  }
  const isShared = entries.length > 0 && isPrivateAddress(address);
  if (isShared || (address === peer && entries.length > 0)) warnAboutProxy(deps, address);
  return { address, isShared };
}

/** Some proxies write more than the address: `203.0.113.77:4100`, `[2001:db8::1]:443`, `fe80::1%eth0`. */
function addressIn(entry: string): string | undefined {
  const text = entry.trim();
  const host = /^\[([^\]]*)\](:\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  const address = withoutZone(host);
  return isAddress(address) ? address : undefined;
}

function withoutZone(address: string): string {
  return address.replace(/%.*$/, "");
}

function warnAboutProxy(deps: Deps, proxy: string): void {
  const last = lastWarning(deps);
  const now = deps.realClock.now();
  if (now - last.at < warnEveryMs) return;
  last.at = now;
  deps.log.warn(
    { proxy },
    "Ignored X-Forwarded-For from an untrusted proxy. If it is your proxy, add it to WAYBILL_TRUSTED_PROXIES",
  );
}
