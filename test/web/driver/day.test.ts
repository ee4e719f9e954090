import { expect, test } from "bun:test";
import type { Substatus } from "../../../src/delivery/model/model.ts";
import { doneStopOf, seeDay } from "../../../src/web/driver/day.ts";
import type { DoneStop, Refusal } from "../../../src/web/driver/kept.ts";
import type { Entry, ReportContent } from "../../../src/web/driver/queue.ts";
import { stopOf } from "./stops.ts";

const kept = { keptAt: 0, lifeId: "life", lifeMs: 0 };

/** What the driver's page shows before the server has heard of a tap. */

const at = "2026-11-02T10:00:00.000Z";
const stops = [
  stopOf("asg_1", "pickup", { state: "next" }),
  stopOf("asg_1", "delivery"),
  stopOf("asg_2", "pickup"),
  stopOf("asg_2", "delivery"),
];

function tap(seq: number, content: ReportContent): Entry {
  return {
    seq,
    driverId: "drv_1",
    ...kept,
    kind: "report",
    report: { ...content, id: `r${seq}`, at },
    pictures: [],
  };
}
const step = (seq: number, substatus: Substatus) =>
  tap(seq, { type: "progress", assignment_id: "asg_1", substatus });
const idsOf = (list: readonly { id: string }[]) => list.map(({ id }) => id);

test("without network the day goes on as the driver taps it", () => {
  const before = seeDay(stops, [], [], []);
  expect(before.stops.map(({ isThere, isBlocked }) => [isThere, isBlocked])).toEqual([
    [false, false],
    [false, true],
    [false, false],
    [false, true],
  ]);
  const estimate = { estimated_at: "2026-01-31T10:00:00.000Z" };
  const estimated = stops.map((stop) => ({ ...stop, ...estimate }));
  const there = seeDay(estimated, [step(1, "en_route_to_pickup"), step(2, "at_pickup")], [], []);
  // Nobody expects a driver who is there.
  expect(there.stops[0]).toMatchObject({ id: "asg_1.pickup", isThere: true, estimated_at: null });
  expect(there.stops[2]).toMatchObject({ id: "asg_2.pickup", isThere: false, ...estimate });

  const taken = seeDay(stops, [step(2, "at_pickup"), step(3, "picked_up")], [], []);
  expect(idsOf(taken.stops)).toEqual(["asg_1.delivery", "asg_2.pickup", "asg_2.delivery"]);
  expect(taken.stops[0]).toMatchObject({ isBlocked: false, isThere: false });

  const proof = {
    pin: "1234",
    recipient_name: null,
    handed_to: null,
    age_verified: false,
    note: null,
    location: null,
  };
  const given = tap(4, { type: "delivered", assignment_id: "asg_1", proof });
  const done: DoneStop = {
    reportId: "r4",
    stop: stopOf("asg_1", "delivery"),
    kind: "delivery",
    outcome: "delivered",
    at,
  };
  const after = seeDay(stops, [step(3, "picked_up"), given], [done], []);
  expect(idsOf(after.stops)).toEqual(["asg_2.pickup", "asg_2.delivery"]);
  expect(after.done).toMatchObject([{ isConfirmed: false }]);
  expect(seeDay([], [{ ...given, isSent: true }], [done], []).done).toMatchObject([{ isConfirmed: true }]);
});

