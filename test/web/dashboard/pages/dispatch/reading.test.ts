import { expect, test } from "bun:test";
import { QueryClient } from "@tanstack/react-query";
import type { LiveState } from "../../../../../src/delivery/fleet/live/schema.ts";
import type { ListedShipmentView } from "../../../../../src/delivery/orders/shipments/schema.ts";
import { changeShipments } from "../../../../../src/web/dashboard/pages/dispatch/reading.ts";

/** What the stream changes in what was read: in the lists of this page, and in no others. */

const side = { base: "/platform", environment: "sandbox" } as const;
const row = { id: "shp_1", status: "assigned", assignment: null, eta: null } as ListedShipmentView;
const states = new Map([
  ["shp_1", { shipment_id: "shp_1", status: "cancelled", assignment_id: null } as LiveState],
]);

test("a shipment changes in every list that was read, whatever its filters, and in no list of another page", () => {
  const client = new QueryClient();
  const key = (environment: string, page: string, query: object) => [
    "/platform/shipments",
    environment,
    page,
    query,
  ];
  const all = key("sandbox", "dispatch", {});
  const some = key("sandbox", "dispatch", { status: "assigned" });
  const others = [key("live", "dispatch", {}), key("sandbox", "other", {})];
  const empty = key("sandbox", "dispatch", { status: "quoted" });
  for (const each of [all, some, ...others]) client.setQueryData(each, [row]);
  client.setQueryData(empty, []);
  expect(changeShipments(client, side, states)).toBe(true);
  const statusesIn = (each: unknown[]) =>
    client.getQueryData<ListedShipmentView[]>(each)?.map(({ status }) => status);
  expect([all, some, empty, ...others].map(statusesIn)).toEqual([
    ["cancelled"],
    ["cancelled"],
    [],
    ["assigned"],
    ["assigned"],
  ]);
  expect(changeShipments(client, side, states)).toBe(false);
});

test("before anything was read, the list has to be", () => {
  const client = new QueryClient();
  expect(changeShipments(client, side, states)).toBe(true);
  expect(client.getQueryCache().getAll()).toEqual([]);
});
