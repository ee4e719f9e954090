import { shortShipment } from "@/delivery/lifecycle/state/example.ts";
import type { ShipmentView } from "@/delivery/lifecycle/state/schema.ts";
import type { IfUndeliverable, Outcome } from "@/delivery/model/model.ts";
import type { CreateShipment, ShipmentDraft } from "@/delivery/orders/shipments/schema.ts";
import { currencyOf } from "@/infra/geography/country.ts";
import { countryOfZone } from "@/infra/geography/country-time-zone.ts";
import type { Pair } from "../../../components/pair-fields.tsx";
import { sentenceOf } from "../../../format.ts";
import { amountFault, majorAmount, minorOf } from "../../../minor-amount.ts";
import type { NumberValue } from "../../../number-value.ts";
import type { StopZones } from "../../../zone.ts";
import { agreementErrors, agreementOf } from "../agreed/values.ts";
import { type BookingValues, noBooking } from "../booking/booking.ts";
import { copiedStop, emptyStop, type StopValues, windowErrors, windowOf } from "./stop-values.ts";

/** The form's fields have the same names as in the request, so the API's errors find them. */

export interface ParcelValues {
  description: string;
  quantity: NumberValue;
  weight_grams: NumberValue;
  length_mm: NumberValue;
  width_mm: NumberValue;
  height_mm: NumberValue;
  reference: string;
  /** In major units, as people write money. Without a currency, the one of the pickup country. */
  value: { amount: NumberValue; currency: string | null };
}

/** Members that the form leaves out: every carrier of the account is asked. */
type LeftOut = "carriers" | "services";

/** A new member of the request does not compile until the empty form has it too. */
export interface ShipmentValues
  extends Record<string, unknown>,
    Record<Exclude<keyof ShipmentDraft, LeftOut>, unknown> {
  reference: string;
  metadata: Pair[];
  pickup: StopValues;
  delivery: StopValues & {
    requirements: { signature: boolean; photo: boolean; pin: boolean; min_age: NumberValue };
  };
  parcels: ParcelValues[];
  if_undeliverable: IfUndeliverable;
  simulation: { outcome: Outcome; speed: string };
  /** Who of the own fleet gets it, and an agreed price. */
  accept: BookingValues;
}

export const speeds = [
  { value: "1", label: "One minute" },
  { value: "10", label: "10× faster" },
  { value: "instant", label: "Instant" },
  { value: "manual", label: "Manual steps" },
] as const;

/** The API takes any number. */
export function speedName(speed: number | string): string {
  return speeds.find(({ value }) => value === String(speed))?.label ?? `${speed}× speed`;
}

export const emptyParcel: ParcelValues = {
  description: "",
  quantity: 1,
  weight_grams: "",
  length_mm: "",
  width_mm: "",
  height_mm: "",
  reference: "",
  value: { amount: "", currency: null },
};

export const emptyShipment: ShipmentValues = {
  reference: "",
  metadata: [],
  pickup: emptyStop,
  delivery: { ...emptyStop, requirements: { signature: false, photo: false, pin: false, min_age: "" } },
  parcels: [emptyParcel],
  if_undeliverable: "return",
  simulation: { outcome: "delivered", speed: "1" },
  accept: noBooking,
};

/** The form at first: most orders stay in the country of the reader's clock. */
export function newShipment(): ShipmentValues {
  const country = countryOfZone(Intl.DateTimeFormat().resolvedOptions().timeZone) ?? "";
  const { pickup, delivery } = emptyShipment;
  return {
    ...emptyShipment,
    pickup: { ...pickup, address: { ...pickup.address, country } },
    delivery: { ...delivery, address: { ...delivery.address, country } },
  };
}

/** The form filled with the example; the chosen simulation stays. */
export function filledWithExample(values: ShipmentValues): ShipmentValues {
  const { pickup, delivery, parcels } = shortShipment;
  return {
    ...values,
    reference: "ORD-1001",
    pickup: filled(emptyStop, pickup),
    delivery: { ...emptyShipment.delivery, ...filled(emptyStop, delivery) },
    parcels: parcels.map((parcel) => ({ ...emptyParcel, description: "Books", ...parcel })),
  };
}

function filled(stop: StopValues, { contact, address }: (typeof shortShipment)["pickup"]): StopValues {
  return { ...stop, contact: { ...stop.contact, ...contact }, address: { ...stop.address, ...address } };
}

