import { expect, test } from "bun:test";
import type { Problem } from "../../../src/web/browser/problem.ts";
import {
  countTaps,
  type Entry,
  isPassing,
  nextStep,
  outcomeOf,
  type Picture,
  type ReportContent,
  type ReportEntry,
  toWire,
} from "../../../src/web/driver/queue.ts";

/** What the driver's page keeps until the server has it. */

const position = { type: "position", latitude: 52.5, longitude: 13.4 } as const;
const kept = { keptAt: 0, lifeId: "life", lifeMs: 0 };
const now = { ...kept, keptAt: Date.parse("2026-11-02T10:00:00.000Z"), lifeId: "another" };
const moved = { ...position, accuracy_meters: 8, heading_degrees: null, speed_mps: null };
const proof = {
  pin: null,
  recipient_name: "Alex",
  handed_to: "recipient",
  age_verified: false,
  note: null,
  location: null,
};
const delivered = { type: "delivered", assignment_id: "asg_1", proof } as const;
const arrived = { type: "progress", assignment_id: "asg_1", substatus: "at_pickup" } as const;

function reportEntry(seq: number, content: ReportContent = moved, pictures: Picture[] = []): ReportEntry {
  const report = { ...content, id: `r${seq}`, at: "2026-11-02T10:00:00.000Z" };
  return { seq, driverId: "drv_1", ...kept, kind: "report", report, pictures };
}
const duty = (seq: number): Entry => ({
  seq,
  driverId: "drv_1",
  ...kept,
  kind: "duty",
  onDuty: false,
  at: "2026-01-31T09:30:00.000Z",
});
const picture = (use: Picture["use"], change: Partial<Picture> = {}): Picture => ({
  id: use,
  use,
  imageId: null,
  uploads: 0,
  ...change,
});
const problem = (code: string, status = 422): Problem => ({ status, code, title: "", detail: "" });

const sentBy = (entries: Entry[], isSingle = false) => {
  const step = nextStep(entries, isSingle);
  return step?.kind === "reports" ? step.entries.map(({ seq }) => seq) : step?.kind;
};

test("photos of a pickup are named with it, and a step without photos names none", () => {
  const pickedUp = { ...arrived, substatus: "picked_up" } as const;
  const entry = reportEntry(1, pickedUp, [picture("photo", { imageId: "img_1" })]);
  expect(toWire(entry, now)).toMatchObject({ substatus: "picked_up", image_ids: ["img_1"] });
  expect("image_ids" in toWire(reportEntry(1, pickedUp), now)).toBe(false);
});

test("reports go together, up to what is sent another way, at most a hundred, and pictures alone", () => {
  const many = Array.from({ length: 130 }, (_, index) => reportEntry(index));
  expect(sentBy(many)).toHaveLength(100);
  expect(sentBy(many, true)).toEqual([0]);
  expect(sentBy([reportEntry(1), reportEntry(2), duty(3), reportEntry(4)])).toEqual([1, 2]);
  expect(sentBy([duty(3), reportEntry(4)])).toBe("duty");
  const signed = reportEntry(2, delivered, [picture("signature", { imageId: "img_1" })]);
  expect(sentBy([reportEntry(1), signed, reportEntry(3)])).toEqual([1]);
  expect(sentBy([signed, reportEntry(3)])).toEqual([2]);
  expect(sentBy([{ ...reportEntry(1), isSent: true }, reportEntry(2)])).toEqual([2]);
  expect(nextStep([])).toBeUndefined();
});

test("pictures are uploaded before the report that names them", () => {
  const pictures = [picture("signature"), picture("photo")];
  const first = nextStep([reportEntry(1, delivered, pictures)]);
  expect(first).toMatchObject({ kind: "upload", picture: { use: "signature" } });
  const uploaded = pictures.map((one, index) => ({ ...one, imageId: `img_${index}` }));
  const entry = reportEntry(1, delivered, uploaded);
  expect(nextStep([entry])).toEqual({ kind: "reports", entries: [entry] });
  expect(toWire(entry, now)).toMatchObject({
    type: "delivered",
    proof: { recipient_name: "Alex", signature_image_id: "img_0", image_ids: ["img_1"] },
  });
  const failed = {
    type: "undeliverable",
    assignment_id: "asg_1",
    reason_code: "lost",
    message: null,
  } as const;
  expect(toWire(reportEntry(1, failed, uploaded.slice(1)), now)).toMatchObject({ image_ids: ["img_1"] });
  expect(toWire(reportEntry(1, failed), now)).toMatchObject({ image_ids: [] });
});

test("what the server has is done, what it refuses the driver sees, and positions are not worth a word", () => {
  const refused = (code: string) => ({ id: "r1", result: "refused" as const, problem: problem(code) });
  const entry = reportEntry(1, arrived);
  const none = new Set<string>();
  for (const result of ["applied", "late", "duplicate"] as const) {
    expect(outcomeOf(entry, { id: "r1", result, problem: null }, none)).toEqual({ kind: "done", entry });
  }
  const late = { id: "r1", result: "late", problem: null } as const;
  const pickedUp = reportEntry(1, { ...arrived, substatus: "picked_up" });
  const gone = { kind: "refused", problem: { code: "job_changed" } };
  expect(outcomeOf(pickedUp, late, none)).toMatchObject(gone);
  expect(outcomeOf(pickedUp, late, new Set(["asg_1"]))).toMatchObject({ kind: "done" });
  expect(outcomeOf(reportEntry(1, delivered), late, new Set(["asg_1"]))).toMatchObject(gone);
  expect(outcomeOf(reportEntry(1), late, none)).toMatchObject({ kind: "forgotten" });
  expect(outcomeOf(entry, refused("assignment_ended"), none)).toMatchObject({ kind: "refused" });
  expect(outcomeOf(entry, refused("report_id_reused"), none)).toEqual({ kind: "done", entry });
  expect(outcomeOf(reportEntry(1), refused("limit_reached"), none)).toMatchObject({ kind: "forgotten" });

  const uploaded = picture("photo", { imageId: "img_1", uploads: 1 });
  const again = outcomeOf(reportEntry(1, delivered, [uploaded]), refused("image_unknown"), none);
  expect(again).toMatchObject({ kind: "again", entry: { pictures: [{ imageId: null }] } });
  const thrice = reportEntry(1, delivered, [{ ...uploaded, uploads: 3 }]);
  expect(outcomeOf(thrice, refused("image_unknown"), none)).toMatchObject({ kind: "refused" });
});

test("a request may succeed later unless it is wrong itself", () => {
  for (const status of [0, 403, 408, 429, 500, 503]) expect(isPassing(problem("any", status))).toBe(true);
  for (const status of [400, 404, 409, 413, 422]) expect(isPassing(problem("any", status))).toBe(false);
});

test("what is named as waiting are taps that are not sent", () => {
  const entries = [reportEntry(1), reportEntry(2, arrived), duty(3), { ...duty(4), isSent: true as const }];
  expect(countTaps(entries)).toBe(2);
});
