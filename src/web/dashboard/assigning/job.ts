import type { StopView } from "@/delivery/fleet/dispatch/stops/schema.ts";
import type { DriverView } from "@/delivery/fleet/drivers/schema.ts";
import type { ShipmentView } from "@/delivery/lifecycle/state/schema.ts";
import type { Place } from "../../map/place.ts";
import { nameOfShipment } from "../format.ts";

/** `1 job`, `12 jobs`. */
export function jobsText(count: number): string {
  return `${count} ${count === 1 ? "job" : "jobs"}`;
}

/** A job that a driver can be given. */
export interface Job {
  shipmentId: string;
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
    shipmentId: shipment.id,
    assignmentId: assignment.id,
    carrierId: assignment.carrier.id,
    name: nameOfShipment(shipment),
    pickup: placeOf(pickup.address),
    hasDriver: assignment.driver !== null,
    driverId: assignment.driver_id,
    hasGoods: status !== "assigned",
  };
}

/** Which of these no driver can be given, and why; empty where each is a job of an own fleet. */
export function leftOutText(shipments: readonly ShipmentView[], fleetIds: ReadonlySet<string>): string {
  const waiting = shipments.filter(({ assignment }) => assignment === null).length;
  const foreign = shipments.filter(
    ({ assignment }) => assignment && !fleetIds.has(assignment.carrier.id),
  ).length;
  const parts = [
    waiting > 0 && `${waiting} without an accepted quote`,
    foreign > 0 && `${foreign} with another carrier`,
  ].filter(Boolean);
  if (parts.length === 0) return "";
  const first = waiting > 0 ? ` Accept ${waiting === 1 ? "its quote" : "their quotes"} first.` : "";
  return `Left out of “Assign to…”: ${parts.join(", ")}.${first}`;
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
    shipmentId: first.shipment_id,
    assignmentId: first.assignment_id,
    carrierId: driver.carrier_id,
    name: first.reference ?? first.tracking_number ?? "",
    pickup: pickup && placeOf(pickup.address),
    hasDriver: true,
    driverId: driver.id,
    hasGoods: pickup === undefined,
  };
}

/** How jobs are dragged. */
const jobsType = "application/x-waybill-jobs";

export function dragJobs(data: DataTransfer, jobs: readonly Job[]): void {
  data.setData(jobsType, JSON.stringify(jobs));
  data.effectAllowed = "move";
  if (jobs.length > 1) showDragged(data, jobsText(jobs.length));
}

/** Under the pointer is how many they are, not one of the rows. */
function showDragged(data: DataTransfer, text: string): void {
  const label = document.createElement("div");
  label.className = "dragged";
  label.textContent = text;
  document.body.append(label);
  data.setDragImage(label, 0, 0);
  // The browser takes its picture after this task.
  setTimeout(() => label.remove());
}

/** None for anything else that was dropped. */
export function droppedJobs(data: DataTransfer): Job[] {
  const text = data.getData(jobsType);
  return text === "" ? [] : (JSON.parse(text) as Job[]);
}

export function hasJobs(data: DataTransfer): boolean {
  return data.types.includes(jobsType);
}
