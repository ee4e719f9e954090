import { expect, test } from "bun:test";
import { readAddress, readTown } from "../../../../../src/delivery/orders/imports/columns/addresses.ts";
import type { AddressParts } from "../../../../../src/delivery/orders/imports/columns/field.ts";

/** Addresses in one cell, as countries write them. */

const berlin = { line1: "Torstr. 12", postal_code: "10119", city: "Berlin" };

test.each<[string, AddressParts]>([
  ["Torstr. 12, 10119 Berlin", berlin],
  ["Torstr. 12 10119 Berlin", berlin],
  ["Torstr. 12\n10119 Berlin", berlin],
  ["Torstr. 12, D-10119 Berlin", { ...berlin, postal_code: "D-10119" }],
  ["Torstr. 12, 2. OG, 10119 Berlin, Deutschland", { ...berlin, line2: "2. OG", country: "DE" }],
  ["Anna Kurz, Torstr. 12, 10119 Berlin", { ...berlin, line2: "Anna Kurz" }],
  ["Torstr. 12, Berlin", { line1: "Torstr. 12", city: "Berlin" }],
  [
    "12 Main St, Springfield, IL 62701",
    { line1: "12 Main St", city: "Springfield", state: "IL", postal_code: "62701" },
  ],
  [
    "12 Main St, Apt 4, Springfield, IL 62701-1234, USA",
    {
      line1: "12 Main St",
      line2: "Apt 4",
      city: "Springfield",
      state: "IL",
      postal_code: "62701-1234",
      country: "US",
    },
  ],
  [
    "10 Downing Street, London SW1A 2AA",
    { line1: "10 Downing Street", city: "London", postal_code: "SW1A 2AA" },
  ],
  [
    "10 Downing St, London, SW1A 2AA, UK",
    { line1: "10 Downing St", city: "London", postal_code: "SW1A 2AA", country: "GB" },
  ],
  ["Damrak 1, 1012 LG Amsterdam", { line1: "Damrak 1", postal_code: "1012 LG", city: "Amsterdam" }],
  ["ul. Długa 5, 00-238 Warszawa", { line1: "ul. Długa 5", postal_code: "00-238", city: "Warszawa" }],
  [
    "Av. Paulista, 1000, São Paulo - SP, 01310-100",
    { line1: "Av. Paulista, 1000", city: "São Paulo", state: "SP", postal_code: "01310-100" },
  ],
  [
    "6146 Honey Bluff Parkway,Calder,Michigan,49628-7978",
    { line1: "6146 Honey Bluff Parkway", city: "Calder", state: "Michigan", postal_code: "49628-7978" },
  ],
  [
    "〒150-0001 東京都渋谷区神宮前1-2-3",
    { postal_code: "150-0001", state: "東京都", city: "渋谷区", line1: "神宮前1-2-3", country: "JP" },
  ],
  ["вул. Хрещатик 1, Київ, 01001", { line1: "вул. Хрещатик 1", city: "Київ", postal_code: "01001" }],
  // Nothing is guessed: a row without a town is refused.
  ["Torstr. 12", { line1: "Torstr. 12" }],
  ["somewhere", { line1: "somewhere" }],
])("%s", (text, parts) => {
  expect(readAddress(text)).toEqual(parts);
});

test("a code and its town stand in one cell, in the order of the country", () => {
  expect(readTown("10119 Berlin")).toEqual({ postal_code: "10119", city: "Berlin" });
  expect(readTown("London SW1A 2AA")).toEqual({ postal_code: "SW1A 2AA", city: "London" });
  expect(readTown("Springfield, IL 62701")).toEqual({
    city: "Springfield",
    state: "IL",
    postal_code: "62701",
  });
  expect(readTown("Berlin")).toBeUndefined();
  expect(readTown("Torstr. 12")).toBeUndefined();
});
