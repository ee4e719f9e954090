import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { verifyProofFile } from "../../../../src/delivery/orders/proof-file/verifying.ts";
import { jobsAtRest } from "../../../support/clock.ts";
import { kreuzberg, openProofs, platform } from "../../../support/fixtures.ts";
import type { Answer } from "../../../support/harness.ts";
import { pictures, resizedPng } from "../../../support/images.ts";
import { type ReportWorld, startReportWorld, type Trip } from "../../../support/reports.ts";

/** What a driver showed is never dropped, and goods that were given up can be handed over after all. */

type Body = Answer["body"];

let world: ReportWorld;
beforeAll(async () => {
  world = await startReportWorld();
  await openProofs(world.account);
});
afterAll(() => world.server.stop());

let count = 0;
function report(trip: Trip, type: string, second: number, members: Record<string, unknown> = {}) {
  count += 1;
  const at = new Date(world.clock.now() + second * 1000).toISOString();
  return { id: `a-${count}`, assignment_id: trip.assignmentId, at, type, ...members };
}
const pickedUp = (trip: Trip, second: number, members = {}) =>
  report(trip, "progress", second, { substatus: "picked_up", ...members });
const nobodyHome = { reason_code: "recipient_unavailable" };

async function send(...reports: unknown[]): Promise<string[]> {
  const results = await world.send(reports);
  return results.map(({ result, problem }) => problem?.code ?? result);
}

let wide = 8;
/** A picture like no other. */
async function upload(): Promise<string> {
  wide += 1;
  const answer = await world.clients.a.send("/api/v1/carrier/images", {
    method: "POST",
    body: new Uint8Array(resizedPng(pictures.png, wide, 4)),
    headers: { "content-type": "image/png" },
  });
  expect(answer.status).toBe(201);
  return answer.body.id;
}

const discarded = { if_undeliverable: "discard" };
const lastOf = async (trip: Trip): Promise<Body> => (await world.trackingOf(trip)).entries.at(-1);
const typesOf = async (trip: Trip) => (await world.eventsOf(trip)).map(({ type }) => type);
const get = (path: string) => world.account.sandbox.get(path);
async function troubles(trip: Trip): Promise<Body[]> {
  await jobsAtRest(world.server.deps);
  const { body } = await get(`${platform}/attention?limit=100&kind=contradicting_report`);
  return body.data.filter((item: Body) => item.shipment_id === trip.id);
}
async function picture(url: string): Promise<number> {
  return (await get(new URL(url).pathname)).status;
}
const publicly = (trip: Trip) =>
  world.shipmentOf(trip).then(({ tracking_url }) => `/api/v1/track/${tracking_url.split("/").at(-1)}`);

