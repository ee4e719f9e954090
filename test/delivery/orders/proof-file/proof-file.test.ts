import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import type { ProofFile } from "../../../../src/delivery/orders/proof-file/schema.ts";
import { verifyProofFile } from "../../../../src/delivery/orders/proof-file/verifying.ts";
import { write } from "../../../../src/infra/deps.ts";
import { sha256Hex } from "../../../../src/infra/ids.ts";
import { run } from "../../../cli/run.ts";
import { type DriverWorld, startDriverWorld, type Trip } from "../../../support/driver-jobs.ts";
import { platform } from "../../../support/fixtures.ts";
import { exifData, pictures, withSegment } from "../../../support/images.ts";

/** What a driver proves stands: whatever is changed in the file or in the database is found and named. */

let world: DriverWorld;
let trip: Trip;
let file: ProofFile;
let head: string;
const folder = mkdtempSync(join(tmpdir(), "waybill-proof-"));
const turned = new Uint8Array(
  withSegment(pictures.jpeg, 0xe1, Buffer.concat([Buffer.from("Exif\0\0"), exifData(6, "secret place")])),
);

beforeAll(async () => {
  world = await startDriverWorld();
  trip = await deliver();
  file = await fileOf(trip);
  head = await headOf(trip);
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await world.server.stop();
});

async function upload(content: Uint8Array<ArrayBuffer>): Promise<string> {
  const sent = await world.phones.kim.send("/api/v1/driver/images", {
    method: "POST",
    body: content,
    headers: { "content-type": "application/octet-stream" },
  });
  expect(sent.status).toBe(201);
  return sent.body.id;
}

async function deliver(): Promise<Trip> {
  const made = await world.accept({});
  await world.give(world.kim, made);
  world.clock.advance(60);
  const time = new Date(world.clock.now()).toISOString();
  const of = { assignment_id: made.assignmentId, at: time };
  const proof = {
    recipient_name: "Alex Example",
    handed_to: "recipient",
    note: "Left hand, second floor",
    location: { latitude: 52.5009, longitude: 13.4202 },
    signature_image_id: await upload(pictures.png),
    image_ids: [await upload(turned), await upload(pictures.alpha)],
  };
  const sent = await world.send(world.phones.kim, [
    { ...of, id: "there", type: "position", latitude: 52.5009, longitude: 13.4202 },
    { ...of, id: "picked", type: "progress", substatus: "picked_up" },
    { ...of, id: "done", type: "delivered", proof },
  ]);
  expect(sent.map(({ result }) => result)).toEqual(["applied", "applied", "applied"]);
  return made;
}

async function fileOf({ id }: Trip): Promise<ProofFile> {
  const { status, body } = await world.account.sandbox.get(`${platform}/shipments/${id}/proof.json`);
  expect(status).toBe(200);
  return body as ProofFile;
}

async function headOf({ id }: Trip): Promise<string> {
  const { body } = await world.account.sandbox.get(`${platform}/shipments/${id}/events?limit=100`);
  return body.data.find(({ type }: { type: string }) => type === "shipment.delivered").data.proof_head;
}

const clone = (): ProofFile => structuredClone(file);
const problemsOf = (changed: ProofFile) => verifyProofFile(changed, head).problems;
const proofLink = ({ links }: ProofFile) => {
  const link = links.find(({ record }) => record.includes('"kind":"proof"'));
  if (!link) throw new Error("the file has no proof");
  return link;
};

test("the file holds history, proof and pictures without metadata, and fits the head of the event", async () => {
  expect(verifyProofFile(file, head)).toEqual({ problems: [], redacted: [], uncovered: [] });
  expect([file.head, file.begins_at, file.shipment_id]).toEqual([head, 1, trip.id]);
  const values = JSON.stringify(proofLink(file).values);
  for (const kept of ["Alex Example", "second floor", "52.5009"]) expect(values).toContain(kept);

  expect(file.pictures.map(({ name }) => name)).toEqual(["photo-1.jpg", "photo-2.webp", "signature.png"]);
  const [photo] = file.pictures;
  const bytes = Buffer.from(photo?.content ?? "", "base64");
  expect(bytes.includes("secret place")).toBe(false);
  expect(bytes.includes("Exif")).toBe(true);

  const { body: tracking } = await world.account.sandbox.get(`${platform}/tracking/${trip.id}`);
  const hashes = file.links.map(({ hash }) => hash);
  expect(hashes).toContain(tracking.proof_of_delivery.hash);
  expect(hashes.at(-1)).toBe(tracking.entries.at(-1).hash);
  expect(tracking.proof_of_delivery.photos[0].sha256).toBe(sha256Hex(bytes));
});

