import type { Environment } from "@/infra/environment.ts";
import { loadTimeZones } from "@/infra/geography/time-zone.ts";
import { loadPhoneReader } from "@/infra/phone/reader.ts";
import type { DeliveryDeps } from "../../../carriers/deps.ts";
import type { ImportRecord } from "../store.ts";
import type { Judging } from "./judging.ts";
import { ownFleets } from "./pricing.ts";

/** Loads what the rows of an import are judged with. */
export async function judgingOf(
  deps: DeliveryDeps,
  environment: Environment,
  { accountId, kind, columns, defaults }: ImportRecord,
): Promise<Judging> {
  const [phones, zoneAt] = await Promise.all([loadPhoneReader(), loadTimeZones()]);
  const fleets = kind === "drivers" ? ownFleets(deps, environment, accountId) : [];
  return {
    deps,
    kind,
    columns,
    defaults,
    phones,
    zoneAt,
    fleetId: fleets.length === 1 ? fleets[0]?.identity.id : undefined,
  };
}
