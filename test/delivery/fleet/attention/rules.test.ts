import { describe, expect, test } from "bun:test";
import { type ShipmentKind, shipmentKinds } from "../../../../src/delivery/fleet/attention/attention.ts";
import { detailOf } from "../../../../src/delivery/fleet/attention/detail.ts";
import { rules } from "../../../../src/delivery/fleet/attention/rules.ts";
import type { Situation } from "../../../../src/delivery/fleet/attention/situation.ts";

/** Each rule by itself: when it holds, since when, when harm comes, and when it must be looked at again. */

const now = Date.parse("2026-01-31T12:00:00.000Z");
const minutes = (count: number) => now + count * 60_000;
const hours = (count: number) => minutes(60 * count);
const at = (ms: number) => new Date(ms).toISOString();

const unseen = {
  what: "job",
  since: minutes(-3),
  neededAt: minutes(20),
  driver: "Tom B.",
  isReachable: true,
};

// biome-ignore lint/suspicious/noExplicitAny: the parts of rows that rules look at
type Parts = Record<string, any>;

function situation({ shipment, assignment, ...others }: Parts = {}): Situation {
  const made: Parts = {
    now,
    shipment: {
      status: "in_transit",
      substatus: "en_route_to_delivery",
      pickup: { window: null },
      delivery: { window: null },
      expiresAt: null,
      failure: null,
      recall: null,
      pinTries: 0,
      updatedAt: hours(-1),
      ...shipment,
    },
    assignment:
      assignment === null
        ? null
        : {
            status: "confirmed",
            carrier: { id: "car", code: "riders", name: "City Riders" },
            assignedAt: hours(-2),
            carrierLabel: null,
            estimatedPickupAt: null,
            estimatedDeliveryAt: null,
            estimatedDeliveryDate: null,
            cancellationRequest: null,
            ...assignment,
          },
    round: undefined,
    quotes: [],
    positionAt: null,
    silentSince: null,
    eta: { pickupAt: null, deliveryAt: null, returnAt: null, updatedAt: null },
    standingSince: null,
    isUnheard: false,
    isEnteredLater: false,
    arrivedAt: null,
    job: null,
    wrongClock: null,
    unclear: null,
    absentDriver: null,
    unseen: null,
    waiting: null,
    setback: null,
    troubles: [],
    ...others,
  };
  return made as Situation;
}

const windowUntil = (end: number) => ({ window: { start: at(hours(-5)), end: at(end) } });
const quote = (expiresAt: number, status = "open") => ({ status, expiresAt, createdAt: expiresAt - 900_000 });
const quoted = { status: "quoted", substatus: null, expiresAt: hours(20) };
const waiting = { requestedAt: hours(-25), ends: "shipment", reason: "other", message: null, refused: null };
const failure = { reason_code: "lost", message: "Lost at sea.", by: "carrier", at: at(hours(-1)) };
const waits = { status: "created", substatus: null, expiresAt: hours(23) };
const refused = { state: "complete", startedAt: minutes(-1), deadlineAt: now, unavailable: [] };
/** An offer that expired and needed so many minutes from door to door. */
const ride = (count: number) => ({
  ...quote(minutes(-3)),
  estimatedPickupAt: minutes(5),
  estimatedDeliveryAt: minutes(5 + count),
});
const chosenByHand = {
  driverId: null,
  toChooseSince: hours(-2),
  searchAt: hours(4),
  waitingSince: null,
  givesUpAt: null,
  isNextStop: true,
};
const onTheWay = { positionAt: minutes(-1), standingSince: minutes(-11) };

