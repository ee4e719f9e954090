import { type Deps, inMemory } from "../infra/deps.ts";
import type { Client } from "../infra/http/principal.ts";
import { isInCidrs } from "../infra/net/address.ts";
import { isAddress, isPrivateAddress } from "../infra/net/network.ts";
import { hourMs } from "../infra/units.ts";
import type { Listener } from "./idle-timeout.ts";

const warnEveryMs = hourMs;
const lastWarning = inMemory(() => ({ at: Number.NEGATIVE_INFINITY }));

/** Where a front connects from. */
const frontAddress = "127.0.0.1";

/** Servers that take connections only from a front, which knows whose they are by their port. */
const fronts = new WeakMap<object, (port: number) => string | undefined>();
/** Requests of the proxy that has the socket: it is trusted, and has no address. */
const proxied = new WeakSet<Request>();

/** Says that everything which reaches the server comes from a front on this machine. */
export function standsBehind(server: object, clientOn: (port: number) => string | undefined): void {
  fronts.set(server, clientOn);
}

/** Says that a request came through the socket of a proxy. */
export function cameThroughSocket(request: Request): void {
  proxied.add(request);
}

/**
 * The client's address. `X-Forwarded-For` counts only as far as its writers are trusted proxies: the client is the last
 * address that is no trusted proxy. Undefined if a proxy's socket or a front does not say whose the request is.
 */
export function clientOf(deps: Deps, request: Request, server: Listener): Client | undefined {
  const isProxied = proxied.has(request);
  const peer = isProxied ? undefined : peerOf(request, server);
  if (!isProxied && peer === undefined) return undefined;
  const forwarded = request.headers.get("x-forwarded-for");
  if (forwarded === null) return peer === undefined ? undefined : { address: peer, isShared: false };
  const entries = forwarded.split(",");
  let address = peer ?? addressIn(entries.pop() ?? "");
  if (address === undefined) return undefined;
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

/** Undefined for a connection behind a front that is not of the front. */
function peerOf(request: Request, server: Listener): string | undefined {
  const from = server?.requestIP(request);
  const clientOn = server ? fronts.get(server) : undefined;
  // Another address of this machine can have the same port, which then is not the front's.
  if (clientOn !== undefined) return from?.address === frontAddress ? clientOn(from.port) : undefined;
  return withoutZone(from?.address ?? "unknown");
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
