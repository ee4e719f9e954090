import { notifications } from "@mantine/notifications";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";
import type { AttentionItemView } from "../../../../delivery/attention/schema.ts";
import type { StopView } from "../../../../delivery/dispatch/stops/schema.ts";
import type { DriverView } from "../../../../delivery/drivers/schema.ts";
import type { AssignmentView, ShipmentView } from "../../../../delivery/lifecycle/schema.ts";
import type { ListedShipmentView } from "../../../../delivery/shipments/schema.ts";
import type { Place } from "../../../map/place.ts";
import { type Problem, post } from "../../api.ts";
import { nameOfShipment } from "../../components/bulk/words.ts";
import { dispatchFilters, type Filters, filtersOf } from "../../filters.ts";
import { useMay } from "../../permissions.ts";
import { useAction } from "../../queries.ts";
import type { Movements } from "./live.ts";
import type { DispatchPlace } from "./place.ts";

/** What the parts of the page share. */
export interface Board {
  place: DispatchPlace;
  movements: Movements;
  drivers: readonly DriverView[];
  attention: readonly AttentionItemView[];
  shipments: readonly ListedShipmentView[];
  chosen: Chosen;
  choose(chosen: Chosen): void;
  assign: Assign;
}

/** The shipment or driver on the right; the address names it. */
export interface Chosen {
  shipment?: string | undefined;
  driver?: string | undefined;
}

/** A job that a driver can be given. */
export interface Job {
  assignmentId: string;
  carrierId: string;
  name: string;
  /** Undefined where its place is not known. */
  pickup: Place | undefined;
  hasDriver: boolean;
  /** The driver has the goods, so that nobody can be without a driver. */
  hasGoods: boolean;
}

export interface Assign {
  /** Whether the person may move jobs. */
  isPermitted: boolean;
  give(job: Job, driver: Pick<DriverView, "id" | "name">): void;
  isPending: boolean;
  problem: Problem | null;
}

const readFilters = filtersOf(dispatchFilters);

/** The filters and the chosen one, as the address has them. */
export function useAddress() {
  const filters = readFilters(useSearch({ strict: false }));
  const navigate = useNavigate();
  const change = useCallback(
    (changed: Filters<(typeof dispatchFilters)[number]>) =>
      void navigate({
        to: ".",
        search: (before) => readFilters({ ...before, ...changed }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  const choose = useCallback(
    ({ shipment = "", driver = "" }: Chosen) => change({ shipment, driver }),
    [change],
  );
  return { filters, change, choose };
}

interface Giving {
  job: Job;
  driver: Pick<DriverView, "id" | "name">;
}

export function useAssign({ base, call, changes, isInstallation }: DispatchPlace): Assign {
  const { mutate, isPending, error } = useAction(
    ({ job, driver }: Giving, idempotencyKey) =>
      post<AssignmentView>(
        `${base}/assignments/${job.assignmentId}/driver`,
        { driver_id: driver.id },
        { ...call, idempotencyKey },
      ),
    { changes },
  );
  const give = useCallback(
    (job: Job, driver: Giving["driver"]) =>
      mutate(
        { job, driver },
        { onSuccess: () => notifications.show({ message: `${job.name} assigned to ${driver.name}.` }) },
      ),
    [mutate],
  );
  const isPermitted = useMay("dispatch:write") || isInstallation;
  return { isPermitted, give, isPending, problem: error };
}

/**
 * When the driver is expected at the door, a time or else a day; null once they are there. Only the list knows better
 * than the quote.
 */
export function expectedAt({
  substatus,
  estimated_delivery_at,
  estimated_delivery_date = null,
  eta,
}: ShipmentView & Partial<Pick<ListedShipmentView, "eta">>): string | null {
  if (substatus === "at_delivery") return null;
  if (eta) return eta.delivery ?? eta.delivery_date ?? null;
  return estimated_delivery_at ?? estimated_delivery_date;
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
    hasGoods: status !== "assigned",
  };
}

function placeOf({ latitude, longitude }: StopView["address"]): Place | undefined {
  return latitude === null || longitude === null ? undefined : { latitude, longitude };
}

/** The same by a driver's stops: all that an operator knows of it. */
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
