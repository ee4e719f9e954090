import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Carrier, QuoteRequest } from "../../../src/delivery/carriers/carrier.ts";
import type { ConnectedCarrier } from "../../../src/delivery/carriers/kind.ts";
import { builtInCarriers, carrierKinds } from "../../../src/delivery/carriers/registry.ts";
import { isQuoteAnswer } from "../../../src/delivery/carriers/schema.ts";
import { createCarrierWorld } from "../../../src/delivery/carriers/world.ts";
import { environments } from "../../../src/infra/environment.ts";
import { startServer, type TestServer } from "../../support/harness.ts";

/** What every kind of carrier keeps, whoever stands behind it. */
let server: TestServer;
let carriers: Carrier[];
beforeAll(async () => {
  server = await startServer();
  const worldOf = (carrier: ConnectedCarrier) => createCarrierWorld(server.deps, carrier, []);
  carriers = environments.flatMap((environment) => builtInCarriers(carrierKinds, environment, worldOf));
});
afterAll(() => server.stop());

const stop = (latitude: number | null) => ({
  contact: { name: "A", company: null, phone: null, email: null },
  address: {
    line1: "1",
    line2: null,
    city: "Berlin",
    state: null,
    postal_code: null,
    country: "DE",
    latitude,
    longitude: latitude === null ? null : 13.4,
    geocode_source: latitude === null ? ("country" as const) : ("client" as const),
  },
  instructions: null,
  window: null,
  requirements: { signature: false, photo: false, pin: false, min_age: null },
});

const parcel = {
  id: "pcl_1",
  description: null,
  quantity: 1,
  weight_grams: 1000,
  length_mm: null,
  width_mm: null,
  height_mm: null,
  reference: null,
  value: null,
};

const request = (change: Partial<QuoteRequest> = {}): QuoteRequest => ({
  shipmentId: "shp_1",
  round: 1,
  isReturn: false,
  pickup: stop(52.5),
  delivery: stop(52.6),
  parcels: [parcel],
  distanceMeters: 11_000,
  simulation: { speed: 1, seed: "s", outcome: "delivered" },
  now: Date.now(),
  ...change,
});

test("kinds and carriers have names of their own", () => {
  const codes = carrierKinds.map((kind) => kind.code);
  expect(new Set(codes).size).toBe(codes.length);
  for (const key of ["id", "code"] as const) {
    const values = carriers.map((carrier) => carrier.identity[key]);
    expect(new Set(values).size).toBe(values.length);
  }
  for (const carrier of carriers) expect(carrier.identity.id).toMatch(/^car_[0-7][0-9a-hjkmnp-tv-z]{25}$/);
});

test("live has no simulated carriers", () => {
  expect(server.deps.carriers("live", "acct_1")).toEqual([]);
});

describe("each carrier", () => {
  const signal = new AbortController().signal;
  const requests: [string, Partial<QuoteRequest>][] = [
    ["a plain parcel", {}],
    ["an unknown distance", { distanceMeters: null, delivery: stop(null) }],
    ["no distance at all", { distanceMeters: 0 }],
    ["half the earth", { distanceMeters: 20_000_000 }],
    [
      "a mountain",
      {
        parcels: [
          {
            ...parcel,
            quantity: 10_000,
            weight_grams: 1e8,
            length_mm: 1e5,
            width_mm: 1e5,
            height_mm: 1e5,
          },
        ],
      },
    ],
    ["no simulation", { simulation: null }],
  ];
  test.each(requests)("answers about %s with an answer", async (_, change) => {
    for (const carrier of carriers) {
      const answer = await carrier.quote(request(change), signal);
      expect([carrier.identity.code, isQuoteAnswer(answer)]).toEqual([carrier.identity.code, true]);
    }
  });

  test("answers the same to the same question", async () => {
    const asked = request();
    for (const carrier of carriers) {
      expect(await carrier.quote(asked, signal)).toEqual(await carrier.quote(asked, signal));
    }
  });

  test("takes back what it never had without an error", async () => {
    for (const carrier of carriers) {
      await carrier.cancel(
        {
          idempotencyKey: "asg_0",
          bookingReference: null,
          offerReference: null,
          callKey: "asg_0_1",
          purchaseSentAt: null,
          reason: "other",
        },
        signal,
      );
    }
  });
});
