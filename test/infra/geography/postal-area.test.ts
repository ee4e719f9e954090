import { expect, test } from "bun:test";
import { postalArea } from "../../../src/infra/geography/postal-area.ts";
import { locateTown } from "../../../src/infra/geography/town.ts";

test.each([
  ["Newcastle", "NE1 1AA", "GB", [54.97, -1.61]],
  ["Newcastle upon Tyne", "NE1 1AA", "GB", [54.97, -1.61]],
  ["Newcastle-under-Lyme", "ST5 1AA", "GB", [53, -2.23]],
  ["Richmond", "TW9 1AA", "GB", [51.46, -0.3]],
  ["Richmond", "DL10 4AA", "GB", [54.4, -1.73]],
  ["London", "EC1A 1BB", "GB", [51.5, -0.13]],
  ["Lerwick", "ZE1 0AA", "GB", [60.15, -1.15]],
  ["Frankfurt", "60311", "DE", [50.12, 8.68]],
  ["Frankfurt", "15230", "DE", [52.35, 14.55]],
  ["Berlin", "14195", "DE", [52.52, 13.41]],
  ["Saint-Denis", "93200", "FR", [48.94, 2.35]],
  ["Ajaccio", "20000", "FR", [41.92, 8.74]],
  ["København K", "1050", "DK", [55.68, 12.57]],
  ["Paris Cedex 07", "75341", "FR", [48.86, 2.35]],
  ["NYC", "10001", "US", [40.71, -74]],
  ["Canberra", "2600", "AU", [-35.28, 149.13]],
] as const)("%s %s %s", (...[city, postal_code, country, [latitude, longitude]]) => {
  const town = locateTown({ city, postal_code, country })?.center;
  expect(town).toEqual({ latitude: expect.closeTo(latitude, 1), longitude: expect.closeTo(longitude, 1) });
});

test("says how far a place is from the middle of its area, and nothing of a place in another", () => {
  const stoke = postalArea("GB", "st5 1aa");
  expect(stoke?.({ latitude: 53, longitude: -2.2 })).toBe(0);
  expect(stoke?.({ latitude: 54.97, longitude: -1.61 })).toBeUndefined();
});

test.each([
  ["GB", "BF1 1AA"],
  ["GB", "QQ1 1AA"],
  ["GB", "ST"],
  ["GB", ""],
  ["DE", "05000"],
  ["DE", "1523"],
  ["FR", "97400"],
  ["NL", "1012AB"],
])("knows no area of %s %s", (country, postalCode) => {
  expect(postalArea(country, postalCode)).toBeUndefined();
});
