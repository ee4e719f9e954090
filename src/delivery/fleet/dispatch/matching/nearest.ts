import type { Coordinates } from "@/infra/geography/coordinates.ts";
import type { DeliveryWriting } from "../../../carriers/deps.ts";
import type { DispatchTerms } from "../../../carriers/dispatch-terms.ts";
import { hasRoom, nearestFirst, unlimited } from "../../../lifecycle/driver-jobs/driver-job.ts";
import { type DriverJobRow, loadOf } from "../../../lifecycle/driver-jobs/reading.ts";
import { driversOnDuty } from "../../drivers/reading.ts";

/** Whom a search for the nearest driver leaves out. */
interface Search extends Pick<DispatchTerms, "radiusMeters"> {
  isLeftOut(driverId: string): boolean;
  /** Whoever is near has room: a person decided so. */
  overCapacity?: boolean;
}

/** The nearest driver on duty with room, within the radius around where the goods are. */
export function findNearest(
  { tx, now }: DeliveryWriting,
  { carrierId, weightGrams }: Pick<DriverJobRow, "carrierId" | "weightGrams">,
  goods: Coordinates,
  { radiusMeters, isLeftOut, overCapacity = false }: Search,
): string | undefined {
  const drivers = driversOnDuty(tx, carrierId).filter(({ id }) => !isLeftOut(id));
  const near = nearestFirst(drivers, goods, { radiusMeters, now });
  return near.find((driver) => {
    const capacity = overCapacity ? unlimited : driver;
    return hasRoom(capacity, loadOf(tx, driver.id), weightGrams);
  })?.id;
}
