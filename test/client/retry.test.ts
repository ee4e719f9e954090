import { afterEach, describe, expect, spyOn, test } from "bun:test";
import { type CreateShipment, WaybillError } from "waybill-client";
import { waitBefore } from "../../client/src/retry.ts";
import { eventually } from "../support/harness.ts";
import { asked, breakInside, breakOff, clientOf, good, hang, refuse, stopNetwork } from "./network.ts";

afterEach(stopNetwork);

const path = { id: "shp_1" };
const body: CreateShipment = {
  pickup: { contact: { name: "Book shop" }, address: { line1: "Torstr. 1", city: "Berlin", country: "DE" } },
  delivery: {
    contact: { name: "Alex Example" },
    address: { line1: "Am Kanal 7", city: "Potsdam", country: "DE" },
  },
  parcels: [{ weight_grams: 1200 }],
};

describe("is sent again", () => {
  test.each([
    ["429", refuse(429)],
    ["503", refuse(503)],
    ["a connection that breaks", breakOff],
    ["a truncated response", breakInside],
  ])("after %s: a POST, with its key and body", async (_what, trouble) => {
    const waybill = await clientOf([trouble, good]);
    expect(await waybill.createShipment({ body })).toMatchObject({ id: "shp_1" });
    expect(asked.map((one) => one.body)).toEqual(Array(2).fill(JSON.stringify(body)));
    expect(new Set(asked.map((one) => one.key)).size).toBe(1);
    expect(asked[0]?.key).toMatch(/^[0-9a-f-]{36}$/);
  });

  test.each([
    ["429", refuse(429)],
    ["503", refuse(503)],
    ["a connection that breaks", breakOff],
  ])("after %s: a GET, without a key", async (_what, trouble) => {
    const waybill = await clientOf([trouble, good]);
    expect(await waybill.getShipment({ path })).toMatchObject({ id: "shp_1" });
    expect(asked.map(({ method, key }) => [method, key])).toEqual(Array(2).fill(["GET", undefined]));
  });

  test.each([
    ["503", refuse(503)],
    ["a connection that breaks", breakOff],
  ])("after %s: a PATCH and a DELETE, which do no more the second time", async (_what, trouble) => {
    const waybill = await clientOf([trouble, good, trouble, good]);
    await waybill.patchShipment({ path, body: { reference: "ORD-1" } });
    await waybill.removeWebhook({ path });
    expect(asked.map(({ method }) => method)).toEqual(["PATCH", "PATCH", "DELETE", "DELETE"]);
  });

  test("after 429: a PATCH of one version, of which nothing was done", async () => {
    const waybill = await clientOf([refuse(429), good]);
    await waybill.patchShipment({ path, body: { reference: "ORD-1" }, header: { "If-Match": '"1"' } });
    expect(asked).toHaveLength(2);
  });

  test("after 429: a move of the clock, which has not moved", async () => {
    const waybill = await clientOf([refuse(429), good]);
    await waybill.moveClock({ body: { advance_seconds: 60 } });
    expect(asked).toHaveLength(2);
  });

  test("three times, and then it fails as it failed last", async () => {
    const waybill = await clientOf([refuse(503), refuse(503), refuse(503), refuse(429)]);
    await expect(waybill.getShipment({ path })).rejects.toMatchObject({ status: 429, code: "busy" });
    expect(asked).toHaveLength(4);
  });

  test("as often as it should be", async () => {
    const waybill = await clientOf([refuse(503)], { maxRetries: 1 });
    await expect(waybill.getShipment({ path })).rejects.toMatchObject({ status: 503 });
    expect(asked).toHaveLength(2);
  });
});