/** The form filled with a shipment like that one: without its ids, its PIN and windows that have passed. */
export function copyOf(
  { reference, pickup, delivery, ...shipment }: ShipmentView,
  zones?: StopZones,
): ShipmentValues {
  const { signature, photo, pin, min_age } = delivery.requirements;
  const { outcome, speed } = shipment.simulation ?? emptyShipment.simulation;
  return {
    reference: reference ?? "",
    metadata: Object.entries(shipment.metadata).map(([name, value]) => ({ name, value })),
    pickup: copiedStop(pickup, zones?.pickup),
    delivery: {
      ...copiedStop(delivery, zones?.delivery),
      requirements: { signature, photo, pin, min_age: min_age ?? "" },
    },
    parcels: shipment.parcels.map(copiedParcel),
    if_undeliverable: shipment.if_undeliverable,
    // A script of its own is not shown with the shipment.
    simulation: { outcome: outcome === "scripted" ? "delivered" : outcome, speed: String(speed) },
    accept: noBooking,
  };
}

function copiedParcel({ id: _, value, ...parcel }: ShipmentView["parcels"][number]): ParcelValues {
  const { description, length_mm, width_mm, height_mm, reference } = parcel;
  return {
    ...parcel,
    description: description ?? "",
    length_mm: length_mm ?? "",
    width_mm: width_mm ?? "",
    height_mm: height_mm ?? "",
    reference: reference ?? "",
    value: value
      ? { amount: majorAmount(value.amount, value.currency), currency: value.currency }
      : emptyParcel.value,
  };
}

/** The currency of a parcel's value; null until there is a country. */
export function currencyFor({ parcels, pickup }: ShipmentValues, index: number): string | null {
  const { country } = pickup.address;
  return parcels[index]?.value.currency ?? (country ? currencyOf(country) : null);
}

/** Errors that the API cannot see: it gets minor units, and only the last of two entries with one name. */
export function validateShipment(values: ShipmentValues): Record<string, string> {
  const names = values.metadata.map(({ name }) => name);
  const duplicates = names.flatMap((name, index) =>
    name !== "" && names.indexOf(name) < index
      ? [[`metadata.${index}.name`, "Another entry already has this name."]]
      : [],
  );
  const fractions = values.parcels.flatMap(({ value: { amount } }, index) => {
    const currency = currencyFor(values, index);
    const fault = amountFault(amount, currency ?? "");
    return fault === null ? [] : [[`parcels.${index}.value.amount`, sentenceOf(fault)]];
  });
  const agreed = Object.entries(agreementErrors(values.accept)).map(([name, text]) => [
    `accept.${name}`,
    text,
  ]);
  const windows = [...windowErrors("pickup", values.pickup), ...windowErrors("delivery", values.delivery)];
  return Object.fromEntries([...duplicates, ...fractions, ...windows, ...agreed]);
}

/** The request body, without empty fields. */
export function toRequest(values: ShipmentValues, isSandbox: boolean): CreateShipment {
  const { accept, simulation, metadata, pickup, delivery, parcels, ...rest } = values;
  const filledIn = {
    ...rest,
    pickup: stopOf(pickup),
    delivery: stopOf(delivery),
    parcels: parcels.map((parcel, index) => ({
      ...parcel,
      value: inMinorUnits(parcel.value.amount, currencyFor(values, index)),
    })),
    accept: agreementOf(accept),
    simulation: isSandbox ? { ...simulation, speed: speedOf(simulation.speed) } : undefined,
  };
  const entries = metadata.filter(({ name, value }) => name !== "" || value !== "");
  return {
    ...(withoutBlanks(filledIn) as CreateShipment),
    ...(entries.length > 0 && { metadata: metadataOf(entries) }),
  };
}

/** A metadata value may be empty. */
function metadataOf(entries: readonly Pair[]): Record<string, string> {
  return Object.fromEntries(entries.map(({ name, value }) => [name, value]));
}

function speedOf(choice: string): number | string {
  const speed = Number(choice);
  return Number.isNaN(speed) ? choice : speed;
}

function stopOf<Stop extends StopValues>(stop: Stop) {
  return { ...stop, window: windowOf(stop) };
}

function inMinorUnits(amount: NumberValue, currency: string | null) {
  if (amount === "") return undefined;
  return { amount: minorOf(amount, currency ?? ""), currency: currency ?? "" };
}

/** Keeps the positions in lists: the API's errors refer to them by index. */
function withoutBlanks(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutBlanks);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== "" && member !== undefined);
  return Object.fromEntries(members.map(([name, member]) => [name, withoutBlanks(member)]));
}
