import { expect, test } from "bun:test";
import { timeZoneAt } from "../../../src/infra/geography/time-zone.ts";

const stepDegrees = 5;

test("every place has a time zone that this runtime knows", async () => {
  const zoneOf = (latitude: number, longitude: number) => timeZoneAt({ latitude, longitude });
  expect(await zoneOf(52.52, 13.405)).toBe("Europe/Berlin");
  expect(await zoneOf(41.88, -87.63)).toBe("America/Chicago");
  expect(await zoneOf(-33.87, 151.21)).toBe("Australia/Sydney");
  for (let latitude = -90; latitude <= 90; latitude += stepDegrees) {
    for (let longitude = -180; longitude <= 180; longitude += stepDegrees) {
      const timeZone = await zoneOf(latitude, longitude);
      expect(() => new Intl.DateTimeFormat("en", { timeZone })).not.toThrow();
    }
  }
});