/** What holds: since when, harm, and the sentence. */
const held: [ShipmentKind, string, Parts, [since: number, dueAt: number, detail: string]][] = [
  [
    "late",
    "past the delivery window",
    { shipment: { delivery: windowUntil(minutes(-12)) } },
    [minutes(-12), minutes(-12), "It is 12 minutes past the end of the delivery window."],
  ],
  [
    "late",
    "past the pickup window",
    { shipment: { status: "assigned", substatus: "confirmed", pickup: windowUntil(hours(-3)) } },
    [hours(-3), hours(-3), "It is 3 hours past the end of the pickup window."],
  ],
  [
    "late",
    "long past the window, and nobody entered what a driver without a phone did",
    { shipment: { delivery: windowUntil(hours(-12)) }, isEnteredLater: true },
    [hours(-12), hours(-12), "It is 12 hours past the end of the delivery window."],
  ],
  [
    "late",
    "past an estimate and its grace",
    { assignment: { estimatedDeliveryAt: minutes(-11) } },
    [minutes(-11), minutes(-11), "It is 11 minutes past the estimated delivery."],
  ],
  [
    "estimate_slipping",
    "expected after the window",
    {
      shipment: { delivery: windowUntil(minutes(20)) },
      eta: { pickupAt: null, deliveryAt: minutes(29), returnAt: null, updatedAt: minutes(-2) },
    },
    [minutes(-2), minutes(20), "The delivery is expected 9 minutes later than promised."],
  ],
  [
    "no_offer",
    "carriers that refused",
    {
      shipment: { status: "created", substatus: null, expiresAt: hours(20) },
      round: {
        state: "complete",
        startedAt: minutes(-1),
        deadlineAt: now,
        unavailable: [
          { carrier: { name: "City Riders" }, code: "weight_exceeded", message: "It is too heavy." },
        ],
      },
    },
    [minutes(-1), hours(20), "No carrier made an offer. City Riders: It is too heavy."],
  ],
  [
    "no_offer",
    "offers that all expired",
    { shipment: quoted, quotes: [quote(minutes(-3)), quote(minutes(-2)), quote(minutes(5), "withdrawn")] },
    [now, hours(20), "Every offer has expired."],
  ],
  [
    "no_offer",
    "goods that were promised soon: by the usual time for five kilometers",
    { shipment: { ...waits, distanceMeters: 5_000, delivery: windowUntil(minutes(51)) }, round: refused },
    [minutes(-1), minutes(31), "No carrier made an offer."],
  ],
  [
    "no_offer",
    "goods that were promised soon, from and to who knows where",
    { shipment: { ...waits, distanceMeters: null, delivery: windowUntil(minutes(51)) }, round: refused },
    [minutes(-1), minutes(21), "No carrier made an offer."],
  ],
  [
    "no_offer",
    "a pickup that soon is too late",
    { shipment: { ...waits, pickup: windowUntil(minutes(12)) }, round: refused },
    [minutes(-1), minutes(12), "No carrier made an offer."],
  ],
  [
    "no_offer",
    "offers that expired, by what the fastest carrier needed",
    {
      shipment: { ...quoted, distanceMeters: 5_000, delivery: windowUntil(minutes(51)) },
      quotes: [ride(15), ride(9)],
    },
    [minutes(-3), minutes(42), "Every offer has expired."],
  ],
  [
    "offers_ending",
    "when the window ends before the offers do",
    {
      shipment: { ...quoted, delivery: windowUntil(minutes(31)) },
      quotes: [quote(minutes(2))],
    },
    [minutes(-1), minutes(1), "The only offer ends in 2 minutes."],
  ],
  [
    "offers_ending",
    "three minutes before the last one",
    { shipment: quoted, quotes: [quote(minutes(1)), quote(minutes(2))] },
    [minutes(-1), minutes(2), "The last of 2 offers ends in 2 minutes."],
  ],
  [
    "no_driver",
    "nobody is left",
    {
      shipment: { status: "assigned", substatus: "confirmed" },
      assignment: { estimatedPickupAt: minutes(30) },
      job: { driverId: null, waitingSince: minutes(-4), givesUpAt: minutes(20), isNextStop: true },
    },
    [minutes(-4), minutes(20), "City Riders has no driver for it, and the pickup is due in 30 minutes."],
  ],
  [
    "no_driver",
    "the pickup comes long before the window ends",
    {
      shipment: { status: "assigned", substatus: "confirmed" },
      assignment: { estimatedPickupAt: minutes(30) },
      job: { ...chosenByHand, toChooseSince: null, waitingSince: minutes(-4), givesUpAt: hours(8) },
    },
    [minutes(-4), minutes(30), "City Riders has no driver for it, and the pickup is due in 30 minutes."],
  ],
  [
    "no_driver",
    "a dispatcher chooses",
    {
      shipment: { status: "assigned", substatus: "confirmed" },
      assignment: { estimatedPickupAt: hours(5) },
      job: chosenByHand,
    },
    [hours(-2), hours(5), "City Riders has no driver for it, and the pickup is due in 5 hours."],
  ],
  [
    "driver_silent",
    "when the window ends before the driver is expected",
    {
      silentSince: minutes(-17),
      shipment: { delivery: windowUntil(minutes(20)) },
      eta: { pickupAt: null, deliveryAt: hours(3), returnAt: null, updatedAt: now },
    },
    [minutes(-17), minutes(20), "The driver has sent no position for 17 minutes."],
  ],
  [
    "driver_silent",
    "no position for a quarter of an hour",
    { silentSince: minutes(-17), assignment: { estimatedDeliveryAt: minutes(40) } },
    [minutes(-17), minutes(40), "The driver has sent no position for 17 minutes."],
  ],
  [
    "driver_standing",
    "positions of one place",
    { ...onTheWay, eta: { pickupAt: null, deliveryAt: minutes(7), returnAt: null, updatedAt: now } },
    [minutes(-11), minutes(7), "The driver has not moved for 11 minutes."],
  ],
  [
    "at_door",
    "five minutes",
    { shipment: { substatus: "at_delivery" }, arrivedAt: minutes(-6) },
    [minutes(-6), minutes(4), "The driver has been at the delivery for 6 minutes."],
  ],
  [
    "failed",
    "goods that are gone",
    { shipment: { status: "failed", substatus: null, failure } },
    [hours(-1), hours(-1), "The goods will not arrive. Lost at sea."],
  ],
  [
    "returning",
    "goods on their way back",
    {
      shipment: { status: "returning", substatus: null, failure: { ...failure, message: null } },
      eta: { pickupAt: null, deliveryAt: null, returnAt: hours(1), updatedAt: now },
    },
    [hours(-1), hours(1), "The goods are on their way back. The reason is: lost."],
  ],
  [
    "held",
    "goods at customs",
    { setback: { kind: "held", at: hours(-3), reason: "customs_hold" } },
    [hours(-3), hours(-3), "Customs have held the goods for 3 hours."],
  ],
  [
    "held",
    "goods that wait for better weather",
    { setback: { kind: "held", at: hours(-50), reason: "weather" } },
    [hours(-50), hours(-50), "The goods have not moved (weather) for 2 days."],
  ],
  [
    "pin_refused",
    "a wrong PIN",
    {
      shipment: { substatus: "at_delivery", pinTries: 2 },
      troubles: [{ kind: "pin_refused", at: minutes(-1), detail: "" }],
    },
    [minutes(-1), minutes(4), "The driver entered 2 wrong PINs."],
  ],
  [
    "report_refused",
    "what a phone sent too late",
    { troubles: [{ kind: "report_refused", at: minutes(-1), detail: "Send a photo." }] },
    [minutes(-1), minutes(-1), "A late report of the driver had no effect. Send a photo."],
  ],
  [
    "report_refused",
    "goods that somebody picked up for a cancelled shipment",
    {
      shipment: { status: "cancelled", endedAt: minutes(-5) },
      assignment: null,
      troubles: [{ kind: "report_refused", at: minutes(-1), detail: "Kim B. reported picked up." }],
    },
    [minutes(-1), minutes(-1), "A late report of the driver had no effect. Kim B. reported picked up."],
  ],
  [
    "contradicting_report",
    "another end than the shipment has",
    {
      shipment: { status: "delivered", endedAt: hours(-2) },
      troubles: [{ kind: "contradicting_report", at: hours(-1), detail: "Kim B. reported undeliverable." }],
    },
    [hours(-1), hours(-1), "Kim B. reported undeliverable."],
  ],
  [
    "recall_unanswered",
    "ten minutes without an answer",
    { shipment: { status: "in_transit", recall: { at: minutes(-12), reason: "Wrong.", by: "client" } } },
    [
      minutes(-12),
      minutes(-2),
      "The driver has not seen for 12 minutes that the goods shall come back. Call them.",
    ],
  ],
  [
    "cancellation_unanswered",
    "a day without an answer",
    { assignment: { cancellationRequest: waiting } },
    [hours(-25), hours(-1), "City Riders has not answered the cancellation for 25 hours."],
  ],
  [
    "label_missing",
    "a carrier that gives no label",
    { shipment: { status: "assigned" }, assignment: { carrierLabel: "pending", assignedAt: minutes(-20) } },
    [minutes(-20), minutes(-5), "City Riders has not given its label for 20 minutes."],
  ],
  [
    "label_missing",
    "long before the pickup",
    {
      shipment: { status: "assigned" },
      assignment: { carrierLabel: "pending", assignedAt: minutes(-20), estimatedPickupAt: hours(30) },
    },
    [minutes(-20), hours(30), "City Riders has not given its label for 20 minutes."],
  ],
  [
    "booking_kept",
    "a carrier that still comes",
    {
      shipment: quoted,
      troubles: [{ kind: "booking_kept", at: hours(-2), detail: "City Riders may still come." }],
    },
    [hours(-2), hours(-2), "City Riders may still come."],
  ],
  [
    "refund_refused",
    "a carrier that keeps the money",
    {
      shipment: quoted,
      troubles: [{ kind: "refund_refused", at: hours(-2), detail: "City Riders refused." }],
    },
    [hours(-2), hours(-2), "City Riders refused."],
  ],
  [
    "tracking_ended",
    "goods that never arrived",
    { troubles: [{ kind: "tracking_ended", at: hours(-1), detail: "Waybill asks no more." }] },
    [hours(-1), hours(-1), "Waybill asks no more."],
  ],
  [
    "address_unclear",
    "a delivery whose house the geocoder does not know, once the pickup is a day away",
    {
      shipment: { status: "assigned", substatus: "confirmed", pickup: { window: { start: at(hours(23)) } } },
      assignment: { estimatedDeliveryAt: hours(25) },
      unclear: { stops: ["delivery"], isAsking: false },
    },
    [hours(-1), hours(25), "The geocoder did not find the house of the delivery address."],
  ],
  [
    "address_unclear",
    "both stops, without a window",
    {
      shipment: { status: "assigned", substatus: "confirmed" },
      assignment: { estimatedPickupAt: hours(2), estimatedDeliveryAt: hours(3) },
      unclear: { stops: ["pickup", "delivery"], isAsking: false },
    },
    [hours(-2), hours(2), "The geocoder did not find the house of the pickup and of the delivery address."],
  ],
  [
    "goods_with_absent_driver",
    "a driver who is out and has goods",
    {
      absentDriver: { name: "Tom B.", since: minutes(-5), until: hours(2) },
      shipment: { parcels: [{ quantity: 2 }] },
    },
    [minutes(-5), minutes(-5), "Meet Tom B. and take over 2 parcels."],
  ],
  [
    "job_not_seen",
    "a job that is picked up within the hour",
    { unseen: { ...unseen, neededAt: minutes(59) } },
    [minutes(-3), minutes(59), "Tom B. has not seen this job for 3 minutes."],
  ],
  [
    "job_not_seen",
    "a change of a stop that should be made by now",
    { unseen: { ...unseen, what: "change", since: minutes(-8), neededAt: minutes(-1) } },
    [minutes(-8), minutes(-1), "Tom B. has not seen what changed for 8 minutes."],
  ],
  [
    "waiting_at_pickup",
    "a driver who waits longer than is free",
    { waiting: { since: minutes(-12), freeMinutes: 10 } },
    [minutes(-12), minutes(-2), "The driver has waited at the pickup for 12 minutes. 10 minutes are free."],
  ],
  [
    "waiting_at_pickup",
    "a driver for whom no minute is free",
    { waiting: { since: minutes(-1), freeMinutes: 1 } },
    [minutes(-1), now, "The driver has waited at the pickup for 1 minute. 1 minute is free."],
  ],
  [
    "clock_wrong",
    "a tracker that sends local time as UTC",
    { wrongClock: { offsetMs: hours(2) - now, since: minutes(-5), endsAt: minutes(55) } },
    [
      minutes(-5),
      minutes(-5),
      "The clock of the driver's tracker is 2 hours ahead, so its positions do not move the map. Set the clock right, or let the token use the server's time.",
    ],
  ],
];

