import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { isCarrierDown, unavailable } from "../../../../../src/delivery/carriers/kinds/karrio/failure.ts";
import { toTracked } from "../../../../../src/delivery/carriers/kinds/karrio/tracker.ts";
import type { WireEvent, WireTracker } from "../../../../../src/delivery/carriers/kinds/karrio/wire.ts";
import { isTracked } from "../../../../../src/delivery/carriers/tracked-schema.ts";
import recorded from "./answers/45-tracker.json";

/** A tracker of Karrio, as reports. */

const now = Date.UTC(2026, 10, 25);
let minute = 0;
/** Each event comes a minute after the one before it. */
const event = (status: string, change: WireEvent = {}): WireEvent => {
  minute += 1;
  const time = new Date(Date.UTC(2026, 10, 22, 8, minute)).toISOString();
  return { timestamp: time, status, code: "X", description: `It is ${status}`, ...change };
};
const tracked = (events: WireEvent[], change: Partial<WireTracker> = {}) =>
  toTracked({ events, ...change }, now);
const kindsOf = (events: WireEvent[], change: Partial<WireTracker> = {}) =>
  tracked(events, change).updates.map(({ update }) =>
    update.kind === "progress" ? update.substatus : update.kind,
  );
const updatesOf = (...events: WireEvent[]) => tracked(events).updates.map(({ update }) => update);

test("a recorded way from the label to the door", () => {
  const { updates } = toTracked(recorded.answer as WireTracker, now);
  expect(updates.map(({ at, update }) => [new Date(at).toISOString(), update.kind])).toEqual([
    ["2026-11-22T10:00:00.000Z", "progress"],
    ["2026-11-22T14:10:00.000Z", "attempt_failed"],
    ["2026-11-22T16:00:00.000Z", "delivered"],
  ]);
  expect(updates[1]?.update).toEqual({
    kind: "attempt_failed",
    reason: "recipient_unavailable",
    message: "Consignee not home, Berlin, DE",
    nextAttemptAt: null,
  });
});

describe("each status", () => {
  test("moves the goods, or is a scan where they stay", () => {
    expect(kindsOf([event("pending"), event("created")])).toEqual([]);
    expect(kindsOf([event("picked_up"), event("in_transit"), event("in_transit")])).toEqual([
      "picked_up",
      "scan",
      "scan",
    ]);
    expect(kindsOf([event("in_transit"), event("out_for_delivery"), event("ready_for_pickup")])).toEqual([
      "picked_up",
      "scan",
      "en_route_to_delivery",
      "scan",
    ]);
    expect(kindsOf([event("delivery_failed"), event("out_for_delivery"), event("delivered")])).toEqual([
      "attempt_failed",
      "en_route_to_delivery",
      "delivered",
    ]);
    // The second way to the door ends the failed attempt.
    const missed = [event("out_for_delivery"), event("delivery_failed"), event("out_for_delivery")];
    expect(kindsOf(missed)).toEqual([
      "en_route_to_delivery",
      "attempt_failed",
      "scan",
      "en_route_to_delivery",
    ]);
    expect(kindsOf([event("unknown"), event("unknown", { description: null, location: null })])).toEqual([
      "scan",
    ]);
  });

  test("that holds the goods says why, and that they are late", () => {
    const [late, held] = updatesOf(event("on_hold", { reason: "customs_documentation", location: "Köln" }));
    expect(late).toEqual({ kind: "estimate", pickupAt: null, deliveryAt: null, delayed: true });
    expect(held).toEqual({
      kind: "scan",
      reason: "customs_hold",
      message: "It is on_hold, Köln",
      location: null,
    });
    expect(updatesOf(event("on_hold", { reason: "security_issue" }))[1]).toMatchObject({
      reason: "other",
      message: "It is on_hold, Security issue",
    });
    expect(updatesOf(event("delivery_delayed"))[1]).not.toHaveProperty("reason");
    expect(updatesOf(event("delivery_delayed", { reason: "weather_delay" }))[1]).toMatchObject({
      reason: "weather",
    });
  });

  test("after a return tells that the goods are back", () => {
    const refused = event("delivery_failed", { reason: "consignee_refused" });
    const back = [refused, event("return_to_sender"), event("in_transit"), event("delivered")];
    expect(kindsOf(back)).toEqual(["attempt_failed", "undeliverable", "scan", "returned"]);
    expect(updatesOf(...back)[1]).toMatchObject({ reason: "recipient_refused" });
    expect(updatesOf(event("return_to_sender"))[0]).toMatchObject({ reason: "other" });
  });

  test("of lost goods is an end, of damaged ones an attempt", () => {
    const lost = event("delivery_failed", { reason: "carrier_parcel_lost" });
    expect(updatesOf(lost, event("in_transit"))).toEqual([
      { kind: "undeliverable", reason: "lost", message: "It is delivery_failed" },
    ]);
    expect(updatesOf(event("delivery_failed", { reason: "carrier_damaged_parcel" }))[0]).toMatchObject({
      kind: "attempt_failed",
      reason: "damaged",
    });
  });

  test("of a cancellation ends it before the pickup only", () => {
    expect(kindsOf([event("cancelled"), event("in_transit")])).toEqual(["withdrawn"]);
    expect(kindsOf([event("picked_up"), event("cancelled")])).toEqual(["picked_up", "scan"]);
  });
});