describe("goods that were given up", () => {
  test("are delivered after all by a newer report, with its proof", async () => {
    const trip = await world.accept();
    const image = await upload();
    const given = report(trip, "undeliverable", 2, nobodyHome);
    expect(await send(pickedUp(trip, 1), given)).toEqual(["applied", "applied"]);
    expect((await world.shipmentOf(trip)).status).toBe("returning");
    const proof = { recipient_name: "Mira", image_ids: [image] };
    const delivered = report(trip, "delivered", 20, { proof });
    expect(await send(delivered)).toEqual(["applied"]);
    expect(await send(delivered)).toEqual(["duplicate"]);
    const shipment = await world.shipmentOf(trip);
    expect([shipment.status, shipment.failure, shipment.delivered_at]).toEqual([
      "delivered",
      null,
      delivered.at,
    ]);
    expect(shipment.assignment.status).toBe("completed");
    const tracking = await world.trackingOf(trip);
    expect(tracking.proof_of_delivery).toMatchObject({
      recipient_name: "Mira",
      photos: [{ added_at: null }],
    });
    expect(tracking.eta).toMatchObject({ delivery: delivered.at, returned: null });
    expect((await typesOf(trip)).slice(-2)).toEqual(["shipment.returning", "shipment.delivered"]);
    const shown = (await get(await publicly(trip))).body;
    expect([shown.status, shown.failure_reason, shown.proof_of_delivery.photo_urls.length]).toEqual([
      "delivered",
      null,
      1,
    ]);
    const charges = (await get(`${platform}/charges?shipment_id=${trip.id}`)).body.data;
    expect(charges.map(({ kind }: Body) => kind)).toEqual(["delivery"]);
    // What ended it is not undone by what happened before, or by the return that nobody made.
    expect(await send(report(trip, "undeliverable", 3, nobodyHome))).toEqual(["late"]);
    expect(await troubles(trip)).toEqual([]);
    expect(await send(report(trip, "returned", 30))).toEqual(["late"]);
    expect((await world.shipmentOf(trip)).status).toBe("delivered");
    expect(await troubles(trip)).toHaveLength(1);
  });

  test("in one request too, in whatever order; and need the proof as ever", async () => {
    const photo = { signature: false, photo: true, pin: false, min_age: null };
    const delivery = { contact: { name: "Alex Example" }, address: kreuzberg, requirements: photo };
    const trip = await world.accept({ delivery });
    const bare = report(trip, "delivered", 20, { proof: { recipient_name: "Mira" } });
    const given = report(trip, "undeliverable", 2, nobodyHome);
    expect(await send(bare, given, pickedUp(trip, 1))).toEqual(["proof_required", "applied", "applied"]);
    expect((await world.shipmentOf(trip)).status).toBe("returning");
    const other = await world.accept({ delivery });
    const proof = { image_ids: [await upload()] };
    const told = [
      report(other, "delivered", 20, { proof }),
      report(other, "undeliverable", 2, nobodyHome),
      pickedUp(other, 1),
    ];
    expect(await send(...told)).toEqual(["applied", "applied", "applied"]);
    expect((await world.shipmentOf(other)).status).toBe("delivered");
  });

  test("stay on their way back after an older delivery, whose proof is kept and needs a person", async () => {
    const trip = await world.accept();
    await send(pickedUp(trip, 1), report(trip, "undeliverable", 20, nobodyHome));
    const proof = { recipient_name: "Mira", image_ids: [await upload()] };
    for (const second of [10, 19]) {
      expect(await send(report(trip, "delivered", second, { proof }))).toEqual(["late"]);
      expect((await world.shipmentOf(trip)).status).toBe("returning");
    }
    const { entries } = await world.trackingOf(trip);
    const late = entries.filter(({ code }: Body) => code === "late_report");
    expect(late).toMatchObject([{ proof: { recipient_name: "Mira", types: ["photo"] }, photos: [{}] }]);
    expect(await troubles(trip)).toHaveLength(1);
    expect(await send(report(trip, "returned", 40))).toEqual(["applied"]);
    expect((await world.shipmentOf(trip)).failure.reason_code).toBe("recipient_unavailable");
    expect(await troubles(trip)).toEqual([]);
  });

  test("and were to be discarded are delivered within 24 hours, not later", async () => {
    const [soon, late] = [await world.accept(discarded), await world.accept(discarded)];
    for (const trip of [soon, late]) {
      expect(await send(pickedUp(trip, 1), report(trip, "undeliverable", 2, nobodyHome))).toEqual([
        "applied",
        "applied",
      ]);
      expect((await world.shipmentOf(trip)).status).toBe("failed");
    }
    world.clock.advance(23 * 3600);
    expect(await send(report(soon, "delivered", 0, { proof: { recipient_name: "Mira" } }))).toEqual([
      "applied",
    ]);
    const shipment = await world.shipmentOf(soon);
    expect([shipment.status, shipment.failure, shipment.assignment.status]).toEqual([
      "delivered",
      null,
      "completed",
    ]);
    expect((await typesOf(soon)).slice(-2)).toEqual(["shipment.failed", "shipment.delivered"]);
    world.clock.advance(2 * 3600);
    expect(await send(report(late, "delivered", 0, { proof: { recipient_name: "Mira" } }))).toEqual(["late"]);
    expect((await world.shipmentOf(late)).status).toBe("failed");
    expect((await lastOf(late)).proof.recipient_name).toBe("Mira");
    const [item] = await troubles(late);
    expect(item.detail).toContain("reported delivered at");
    expect(item.detail).toContain("The shipment stays failed.");
  });

  test("and are lost or cancelled are not delivered any more", async () => {
    const lost = await world.accept(discarded);
    await send(pickedUp(lost, 1), report(lost, "undeliverable", 2, { reason_code: "lost" }));
    const kept = await world.accept();
    await send(pickedUp(kept, 1), report(kept, "undeliverable", 2, { reason_code: "damaged" }));
    const cancelled = await world.accept();
    await world.account.sandbox.post(`${platform}/shipments/${cancelled.id}/cancellation`);
    for (const trip of [lost, kept, cancelled]) {
      const { status } = await world.shipmentOf(trip);
      expect(await send(report(trip, "delivered", 20, { proof: { recipient_name: "Mira" } }))).toEqual([
        "late",
      ]);
      expect((await world.shipmentOf(trip)).status).toBe(status);
      expect(await troubles(trip)).toHaveLength(1);
    }
  });
});

