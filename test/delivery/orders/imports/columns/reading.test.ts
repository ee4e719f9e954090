import { beforeAll, expect, test } from "bun:test";
import {
  type CellContext,
  type CellRead,
  readCell,
} from "../../../../../src/delivery/orders/imports/columns/reading.ts";
import { loadPhoneReader } from "../../../../../src/infra/phone/reader.ts";

/** What a cell is read as, and why it is refused. */

let context: CellContext;
beforeAll(async () => {
  context = {
    kind: "shipments",
    country: "DE",
    dateOrder: null,
    unit: null,
    currency: null,
    today: "2026-11-28",
    phones: await loadPhoneReader(),
  };
});

function read(field: string, text: string, change: Partial<CellContext> = {}): CellRead {
  return readCell(field, text, { ...context, ...change });
}

/** Its value, or the code of its fault. */
function resultOf(read: CellRead): unknown {
  if (read === "empty") return read;
  return "fault" in read ? read.fault.code : read.value;
}

test.each<[string, string, unknown]>([
  ["delivery.contact.name", "  Anna Kurz ", "Anna Kurz"],
  ["delivery.contact.name", "\u200e", "empty"],
  ["delivery.contact.name", '=HYPERLINK("x")', '=HYPERLINK("x")'],
  ["delivery.contact.name", "anna@example.com", "misplaced"],
  ["delivery.address.city", "0151 12345678", "misplaced"],
  ["delivery.address.line1", "10119 Berlin", "misplaced"],
  ["delivery.address.line1", "Straße des 17. Juni 135", "Straße des 17. Juni 135"],
  ["delivery.address.line1", "12 Main St", "12 Main St"],
  ["delivery.address.city", "10119 Berlin", "misplaced"],
  ["delivery.address.city", "Dublin 4", "Dublin 4"],
  ["delivery.address.town", "10119 Berlin", { postal_code: "10119", city: "Berlin" }],
  ["delivery.address.town", "Berlin", { city: "Berlin" }],
  ["delivery.address.town", "Torstr. 12", "misplaced"],
  ["delivery.address.postal_code", "10119.0", "10119"],
  ["delivery.address.postal_code", "'01067", "01067"],
  ["delivery.address.postal_code", "1067", "zero_missing"],
  ["delivery.contact.phone", "0151 / 12 34 56 78", "+4915112345678"],
  ["delivery.contact.phone", "'+49 151 12345678", "+4915112345678"],
  ["delivery.contact.phone", "4.91511E+12", "phone_invalid"],
  ["delivery.contact.email", "mailto:anna@example.com", "anna@example.com"],
  ["delivery.contact.language", "German", "de"],
  ["delivery.contact.language", "pt_BR", "pt-BR"],
  ["delivery.address.country", "Deutschland", "DE"],
  ["delivery.address.country", "Німеччина", "DE"],
  ["delivery.address.country", "ドイツ", "DE"],
  ["delivery.address.country", "UK", "GB"],
  ["delivery.address.country", "Atlantis", "unknown_word"],
  ["delivery.requirements.signature", "ja", true],
  ["delivery.requirements.signature", "いいえ", false],
  ["delivery.requirements.signature", "maybe", "unknown_word"],
  ["if_undeliverable", "Zurück", "return"],
  ["if_undeliverable", "leave at door", "leave_at_door"],
  ["if_undeliverable", "?", "unknown_word"],
  ["services", "express, eco", ["express", "eco"]],
  ["parcels.weight_grams", "1,5", "unit_missing"],
  ["parcels.weight_grams", "heavy", "number_invalid"],
  ["parcels.value", "12", "currency_missing"],
  ["delivery.window.date", "03/04/2026", "date_ambiguous"],
  ["delivery.window.date", "14:00", "date_invalid"],
  ["delivery.window.time", "2-4", "time_ambiguous"],
  ["delivery.window.time", "soon", "time_invalid"],
  ["metadata.shelf", "A 7", "A 7"],
])("%s of %s", (field, text, value) => {
  expect(resultOf(read(field, text))).toEqual(value);
});

test("an address in the place of a name is warned of", () => {
  expect(read("delivery.contact.name", "Torstr. 12, 10119 Berlin")).toMatchObject({
    value: "Torstr. 12, 10119 Berlin",
    warnings: [{ code: "address_as_name" }],
  });
  expect(read("delivery.contact.name", "Studio 54")).toEqual({ type: "text", value: "Studio 54" });
});

test("a fault never has the value", () => {
  for (const field of [
    "delivery.contact.phone",
    "delivery.window.date",
    "parcels.weight_grams",
    "delivery.address.country",
  ]) {
    const found = read(field, "Zebra 77");
    expect(JSON.stringify(found)).toContain("fault");
    expect(JSON.stringify(found)).not.toContain("Zebra");
  }
});

test.each([
  ["Lastenrad", "cargo_bike"],
  ["Fahrrad", "bicycle"],
  ["Auto", "car"],
  ["vélo cargo", "cargo_bike"],
  ["furgón", "van"],
  ["バイク", "motorbike"],
  ["LKW", "truck"],
  ["pieszo", "on_foot"],
  ["rocket", "unknown_word"],
])("%s is a vehicle", (text, vehicle) => {
  expect(resultOf(read("vehicle.type", text, { kind: "drivers" }))).toBe(vehicle);
});