test("the tracker's own words: who signed, the day, the page", () => {
  const info = { signed_by: "A. Lovelace", carrier_tracking_link: "https://dhl.example/track?id=1" };
  const told = tracked([event("delivered")], { info, delivered: true, estimated_delivery: "2026-11-24" });
  expect(told.trackingUrl).toBe(info.carrier_tracking_link);
  expect(told.updates).toHaveLength(1);
  expect(told.updates[0]?.update).toMatchObject({ proof: { recipientName: "A. Lovelace", signature: null } });
  const waiting = tracked([event("in_transit"), event("on_hold")], { estimated_delivery: "2026-11-24" });
  expect(waiting.updates.at(-1)?.update).toEqual({
    kind: "estimate",
    pickupAt: null,
    deliveryAt: null,
    deliveryDate: "2026-11-24",
    delayed: true,
  });
  for (const link of [
    "n/a",
    "javascript:alert(1)",
    "http://carrier.example/1",
    `https://carrier.example/${"1".repeat(2_048)}`,
    "",
    null,
  ]) {
    const { trackingUrl } = tracked([event("in_transit")], { info: { carrier_tracking_link: link } });
    expect(trackingUrl).toBeUndefined();
  }
  expect(kindsOf([event("in_transit"), event("", { status: null })], { status: "delivered" })).toEqual([
    "picked_up",
    "scan",
    "delivered",
  ]);
});

test("times of every form, without a zone in UTC", () => {
  const atOf = (change: WireEvent) => {
    const at = tracked([event("in_transit", { timestamp: null, ...change })]).updates[0]?.at;
    return at === undefined ? undefined : new Date(at).toISOString();
  };
  expect(atOf({ timestamp: "2026-11-22T10:00:00.000Z" })).toBe("2026-11-22T10:00:00.000Z");
  expect(atOf({ timestamp: "2026-11-22T10:00:00" })).toBe("2026-11-22T10:00:00.000Z");
  expect(atOf({ timestamp: "2026-11-22T10:00:00+01:00" })).toBe("2026-11-22T09:00:00.000Z");
  expect(atOf({ date: "2026-11-22", time: "05:24 PM" })).toBe("2026-11-22T17:24:00.000Z");
  expect(atOf({ date: "2026-11-22", time: "16:00" })).toBe("2026-11-22T16:00:00.000Z");
  expect(atOf({ date: "2026-11-22", time: null })).toBe("2026-11-22T12:00:00.000Z");
  expect(atOf({ date: "2026-11-22", time: "19:13 PM" })).toBe("2026-11-22T19:13:00.000Z");
  expect(atOf({ date: "2026-11-22", time: "00:13 AM" })).toBe("2026-11-22T00:13:00.000Z");
  expect(atOf({ date: "2026-11-22", time: "in the evening" })).toBe("2026-11-22T12:00:00.000Z");
  expect(atOf({ timestamp: "soon", date: "2026-11-22", time: "16:00" })).toBe("2026-11-22T16:00:00.000Z");
  expect(atOf({ date: "today" })).toBeUndefined();
});

