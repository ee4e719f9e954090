import { expect, test } from "bun:test";
import { countryCodes } from "../../../src/infra/geography/country.ts";
import { countryOf } from "../../../src/infra/geography/territory.ts";
import { locateTown } from "../../../src/infra/geography/town.ts";

test.each([
  ["US", "PR", null, "PR"],
  ["US", "Puerto Rico", "10001", "PR"],
  ["US", null, "00901-1234", "PR"],
  ["US", null, "00801", "VI"],
  ["US", "U.S. Virgin Islands", null, "VI"],
  ["US", null, "96913", "GU"],
  ["US", null, "96950", "MP"],
  ["US", "AS", "96799", "AS"],
  ["US", "NY", "10001", "US"],
  ["US", null, "96720", "US"],
  ["GB", null, "je2 3ab", "JE"],
  ["GB", null, "GY1 1AA", "GG"],
  ["GB", null, "IM1 1AA", "IM"],
  ["GB", null, "GU1 1AA", "GB"],
  ["GB", null, "M1 1AE", "GB"],
  ["FR", null, "97400", "RE"],
  ["FR", null, "97133", "BL"],
  ["FR", null, "97110", "GP"],
  ["FR", null, "98800", "NC"],
  ["FR", null, "75001", "FR"],
  ["DE", "PR", "97400", "DE"],
  ["PR", null, "00901", "PR"],
] as const)("%s, state %s, %s lies in %s", (...[country, state, postal_code, expected]) => {
  expect(countryOf({ country, state, postal_code })).toBe(expected);
  expect(countryCodes).toContain(expected);
});

test.each([
  [{ city: "San Juan", state: "PR", postal_code: "00901", country: "US" }, [18.46, -66.1]],
  [{ city: "San Juan", postal_code: "00901", country: "US" }, [18.46, -66.1]],
  [{ city: "San Juan", state: "TX", country: "US" }, [26.19, -98.15]],
  [{ city: "St Helier", postal_code: "JE2 3AB", country: "GB" }, [49.19, -2.1]],
  [{ city: "Charlotte Amalie", state: "VI", country: "US" }, [18.34, -64.93]],
  [{ city: "Douglas", postal_code: "IM1 1AA", country: "GB" }, [54.15, -4.48]],
  [{ city: "Fort-de-France", postal_code: "97200", country: "FR" }, [14.6, -61.07]],
] as const)("%j is found in its own country", (address, [latitude, longitude]) => {
  expect(locateTown(address)?.center).toEqual({
    latitude: expect.closeTo(latitude, 1),
    longitude: expect.closeTo(longitude, 1),
  });
});

test("a town that the territory does not have is none, also where the other country has it", () => {
  expect(locateTown({ city: "Houston", state: "PR", country: "US" })).toBeUndefined();
  expect(locateTown({ city: "London", postal_code: "JE2 3AB", country: "GB" })).toBeUndefined();
});