test("anybody can recompute a hash: SHA-256 of the record, which names the one before", () => {
  for (const [index, { record, hash }] of file.links.entries()) {
    expect(new Bun.CryptoHasher("sha256").update(record).digest("hex")).toBe(hash);
    expect(JSON.parse(record).previous).toBe(file.links[index - 1]?.hash ?? null);
    const keys = Object.keys(JSON.parse(record));
    expect(keys).toEqual(keys.toSorted());
  }
});

test("each value of the file, changed, removed or added, is named", () => {
  for (const [index, link] of file.links.entries()) {
    for (const [member, given] of Object.entries(link.values)) {
      const changed = clone();
      const values = changed.links[index]?.values ?? {};
      if (given === null) {
        values[member] = { salt: "00", value: "new" };
        expect(problemsOf(changed)).toEqual([expect.stringMatching(new RegExp(`${member} was added$`))]);
        continue;
      }
      values[member] = { ...given, value: `${given.value} ` };
      expect(problemsOf(changed)).toEqual([expect.stringMatching(new RegExp(`${member} was changed$`))]);
      values[member] = { ...given, value: null };
      expect(problemsOf(changed)[0]).toMatch(`${member} was removed`);
    }
  }
});

test("each picture of the file, changed by a bit, left out, exchanged or added, is named", () => {
  for (const [index, { name, content }] of file.pictures.entries()) {
    const bytes = Buffer.from(content, "base64");
    bytes[bytes.length - 3] = (bytes[bytes.length - 3] ?? 0) ^ 1;
    const changed = clone();
    changed.pictures.splice(index, 1, { name, content: bytes.toString("base64") });
    expect(problemsOf(changed)).toEqual([
      `the picture ${name} was changed: its bytes are not those of the delivery`,
    ]);
    changed.pictures.splice(index, 1);
    expect(problemsOf(changed)).toEqual([`the picture ${name} is missing`]);
    changed.pictures = [...file.pictures, { name: "photo-9.jpg", content }];
    expect(problemsOf(changed)).toEqual([expect.stringMatching(/^the picture photo-9.jpg was changed/)]);
  }
});

test("links that are changed, left out, exchanged or cut off are named; a chain written anew has another head", () => {
  const at = (index: number, change: (link: ProofFile["links"][number]) => void) => {
    const changed = clone();
    const link = changed.links[index];
    if (link) change(link);
    return problemsOf(changed);
  };
  const record = '"code":null';
  expect(at(1, (link) => Object.assign(link, { record: link.record.replace(record, '"code":"x"') }))).toEqual(
    [expect.stringMatching(/^entry 2: its record was changed/)],
  );
  expect(at(1, (link) => Object.assign(link, { record: "no JSON" }))[0]).toMatch(
    /^link 2: its record was changed/,
  );

  const without = clone();
  without.links.splice(1, 1);
  expect(problemsOf(without)).toEqual(["entry 3: it does not follow entry 1", "entry 2 is missing"]);
  const cut = clone();
  cut.links.pop();
  expect(problemsOf(cut)).toEqual([
    "`head` is not the hash of the last link",
    expect.stringMatching(/^the head is not in this file/),
  ]);

  const foreign = clone();
  foreign.shipment_id = world.server.deps.ids.make("shp");
  expect(problemsOf(foreign)[0]).toBe("entry 1: it belongs to another shipment");

  const other = { ...clone(), begins_at: 2 };
  expect(problemsOf(other)).toEqual(["`begins_at` was changed"]);
});

test("a redacted value leaves the chain whole, and is named as redacted", () => {
  const redacted = clone();
  const proof = proofLink(redacted);
  proof.values.recipient_name = null;
  proof.values["photo-1.jpg"] = null;
  redacted.pictures.shift();
  expect(verifyProofFile(redacted, head)).toEqual({
    problems: [],
    redacted: [
      "the proof of delivery: the picture photo-1.jpg",
      "the proof of delivery: the name recipient_name",
    ],
    uncovered: [],
  });
});