test("a sentence says whole minutes and hours, as the time beside it does", () => {
  const facts = { carrier: "City Riders", expectedAt: hours(9) - 1_000 };
  expect(detailOf("no_driver", { facts, since: now, now })).toEndWith("the pickup is due in 8 hours.");
  const soon = { ...facts, expectedAt: now + 18.8 * 60_000 };
  expect(detailOf("no_driver", { facts: soon, since: now, now })).toEndWith(
    "the pickup is due in 18 minutes.",
  );
  const days = { carrier: "City Riders", expectedAt: hours(72) - 1_000 };
  expect(detailOf("no_driver", { facts: days, since: now, now })).toEndWith("the pickup is due in 2 days.");
});

describe("a rule holds", () => {
  test("for every kind, in these cases", () => {
    expect(new Set(held.map(([kind]) => kind))).toEqual(new Set(shipmentKinds));
  });

  test.each(held)("%s: %s", (kind, _, parts, [since, dueAt, detail]) => {
    const { trouble } = rules[kind](situation(parts));
    expect([trouble?.since, trouble?.dueAt].map((ms) => at(ms ?? 0))).toEqual([since, dueAt].map(at));
    expect(detailOf(kind, { facts: trouble?.facts ?? {}, since, now })).toBe(detail);
  });
});

