import type { ImportDefaults } from "@/delivery/orders/imports/defaults-schema.ts";
import type { ImportView } from "@/delivery/orders/imports/schema.ts";
import { countryOfZone } from "@/infra/geography/country-time-zone.ts";
import type { FieldProblem } from "@/web/browser/problem.ts";
import type { NumberValue } from "../../../number-value.ts";
import { emptyStop, type StopValues, stopValuesOf } from "../../shipments/new/stop-values.ts";

/** What all rows have, in the fields of a form. */
export interface DefaultsValues extends Record<string, unknown> {
  pickup: StopValues;
  /** Kilograms. */
  weight: NumberValue;
  contents: string;
  services: string[];
  /** Empty: as the account says. `none`, a strategy, or the id of a driver. */
  accept: string;
  country: string | null;
  /** `YYYY-MM-DD`. */
  date: string;
  carrier_id: string | null;
  vehicle_type: string | null;
}

const gramsPerKilogram = 1_000;

/** The form of a first list: most orders stay in the country of the reader's clock. */
export function newDefaultsValues({ columns }: ImportView, accept: string): DefaultsValues {
  const country = countryOfZone(Intl.DateTimeFormat().resolvedOptions().timeZone) ?? null;
  const isInRows = columns.some(({ field }) => field?.endsWith("country"));
  const { pickup, ...values } = defaultsValuesOf({});
  return {
    ...values,
    pickup: { ...pickup, address: { ...pickup.address, country: country ?? "" } },
    country: isInRows ? null : country,
    accept,
  };
}

export function defaultsValuesOf({
  pickup,
  parcels,
  services,
  accept,
  ...rest
}: ImportDefaults): DefaultsValues {
  const [parcel] = parcels ?? [];
  return {
    pickup: pickup === undefined ? emptyStop : stopOf(pickup),
    weight: parcel === undefined ? "" : parcel.weight_grams / gramsPerKilogram,
    contents: parcel?.description ?? "",
    services: services ?? [],
    accept: accept === undefined ? "" : (accept?.driver_id ?? accept?.strategy ?? "none"),
    country: rest.country ?? null,
    date: rest.date ?? "",
    carrier_id: rest.carrier_id ?? null,
    vehicle_type: rest.vehicle_type ?? null,
  };
}

function stopOf({ contact, address, instructions }: NonNullable<ImportDefaults["pickup"]>): StopValues {
  const isExact = address.latitude != null;
  return stopValuesOf({
    contact: {
      name: contact.name,
      company: contact.company ?? null,
      phone: contact.phone ?? null,
      email: contact.email ?? null,
      language: contact.language ?? null,
    },
    address: {
      line1: address.line1,
      line2: address.line2 ?? null,
      city: address.city,
      state: address.state ?? null,
      postal_code: address.postal_code ?? null,
      country: address.country,
      latitude: address.latitude ?? null,
      longitude: address.longitude ?? null,
      geocode_source: isExact ? "client" : "town",
    },
    instructions: instructions ?? null,
    window: null,
  });
}

/** As the request says it. What the form does not have stays as it is. */
export function toDefaults(values: DefaultsValues, kind: ImportView["kind"], before: ImportDefaults): object {
  const { pickup: _pickup, parcels, services: _services, accept: _accept, ...kept } = before;
  const { country: _country, date: _date, carrier_id: _carrier, vehicle_type: _vehicle, ...others } = kept;
  const country = values.country === null ? {} : { country: values.country };
  if (kind === "contacts") return { ...others, ...country };
  if (kind === "drivers") {
    return {
      ...others,
      ...country,
      ...(values.carrier_id !== null && { carrier_id: values.carrier_id }),
      ...(values.vehicle_type !== null && { vehicle_type: values.vehicle_type }),
    };
  }
  const weight =
    typeof values.weight === "number" ? Math.round(values.weight * gramsPerKilogram) : values.weight;
  const { quantity: _quantity, ...parcel } = parcels?.[0] ?? { quantity: undefined };
  const accept = acceptOf(values.accept, before.accept);
  return {
    ...others,
    ...country,
    ...(values.date !== "" && { date: values.date }),
    ...(isFilled(values.pickup) && { pickup: withoutBlanks(values.pickup) }),
    ...(weight !== "" && {
      parcels: [
        { ...parcel, weight_grams: weight, description: values.contents === "" ? null : values.contents },
      ],
    }),
    ...(values.services.length > 0 && { services: values.services }),
    ...(accept !== undefined && { accept }),
  };
}

/** Where the form has the members of the request whose names differ. */
const fieldNames = new Map([
  ["parcels/0/weight_grams", "weight"],
  ["parcels/0/description", "contents"],
]);

/** Faults of the request, as faults of the form's fields. */
export function fieldFaults(errors: readonly FieldProblem[]): FieldProblem[] {
  return errors.map((fault) => {
    const path = fault.pointer?.replace(/^#\/defaults\//, "");
    return path === undefined ? fault : { ...fault, pointer: `#/${fieldNames.get(path) ?? path}` };
  });
}

function acceptOf(choice: string, before: ImportDefaults["accept"]): object | null | undefined {
  if (choice === "") return undefined;
  if (choice === "none") return null;
  if (choice === before?.strategy) return before;
  return choice === "cheapest" || choice === "fastest" ? { strategy: choice } : { driver_id: choice };
}

function isFilled({ contact, address }: StopValues): boolean {
  return [...Object.values(contact), address.line1, address.city, address.postal_code].some(
    (text) => text !== "",
  );
}

/** A pickup without the fields that nobody has filled, and without a window. */
function withoutBlanks({ contact, address, instructions }: StopValues): object {
  const filled = (members: object) =>
    Object.fromEntries(Object.entries(members).filter(([, value]) => value !== "" && value !== null));
  return {
    contact: filled(contact),
    address: filled(address),
    ...(instructions !== "" && { instructions }),
  };
}