test("what nobody takes goes back to where it was picked up, unless it is lost", () => {
  const picked: DoneStop = {
    reportId: "r1",
    stop: stopOf("asg_1", "pickup"),
    kind: "pickup",
    outcome: "picked_up",
    at,
  };
  const open = [stopOf("asg_1", "delivery", { substatus: "at_delivery" })];
  const failed = (reason_code: string) =>
    tap(2, { type: "undeliverable", assignment_id: "asg_1", reason_code, message: null });
  const back = seeDay(open, [failed("recipient_unavailable")], [picked], []);
  expect(back.stops).toMatchObject([{ id: "asg_1.return", kind: "return", isThere: true, isBlocked: false }]);
  // Without network, too, whoever comes for it after all proves it as at the door.
  const needs = { signature: true, photo: false, pin: true, min_age: null };
  const [strict] = open.map((stop) => ({ ...stop, requirements: needs, pin_tries_left: 4 }));
  const strictBack = seeDay(strict ? [strict] : [], [failed("recipient_unavailable")], [picked], []);
  expect(strictBack.stops).toMatchObject([{ kind: "return", requirements: needs, pin_tries_left: 4 }]);
  const proof = {
    pin: "1234",
    recipient_name: "Alex",
    handed_to: "recipient",
    age_verified: false,
    note: null,
    location: null,
  };
  const given = tap(3, { type: "delivered", assignment_id: "asg_1", proof });
  expect(seeDay(open, [failed("recipient_unavailable"), given], [picked], []).stops).toEqual([]);
  const problem = { status: 422, code: "pin_wrong", title: "", detail: "" };
  const refused = seeDay(back.stops, [], [], [{ entry: given, problem }]);
  expect(refused.stops[0]?.refusals).toHaveLength(1);
  expect(seeDay(open, [failed("lost")], [picked], []).stops).toEqual([]);
  expect(seeDay(open, [failed("recipient_unavailable")], [], []).stops).toEqual([]);
  const returned = tap(3, { type: "returned", assignment_id: "asg_1" });
  expect(seeDay(open, [failed("recipient_unavailable"), returned], [picked], []).stops).toEqual([]);
});

test("offers stand apart by job; a declined one is gone and an accepted one waits", () => {
  const offered = stops.map((stop) => ({ ...stop, state: "offered" as const, answer_until: at }));
  const reply = (isAccepted: boolean): Entry => ({
    seq: 1,
    driverId: "drv_1",
    ...kept,
    kind: "answer",
    id: "tap",
    assignmentId: "asg_2",
    isAccepted,
    reason: null,
  });
  expect(seeDay(offered, [], [], []).offers.map(({ stops }) => stops.length)).toEqual([2, 2]);
  expect(seeDay(offered, [], [], []).stops).toEqual([]);
  expect(seeDay(offered, [reply(true)], [], []).offers).toMatchObject([
    { assignmentId: "asg_1", isAccepted: false, answerUntil: at },
    { assignmentId: "asg_2", isAccepted: true },
  ]);
  expect(seeDay(offered, [reply(false)], [], []).offers).toHaveLength(1);
});

test("a refused tap stands at its stop, or on its own when the stop is gone", () => {
  const problem = { status: 422, code: "pin_wrong", title: "", detail: "" };
  const proof = {
    pin: "1",
    recipient_name: null,
    handed_to: null,
    age_verified: false,
    note: null,
    location: null,
  };
  const refusal: Refusal = {
    entry: tap(1, { type: "delivered", assignment_id: "asg_1", proof }),
    problem,
  };
  const day = seeDay(stops, [], [], [refusal]);
  expect(day.stops.map(({ refusals }) => refusals.length)).toEqual([0, 1, 0, 0]);
  expect(day.refusals).toEqual([]);
  expect(seeDay([], [], [], [refusal]).refusals).toEqual([refusal]);
});

test("a done stop keeps no phone", () => {
  const [stop] = seeDay([stopOf("asg_1", "delivery")], [], [], []).stops;
  if (!stop) throw new Error("There is no stop");
  expect(JSON.stringify(doneStopOf(stop))).not.toContain("+49");
});

