import { expect, test } from "bun:test";
import { headingAt } from "../../../src/web/dashboard/page-names.ts";

test("a heading is known of the pages that are called the same whatever they show", () => {
  expect(headingAt("/sandbox/dispatch")).toBe("Dispatch");
  expect(headingAt("/live/order-forms/")).toBe("Order forms");
  expect(headingAt("/live/settings/people")).toBe("Settings");
  expect(headingAt("/live/operator")).toBe("Operator");
  expect(headingAt("/sandbox")).toBe("Your sandbox");
  expect(headingAt("/live/")).toBe("Live");
  expect(headingAt("/sandbox/shipments/shp_01m8n595mze0q8bq75c46pk8rb")).toBe("Shipment");
});

test("none is made up where only the data says it, and none of pages that are not there", () => {
  const others = [
    "",
    "/",
    "/sandbox/shipments/new",
    "/sandbox/carriers/car_1",
    "/live/operator/carriers/car_1",
  ];
  const unknown = ["/nowhere", "/nowhere/shipments", "/live/nowhere", "/live/constructor", "/live/toString"];
  for (const path of [...others, ...unknown]) expect([path, headingAt(path)]).toEqual([path, undefined]);
});