describe("waybill proof verify", () => {
  const save = async (name: string, content: unknown) => {
    const path = join(folder, name);
    await Bun.write(path, typeof content === "string" ? content : JSON.stringify(content));
    return path;
  };

  test("proves an untouched file, and only with the head", async () => {
    const path = await save("kept.json", file);
    const proven = await run(["proof", "verify", path, "--head", head]);
    expect([proven.exitCode, proven.stderr]).toEqual([0, ""]);
    expect(proven.stdout).toContain(`Proven: ${file.links.length} links`);
    const alone = await run(["proof", "verify", path]);
    expect(alone.exitCode).toBe(1);
    expect(alone.stderr).toContain("without --head this proves nothing");
    const other = await run(["proof", "verify", path, "--head", sha256Hex("other"), "--json"]);
    expect([other.exitCode, JSON.parse(other.stdout).proven]).toEqual([1, false]);
  });

  test("names what was changed, and refuses what is no proof file", async () => {
    const changed = clone();
    const { values } = proofLink(changed);
    values.recipient_name = { salt: values.recipient_name?.salt ?? null, value: "Bo" };
    const found = await run(["proof", "verify", await save("changed.json", changed), "--head", head]);
    expect(found.exitCode).toBe(1);
    expect(found.stdout).toContain("the proof of delivery: the name recipient_name was changed");
    for (const wrong of ["no JSON", "[]", '{"format":"waybill-proof-2"}']) {
      const refused = await run(["proof", "verify", await save("wrong.json", wrong), "--head", head]);
      expect([refused.exitCode, refused.stdout]).toEqual([1, ""]);
    }
    const path = await save("kept.json", file);
    expect((await run(["proof", "verify", path, "--head", "abc"])).exitCode).toBe(2);
  });
});

describe("what is changed in the database is found and named", () => {
  let id: string;
  const at = (sequence: number) => sql`shipment_id = ${id} AND sequence = ${sequence}`;
  const mine = () => sql`shipment_id = ${id}`;
  const set = (path: string, value: unknown) =>
    sql`UPDATE proofs_of_delivery SET document = json_set(document, ${path}, ${value}) WHERE ${mine()}`;
  test.each([
    [
      "a message",
      () => sql`UPDATE shipment_entries SET message = 'No.' WHERE ${at(1)}`,
      /^entry 1: the text message was changed$/,
    ],
    [
      "a time",
      () => sql`UPDATE shipment_entries SET occurred_at = occurred_at - 1 WHERE ${at(2)}`,
      /^entry 2: the time occurred_at was changed$/,
    ],
    [
      "when it was recorded",
      () => sql`UPDATE shipment_entries SET recorded_at = 7 WHERE ${at(3)}`,
      /^entry 3: the time recorded_at was changed$/,
    ],
    [
      "a place",
      () => sql`UPDATE shipment_entries SET location = NULL WHERE ${at(5)}`,
      /^entry 5: the place location was removed$/,
    ],
    [
      "a place that was none",
      () => sql`UPDATE shipment_entries SET location = '{"latitude":1,"longitude":1}' WHERE ${at(1)}`,
      /^entry 1: the place location was added$/,
    ],
    [
      "a state",
      () => sql`UPDATE shipment_entries SET status = 'failed' WHERE ${at(2)}`,
      /^entry 2: its record was changed/,
    ],
    ["an entry that is gone", () => sql`DELETE FROM shipment_entries WHERE ${at(2)}`, /^entry 2 is missing$/],
    ["the end", () => sql`DELETE FROM shipment_entries WHERE ${at(6)}`, /^the head is not in this file/],
    [
      "when it was handed over",
      () => sql`UPDATE proofs_of_delivery SET captured_at = 1 WHERE ${mine()}`,
      /^the proof of delivery: the time captured_at was changed$/,
    ],
    [
      "the recipient",
      () => set("$.recipientName", "Bo"),
      /^the proof of delivery: the name recipient_name was changed$/,
    ],
    ["the note", () => set("$.note", ""), /^the proof of delivery: the text note was changed$/],
    ["who took it", () => set("$.handedTo", "neighbour"), /^the proof of delivery: its record was changed/],
    ["where", () => set("$.location.latitude", 1), /^the proof of delivery: the place location was changed$/],
    [
      "when a photo was taken",
      () => set("$.photos[1].takenAt", 1),
      /^the proof of delivery: the picture photo-2.webp was changed$/,
    ],
    [
      "a picture",
      () => sql`UPDATE proof_images SET content = zeroblob(9) WHERE ${mine()} AND name = 'signature.png'`,
      /^the picture signature.png was changed/,
    ],
    [
      "a picture that is gone",
      () => sql`DELETE FROM proof_images WHERE ${mine()} AND name = 'photo-1.jpg'`,
      /^the picture photo-1.jpg is missing$/,
    ],
    ["the proof that is gone", () => sql`DELETE FROM proofs_of_delivery WHERE ${mine()}`, /^entry 6: /],
  ])("%s", async (_, statement, problem) => {
    const victim = await deliver();
    id = victim.id;
    const kept = await headOf(victim);
    await write(world.server.deps, "sandbox", ({ tx }) => {
      expect(tx.run(statement()).changes).toBe(1);
    });
    expect(verifyProofFile(await fileOf(victim), kept).problems).toContainEqual(
      expect.stringMatching(problem),
    );
  });
});
