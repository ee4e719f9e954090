import { type Scope, usePermissions } from "../../permissions.ts";
import type { Side } from "../../side.ts";
import type { Action } from "./next-actions.ts";

/** The scopes that each action needs. */
const scopesByAction: Readonly<Record<string, readonly Scope[]>> = {
  assign_driver: ["dispatch:write"],
  report_for_fleet: ["dispatch:write"],
  accept_quote: ["assignments:write"],
  release_assignment: ["assignments:write"],
  change_rate_card: ["carriers:write"],
  request_quotes: ["quotes:write"],
  cancel_shipment: ["shipments:write"],
  set_pin: ["shipments:write"],
  search_addresses: ["shipments:write"],
  add_charge: ["dispatch:write"],
  dismiss: ["dispatch:write"],
};

/** What the role of the person permits. The operator may do all of it. */
export function usePermitted({ isInstallation }: Side): (action: Action) => boolean {
  const permissions = usePermissions();
  return ({ action }) => isInstallation || permissions.may(...(scopesByAction[action] ?? []));
}
