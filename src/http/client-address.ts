import { type Cidrs, isInCidrs } from "../webhooks/address.ts";
import type { Listener } from "./silence.ts";

/**
 * The address a request comes from. `X-Forwarded-For` is believed as far back as proxies are trusted: the
 * last entry that no trusted proxy wrote is the client.
 */
export function clientAddress(request: Request, server: Listener, trustedProxies: Cidrs): string {
  const peer = server?.requestIP(request)?.address ?? "unknown";
  if (trustedProxies.length === 0 || peer === "unknown") return peer;
  const forwarded = request.headers.get("x-forwarded-for")?.split(",") ?? [];
  let address = peer;
  for (const entry of forwarded.reverse()) {
    if (!isInCidrs(address, trustedProxies)) break;
    address = entry.trim();
  }
  return address;
}
