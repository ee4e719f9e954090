import { expect, test } from "bun:test";
import { isKnown } from "../../../../../../src/web/dashboard/pages/shipments/shipment/known.ts";

const at = (second: number) => `2026-01-31T09:30:0${second}.000Z`;
const entry = (sequence: number, status: "created" | "quoted" | "assigned") => ({
  sequence,
  status,
  substatus: null,
  recorded_at: at(sequence),
});
const eta = (second: number) => ({ updated_at: at(second) });

function shownWith(entries: readonly ReturnType<typeof entry>[], status = "quoted", second = 2) {
  const shipment = { status, substatus: null, updated_at: at(second) };
  return { shipment, tracking: { entries, eta: eta(1) } } as unknown as Parameters<typeof isKnown>[1];
}
const told = (event: string, data: unknown) => ({ id: "1.1.1", event, data, text: "" });

const both = [entry(1, "created"), entry(2, "quoted")];

test("what the stream tells again of a shipment that was read is known", () => {
  for (const each of both) expect(isKnown(told("status", each), shownWith(both))).toBe(true);
  // A later change, such as an edit.
  expect(isKnown(told("status", entry(2, "quoted")), shownWith(both, "quoted", 3))).toBe(true);
  expect(isKnown(told("eta", eta(1)), shownWith(both))).toBe(true);
});

test("what happened since is not known, whichever of the two was read first", () => {
  const latest = told("status", entry(3, "assigned"));
  expect(isKnown(latest, shownWith(both))).toBe(false);
  // Only the tracking was read after it.
  const three = [...both, entry(3, "assigned")];
  expect(isKnown(latest, shownWith(three))).toBe(false);
  expect(isKnown(latest, shownWith(three, "assigned", 3))).toBe(true);
  // In the same millisecond as the change that the shipment has.
  expect(isKnown(latest, shownWith(three, "quoted", 3))).toBe(false);
  // Only the shipment was.
  expect(isKnown(latest, shownWith(both, "assigned", 3))).toBe(false);
  expect(isKnown(told("eta", eta(2)), shownWith(both))).toBe(false);
  // The window of the pickup may be another one than was read.
  expect(isKnown(told("window", { window: { start: at(1), end: at(2) } }), shownWith(both))).toBe(false);
});

test("nothing is known before both were read", () => {
  const message = told("status", entry(1, "created"));
  const { shipment, tracking } = shownWith(both);
  expect(isKnown(message, { shipment, tracking: undefined })).toBe(false);
  expect(isKnown(message, { shipment: undefined, tracking })).toBe(false);
});