describe("a report that contradicts the end", () => {
  test("keeps its pictures with the late entry, and needs a person until somebody dismisses it", async () => {
    const trip = await world.accept();
    await send(pickedUp(trip, 1), report(trip, "delivered", 2));
    const image_ids = [await upload(), await upload()];
    const contrary = report(trip, "undeliverable", 30, { ...nobodyHome, image_ids });
    expect(await send(contrary)).toEqual(["late"]);
    expect((await world.shipmentOf(trip)).status).toBe("delivered");
    const entry = await lastOf(trip);
    expect([entry.code, entry.photos.length]).toEqual(["late_report", 2]);
    for (const { url } of entry.photos) expect(await picture(url)).toBe(200);
    const [item] = await troubles(trip);
    expect(item.detail).toContain("The carrier reported undeliverable at");
    expect(item.remedies.map(({ action }: Body) => action)).toEqual(["read_tracking", "dismiss"]);
    expect((await world.account.sandbox.post(`${platform}/attention/${item.id}/dismissal`)).status).toBe(200);
    expect(await troubles(trip)).toEqual([]);
    const { length } = (await world.trackingOf(trip)).entries;
    expect(await send(report(trip, "undeliverable", 40, { ...nobodyHome, image_ids }))).toEqual(["late"]);
    expect((await world.trackingOf(trip)).entries).toHaveLength(length);
    expect(await troubles(trip)).toEqual([]);
  });

  test("is none if it says the same again", async () => {
    const trip = await world.accept();
    await send(pickedUp(trip, 1), report(trip, "undeliverable", 2, nobodyHome), report(trip, "returned", 3));
    const again = [report(trip, "returned", 30), report(trip, "undeliverable", 31, nobodyHome)];
    expect(await send(...again)).toEqual(["late", "late"]);
    expect(await troubles(trip)).toEqual([]);
    const door = await world.accept({ if_undeliverable: "leave_at_door" });
    await send(
      pickedUp(door, 1),
      report(door, "undeliverable", 2, { ...nobodyHome, image_ids: [await upload()] }),
    );
    expect((await world.shipmentOf(door)).status).toBe("delivered");
    expect(await send(report(door, "undeliverable", 3, nobodyHome))).toEqual(["late"]);
    expect(await troubles(door)).toEqual([]);
  });
});

