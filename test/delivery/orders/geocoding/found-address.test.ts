import { expect, test } from "bun:test";
import { addressIn } from "../../../../src/delivery/orders/geocoding/found-address.ts";
import type { Hit } from "../../../../src/infra/geocoding/hit.ts";

/** A result of a search as people write an address. */

const torstrasse: Hit = {
  latitude: 52.5291,
  longitude: 13.4014,
  precision: "house",
  label: "Torstraße 1, 10119 Berlin",
  country: "DE",
  houseNumber: "1",
  street: "Torstraße",
  postalCode: "10119",
  state: "Berlin",
  towns: ["Berlin", "Mitte"],
  reachMeters: 10,
};
const chicago = { country: "US", street: "South Halsted Street", houseNumber: "770", towns: ["Chicago"] };

test.each<[string, Partial<Hit>, object]>([
  ["a house", {}, { line1: "Torstraße 1", city: "Berlin", state: null, postal_code: "10119", country: "DE" }],
  [
    "the number first where people write it so, with the state",
    { ...chicago, postalCode: "60607", state: "IL" },
    { line1: "770 South Halsted Street", city: "Chicago", state: "IL", postal_code: "60607", country: "US" },
  ],
  ["a street", { precision: "street", houseNumber: null }, { line1: "Torstraße" }],
  [
    "a village without names of streets",
    { street: null, towns: ["Dorf"], houseNumber: "12" },
    { line1: "Dorf 12", city: "Dorf" },
  ],
  [
    "a town",
    { precision: "town", street: null, houseNumber: null, postalCode: null },
    { line1: null, city: "Berlin", postal_code: null },
  ],
  [
    "nothing but a point",
    { street: null, houseNumber: null, towns: [], postalCode: null, state: null },
    { line1: null, city: null, state: null, postal_code: null, country: "DE" },
  ],
])("%s", (_, change, expected) => {
  expect(addressIn({ ...torstrasse, ...change })).toMatchObject(expected);
});
