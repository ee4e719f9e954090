import type { StopView } from "@/delivery/fleet/dispatch/stops/schema.ts";
import type { DriverView } from "@/delivery/fleet/drivers/schema.ts";
import type { ShipmentView } from "@/delivery/lifecycle/state/schema.ts";
import type { Place } from "../../map/place.ts";
import { nameOfShipment } from "../components/bulk/words.ts";

/** A job that a driver can be given. */
export interface Job {
  assignmentId: string;
  carrierId: string;
  name: string;
  /** Undefined where its place is not known. */
  pickup: Place | undefined;
  hasDriver: boolean;
  /** Who has it, as the page read it: another dispatcher may move it meanwhile. Undefined where the page does not know. */
  driverId?: string | null | undefined;
  /** The driver has the goods, so that nobody can be without a driver. */
  hasGoods: boolean;
}

/** Who has each of these jobs, for a batch: nothing where the page does not know it of all of them. */
export function expectedDrivers(jobs: readonly Job[]): { expected_driver_ids?: (string | null)[] } {
  const known = jobs.flatMap(({ driverId }) => (driverId === undefined ? [] : [driverId]));
  return known.length === jobs.length ? { expected_driver_ids: known } : {};
}

/** The job of a shipment whose carrier is an own fleet. */
export function jobOfShipment(shipment: ShipmentView): Job | undefined {
  const { assignment, pickup, status } = shipment;
  if (assignment === null || (status !== "assigned" && status !== "in_transit" && status !== "returning"))
    return undefined;
  return {
    assignmentId: assignment.id,
    carrierId: assignment.carrier.id,
    name: nameOfShipment(shipment),
    pickup: placeOf(pickup.address),
    hasDriver: assignment.driver !== null,
    driverId: assignment.driver_id,
    hasGoods: status !== "assigned",
  };
}

function placeOf({ latitude, longitude }: Pick<StopView["address"], keyof Place>): Place | undefined {
  return latitude === null || longitude === null ? undefined : { latitude, longitude };
}

/** A job by its driver's stops: all that an operator knows of it. */
export function jobOfStops(driver: DriverView, stops: readonly StopView[]): Job | undefined {
  const [first] = stops;
  if (first === undefined || first.state === "offered") return undefined;
  const pickup = stops.find(({ kind }) => kind === "pickup");
  return {
    assignmentId: first.assignment_id,
    carrierId: driver.carrier_id,
    name: first.reference ?? first.tracking_number ?? "",
    pickup: pickup && placeOf(pickup.address),
    hasDriver: true,
    driverId: driver.id,
    hasGoods: pickup === undefined,
  };
}

/** How a job is dragged. */
const jobType = "application/x-waybill-job";

export function dragJob(data: DataTransfer, job: Job): void {
  data.setData(jobType, JSON.stringify(job));
  data.effectAllowed = "move";
}

/** Undefined for anything else that was dropped. */
export function droppedJob(data: DataTransfer): Job | undefined {
  const text = data.getData(jobType);
  return text === "" ? undefined : (JSON.parse(text) as Job);
}

export function isJob(data: DataTransfer): boolean {
  return data.types.includes(jobType);
}
