import type { TSchema } from "@sinclair/typebox";
import { AppError, type FieldError, isFault } from "@/infra/errors.ts";
import { readWith } from "@/infra/http/reading.ts";
import { errorsOf, fits } from "@/infra/http/validation.ts";
import { sha256Base64Url } from "@/infra/ids.ts";
import { folded } from "@/infra/text/words.ts";
import type { DeliveryDeps } from "../../../carriers/deps.ts";
import { CreateDriver } from "../../../fleet/drivers/schema.ts";
import { CreateContact } from "../../contacts/schema.ts";
import { refuseUnsavable } from "../../contacts/service.ts";
import { warningsOf } from "../../shipments/contradictions.ts";
import { CreateShipment } from "../../shipments/schema.ts";
import { refuseUncreatable } from "../../shipments/service.ts";
import type { RowFault } from "../import.ts";
import { type Cells, createCells, type RowSettings } from "./cells.ts";
import { assembleContact, assembleDriver } from "./person.ts";
import { assembleShipment } from "./shipment.ts";
import { dayIn, type ZoneAt } from "./windows.ts";

/** Whether a row can become what it is meant to be. Nothing is stored. */

/** What is the same for all rows of an import. */
export interface Judging extends RowSettings {
  deps: DeliveryDeps;
  zoneAt: ZoneAt;
  /** The only fleet of the account; undefined where there are others or none. */
  fleetId: string | undefined;
}

/** What a row becomes: a body that can be created. */
export type RowBody =
  | { kind: "shipments"; body: CreateShipment }
  | { kind: "contacts"; body: CreateContact }
  | { kind: "drivers"; body: CreateDriver };

export interface JudgedRow {
  /** Undefined for a row with faults. */
  made: RowBody | undefined;
  faults: readonly RowFault[];
  warnings: readonly RowFault[];
  keys: RowKeys;
}

/** What makes two rows the same: an equal reference, or else an equal `same`. */
export interface RowKeys {
  reference: string | null;
  same: string | null;
  /** The day of a shipment at its delivery. */
  day: string | null;
  zone: string | null;
}

interface RowTexts {
  cells: readonly string[] | null;
  typed: Readonly<Record<string, string>> | null;
}

export function judgeRow(judging: Judging, row: RowTexts): JudgedRow {
  const cells = createCells(judging, row);
  const now = judging.deps.clock.now();
  switch (judging.kind) {
    case "shipments": {
      const { body: sent, zone } = assembleShipment(cells, judging, { now, zoneAt: judging.zoneAt });
      const body = judgeBody(cells, judging, CreateShipment, sent, (read) =>
        refuseUncreatable(judging.deps, read),
      );
      if (body) warnOf(cells, body);
      const made = body && { kind: "shipments" as const, body };
      return { made, faults: cells.faults, warnings: cells.warnings, keys: shipmentKeys(sent, zone, now) };
    }
    case "contacts": {
      const sent = assembleContact(cells, judging, now);
      const body = judgeBody(cells, judging, CreateContact, sent, refuseUnsavable);
      const made = body && { kind: "contacts" as const, body };
      return { made, faults: cells.faults, warnings: cells.warnings, keys: personKeys(sent) };
    }
    case "drivers": {
      const sent = assembleDriver(cells, judging, { now, fleetId: judging.fleetId });
      const body = judgeBody(cells, judging, CreateDriver, sent, () => {});
      const made = body && { kind: "drivers" as const, body };
      return { made, faults: cells.faults, warnings: cells.warnings, keys: personKeys(sent) };
    }
  }
}

