import { type Deps, inMemory } from "../../infra/deps.ts";
import { AppError } from "../../infra/errors.ts";
import type { Client } from "../../infra/http/principal.ts";
import { networksOf } from "../../infra/net/network.ts";
import { count, type Levels, retryAfter } from "./attempts.ts";

/**
 * Bytes of files that anyone may load, per network: 64 MiB at once, then 1 MiB per second, and more for the wider networks
 * of an IPv6 address. A phone that follows a delivery loads less than 1 MiB. An undeclared proxy is not counted, because one of its clients could block all others.
 */

const kibibyte = 1_024;
const rate = { perSecond: 1_024, burst: 65_536 };
const levelsOf = inMemory((): Levels => new Map());

/** Counts bytes to send. @throws AppError `rate_limited`; nothing is counted then */
export function countDownload(deps: Deps, { address, isShared }: Client, bytes: number, now: number): void {
  if (isShared) return;
  const cost = Math.ceil(bytes / kibibyte);
  const wait = count(levelsOf(deps), { rate, cost }, networksOf(address), now);
  if (wait === 0) return;
  throw new AppError("rate_limited", {
    detail: "Your network has loaded too much of the map. Wait as long as Retry-After says.",
    headers: retryAfter(wait),
  });
}
