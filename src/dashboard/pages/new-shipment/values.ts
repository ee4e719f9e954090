import type { CreateShipment } from "../../../shipments/schema.ts";
import type { IfUndeliverable, Outcome } from "../../../shipments/shipment.ts";
import { exampleShipment } from "../../example.ts";

/** The fields of the form, by the names that they have in the request, so that the API's errors find them. */

export interface StopValues {
  contact: { name: string; company: string; phone: string; email: string };
  address: {
    line1: string;
    line2: string;
    postal_code: string;
    city: string;
    state: string;
    country: string;
  };
  instructions: string;
}

export interface ParcelValues {
  description: string;
  /** A number once there is one, as Mantine's fields for numbers have it. */
  quantity: number | string;
  weight_grams: number | string;
  length_mm: number | string;
  width_mm: number | string;
  height_mm: number | string;
}

export interface ShipmentValues extends Record<string, unknown> {
  reference: string;
  pickup: StopValues;
  delivery: StopValues & { requirements: { signature: boolean; photo: boolean; pin: boolean } };
  parcels: ParcelValues[];
  if_undeliverable: IfUndeliverable;
  simulation: { outcome: Outcome; speed: string };
}

export const speeds = [
  { value: "1", label: "A minute in all" },
  { value: "10", label: "Ten times as fast" },
  { value: "instant", label: "At once" },
  { value: "manual", label: "Step by step" },
] as const;

const emptyStop: StopValues = {
  contact: { name: "", company: "", phone: "", email: "" },
  address: { line1: "", line2: "", postal_code: "", city: "", state: "", country: "" },
  instructions: "",
};

export const emptyParcel: ParcelValues = {
  description: "",
  quantity: 1,
  weight_grams: "",
  length_mm: "",
  width_mm: "",
  height_mm: "",
};

export const emptyShipment: ShipmentValues = {
  reference: "",
  pickup: emptyStop,
  delivery: { ...emptyStop, requirements: { signature: false, photo: false, pin: false } },
  parcels: [emptyParcel],
  if_undeliverable: "return",
  simulation: { outcome: "delivered", speed: "1" },
};

/** The form with the example in it; what the simulation is to do stays as it was chosen. */
export function filledWithExample(values: ShipmentValues): ShipmentValues {
  const { pickup, delivery, parcels } = exampleShipment;
  return {
    ...values,
    reference: "ORD-1001",
    pickup: filled(emptyStop, pickup),
    delivery: { ...emptyShipment.delivery, ...filled(emptyStop, delivery) },
    parcels: parcels.map((parcel) => ({ ...emptyParcel, description: "Books", ...parcel })),
  };
}

function filled(stop: StopValues, { contact, address }: (typeof exampleShipment)["pickup"]): StopValues {
  return { ...stop, contact: { ...stop.contact, ...contact }, address: { ...stop.address, ...address } };
}

/** What is sent: fields that were left empty are not there. */
export function toRequest({ simulation, ...rest }: ShipmentValues, isSandbox: boolean): CreateShipment {
  const speed = Number(simulation.speed);
  const chosen = { ...simulation, speed: Number.isNaN(speed) ? simulation.speed : speed };
  return withoutBlanks(isSandbox ? { ...rest, simulation: chosen } : rest) as CreateShipment;
}

/** Numbers stay where they are in lists: the API's errors count them. */
function withoutBlanks(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutBlanks);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== "");
  return Object.fromEntries(members.map(([name, member]) => [name, withoutBlanks(member)]));
}
