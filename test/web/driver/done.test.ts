import { expect, test } from "bun:test";
import type { DoneStop } from "../../../src/web/driver/disk.ts";
import { doneAfter, seeDone } from "../../../src/web/driver/done.ts";
import type { Entry } from "../../../src/web/driver/queue.ts";
import type { ToldDone } from "../../../src/web/driver/wire.ts";
import { stopOf } from "./stops.ts";

/** What stands under "Done today", and what the phone keeps of it. */

const kept = { keptAt: 0, lifeId: "life", lifeMs: 0 };
const at = (minute: number) => `2026-11-29T10:${String(minute).padStart(2, "0")}:00.000Z`;

const tapped = (job: string, minute: number, change: Partial<DoneStop> = {}): DoneStop => ({
  reportId: `r-${job}`,
  stop: stopOf(job, "delivery"),
  kind: "delivery",
  outcome: "delivered",
  at: at(minute),
  ...change,
});
const told = (job: string, minute: number, change: Partial<ToldDone> = {}): ToldDone => ({
  id: `${job}.delivery`,
  assignment_id: job,
  shipment_id: job.replace("asg", "shp"),
  kind: "delivery",
  outcome: "delivered",
  reason_code: null,
  at: at(minute),
  tracking_number: "WB0123456789A",
  parcel_count: 1,
  name: "Alex",
  place: { line1: "Torstr. 1", city: "Berlin" },
  ...change,
});
const waiting = (job: string): Entry => ({
  seq: 1,
  driverId: "drv_1",
  ...kept,
  kind: "report",
  report: { type: "returned", assignment_id: job, id: `r-${job}`, at: at(0) },
  pictures: [],
});
const shown = (done: ReturnType<typeof seeDone>) =>
  done.map(({ id, isConfirmed }) => `${id}${isConfirmed ? "" : " waits"}`);

test("what the server knows and what was tapped since stand in one order, each stop once", () => {
  const done = [tapped("asg_2", 20), tapped("asg_3", 30)];
  const list = seeDone([told("asg_4", 40), told("asg_1", 10), told("asg_2", 21)], done, [waiting("asg_3")]);
  expect(shown(list)).toEqual(["asg_1.delivery", "asg_2.delivery", "asg_3.delivery waits", "asg_4.delivery"]);
  // The server's time counts once it has the tap; what waits is newer than what the server says.
  expect(list[1]?.at).toBe(at(21));
  const later = { outcome: "undeliverable", reason_code: "recipient_refused" } as const;
  const again = seeDone([told("asg_3", 5, later)], done, [waiting("asg_3")]);
  expect(shown(again)).toEqual(["asg_2.delivery", "asg_3.delivery waits"]);
  expect(seeDone([told("asg_3", 5, later)], [], [])).toMatchObject([
    { outcome: "undeliverable", reason: "recipient_refused", name: "Alex", place: "Torstr. 1, Berlin" },
  ]);
});

test("of an erased shipment only its number is shown", () => {
  const erased = told("asg_1", 10, { name: null, place: null });
  expect(seeDone([erased], [tapped("asg_1", 10)], [])).toMatchObject([
    { name: null, place: null, trackingNumber: "WB0123456789A" },
  ]);
});

test("the phone forgets what was put right or erased, and never what waits", () => {
  const done = [tapped("asg_1", 10), tapped("asg_2", 20), tapped("asg_3", 30), tapped("asg_4", 40)];
  const answer = [told("asg_1", 10), told("asg_2", 20, { name: null, place: null })];
  const ids = doneAfter(done, [waiting("asg_4")], answer).map(({ stop }) => stop.id);
  expect(ids).toEqual(["asg_1.delivery", "asg_4.delivery"]);
  // Without an answer nothing is known to be over.
  expect(doneAfter(done, [], undefined)).toEqual(done);
});
