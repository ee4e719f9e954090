import { afterEach, beforeEach, expect, test } from "bun:test";
import { QueryClient } from "@tanstack/react-query";
import {
  addPassed,
  type Passed,
  traveledQuery,
} from "../../../../../../src/web/dashboard/pages/shipments/shipment/traveled.ts";

/** The route on a shipment's page, which is read once and told by a stream meanwhile. */

const at = (minute: number, latitude = 52 + minute / 100): Passed => ({
  latitude,
  longitude: 13.4,
  recorded_at: `2026-01-31T09:${minute}:00.000Z`,
});

const { fetch } = globalThis;
/** What is asked for, and how to answer it. */
let asked: { url: string; accept: string | null; answer(...passed: readonly Passed[]): void }[];
beforeEach(() => {
  asked = [];
  globalThis.fetch = Object.assign(
    (url: string, init: RequestInit) => {
      const { promise, resolve } = Promise.withResolvers<Response>();
      const answer = (...passed: readonly Passed[]) =>
        resolve(
          Response.json({
            type: "Feature",
            geometry:
              passed.length === 0
                ? null
                : {
                    type: "LineString",
                    coordinates: passed.map(({ latitude, longitude }) => [longitude, latitude]),
                  },
            properties: { shipment_id: "shp_1", recorded_at: passed.map(({ recorded_at }) => recorded_at) },
          }),
        );
      asked.push({ url, accept: new Headers(init.headers).get("accept"), answer });
      return promise;
    },
    { preconnect: fetch.preconnect },
  ) as typeof globalThis.fetch;
});
afterEach(() => {
  globalThis.fetch = fetch;
});

function open(id = "shp_1") {
  const client = new QueryClient();
  const query = traveledQuery("sandbox", id);
  return {
    client,
    read: () => client.fetchQuery({ ...query, staleTime: 0 }),
    tell: (passed: Passed) => addPassed(client, "sandbox", id, passed),
    shown: () => client.getQueryData<readonly Passed[]>(query.queryKey),
  };
}

test("the newest positions stay while an older response is on its way", async () => {
  const page = open();
  const reading = page.read();
  page.tell(at(12));
  page.tell(at(13));
  expect(page.shown()).toEqual([at(12), at(13)]);
  asked[0]?.answer(at(10), at(11));
  await reading;
  expect(page.shown()).toEqual([at(10), at(11), at(12), at(13)]);
});

test("a position that is told and read is there once, and one that is told twice too", async () => {
  const page = open();
  const reading = page.read();
  page.tell(at(11));
  page.tell(at(11));
  asked[0]?.answer(at(10), at(11));
  await reading;
  page.tell(at(11));
  expect(page.shown()).toEqual([at(10), at(11)]);
  // Two of one moment are two places.
  page.tell(at(11, 50));
  expect(page.shown()).toEqual([at(10), at(11), at(11, 50)]);
});

test("after the stream was away, what is read again fills the gap", async () => {
  const page = open();
  const first = page.read();
  asked[0]?.answer(at(10));
  await first;
  page.tell(at(15));
  const again = page.read();
  asked[1]?.answer(at(10), at(12), at(15));
  await again;
  expect(page.shown()).toEqual([at(10), at(12), at(15)]);
});

test("a shipment that never moved has no route, and asks for the API's lines", async () => {
  const page = open();
  const reading = page.read();
  asked[0]?.answer();
  await reading;
  expect(page.shown()).toEqual([]);
  expect(asked.map(({ url, accept }) => [url, accept])).toEqual([
    ["/api/v1/platform/tracking/shp_1/positions", "application/geo+json"],
  ]);
});

test("the route of one shipment is not that of another", () => {
  const page = open();
  page.tell(at(10));
  expect(page.client.getQueryData(traveledQuery("sandbox", "shp_2").queryKey)).toBeUndefined();
  expect(page.client.getQueryData(traveledQuery("live", "shp_1").queryKey)).toBeUndefined();
});
