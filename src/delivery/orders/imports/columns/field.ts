/** What a column of an import can mean, and what its cells are read as. */

export const importKinds = ["shipments", "contacts", "drivers"] as const;
export type ImportKind = (typeof importKinds)[number];

/** In which order a date has its parts. */
export const dateOrders = ["dmy", "mdy", "ymd"] as const;
export type DateOrder = (typeof dateOrders)[number];

/** The unit of numbers that name none. */
export const cellUnits = ["g", "kg", "oz", "lb", "mm", "cm", "m", "in"] as const;
export type CellUnit = (typeof cellUnits)[number];

/** A day, and times of day at the stop, or a moment that the cell says with its offset. Times are `HH:MM`. */
export interface CellTime {
  /** `YYYY-MM-DD`. */
  date?: string;
  from?: string;
  until?: string;
  /** RFC 3339, with its offset. */
  instant?: string;
}

/** What cells of each type become. */
export interface CellValues {
  text: string;
  /** E.164. */
  phone: string;
  email: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** BCP 47. */
  language: string;
  date: CellTime;
  time: CellTime;
  /** Grams. */
  weight: number;
  /** Millimeters. */
  length: number;
  /** Three lengths in one cell, such as `30 x 20 x 10 cm`. */
  size: { length_mm: number; width_mm: number; height_mm: number };
  money: { amount: number; currency: string };
  integer: number;
  /** Degrees. */
  degrees: number;
  yes_no: boolean;
  /** Separated by commas. */
  list: string[];
  /** A whole address, or as much of it as there is, in one cell. */
  address: AddressParts;
  /** A postal code and a town in one cell. */
  town: AddressParts;
  coordinates: { latitude: number; longitude: number };
  undeliverable: "return" | "leave_at_door" | "discard";
  /** One of the vehicle types of drivers. */
  vehicle: string;
}
export type CellType = keyof CellValues;

export interface AddressParts {
  line1?: string;
  line2?: string;
  city?: string;
  state?: string;
  postal_code?: string;
  country?: string;
}

const contact = {
  name: "text",
  first_name: "text",
  last_name: "text",
  company: "text",
  phone: "phone",
  email: "email",
} as const satisfies Record<string, CellType>;

const address = {
  address: "address",
  "address.line1": "text",
  "address.house_number": "text",
  "address.line2": "text",
  "address.town": "town",
  "address.city": "text",
  "address.state": "text",
  "address.postal_code": "text",
  "address.country": "country",
  "address.coordinates": "coordinates",
  "address.latitude": "degrees",
  "address.longitude": "degrees",
} as const satisfies Record<string, CellType>;

const stop = {
  ...under("contact", { ...contact, language: "language" }),
  ...address,
  instructions: "text",
  /** The day. */
  "window.date": "date",
  /** A time of day or a span, such as `10–12`. */
  "window.time": "time",
  "window.start": "time",
  "window.end": "time",
} as const satisfies Record<string, CellType>;

/** The fields of each kind. Beside them, a shipment has `metadata.` and a name, of which the cells are text. */
export const fields = {
  shipments: {
    reference: "text",
    ...under("pickup", stop),
    ...under("delivery", stop),
    "delivery.requirements.signature": "yes_no",
    "delivery.requirements.photo": "yes_no",
    "delivery.requirements.pin": "yes_no",
    "delivery.requirements.min_age": "integer",
    "parcels.description": "text",
    "parcels.quantity": "integer",
    "parcels.weight_grams": "weight",
    "parcels.length_mm": "length",
    "parcels.width_mm": "length",
    "parcels.height_mm": "length",
    "parcels.size": "size",
    "parcels.reference": "text",
    "parcels.value": "money",
    if_undeliverable: "undeliverable",
    services: "list",
  },
  contacts: { ...contact, ...address, instructions: "text" },
  drivers: {
    name: "text",
    first_name: "text",
    last_name: "text",
    phone: "phone",
    "vehicle.type": "vehicle",
    "vehicle.plate": "text",
    language: "language",
  },
} as const satisfies Record<ImportKind, Record<string, CellType>>;

const metadataPrefix = "metadata.";
const metadataNameMax = 40;

/** What the cells of a field are read as; undefined for what is no field of this kind. */
export function typeOf(kind: ImportKind, field: string): CellType | undefined {
  const known: Record<string, CellType> = fields[kind];
  if (Object.hasOwn(known, field)) return known[field];
  return metadataName(kind, field) === undefined ? undefined : "text";
}

/** The name that a field has in the metadata of a shipment; undefined for other fields. */
export function metadataName(kind: ImportKind, field: string): string | undefined {
  if (kind !== "shipments" || !field.startsWith(metadataPrefix)) return undefined;
  const name = field.slice(metadataPrefix.length);
  return name.length > 0 && name.length <= metadataNameMax ? name : undefined;
}

function under<Prefix extends string, Members extends Record<string, CellType>>(
  prefix: Prefix,
  members: Members,
): { [Name in keyof Members & string as `${Prefix}.${Name}`]: Members[Name] } {
  const entries = Object.entries(members).map(([name, type]) => [`${prefix}.${name}`, type]);
  return Object.fromEntries(entries);
}
