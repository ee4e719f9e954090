import type { DriverView } from "@/delivery/fleet/drivers/schema.ts";
import type { CreateShipment } from "@/delivery/orders/shipments/schema.ts";
import { dutyText, isFull } from "../../../assigning/load.ts";
import { type AgreedValues, agreementOf, noAgreement } from "../agreed/values.ts";

/** Who of the own fleet gets a new order. Pure. */

export interface BookingValues extends AgreedValues {
  /** A driver, or one of the words below. Empty: the usual one. */
  driver_id: string;
}

export const noBooking: BookingValues = { ...noAgreement, driver_id: "" };

/** What stands instead of a driver. */
export const nearest = "nearest";
const later = "later";
const offers = "offers";

/** What the account can book itself. */
export interface Own {
  fleets: readonly { id: string; isManual: boolean }[];
  drivers: readonly DriverView[];
  /** Nobody else delivers for the account, or its own riders are what it is for. */
  isUsual: boolean;
}

/** A driver who gets the job after the fleet was booked. */
export interface Rider {
  driver_id: string;
  over_capacity?: true;
  /** Of a driver who is named: what people call the driver, and what books the fleet alone. */
  name?: string;
  booking?: FleetBooking;
}

/** Of an own fleet, at its cheapest price or an agreed one. */
type FleetBooking =
  | NonNullable<ReturnType<typeof agreementOf>>
  | { strategy: "cheapest"; carriers: string[] };

interface Booking {
  accept: NonNullable<CreateShipment["accept"]> | null;
  /** Who should have it, also where the request says so already. Undefined: the fleet asks its drivers, or a person chooses. */
  rider?: Rider;
}

/** The choices, the usual ones first, each driver with duty and load. */
export function riderChoices({ fleets, drivers }: Own): { value: string; label: string }[] {
  const isLast = ({ on_duty, absent_until }: DriverView) => Number(!on_duty || absent_until !== null);
  const named = drivers
    .filter(({ carrier_id }) => fleets.some(({ id }) => id === carrier_id))
    .toSorted((one, other) => isLast(one) - isLast(other) || one.name.localeCompare(other.name))
    .map((driver) => ({ value: driver.id, label: `${driver.name} · ${dutyText(driver)}` }));
  return [
    ...(named.length > 0 ? [{ value: nearest, label: "Nearest rider on duty" }] : []),
    ...named,
    ...(named.length === 0 || fleets.some(({ isManual }) => isManual)
      ? [{ value: later, label: "Later: book the fleet, choose the rider afterwards" }]
      : []),
    { value: offers, label: "Nobody yet: compare the quotes first" },
  ];
}

/** What is chosen. By default the only rider, or the nearest of several. */
export function chosenRider({ driver_id }: BookingValues, own: Own): string {
  if (driver_id !== "") return driver_id;
  if (!own.isUsual) return offers;
  const [one, ...others] = own.drivers.filter(({ absent_until }) => absent_until === null);
  if (one && others.length === 0) return one.id;
  return own.drivers.length === 0 ? later : nearest;
}

/** Whether creating the order books somebody. */
export function booksAtOnce(values: BookingValues, own: Own): boolean {
  return chosenRider(values, own) !== offers || agreementOf(values) !== undefined;
}

/** The driver who is chosen by name, without room for another job. */
export function fullRider(values: BookingValues, own: Own): DriverView | undefined {
  const chosen = chosenRider(values, own);
  return own.drivers.find((driver) => driver.id === chosen && isFull(driver));
}

/** What the request says, and what is done after it. */
export function bookingOf(values: BookingValues, own: Own): Booking {
  const chosen = chosenRider(values, own);
  const agreed = agreementOf(values);
  const manual = own.fleets.filter(({ isManual }) => isManual).map(({ id }) => id);
  const any = manual.length > 0 && chosen === later ? manual : own.fleets.map(({ id }) => id);
  const book = (carriers: string[]): FleetBooking => agreed ?? { strategy: "cheapest", carriers };
  if (chosen === offers) return { accept: agreed ?? null };
  if (chosen === later) return { accept: book(any) };
  if (chosen === nearest) return { accept: book(any), rider: { driver_id: nearest } };
  const driver = own.drivers.find(({ id }) => id === chosen);
  if (!driver) return { accept: { ...agreed, driver_id: chosen } };
  const { id, name, carrier_id } = driver;
  const booking = book([carrier_id]);
  const rider = { driver_id: id, name, booking };
  // A request that names a driver without room books nobody.
  return isFull(driver)
    ? { accept: booking, rider: { ...rider, over_capacity: true } }
    : { accept: { ...agreed, driver_id: id }, rider };
}
