import { type Static, Type } from "@sinclair/typebox";
import type { DeliveryDeps } from "../../delivery/carriers/deps.ts";
import { findRow } from "../../delivery/carriers/service.ts";
import { findDriver } from "../../delivery/fleet/drivers/reading.ts";
import { CreateDriver } from "../../delivery/fleet/drivers/schema.ts";
import { createLink } from "../../delivery/fleet/drivers/setup/link.ts";
import { listDrivers } from "../../delivery/fleet/drivers/setup/reading.ts";
import { createDriver } from "../../delivery/fleet/drivers/setup/service.ts";
import { environments } from "../../infra/environment.ts";
import { invalidField } from "../../infra/errors.ts";
import { Closed, Text } from "../../infra/http/schema.ts";
import { ListCarriers, managerOf, managerOfCarrier } from "./carriers.ts";

/** The operations behind the commands about drivers. */

const { name, phone, vehicle } = CreateDriver.properties;
const ObjectId = Text({ minLength: 1, maxLength: 100 });
const pageMax = 100;

export const ListDrivers = ListCarriers;
export const AddDriver = Closed({ carrier: ObjectId, name, phone, vehicle: vehicle.properties.type });
export const LinkDriver = Closed({ driver: ObjectId, confirm_local: Type.Optional(Type.Boolean()) });

/** All drivers of the account's fleets, or of the installation's. */
export async function listDriversByCommand(
  deps: DeliveryDeps,
  { environment, account }: Static<typeof ListDrivers>,
) {
  const { manager, side } = managerOf(deps, environment, account);
  const read = (cursor: string | null) =>
    listDrivers(deps, manager, side, { limit: pageMax, ...(cursor !== null && { cursor }) });
  let page = read(null);
  const data = [...page.data];
  while (page.next_cursor !== null) {
    page = read(page.next_cursor);
    data.push(...page.data);
  }
  return { data };
}

/** @throws AppError `validation_failed` for a carrier that is unknown or no fleet, `limit_reached` */
export function addDriverByCommand(
  deps: DeliveryDeps,
  { carrier, vehicle: type, ...driver }: Static<typeof AddDriver>,
) {
  const { manager, side } = managerOfCarrier(deps, carrier);
  return createDriver(deps, manager, side, { ...driver, carrier_id: carrier, vehicle: { type } });
}

/**
 * @throws AppError `validation_failed` for an unknown id, and where nobody knows the installation's address;
 * `public_url_unreachable`
 */
export async function linkDriverByCommand(
  deps: DeliveryDeps,
  { driver: id, ...input }: Static<typeof LinkDriver>,
) {
  if (deps.publicUrl() === "")
    throw invalidField("#/publicUrl", "required", "is required while no server runs");
  for (const environment of environments) {
    const driver = findDriver(deps.stores.platform(environment).db, id);
    if (!driver || !findRow(deps, environment, driver.carrierId)) continue;
    const { manager, side } = managerOf(deps, environment, driver.accountId ?? undefined);
    return createLink(deps, manager, side, id, input);
  }
  throw invalidField("#/driver", "unknown", "is not the id of a driver");
}
