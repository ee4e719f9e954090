import type { Db } from "../../../infra/db/store.ts";
import { fleetOfDriver } from "../../fleet/drivers/reading.ts";
import { acceptedJobs } from "../../lifecycle/driver-jobs/reading.ts";
import type { ShipmentRow } from "../../lifecycle/state/rows.ts";
import { momentOf, type ShipmentPlace, toShipmentPlace } from "./list-place.ts";
import { columns } from "./list-plan.ts";
import type { ShipmentFilter } from "./list-store.ts";
import type { ShipmentOrder } from "./request.ts";

/**
 * The shipments whose jobs one of the account's own drivers has now, in the order, from beyond a place. They are as few as
 * a driver may have, so that all of them are read.
 */
export function shipmentsOfDriver(
  db: Db,
  { accountId, driverId }: { accountId: string; driverId: string },
  { order, ...filter }: ShipmentFilter & { order: ShipmentOrder },
  beyond: ShipmentPlace | undefined,
  limit: number,
): ShipmentRow[] {
  if (fleetOfDriver(db, accountId, driverId) === undefined) return [];
  const sign = order === "newest" ? -1 : 1;
  const compare = (one: ShipmentPlace, other: ShipmentPlace) =>
    sign * (one.at - other.at || (one.id < other.id ? -1 : Number(one.id > other.id)));
  return acceptedJobs(db, driverId)
    .map(({ shipment }) => shipment)
    .filter((row) => row.accountId === accountId && isMatched(row, filter))
    .filter((row) => momentOf(row, order) !== null)
    .map((row) => ({ row, place: toShipmentPlace(row, order) }))
    .sort((one, other) => compare(one.place, other.place))
    .filter(({ place }) => beyond === undefined || compare(place, beyond) > 0)
    .slice(0, limit)
    .map(({ row }) => row);
}

function isMatched(
  row: ShipmentRow,
  {
    createdAfter,
    createdBefore,
    updatedAfter,
    deliveryAfter,
    deliveryBefore,
    search,
    ...kinds
  }: ShipmentFilter,
): boolean {
  const isKind = columns.every((column) => {
    const values: readonly (string | number)[] | undefined = kinds[column];
    const value = row[column];
    return values?.includes(typeof value === "boolean" ? Number(value) : (value ?? "")) ?? true;
  });
  const lies = (order: ShipmentOrder, since: number | undefined, until?: number) => {
    const at = momentOf(row, order) ?? Number.NaN;
    return (since === undefined || at >= since) && (until === undefined || at < until);
  };
  return (
    isKind &&
    lies("newest", createdAfter, createdBefore) &&
    lies("updated", updatedAfter) &&
    lies("delivery", deliveryAfter, deliveryBefore) &&
    (search?.some((text) => row.search.includes(text)) ?? true)
  );
}