/** The body as its operation reads it; undefined where it was refused, and the cells know why. */
function judgeBody<T extends TSchema, Body = T["static"]>(
  cells: Cells,
  { phones }: RowSettings,
  schema: T,
  sent: Record<string, unknown>,
  refuse: (read: Body) => void,
): Body | undefined {
  const { value } = readWith(schema, sent, phones);
  if (!fits(schema, value)) {
    note(cells, errorsOf(schema, value, "pointer"));
    return undefined;
  }
  try {
    refuse(value as Body);
  } catch (error) {
    if (isFault(error) || !(error instanceof AppError)) throw error;
    note(cells, error.options.errors ?? [{ pointer: "#", code: error.code, detail: error.message }]);
  }
  return cells.faults.length === 0 ? (value as Body) : undefined;
}

/** A cell that cannot be read is missing too: its own fault says more. */
function note(cells: Cells, errors: readonly FieldError[]): void {
  const refused = new Set(cells.faults.map(({ field }) => field));
  for (const { pointer = "#", code, detail } of errors) {
    const field = fieldAt(cells, pointer);
    if (!refused.has(field)) cells.refuse(field, { code, detail });
  }
}

function warnOf(cells: Cells, body: CreateShipment): void {
  for (const { pointer, code, detail } of warningsOf(body))
    cells.warn(fieldAt(cells, pointer), { code, detail });
}

/** Other fields that a member of the body may come from. */
const origins: Readonly<Record<string, readonly string[]>> = {
  "address.line1": ["address.house_number", "address"],
  "address.city": ["address.town", "address"],
  "address.postal_code": ["address.town", "address"],
  "address.country": ["address"],
  "address.latitude": ["address.coordinates"],
  "address.longitude": ["address.coordinates"],
  "contact.name": ["contact.first_name", "contact.last_name", "contact.company"],
  name: ["first_name", "last_name", "company"],
  window: ["window.time", "window.start", "window.end", "window.date"],
  "window.start": ["window.time", "window.date", "window.end"],
  "window.end": ["window.time", "window.start", "window.date"],
  "parcels.length_mm": ["parcels.size"],
  "parcels.width_mm": ["parcels.size"],
  "parcels.height_mm": ["parcels.size"],
};

/** The field that a member of the body comes from: one for which the row says something, if there is any. */
function fieldAt(cells: Cells, pointer: string): string {
  const names = pointer
    .split("/")
    .slice(1)
    .filter((name) => !/^\d+$/.test(name));
  const field = names.join(".");
  const prefix = /^(?:pickup|delivery)\./.exec(field)?.[0] ?? "";
  const others = origins[field.slice(prefix.length)] ?? [];
  const places = [field, ...others.map((each) => `${prefix}${each}`)];
  const place = places.find((each) => cells.text(each) !== undefined);
  if (place !== undefined) return place;
  // An amount or a date has members of its own.
  return cells.fields.find((each) => field.startsWith(`${each}.`)) ?? field;
}

type Known = Record<string, unknown> | undefined;

function shipmentKeys(sent: Record<string, unknown>, zone: string | null, now: number): RowKeys {
  const delivery = sent.delivery as Known;
  const pickup = sent.pickup as Known;
  const contact = delivery?.contact as Known;
  const address = delivery?.address as Known;
  const window = (delivery?.window ?? pickup?.window) as { start: string } | null | undefined;
  const startsAt = window ? Date.parse(window.start) : now;
  const day = dayIn(zone, Number.isNaN(startsAt) ? now : startsAt);
  const isPlace = contact?.name !== undefined && address?.line1 !== undefined;
  return {
    reference: typeof sent.reference === "string" ? keyOf(sent.reference) : null,
    same: isPlace ? keyOf(day, contact.name, address.line1, address.postal_code, address.city) : null,
    day,
    zone,
  };
}

function personKeys({ name, phone, email, address }: Record<string, unknown>): RowKeys {
  const reached = phone ?? email ?? (address as Known)?.line1;
  const same = typeof name === "string" ? keyOf(name, reached) : null;
  return { reference: null, same, day: null, zone: null };
}

/** Case, accents and white space make no difference. */
export function keyOf(...parts: unknown[]): string {
  return sha256Base64Url(parts.map((part) => folded(typeof part === "string" ? part : "")).join("\n"));
}