const never = Number.POSITIVE_INFINITY;
const running = { state: "running", startedAt: now, deadlineAt: minutes(1), unavailable: [] };

/** What does not hold, and when it may. */
const quiet: [ShipmentKind, string, Parts, lookAt: number][] = [
  ["held", "goods that went on", { setback: { kind: "none", at: hours(-1) } }, never],
  [
    "held",
    "an attempt that failed",
    { setback: { kind: "attempt_failed", at: now, reason: "other" } },
    never,
  ],
  ["late", "before the window's end", { shipment: { delivery: windowUntil(minutes(3)) } }, minutes(3)],
  [
    "late",
    "within the grace of an estimate",
    { assignment: { estimatedDeliveryAt: minutes(-9) } },
    minutes(1),
  ],
  ["late", "on a return", { shipment: { status: "returning", delivery: windowUntil(hours(-1)) } }, never],
  [
    "estimate_slipping",
    "late already",
    {
      shipment: { delivery: windowUntil(minutes(-1)) },
      eta: { pickupAt: null, deliveryAt: minutes(29), returnAt: null, updatedAt: now },
    },
    never,
  ],
  [
    "no_offer",
    "while carriers are asked",
    { shipment: { status: "created" }, round: running },
    minutes(1) + 1_000,
  ],
  ["no_offer", "with an open offer", { shipment: quoted, quotes: [quote(minutes(9))] }, minutes(9)],
  ["offers_ending", "long before the end", { shipment: quoted, quotes: [quote(minutes(9))] }, minutes(6)],
  [
    "offers_ending",
    "of a short life, a fifth before its end",
    { shipment: quoted, quotes: [{ status: "open", createdAt: now, expiresAt: minutes(5) }] },
    minutes(4),
  ],
  [
    "no_driver",
    "a job by hand that is on the way",
    { shipment: { status: "assigned", substatus: "en_route_to_pickup" }, job: chosenByHand },
    never,
  ],
  [
    "no_driver",
    "a job whose driver the fleet's own system named",
    {
      shipment: { status: "assigned", substatus: "confirmed" },
      assignment: { driver: { name: "Kim B." } },
      job: { ...chosenByHand, waitingSince: minutes(-4) },
    },
    never,
  ],
  [
    "no_driver",
    "while Waybill looks for one",
    {
      shipment: { status: "assigned", substatus: "confirmed" },
      job: { ...chosenByHand, toChooseSince: null },
    },
    never,
  ],
  ["no_driver", "a carrier whose drivers nobody knows", { shipment: { status: "assigned" } }, never],
  [
    "driver_silent",
    "at a door",
    { silentSince: minutes(-17), shipment: { substatus: "at_delivery" } },
    never,
  ],
  [
    "late",
    "a driver without a phone, whose results come in the evening",
    { shipment: { delivery: windowUntil(minutes(-12)) }, isEnteredLater: true },
    minutes(-12) + 12 * 3_600_000,
  ],
  ["driver_silent", "a carrier that never sent one", {}, never],
  [
    "driver_silent",
    "a driver on a break, or without a phone",
    { silentSince: minutes(-17), isUnheard: true },
    never,
  ],
  [
    "clock_wrong",
    "another stop comes first",
    {
      wrongClock: { offsetMs: hours(2) - now, since: minutes(-5), endsAt: minutes(55) },
      job: { driverId: "drv", waitingSince: null, givesUpAt: null, isNextStop: false },
    },
    never,
  ],
  ["clock_wrong", "a clock that is right", { wrongClock: null }, never],
  ["address_unclear", "houses that are known", { unclear: null }, never],
  [
    "address_unclear",
    "a pickup in two days",
    {
      shipment: { status: "assigned", pickup: { window: { start: at(hours(48)) } } },
      unclear: { stops: ["delivery"], isAsking: false },
    },
    hours(24),
  ],
  [
    "address_unclear",
    "a geocoder that has not answered yet",
    { unclear: { stops: ["delivery"], isAsking: true } },
    minutes(1),
  ],
  [
    "address_unclear",
    "a shipment without a carrier",
    { assignment: null, unclear: { stops: ["delivery"], isAsking: false } },
    never,
  ],
  [
    "goods_with_absent_driver",
    "a job without goods",
    {
      absentDriver: { name: "Tom B.", since: minutes(-5), until: hours(2) },
      shipment: { status: "assigned", substatus: "confirmed" },
    },
    never,
  ],
  ["job_not_seen", "told just now", { unseen: { ...unseen, since: minutes(-2) } }, minutes(1)],
  ["job_not_seen", "needed in two hours", { unseen: { ...unseen, neededAt: hours(2) } }, minutes(60)],
  [
    "job_not_seen",
    "a driver who is off duty, or has not opened the page",
    { unseen: { ...unseen, isReachable: false } },
    minutes(0.5),
  ],
  ["waiting_at_pickup", "free minutes", { waiting: { since: minutes(-9), freeMinutes: 10 } }, minutes(1)],
  [
    "driver_silent",
    "another stop comes first",
    {
      silentSince: minutes(-20),
      job: { driverId: "drv", waitingSince: null, givesUpAt: null, isNextStop: false },
    },
    never,
  ],
  ["driver_standing", "for less than ten minutes", { ...onTheWay, standingSince: minutes(-9) }, minutes(1)],
  [
    "driver_standing",
    "on a break, or without a phone",
    { ...onTheWay, standingSince: minutes(-15), isUnheard: true },
    never,
  ],
  ["driver_standing", "silent", { ...onTheWay, silentSince: minutes(-16) }, never],
  ["driver_standing", "at a stop", { ...onTheWay, shipment: { substatus: "at_delivery" } }, never],
  ["at_door", "just arrived", { shipment: { substatus: "at_delivery" }, arrivedAt: minutes(-4) }, minutes(1)],
  [
    "failed",
    "a week ago",
    { shipment: { status: "failed", failure: { ...failure, at: at(hours(-24 * 7)) } } },
    never,
  ],
  [
    "pin_refused",
    "delivered since",
    { shipment: { status: "delivered" }, troubles: [{ kind: "pin_refused", at: now, detail: "" }] },
    never,
  ],
  [
    "report_refused",
    "before the cancellation",
    {
      shipment: { status: "cancelled", endedAt: minutes(-5) },
      troubles: [{ kind: "report_refused", at: minutes(-6), detail: "Send a photo." }],
    },
    never,
  ],
  [
    "contradicting_report",
    "before a newer end",
    {
      shipment: { status: "returned", endedAt: minutes(-1) },
      troubles: [{ kind: "contradicting_report", at: minutes(-2), detail: "Kim B. reported delivered." }],
    },
    never,
  ],
  [
    "recall_unanswered",
    "within ten minutes",
    { shipment: { status: "in_transit", recall: { at: minutes(-9), reason: "Wrong.", by: "client" } } },
    minutes(1),
  ],
  [
    "recall_unanswered",
    "of goods that come back",
    { shipment: { status: "returning", recall: { at: minutes(-12), reason: "Wrong.", by: "client" } } },
    never,
  ],
  [
    "cancellation_unanswered",
    "within a day",
    { assignment: { cancellationRequest: { ...waiting, requestedAt: hours(-23) } } },
    hours(1),
  ],
  [
    "label_missing",
    "within a quarter of an hour",
    { shipment: { status: "assigned" }, assignment: { carrierLabel: "pending", assignedAt: minutes(-5) } },
    minutes(10),
  ],
  [
    "label_missing",
    "the label is here",
    { shipment: { status: "assigned" }, assignment: { carrierLabel: "ready", assignedAt: minutes(-20) } },
    never,
  ],
  [
    "cancellation_unanswered",
    "answered with no",
    { assignment: { cancellationRequest: { ...waiting, refused: { reason: "other", message: "No." } } } },
    never,
  ],
];

test.each(quiet)("no rule holds: %s, %s", (kind, _, parts, lookAt) => {
  expect(rules[kind](situation(parts))).toEqual({ trouble: null, lookAt });
});

describe("a job that a dispatcher gives out", () => {
  const job = (searchAt: number, waitingSince: number | null = null) =>
    rules.no_driver(
      situation({
        shipment: { status: "assigned", substatus: "confirmed" },
        assignment: { estimatedPickupAt: hours(5) },
        job: { ...chosenByHand, searchAt, waitingSince },
      }),
    );

  test("waits quietly until half an hour before the fleet would need its driver, and is looked at then", () => {
    const { trouble, lookAt } = job(minutes(31));
    expect([trouble?.facts.isQuiet, lookAt]).toEqual([true, minutes(1)]);
  });

  test("is urgent from then on", () => {
    for (const found of [job(minutes(30)), job(minutes(-5), minutes(-5))]) {
      expect(found.trouble?.facts.isQuiet).toBeUndefined();
      expect(found.lookAt).toBe(never);
    }
  });
});
