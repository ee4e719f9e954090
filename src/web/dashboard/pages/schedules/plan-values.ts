import type { ShipmentView } from "@/delivery/lifecycle/state/schema.ts";
import type { CreateSchedule, PatchSchedule, ScheduleView } from "@/delivery/orders/schedules/schema.ts";
import type { CreateShipment } from "@/delivery/orders/shipments/schema.ts";
import { toLocalTime } from "../../times.ts";
import type { Weekday } from "./words.ts";

/** The form of a standing order, and what it sends. Fields have the names of the request, so its errors find them. */

export interface PlanValues extends Record<string, unknown> {
  name: string;
  days: Weekday[];
  pickup_window: { from: string; to: string };
  /** Empty: no window. */
  delivery_window: { from: string; to: string };
  time_zone: string;
  create_hours_before: number | string;
  starts_on: string;
  ends_on: string;
  /** A date on each line. */
  skip_dates: string;
  /** Who delivers: `default`, `ask`, `cheapest`, or the id of a driver. */
  shipment: { accept: string };
}

const noWindow = { from: "", to: "" };

/** For a shipment like that one, at the same times of day. */
export function planFor({ reference, pickup, delivery }: ShipmentView): PlanValues {
  return {
    name: reference ?? delivery.contact.company ?? delivery.contact.name,
    days: ["mon", "tue", "wed", "thu", "fri"],
    pickup_window: timesOf(pickup.window) ?? { from: "09:00", to: "12:00" },
    delivery_window: timesOf(delivery.window) ?? noWindow,
    time_zone: "",
    create_hours_before: 24,
    starts_on: "",
    ends_on: "",
    skip_dates: "",
    shipment: { accept: "default" },
  };
}

export function planOf(schedule: ScheduleView): PlanValues {
  const { accept } = schedule.shipment ?? {};
  return {
    name: schedule.name,
    days: [...schedule.days] as Weekday[],
    pickup_window: schedule.pickup_window,
    delivery_window: schedule.delivery_window ?? noWindow,
    time_zone: schedule.time_zone,
    create_hours_before: schedule.create_hours_before,
    starts_on: schedule.starts_on,
    ends_on: schedule.ends_on ?? "",
    skip_dates: schedule.skip_dates.join("\n"),
    shipment: { accept: choiceOf(accept) },
  };
}

type Accept = CreateShipment["accept"];

/** What no choice of the form says is kept as it is. */
export const asItIs = "as-it-is";

function choiceOf(accept: Accept): string {
  if (accept === undefined) return "default";
  if (accept === null) return "ask";
  const { driver_id, strategy, ...others } = accept;
  if (Object.keys(others).length > 0) return asItIs;
  return driver_id ?? (strategy === "fastest" ? asItIs : "cheapest");
}

function acceptOf(choice: string): Accept {
  if (choice === "default") return undefined;
  if (choice === "ask") return null;
  return choice === "cheapest" ? { strategy: "cheapest" } : { driver_id: choice };
}

/** Dates as people paste them, a line or a comma between. */
function datesIn(text: string): string[] {
  return text.split(/[\s,;]+/).filter((date) => date !== "");
}

function sharedOf(values: PlanValues) {
  const { from, to } = values.delivery_window;
  return {
    name: values.name,
    days: values.days,
    pickup_window: values.pickup_window,
    delivery_window: from === "" && to === "" ? null : { from, to },
    create_hours_before: Number(values.create_hours_before),
    ends_on: values.ends_on === "" ? null : values.ends_on,
    skip_dates: datesIn(values.skip_dates),
  };
}

export function toCreate(values: PlanValues, shipment: ShipmentView): CreateSchedule {
  const accept = acceptOf(values.shipment.accept);
  return {
    ...sharedOf(values),
    shipment: { ...templateOf(shipment), ...(accept !== undefined && { accept }) },
    ...(values.time_zone !== "" && { time_zone: values.time_zone }),
    ...(values.starts_on !== "" && { starts_on: values.starts_on }),
  };
}

/** @param version of what the form was filled with */
export function toPatch(values: PlanValues, before: ScheduleView): PatchSchedule {
  const { accept } = values.shipment;
  const isSame = accept === planOf(before).shipment.accept;
  return {
    ...sharedOf(values),
    time_zone: values.time_zone,
    starts_on: values.starts_on,
    ...(!isSame && before.shipment !== null && { shipment: acceptPatch(before.shipment.accept, accept) }),
  };
}

/** A merge patch removes what the earlier choice said. */
function acceptPatch(before: Accept, choice: string): Record<string, unknown> {
  const after = acceptOf(choice);
  if (!after) return { accept: null };
  const gone = Object.keys(before ?? {}).map((name) => [name, null]);
  return { accept: { ...Object.fromEntries(gone), ...after } };
}

/** What a shipment like that one is made of. */
function templateOf(shipment: ShipmentView): CreateShipment {
  const { reference, pickup, delivery, if_undeliverable, carriers, services, metadata, parcels } = shipment;
  return {
    reference,
    pickup: stopOf(pickup),
    delivery: { ...stopOf(delivery), requirements: delivery.requirements },
    parcels: parcels.map(({ id: _, ...parcel }) => parcel),
    if_undeliverable,
    metadata,
    ...(carriers && { carriers }),
    ...(services && { services }),
  };
}

function stopOf({ contact, address, instructions }: ShipmentView["pickup"]): CreateShipment["pickup"] {
  const { line1, line2, city, state, postal_code, country, latitude, longitude, geocode_source } = address;
  const place = { line1, line2, city, state, postal_code, country };
  // Waybill finds the others again.
  return {
    contact,
    instructions,
    address: geocode_source === "client" ? { ...place, latitude, longitude } : place,
  };
}

/** The reader's times of day, without seconds. */
function timesOf(window: { start: string; end: string } | null): { from: string; to: string } | null {
  return (
    window && { from: toLocalTime(window.start).slice(11, 16), to: toLocalTime(window.end).slice(11, 16) }
  );
}