describe("is not sent again", () => {
  test.each([
    ["503", refuse(503), { status: 503 }],
    ["a connection that breaks", breakOff, { code: "ECONNRESET" }],
  ])("after %s: a PATCH of one version, which may be gone", async (_what, trouble, failure) => {
    const waybill = await clientOf([trouble, good]);
    const call = waybill.patchShipment({ path, body: {}, header: { "If-Match": '"1"' } });
    expect(await call.catch((error: unknown) => error)).toMatchObject(failure);
    expect(asked).toHaveLength(1);
  });

  test.each([
    ["503", refuse(503), { status: 503 }],
    ["a connection that breaks", breakOff, { code: "ECONNRESET" }],
  ])("after %s: a move of the clock, which may have moved", async (_what, trouble, failure) => {
    const waybill = await clientOf([trouble, good]);
    const call = waybill.moveClock({ body: { advance_seconds: 60 } });
    expect(await call.catch((error: unknown) => error)).toMatchObject(failure);
    expect(asked).toHaveLength(1);
  });

  test.each([400, 401, 404, 409, 422, 500, 502])("after %d", async (status) => {
    const waybill = await clientOf([refuse(status), good]);
    await expect(waybill.createShipment({ body })).rejects.toMatchObject({ status });
    expect(asked).toHaveLength(1);
  });

  test("when it would have to wait for long", async () => {
    const waybill = await clientOf([refuse(429, "61"), good]);
    await expect(waybill.getShipment({ path })).rejects.toMatchObject({ retryAfterSeconds: 61 });
    expect(asked).toHaveLength(1);
  });

  test("where the caller wants none of it", async () => {
    const waybill = await clientOf([breakOff, good], { maxRetries: 0 });
    await expect(waybill.getShipment({ path })).rejects.toBeInstanceOf(Error);
    expect(asked).toHaveLength(1);
  });
});

describe("waits", () => {
  const options = { retriesMax: 3, isRepeatable: true, signal: undefined };
  const refusal = (headers: Record<string, string>) => new WaybillError(503, new Headers(headers), {});

  test("as long as Retry-After says", () => {
    expect(waitBefore(refusal({ "retry-after": "7" }), 0, options)).toBe(7000);
    const inAMinute = new Date(Date.now() + 60_000).toUTCString();
    expect(waitBefore(refusal({ "retry-after": inAMinute }), 0, options)).toBeWithin(50_000, 60_001);
  });

  test.each([
    [0, 500],
    [1, 1000],
    [2, 2000],
    [9, 8000],
  ])("else, after %d retries, at most %d ms, less a random part", (retries, longestMs) => {
    for (const error of [refusal({}), refusal({ "retry-after": "soon" }), new TypeError("broken")]) {
      expect(waitBefore(error, retries, options)).toBeWithin(longestMs / 2, longestMs + 1);
    }
  });
});

test("nothing is waited for where nobody waits any more", () => {
  const options = { retriesMax: 3, isRepeatable: true, signal: AbortSignal.abort() };
  expect(waitBefore(new TypeError("broken"), 0, options)).toBeUndefined();
});

describe("Idempotency-Key", () => {
  test("is another one for every call", async () => {
    const waybill = await clientOf([good]);
    await waybill.createShipment({ body });
    await waybill.createShipment({ body });
    expect(new Set(asked.map(({ key }) => key)).size).toBe(2);
  });

  test("is the caller's own where there is one, at every try", async () => {
    const waybill = await clientOf([refuse(503), good]);
    await waybill.createShipment({ body, header: { "Idempotency-Key": "ORD-1001" } });
    expect(asked.map(({ key }) => key)).toEqual(["ORD-1001", "ORD-1001"]);
  });
});

describe("a signal ends", () => {
  const reason = new Error("the caller has gone");

  test.each([
    ["a request without an answer", hang, undefined],
    ["the wait before the next try", refuse(503, "30"), 30_000],
  ])("%s", async (_what, trouble, waitMs) => {
    const timers = spyOn(globalThis, "setTimeout");
    const waybill = await clientOf([trouble]);
    const caller = new AbortController();
    const call = waybill.getShipment({ path, signal: caller.signal });
    await eventually("the first try", () => asked.length === 1 || undefined);
    const waits = () => timers.mock.calls.some(([, ms]) => ms === waitMs);
    await eventually("its wait", () => waitMs === undefined || waits() || undefined);
    timers.mockRestore();
    caller.abort(reason);
    await expect(call).rejects.toBe(reason);
    expect(asked).toHaveLength(1);
  });

  test("a call before it begins", async () => {
    const waybill = await clientOf([good]);
    const call = waybill.getShipment({ path, signal: AbortSignal.abort(reason) });
    await expect(call).rejects.toBe(reason);
    expect(asked).toEqual([]);
  });
});
