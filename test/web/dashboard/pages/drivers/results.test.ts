import { expect, test } from "bun:test";
import {
  asksFor,
  faultOf,
  type Line,
  linesAfter,
  momentOf,
  nothingEntered,
  reasons,
  reportOf,
  results,
} from "@/web/dashboard/pages/drivers/results.ts";
import { stopOf } from "../../../driver/stops.ts";

/** What a dispatcher types for a rider without a phone. */

const now = Date.parse("2026-11-29T21:30:00.000Z");
const berlin = "Europe/Berlin";

test.each([
  ["", "2026-11-29T21:30:00.000Z"],
  ["9", "2026-11-29T08:00:00.000Z"],
  ["930", "2026-11-29T08:30:00.000Z"],
  ["9:30", "2026-11-29T08:30:00.000Z"],
  ["14.10", "2026-11-29T13:10:00.000Z"],
  [" 1410 ", "2026-11-29T13:10:00.000Z"],
  ["0000", "2026-11-28T23:00:00.000Z"],
  // Nobody enters what comes: the clock showed it a day ago.
  ["23:10", "2026-11-28T22:10:00.000Z"],
  // A clock that is a little ahead is right.
  ["22:34", "2026-11-29T21:34:00.000Z"],
  ["24:00", undefined],
  ["12:60", undefined],
  ["noon", undefined],
  ["1:2", undefined],
  ["-1", undefined],
])("the time %p in Berlin is the last one that its clocks showed", (text, at) => {
  expect(momentOf(text, berlin, now)).toBe(at as string);
});

test("a time in another zone is that of the stop", () => {
  expect(momentOf("14:10", "America/New_York", now)).toBe("2026-11-29T19:10:00.000Z");
});

test("each letter chooses one result, and one reason", () => {
  for (const choices of [...Object.values(results), reasons]) {
    const letters = choices.map(({ letter }) => letter);
    expect(new Set(letters).size).toBe(letters.length);
    expect(letters.join("")).toMatch(/^[A-Z]+$/);
  }
});

test("a line asks for a name or a reason, is checked, and becomes a report", () => {
  const entered = (change: object) => ({ ...nothingEntered, ...change });
  const fault = (change: object) => faultOf(entered(change), berlin, now);
  expect(fault({})).toBe("Choose a result.");
  expect(fault({ result: "failed" })).toBe("Choose a reason.");
  expect(fault({ result: "recipient", time: "25" })).toBe("Type a time such as 14:10.");
  expect(fault({ result: "failed", reason: "other", time: "9" })).toBeUndefined();
  expect(asksFor(entered({ result: "safe_place" }))).toBe("who");
  expect(asksFor(entered({ result: "failed" }))).toBe("reason");
  expect(asksFor(entered({ result: "picked_up" }))).toBeNull();
  expect(reportOf(entered({ result: "neighbour", who: " K. B. " }))).toEqual({
    type: "delivered",
    proof: { recipient_name: "K. B.", handed_to: "neighbour" },
  });
  expect(reportOf(entered({ result: "recipient" }))).toMatchObject({ proof: { recipient_name: null } });
  expect(reportOf(entered({ result: "failed", reason: "recipient_refused" }))).toEqual({
    type: "undeliverable",
    reason_code: "recipient_refused",
  });
  expect(reportOf(entered({ result: "picked_up" }))).toEqual({ type: "progress", substatus: "picked_up" });
  expect(reportOf(entered({ result: "returned" }))).toEqual({ type: "returned" });
  expect(reportOf(entered({ result: "not_picked_up" }))).toBeUndefined();
});

test("lines keep their place and what is typed; saved ones stay, those of others go, and offers never come", () => {
  const [pickup, delivery, other] = [
    stopOf("asg_1", "pickup"),
    stopOf("asg_1", "delivery"),
    stopOf("asg_2", "delivery"),
  ];
  const offer = stopOf("asg_3", "pickup", { state: "offered" });
  const first = linesAfter([], [pickup, delivery, other, offer]);
  expect(first.map(({ stop }) => stop.id)).toEqual(["asg_1.pickup", "asg_1.delivery", "asg_2.delivery"]);
  const typed = first.map(
    (line): Line =>
      line.stop === pickup
        ? { ...line, state: "saved", words: "Picked up" }
        : { ...line, entered: { ...line.entered, who: "kb" } },
  );
  const back = stopOf("asg_4", "return");
  const changed = { ...delivery, reference: "changed" };
  const after = linesAfter(typed, [back, changed]);
  expect(after.map(({ stop, state, entered }) => [stop.id, state, entered.who])).toEqual([
    ["asg_1.pickup", "saved", ""],
    ["asg_1.delivery", "open", "kb"],
    ["asg_4.return", "open", ""],
  ]);
  expect(after[1]?.stop.reference).toBe("changed");
  // An unchanged line is the same one, so that it is not drawn again.
  const again = linesAfter(after, [back, changed]);
  expect(again.every((line, index) => line === after[index])).toBe(true);
});
