import { describe, expect, test } from "bun:test";
import { type Found, firstStepsOf } from "@/web/dashboard/first-steps/steps.ts";

const nothing: Found = {
  fleets: [],
  hasCarriers: false,
  hasDrivers: false,
  shipmentId: undefined,
  isBooked: false,
  isDelivered: false,
};
const priced = { id: "car_1", hasPrices: true };
const unpriced = { id: "car_2", hasPrices: false };

/** The names of the steps that are done. */
const done = (purpose: "own_fleet" | "carriers", found: Partial<Found>) =>
  firstStepsOf(purpose, { ...nothing, ...found })
    .filter(({ isDone }) => isDone)
    .map(({ name }) => name);

describe("the first steps of an account", () => {
  test("with own riders lead through five pages, each done by what the account has", () => {
    const steps = firstStepsOf("own_fleet", nothing);
    expect(steps.map(({ name }) => name)).toEqual([
      "Fleet",
      "Riders",
      "Prices",
      "First order",
      "First delivery",
    ]);
    expect(done("own_fleet", {})).toEqual([]);
    expect(done("own_fleet", { fleets: [unpriced] })).toEqual(["Fleet"]);
    expect(done("own_fleet", { fleets: [unpriced], hasDrivers: true })).toEqual(["Fleet", "Riders"]);
    expect(done("own_fleet", { fleets: [unpriced, priced], hasDrivers: true, shipmentId: "shp_1" })).toEqual([
      "Fleet",
      "Riders",
      "Prices",
      "First order",
    ]);
    expect(done("own_fleet", { isDelivered: true })).toEqual(["First delivery"]);
  });

  test("with carriers end with a booking", () => {
    expect(done("carriers", {})).toEqual([]);
    expect(done("carriers", { hasCarriers: true, shipmentId: "shp_1" })).toEqual(["Carrier", "First order"]);
    expect(done("carriers", { hasCarriers: true, shipmentId: "shp_1", isBooked: true })).toHaveLength(3);
  });

  test("lead to what is there: the fleet without prices, the newest shipment, or their lists", () => {
    const linksOf = (found: Partial<Found>): unknown[] =>
      firstStepsOf("own_fleet", { ...nothing, ...found }).map(({ link }) => [link.to, link.params]);
    const live = { environment: "live" };
    expect(linksOf({})[2]).toEqual(["/$environment/carriers", live]);
    expect(linksOf({ fleets: [priced, unpriced] })[2]).toEqual([
      "/$environment/carriers/$carrierId/rate-card",
      { ...live, carrierId: "car_2" },
    ]);
    expect(linksOf({})[4]).toEqual(["/$environment/shipments", live]);
    expect(linksOf({ shipmentId: "shp_1" })[4]).toEqual([
      "/$environment/shipments/$shipmentId",
      { ...live, shipmentId: "shp_1" },
    ]);
  });
});
