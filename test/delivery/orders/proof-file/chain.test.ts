import { expect, test } from "bun:test";
import fc from "fast-check";
import { canonicalJson } from "../../../../src/delivery/lifecycle/state/chain.ts";
import { linkAfter } from "../../../../src/delivery/lifecycle/state/chain-link.ts";
import { openMembersOf, valuesOf } from "../../../../src/delivery/lifecycle/state/entry.ts";
import type { KeptPhoto, ProofType } from "../../../../src/delivery/lifecycle/state/evidence.ts";
import type { EntryRow } from "../../../../src/delivery/lifecycle/state/rows.ts";
import { proofOpenMembers, proofValues } from "../../../../src/delivery/lifecycle/tracking/proof-link.ts";
import type { ProofRow } from "../../../../src/delivery/lifecycle/tracking/store.ts";
import { isProofFile, type ProofFile } from "../../../../src/delivery/orders/proof-file/schema.ts";
import { verifyProofFile } from "../../../../src/delivery/orders/proof-file/verifying.ts";
import { toLinks } from "../../../../src/delivery/orders/proof-file/view.ts";
import { createIds, sha256Hex } from "../../../../src/infra/ids.ts";
import { pictures } from "../../../support/images.ts";

/** Random histories with a proof: as they are, redacted, and with any byte changed. */

const runs = 300;
const ids = createIds({ now: () => Date.parse("2026-01-31T09:30:00Z") });
const shipmentId = ids.make("shp");
const photo = { name: "photo-1.png", content: Buffer.from(pictures.png) };

const time = fc.integer({ min: 0, max: 4_102_444_800_000 });
const degrees = fc.double({ min: -90, max: 90, noNaN: true, noDefaultInfinity: true });
const place = fc.option(fc.record({ latitude: degrees, longitude: degrees }));
const text = fc.string({ unit: "grapheme", maxLength: 40 });
const shown = fc.record({
  types: fc.constantFrom<ProofType[]>([], ["pin", "age"]),
  recipientName: fc.option(text),
  handedTo: fc.constantFrom(null, "neighbour" as const),
  signature: fc.constant(null),
  pin: fc.constantFrom(null, { verified: true, attempts: 2 }),
  note: fc.option(text),
});
const entry = fc.record({
  substatus: fc.constantFrom(null, "at_pickup" as const, "en_route_to_delivery" as const),
  code: fc.option(text),
  message: text,
  location: place,
  occurredAt: time,
  recordedAt: time,
  evidence: fc.option(fc.record({ photos: fc.constant<KeptPhoto[]>([]), proof: fc.option(shown) })),
});
const history = fc.record({
  before: fc.array(entry, { maxLength: 5 }),
  after: fc.array(entry, { maxLength: 2 }),
  recipientName: fc.option(text),
  note: fc.option(text),
  location: place,
});
type History = typeof history extends fc.Arbitrary<infer T> ? T : never;
type Said = Omit<EntryRow, "salted" | "hash">;

/** The rows as Waybill writes them, one after the other. */
function fileOf({ before, after, recipientName, note, location }: History): ProofFile {
  let previous: string | null = null;
  let sequence = 0;
  const write = (said: History["before"][number], status: Said["status"]): EntryRow => {
    sequence += 1;
    const row: Said = { ...said, shipmentId, sequence, status, source: "driver" };
    const link = linkAfter(previous, ids, openMembersOf(row), valuesOf(row));
    previous = link.hash;
    return { ...row, ...link };
  };
  const earlier = before.map((said) => write(said, "in_transit"));
  const at = 1_769_853_600_000;
  const said: Omit<ProofRow, "salted" | "hash"> = {
    id: "pod_1",
    shipmentId,
    capturedAt: at,
    entrySequence: earlier.length + 1,
    document: {
      types: ["photo"],
      missing: [],
      recipientName,
      handedTo: "recipient",
      signature: null,
      photos: [{ name: photo.name, sha256: sha256Hex(photo.content), contentType: "image/png", takenAt: at }],
      pin: { verified: true, attempts: 2 },
      note,
      location: location && { ...location, distanceToAddressMeters: 4 },
      capturedBy: "driver",
    },
  };
  const link = linkAfter(previous, ids, proofOpenMembers(said), proofValues(said));
  previous = link.hash;
  const proof: ProofRow = { ...said, ...link };
  const end = {
    substatus: null,
    code: null,
    message: "Done.",
    location,
    occurredAt: at,
    recordedAt: at,
    evidence: null,
  };
  const later = [end, ...after].map((each) => write(each, "delivered"));
  const links = toLinks([...earlier, ...later], [proof]);
  return {
    format: "waybill-proof-1",
    shipment_id: shipmentId,
    begins_at: 1,
    head: previous,
    links,
    pictures: [{ name: photo.name, content: photo.content.toString("base64") }],
  };
}

test("every history verifies, also after the way through a file", () => {
  fc.assert(
    fc.property(history, (given) => {
      const file = JSON.parse(JSON.stringify(fileOf(given)));
      expect(isProofFile(file)).toBe(true);
      expect(verifyProofFile(file, file.head)).toEqual({ problems: [], redacted: [], uncovered: [] });
    }),
    { numRuns: runs },
  );
});

test("whatever values are redacted, the chain verifies and names each of them", () => {
  fc.assert(
    fc.property(history, fc.infiniteStream(fc.boolean()), (given, choices) => {
      const file = fileOf(given);
      let redacted = 0;
      for (const { values } of file.links) {
        for (const [member, value] of Object.entries(values)) {
          if (value === null || !choices.next().value) continue;
          values[member] = null;
          redacted += 1;
          if (member === photo.name) file.pictures = [];
        }
      }
      const found = verifyProofFile(file, file.head ?? "");
      expect([found.problems, found.redacted.length]).toEqual([[], redacted]);
    }),
    { numRuns: runs },
  );
});

test("any character of the file that is changed is found", () => {
  fc.assert(
    fc.property(
      history,
      fc.nat(),
      fc.constantFrom("0", "1", "a", "A", "Z", " ", "é", "/"),
      (given, at, other) => {
        const file = fileOf(given);
        const text = JSON.stringify(file);
        const index = at % text.length;
        const changed = readFile(text.slice(0, index) + other + text.slice(index + 1));
        if (changed === undefined || Bun.deepEquals(changed, file)) return;
        expect(verifyProofFile(changed, file.head ?? "").problems).not.toEqual([]);
      },
    ),
    { numRuns: runs * 5 },
  );
});

function readFile(text: string): ProofFile | undefined {
  try {
    const file = JSON.parse(text);
    return isProofFile(file) ? file : undefined;
  } catch {
    return undefined;
  }
}

test("what is written after the head is listed, and not proven", () => {
  fc.assert(
    fc.property(history, (given) => {
      const file = fileOf(given);
      const kept = file.links[given.before.length + 1]?.hash;
      const { problems, uncovered } = verifyProofFile(file, kept);
      expect([problems, uncovered.length]).toEqual([[], given.after.length]);
    }),
    { numRuns: 50 },
  );
});

test("canonical JSON is that of RFC 8785", () => {
  const value = { b: [1e21, 0.1, -0, null], "€": '\u0007\n"\\/', a: { d: false, c: 1 / 3 } };
  const written = '{"a":{"c":0.3333333333333333,"d":false},"b":[1e+21,0.1,0,null],"€":"\\u0007\\n\\"\\\\/"}';
  expect(canonicalJson(value)).toBe(written);
});