test("a delivery that is tried again later moves behind the stops that begin before", () => {
  const again = "2026-11-02T12:00:00.000Z";
  const windowFrom = (start: string) => ({ start, end: "2026-11-02T20:00:00.000Z" });
  const open = [
    stopOf("asg_1", "delivery", { state: "next", substatus: "at_delivery" }),
    stopOf("asg_2", "delivery"),
    stopOf("asg_3", "delivery", { window: windowFrom("2026-11-02T11:00:00.000Z") }),
    stopOf("asg_4", "delivery", { window: windowFrom("2026-11-02T13:00:00.000Z") }),
  ];
  const later = tap(1, {
    type: "attempt_failed",
    assignment_id: "asg_1",
    reason_code: "recipient_unavailable",
    message: null,
    next_attempt_at: again,
  });
  const { stops } = seeDay(open, [later], [], []);
  expect(idsOf(stops)).toEqual(["asg_2.delivery", "asg_3.delivery", "asg_1.delivery", "asg_4.delivery"]);
  expect(stops[2]).toMatchObject({ isThere: false, next_attempt_at: again, estimated_at: again });
  // With nothing else to do it stays.
  expect(idsOf(seeDay(open.slice(0, 1), [later], [], []).stops)).toEqual(["asg_1.delivery"]);
  expect(idsOf(seeDay(open.slice(1), [later], [], []).stops)).toEqual(idsOf(open.slice(1)));
});

test("a recall that is seen without network leads back to where the goods come from", () => {
  const open = [stopOf("asg_1", "delivery", { if_undeliverable: "discard" }), stopOf("asg_2", "delivery")];
  const pickup = doneStopOf(seeDay([stopOf("asg_1", "pickup")], [], [], []).stops[0] as never);
  const picked: DoneStop = { reportId: "r0", stop: pickup, kind: "pickup", outcome: "picked_up", at };
  const notice = {
    id: "ntc_1",
    driver_id: "drv_1",
    kind: "recall",
    assignment_id: "asg_1",
    shipment_id: "shp_1",
    made_at: at,
    reached_at: at,
    seen_at: null,
    tracking_number: "WB1",
    name: "Alex",
    address_line: "Torstr. 1",
    reason: "Wrong goods.",
    text: null,
    changes: [],
  } as const;
  const notices = [{ ...notice, changes: [] }];
  const before = seeDay(open, [], [picked], [], notices);
  expect(before.stops[0]?.notices.map(({ kind }) => kind)).toEqual(["recall"]);
  const seen: Entry = { seq: 2, driverId: "drv_1", ...kept, kind: "seen", noticeIds: ["ntc_1"], at };
  const after = seeDay(open, [seen], [picked], [], notices);
  expect([idsOf(after.stops), after.notices]).toEqual([["asg_2.delivery", "asg_1.return"], []]);
  // A handover that was tapped before stands.
  const given = tap(1, {
    type: "delivered",
    assignment_id: "asg_1",
    proof: {
      pin: null,
      recipient_name: null,
      handed_to: null,
      age_verified: false,
      note: null,
      location: null,
    },
  });
  expect(idsOf(seeDay(open, [given, seen], [picked], [], notices).stops)).toEqual(["asg_2.delivery"]);
  // Where this phone does not know where they come from, the stop stays until the server tells.
  expect(idsOf(seeDay(open, [seen], [], [], notices).stops)).toEqual(idsOf(open));
});

test("the stop that the driver makes the next one stands first before the server knows it, and what it does not name last", () => {
  const order = (seq: number, ids: string[]): Entry => ({
    seq,
    driverId: "drv_1",
    ...kept,
    kind: "order",
    stops: ids,
  });
  const first = order(1, ["asg_2.pickup", "asg_1.pickup", "gone.pickup"]);
  expect(idsOf(seeDay(stops, [first], [], []).stops)).toEqual([
    "asg_2.pickup",
    "asg_1.pickup",
    "asg_1.delivery",
    "asg_2.delivery",
  ]);
  const later = seeDay(stops, [first, step(2, "picked_up"), order(3, ["asg_1.delivery"])], [], []);
  expect(idsOf(later.stops)).toEqual(["asg_1.delivery", "asg_2.pickup", "asg_2.delivery"]);
});