describe("an end that the tracker tells without an event", () => {
  test("counts, with one key, at the time of the last event or now", () => {
    const delivered = tracked([], { status: "delivered" }).updates;
    expect(delivered).toMatchObject([{ key: "status-delivered-delivered", at: now }]);
    expect(tracked([], { delivered: true }).updates).toEqual(delivered);
    const seen = event("in_transit");
    const after = tracked([seen], { delivered: true, estimated_delivery: "2026-11-24" }).updates;
    expect(after.map(({ update }) => update.kind)).toEqual(["progress", "scan", "delivered"]);
    expect(after.at(-1)).toMatchObject({
      key: "status-delivered-delivered",
      at: Date.parse(String(seen.timestamp)),
    });
    expect(kindsOf([event("in_transit")], { status: "return_to_sender" })).toEqual([
      "picked_up",
      "scan",
      "undeliverable",
    ]);
    expect(kindsOf([event("return_to_sender")], { status: "delivered" })).toEqual([
      "undeliverable",
      "returned",
    ]);
  });
});

test("a reason that is a name of JavaScript is like any that Waybill does not know", () => {
  for (const reason of ["constructor", "toString", "__proto__"]) {
    const told = tracked([event("on_hold", { reason })]);
    expect(told.updates.at(-1)?.update).toMatchObject({ kind: "scan", reason: "other" });
    expect(isTracked(told)).toBe(true);
    const down = [{ code: "SHIPPING_SDK_INTERNAL_ERROR" }, { code: reason }];
    expect(isCarrierDown(down)).toBe(true);
    expect(unavailable([{ code: reason }])).toMatchObject({ code: "carrier_error" });
  }
  const update = { kind: "scan", message: "Held", location: null, reason: "constructor" };
  expect(isTracked({ updates: [{ key: "1", at: 1, update }] })).toBe(false);
});

test("a long name of who signed is cut, and nothing is cut within a character", () => {
  const name = `${"x".repeat(99)}\u{1F600}${"y".repeat(1_000)}`;
  const told = tracked([event("delivered", { description: "x".repeat(500) })], { info: { signed_by: name } });
  expect(isTracked(told)).toBe(true);
  expect(told.updates[0]?.update).toMatchObject({ proof: { recipientName: `${"x".repeat(99)}\uFFFD` } });
  const [scan] = updatesOf(event("ready_for_pickup", { description: `${"x".repeat(299)}\u{1F600}` }));
  expect(scan).toMatchObject({ message: `${"x".repeat(299)}\uFFFD` });
});

const statuses = [
  ...["pending", "picked_up", "in_transit", "on_hold", "delivery_delayed", "out_for_delivery"],
  ...["ready_for_pickup", "delivery_failed", "return_to_sender", "delivered", "cancelled", "unknown", null],
];
const anyEvent: fc.Arbitrary<WireEvent> = fc.record({
  timestamp: fc
    .integer({ min: 0, max: 6 })
    .map((hours) => new Date(Date.UTC(2026, 10, 22, hours)).toISOString()),
  status: fc.constantFrom(...statuses),
  code: fc.constantFrom("A", "B"),
  reason: fc.constantFrom(null, "consignee_refused", "carrier_parcel_lost", "customs_delay"),
  description: fc.constantFrom(null, "Seen"),
});
/** Events with some of them again, in another order. */
const told = fc.array(anyEvent, { maxLength: 12 }).chain((events) =>
  fc.tuple(
    fc.constant(events),
    fc
      .subarray(events)
      .chain((more) => fc.shuffledSubarray([...events, ...more], { minLength: events.length + more.length })),
  ),
);

test("the same events in any order, and any of them again, make the same reports", () => {
  fc.assert(
    fc.property(told, fc.constantFrom(...statuses), ([events, shuffled], status) => {
      expect(tracked(shuffled, { status })).toEqual(tracked(events, { status }));
    }),
  );
});

test("every report has a key of its own, and the reports come in the order of their times", () => {
  fc.assert(
    fc.property(told, ([events]) => {
      const { updates } = tracked(events, { estimated_delivery: "2026-11-24" });
      const keys = updates.map(({ key }) => key);
      expect(new Set(keys).size).toBe(keys.length);
      for (const key of keys) expect(key.length).toBeLessThanOrEqual(64);
      const times = updates.map(({ at }) => at);
      expect(times).toEqual([...times].sort((a, b) => a - b));
    }),
  );
});
