import type { AccountEnvironment } from "../../../access/model.ts";
import type { Carrier } from "../../carriers/carrier.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { fleetCode } from "../../carriers/kind.ts";
import type { Service } from "../../model/model.ts";

/** The account's own fleets, which alone take orders without anybody's approval, and price them. */
export function ownFleets(deps: DeliveryDeps, { environment, accountId }: AccountEnvironment): Carrier[] {
  return deps
    .carriers(environment, accountId)
    .filter(({ kind, owner }) => kind === fleetCode && owner.accountId === accountId);
}

/** What a form offers: its services, or all of the account's own fleets. A code that no fleet has is its own name. */
export function servicesOf(
  deps: DeliveryDeps,
  { environment, accountId }: AccountEnvironment,
  codes: readonly string[] | null,
): Service[] {
  const known = new Map(
    ownFleets(deps, { environment, accountId })
      .flatMap(({ services }) => services ?? [])
      .map(({ code, name }) => [code, name]),
  );
  const offered = codes ?? [...known.keys()];
  return offered.map((code) => ({ code, name: known.get(code) ?? code }));
}
