import { toTimestamp } from "../infra/clock.ts";
import type { Deps } from "../infra/deps.ts";
import { contextOf } from "../infra/http/context.ts";
import { isFrozen } from "../infra/test-clock/test-clock.ts";
import type { Outgoing } from "./response.ts";

const name = "x-waybill-clock";

/** Tells the time of the account's sandbox where it has a clock of its own, so that nobody has to ask for it. */
export function addClockHeader(
  { clocks }: Deps,
  request: Request,
  { headers }: Pick<Outgoing, "headers">,
): void {
  const principal = clocks && contextOf(request)?.principal;
  if (principal?.kind !== "key" && principal?.kind !== "session") return;
  const clock = principal.environment === "sandbox" ? clocks?.times.find(principal.accountId) : undefined;
  if (!clocks || !clock) return;
  const at = toTimestamp(clocks.times.now(clock.accountId));
  headers[name] = isFrozen(clock) ? `${at}; frozen` : at;
}