describe("a second report of the delivery", () => {
  test("adds its photos and the name that was missing, and replaces nothing", async () => {
    const trip = await world.accept();
    await send(pickedUp(trip, 1), report(trip, "delivered", 2));
    const hash = (await world.trackingOf(trip)).proof_of_delivery.hash;
    world.clock.advance(60);
    const first = { recipient_name: "Mira", image_ids: [await upload()] };
    const adding = report(trip, "delivered", 0, { proof: first });
    expect(await send(adding)).toEqual(["applied"]);
    expect(await send(adding)).toEqual(["duplicate"]);
    // The same pictures under another id are no news.
    expect(await send(report(trip, "delivered", 1, { proof: first }))).toEqual(["late"]);
    const signed = { recipient_name: "Jonas", signature_image_id: await upload() };
    expect(await send(report(trip, "delivered", 2, { proof: signed }))).toEqual(["applied"]);
    const tracking = await world.trackingOf(trip);
    const { proof_of_delivery: proof } = tracking;
    const addedAt = Date.parse(proof.photos[0].added_at);
    expect(proof).toMatchObject({
      types: ["photo", "signature"],
      recipient_name: "Mira",
      signature: { signer_name: "Jonas", added_at: expect.any(String) },
      photos: [{ added_at: expect.any(String) }],
      hash,
    });
    for (const { url } of [...proof.photos, proof.signature]) expect(await picture(url)).toBe(200);
    const { delivered_at, status } = await world.shipmentOf(trip);
    expect([status, Date.parse(delivered_at) < addedAt]).toEqual(["delivered", true]);
    const codes = tracking.entries.map(({ code }: Body) => code);
    expect(codes.filter(Boolean)).toEqual(["proof_added", "proof_added"]);
    const added = (await world.eventsOf(trip)).filter(({ type }) => type === "tracking.proof_added");
    expect(added.map(({ data }) => [data.types, data.photos])).toEqual([
      [["photo"], 1],
      [["signature"], 0],
    ]);
    const shown = (await get(await publicly(trip))).body;
    expect(shown.proof_of_delivery.photo_urls).toHaveLength(1);
    expect(await picture(shown.proof_of_delivery.photo_urls[0])).toBe(200);
    expect(shown.entries.map(({ code }: Body) => code)).not.toContain("proof_added");
    expect(await troubles(trip)).toEqual([]);
    const file = (await get(`${platform}/shipments/${trip.id}/proof.json`)).body;
    expect(file.pictures).toHaveLength(2);
    expect(verifyProofFile(file, file.head)).toEqual({ problems: [], redacted: [], uncovered: [] });
  });

  test("adds up to ten photos in all, within 14 days", async () => {
    const trip = await world.accept();
    const some = async (length: number) => ({
      image_ids: await Promise.all(Array.from({ length }, () => upload())),
    });
    await send(pickedUp(trip, 1), report(trip, "delivered", 2, { proof: await some(6) }));
    expect(await send(report(trip, "delivered", 3, { proof: await some(5) }))).toEqual(["limit_reached"]);
    expect(await send(report(trip, "delivered", 4, { proof: await some(4) }))).toEqual(["applied"]);
    expect(await send(report(trip, "delivered", 5, { proof: await some(1) }))).toEqual(["limit_reached"]);
    expect((await world.trackingOf(trip)).proof_of_delivery.photos).toHaveLength(10);
    const later = await world.accept();
    await send(pickedUp(later, 1), report(later, "delivered", 2));
    const unknown = { image_ids: ["img_unknown"] };
    expect(await send(report(later, "delivered", 3, { proof: unknown }))).toEqual(["image_unknown"]);
    world.clock.advance(14 * 24 * 3600 + 10);
    expect(await send(report(later, "delivered", 0, { proof: await some(1) }))).toEqual(["late"]);
    expect((await world.trackingOf(later)).proof_of_delivery.photos).toEqual([]);
    expect((await lastOf(later)).photos).toHaveLength(1);
    expect(await troubles(later)).toEqual([]);
  });
});

describe("photos of pickups and failed attempts", () => {
  test("stand in the timeline, the proof file and the export, and are the sender's only", async () => {
    const trip = await world.accept();
    const [pickup, ...others] = await Promise.all(Array.from({ length: 5 }, () => upload()));
    expect(
      await send(
        pickedUp(trip, 1, { image_ids: [pickup] }),
        report(trip, "attempt_failed", 2, { ...nobodyHome, image_ids: others.slice(0, 2) }),
        report(trip, "undeliverable", 3, { ...nobodyHome, image_id: others[2], image_ids: others.slice(2) }),
      ),
    ).toEqual(["applied", "applied", "applied"]);
    const { entries } = await world.trackingOf(trip);
    const withPhotos = entries.filter(({ photos }: Body) => photos.length > 0);
    expect(withPhotos.map(({ status, photos }: Body) => [status, photos.length])).toEqual([
      ["in_transit", 1],
      ["in_transit", 2],
      ["returning", 2],
    ]);
    const urls = withPhotos.flatMap(({ photos }: Body) => photos.map(({ url }: Body) => url));
    expect(new Set(urls).size).toBe(5);
    for (const url of urls) expect(await picture(url)).toBe(200);
    expect(await send(report(trip, "delivered", 9, { proof: { image_ids: [await upload()] } }))).toEqual([
      "applied",
    ]);

    const path = await publicly(trip);
    const shown = await get(path);
    const names = urls.map((url: string) => url.split("/").at(-1));
    for (const name of names) {
      expect(JSON.stringify(shown.body)).not.toContain(name);
      expect((await get(`${path}/proof/${name}`)).status).toBe(404);
    }
    expect(shown.body.proof_of_delivery.photo_urls).toHaveLength(1);
    expect(await picture(shown.body.proof_of_delivery.photo_urls[0])).toBe(200);

    const file = (await get(`${platform}/shipments/${trip.id}/proof.json`)).body;
    const inFile = file.pictures.map(({ name }: Body) => name);
    expect(inFile).toHaveLength(6);
    expect(inFile).toEqual(expect.arrayContaining(names));
    expect(verifyProofFile(file, file.head)).toEqual({ problems: [], redacted: [], uncovered: [] });
    const changed = { ...file, pictures: file.pictures.filter(({ name }: Body) => name !== names[0]) };
    expect(verifyProofFile(changed, file.head).problems).toEqual([`the picture ${names[0]} is missing`]);
  });

  test("that are none, too many or named twice are refused, each at its place", async () => {
    const trip = await world.accept();
    const ids = await Promise.all(Array.from({ length: 5 }, () => upload()));
    const refused: [Record<string, unknown>, string, string?][] = [
      [pickedUp(trip, 1, { image_ids: ids }), "validation_failed", "#/0/image_ids"],
      [pickedUp(trip, 1, { image_ids: [ids[0], ids[0]] }), "validation_failed", "#/0/image_ids"],
      [pickedUp(trip, 1, { image_ids: ["img_unknown"] }), "image_unknown"],
      [
        report(trip, "progress", 1, { substatus: "at_pickup", image_ids: [ids[0]] }),
        "validation_failed",
        "#/0/image_ids",
      ],
      [
        report(trip, "attempt_failed", 1, { ...nobodyHome, image_ids: ids }),
        "validation_failed",
        "#/0/image_ids",
      ],
      [report(trip, "attempt_failed", 1, { ...nobodyHome, image_ids: ["img_unknown"] }), "image_unknown"],
      [
        report(trip, "undeliverable", 1, { ...nobodyHome, image_id: ids[4], image_ids: ids.slice(0, 4) }),
        "validation_failed",
        "#/0/image_ids",
      ],
      [
        report(trip, "delivered", 1, { proof: { image_ids: [ids[0], ids[0]] } }),
        "validation_failed",
        "#/0/proof/image_ids",
      ],
    ];
    for (const [sent, code, pointer] of refused) {
      const [result] = await world.send([sent]);
      expect([result?.problem?.code, result?.problem?.errors?.[0]?.pointer]).toEqual([code, pointer]);
    }
    const others = await world.accept({}, { carrier: world.carriers.b });
    const [foreign] = await world.send([pickedUp(others, 1, { image_ids: [ids[0]] })], world.carriers.b);
    expect(foreign?.problem?.code).toBe("image_unknown");
    const shipment = await world.shipmentOf(trip);
    expect([shipment.status, shipment.version]).toEqual(["assigned", 3]);
  });

  test("are erased with the shipment, and the chain stays whole", async () => {
    const trip = await world.accept();
    const proof = { recipient_name: "Mira", note: "At the door.", image_ids: [await upload()] };
    await send(
      pickedUp(trip, 1, { image_ids: [await upload()] }),
      report(trip, "delivered", 2),
      report(trip, "delivered", 3, { proof }),
      report(trip, "undeliverable", 9, { ...nobodyHome, image_ids: [await upload()] }),
    );
    const before = (await get(`${platform}/shipments/${trip.id}/proof.json`)).body;
    expect(before.pictures).toHaveLength(3);
    const { entries } = await world.trackingOf(trip);
    expect(
      (await world.account.sandbox.post(`${platform}/shipments/${trip.id}/redaction`)).status,
    ).toBeLessThan(300);
    await jobsAtRest(world.server.deps);
    const tracking = await world.trackingOf(trip);
    expect(JSON.stringify(tracking)).not.toMatch(/Mira|At the door|proof\/|img_/);
    for (const { photos } of entries) for (const { url } of photos) expect(await picture(url)).toBe(404);
    const after = (await get(`${platform}/shipments/${trip.id}/proof.json`)).body;
    expect(after.pictures).toEqual([]);
    const { problems, redacted } = verifyProofFile(after, before.head);
    expect([problems, redacted.length > 0]).toEqual([[], true]);
    expect(await troubles(trip)).toEqual([]);
  });
});
