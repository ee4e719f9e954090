import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { changeAccount } from "../../../../src/access/accounts/operator/administration.ts";
import { listAuditEntries } from "../../../../src/access/audit/service.ts";
import { deleteImages } from "../../../../src/delivery/carriers/images/jobs.ts";
import { imageStore } from "../../../../src/delivery/carriers/images/store.ts";
import type { SessionPrincipal } from "../../../../src/infra/http/principal.ts";
import { sha256Hex } from "../../../../src/infra/ids.ts";
import { carrierClient } from "../../../support/carrier-client.ts";
import { addFleet } from "../../../support/carrier-rows.ts";
import { jobsAtRest } from "../../../support/clock.ts";
import { kreuzberg, platform } from "../../../support/fixtures.ts";
import { type Answer, type Client, eventually } from "../../../support/harness.ts";
import { exifData, pictures, resizedPng, withSegment } from "../../../support/images.ts";
import { createOperator } from "../../../support/operator.ts";
import { type ReportWorld, startReportWorld, type Trip } from "../../../support/reports.ts";

/** Pictures on their way from a carrier to a proof of delivery. */

let world: ReportWorld;
beforeAll(async () => {
  world = await startReportWorld();
});
afterAll(() => world.server.stop());

const path = "/api/v1/carrier/images";
type Body = NonNullable<RequestInit["body"]>;

function upload(body: Body, type = "image/png", client: Client = world.clients.a): Promise<Answer> {
  world.clock.advance(0.02);
  return client.send(path, { method: "POST", body, headers: { "content-type": type } });
}

function form(...parts: (Uint8Array<ArrayBuffer> | string)[]): Body {
  const made = new FormData();
  for (const part of parts) made.append("file", typeof part === "string" ? part : new Blob([part]));
  return made;
}

const sendForm = (body: Body, client = world.clients.a) => client.send(path, { method: "POST", body });

let reports = 0;
async function deliver(trip: Trip, proof: Record<string, unknown>): Promise<string> {
  reports += 1;
  const at = new Date(world.clock.now()).toISOString();
  const report = { id: `d-${reports}`, assignment_id: trip.assignmentId, at, type: "delivered", proof };
  const [result] = await world.send([report]);
  return result?.problem?.code ?? result?.result ?? "";
}

test("the bytes themselves, or a form with one file: stored without metadata", async () => {
  const plain = await upload(pictures.png);
  expect([plain.status, plain.body]).toEqual([
    201,
    {
      id: expect.stringMatching(/^img_/),
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      width: 8,
      height: 4,
    },
  ]);
  expect((await sendForm(form(pictures.png))).body.sha256).toBe(plain.body.sha256);
  // It is judged by its bytes, whatever its sender calls it.
  expect((await upload(pictures.png, "image/jpeg")).body.sha256).toBe(plain.body.sha256);
  expect((await upload(pictures.lossy, "image/webp")).status).toBe(201);
});

test("what is no picture gets a clear answer, and nothing is stored", async () => {
  const cases: [string, Promise<Answer>, number, string][] = [
    ["an SVG", upload("<svg/>"), 422, "validation_failed"],
    ["a truncated picture", upload(pictures.jpeg.slice(0, 600)), 422, "validation_failed"],
    [
      "100 000 × 100 000",
      upload(new Uint8Array(resizedPng(pictures.png, 100_000, 100_000))),
      422,
      "validation_failed",
    ],
    ["50 MB", upload(new Uint8Array(50 * 1024 * 1024)), 413, "body_too_large"],
    ["a little more than 8 MiB", upload(new Uint8Array(8 * 1024 * 1024 + 1)), 422, "validation_failed"],
    ["a page", upload("<html>", "text/html"), 415, "unsupported_media_type"],
    ["nothing", upload(""), 422, "validation_failed"],
    ["two files", sendForm(form(pictures.png, pictures.png)), 422, "validation_failed"],
    ["a form with text", sendForm(form("text")), 422, "validation_failed"],
    ["a broken form", upload("--x\r\n", "multipart/form-data; boundary=x"), 422, "validation_failed"],
  ];
  for (const [name, sent, status, code] of cases) {
    const answer = await sent;
    expect([name, answer.status, answer.body.code]).toEqual([name, status, code]);
  }
});

describe("a report names pictures", () => {
  const requiring = {
    delivery: { contact: { name: "B" }, address: kreuzberg, requirements: { signature: true, photo: true } },
  };

  test("and the proof shows them, turned as they were taken and without their place", async () => {
    const trip = await world.accept(requiring);
    const exif = Buffer.concat([Buffer.from("Exif\0\0"), exifData(6, "48.8584N 2.2945E")]);
    const photo = (await upload(new Uint8Array(withSegment(pictures.jpeg, 0xe1, exif)), "image/jpeg")).body;
    const signature = (await upload(pictures.lossless, "image/webp")).body;
    expect(await deliver(trip, { image_ids: [photo.id] })).toBe("proof_required");
    const proof = { image_ids: [photo.id], signature_image_id: signature.id, recipient_name: "Alex E." };
    expect(await deliver(trip, proof)).toBe("applied");
    const shown = (await world.trackingOf(trip)).proof_of_delivery;
    expect(shown).toMatchObject({
      types: ["signature", "photo"],
      missing: [],
      signature: { sha256: signature.sha256, signer_name: "Alex E." },
      photos: [{ sha256: photo.sha256, content_type: "image/jpeg" }],
    });
    const url = new URL(shown.photos[0].url).pathname;
    const answer = await fetch(world.server.url + url, {
      headers: { "x-api-key": world.account.sandboxKey },
    });
    const bytes = new Uint8Array(await answer.arrayBuffer());
    expect(answer.headers.get("content-type")).toBe("image/jpeg");
    expect(sha256Hex(bytes)).toBe(photo.sha256);
    expect(Buffer.from(bytes).includes("48.8584N")).toBe(false);
    expect(Buffer.from(bytes).includes("Exif")).toBe(true);
  });

  test("of its own carrier, for shipments of one account, for a day", async () => {
    const { id } = (await upload(pictures.png)).body;
    const mine = await world.accept();
    const also = await world.accept();
    const other = await world.server.account();
    const others = await world.accept({}, { client: other.sandbox });
    expect(
      await deliver(mine, {
        image_ids: [(await upload(pictures.png, "image/png", world.clients.b)).body.id],
      }),
    ).toBe("image_unknown");
    expect(await deliver(mine, { image_ids: [id] })).toBe("applied");
    expect(await deliver(also, { image_ids: [id] })).toBe("applied");
    expect(await deliver(others, { image_ids: [id] })).toBe("image_unknown");

    const late = await world.accept();
    world.clock.advance(86_401);
    await deleteImages(world.server.deps).run(world.clock.now());
    expect(await deliver(late, { image_ids: [id] })).toBe("image_unknown");
    // A proof that names it keeps the bytes.
    const [photo] = (await world.trackingOf(mine)).proof_of_delivery.photos;
    expect((await world.account.sandbox.get(new URL(photo.url).pathname)).status).toBe(200);
  });
});

describe("the bytes of a picture", () => {
  const db = () => world.server.deps.stores.platform("sandbox").db;
  /** How many rows have bytes, and how many bytes these are. */
  const stored = () =>
    db().values(sql`SELECT count(*), sum(octet_length(content)) FROM (
      SELECT content FROM image_contents UNION ALL SELECT content FROM proof_images WHERE content IS NOT NULL)`);
  const counted = (accountId: string) =>
    db().values(sql`SELECT bytes, (SELECT sum(bytes) FROM stored_rows WHERE account_id = ${accountId})
      FROM storage_use WHERE account_id = ${accountId}`);
  const forgetOld = () => deleteImages(world.server.deps).run(world.clock.now());
  const photoOf = async (trip: Trip) => {
    const [photo] = (await world.trackingOf(trip)).proof_of_delivery.photos;
    return new URL(photo.url).pathname;
  };

  test("are stored once, however many proofs show them, and go with the last that names them", async () => {
    world.clock.advance(86_401);
    await forgetOld();
    const before = stored();
    const { id, sha256 } = (await upload(pictures.jpeg, "image/jpeg")).body;
    const alone = (await upload(pictures.png)).body;
    const withBoth = stored();
    const [one, two] = [await world.accept(), await world.accept()];
    expect(await deliver(one, { image_ids: [id] })).toBe("applied");
    expect(await deliver(two, { image_ids: [id], signature_image_id: id })).toBe("applied");
    expect(stored()).toEqual(withBoth);

    world.clock.advance(86_401);
    await forgetOld();
    expect(db().values(sql`SELECT count(*) FROM image_contents WHERE image_id = ${alone.id}`)).toEqual([[0]]);
    for (const trip of [one, two]) {
      const answer = await fetch(world.server.url + (await photoOf(trip)), {
        headers: { "x-api-key": world.account.sandboxKey },
      });
      expect(sha256Hex(new Uint8Array(await answer.arrayBuffer()))).toBe(sha256);
    }
    const [[use, rows] = []] = counted(world.account.accountId);
    expect(use).toBe(rows);

    for (const [trip, left] of [
      [one, 1],
      [two, 0],
    ] as const) {
      await world.account.sandbox.post(`${platform}/shipments/${trip.id}/redaction`);
      await jobsAtRest(world.server.deps);
      const kept = db().values(sql`SELECT count(*) FROM image_contents WHERE image_id = ${id}`);
      expect(kept).toEqual([[left]]);
      const [[useNow, rowsNow] = []] = counted(world.account.accountId);
      expect(useNow).toBe(rowsNow);
    }
    expect(stored()).toEqual(before);
  });

  test("go at once with a shipment whose upload has gone, and with the account's data", async () => {
    const account = await world.server.account();
    const trip = await world.accept({}, { client: account.sandbox });
    const { id } = (await upload(pictures.png)).body;
    expect(await deliver(trip, { image_ids: [id] })).toBe("applied");
    world.clock.advance(86_401);
    await forgetOld();
    const kept = () => db().values(sql`SELECT count(*) FROM image_contents WHERE image_id = ${id}`);
    expect(kept()).toEqual([[1]]);
    expect((await account.sandbox.delete(`${platform}/sandbox/data`)).status).toBe(204);
    expect(kept()).toEqual([[0]]);
  });

  test("stay with the upload when the report is refused, and nothing of a proof is there", async () => {
    const trip = await world.accept({
      delivery: { contact: { name: "B" }, address: kreuzberg, requirements: { signature: true } },
    });
    const { id } = (await upload(pictures.png)).body;
    expect(await deliver(trip, { image_ids: [id] })).toBe("proof_required");
    expect(db().values(sql`SELECT count(*) FROM proof_images WHERE upload_id = ${id}`)).toEqual([[0]]);
    expect(await deliver(trip, { image_ids: [id], signature_image_id: id })).toBe("applied");
    expect(db().values(sql`SELECT name FROM proof_images WHERE upload_id = ${id} ORDER BY name`)).toEqual([
      ["photo-1.png"],
      ["signature.png"],
    ]);
  });
});

describe("pictures that no report names", () => {
  const mib = 1024 * 1024;
  /** A carrier of a new account, with a picture of it. */
  const uploading = async () => {
    const { server } = world;
    const account = await server.account();
    const connect = async () => {
      const carrierId = await addFleet(server, "sandbox", account.accountId);
      return carrierClient(server, account, carrierId, account.accountId);
    };
    const client = await connect();
    const { body } = await upload(pictures.png, "image/png", client);
    return { account, client, connect, imageId: body.id as string };
  };
  /** Stores the picture again, as if it had so many bytes. */
  const copy = (imageId: string, sizes: number[]) =>
    world.server.deps.stores.platform("sandbox").write((tx) => {
      const row = imageStore(tx).find(imageId);
      for (const size of sizes) {
        if (row) imageStore(tx).insert({ ...row, id: world.server.deps.ids.make("img"), size });
      }
    });
  const told = ({ status, body }: Answer) => [status, body.code];

  test("are bounded for all carriers of an account, and small ones by their number", async () => {
    const { account, client, connect, imageId } = await uploading();
    await copy(imageId, [256 * mib - 16_384]);
    const refused = [409, "limit_reached"];
    expect(told(await upload(pictures.png, "image/png", client))).toEqual(refused);
    expect(told(await upload(pictures.png, "image/png", await connect()))).toEqual(refused);
    expect((await upload(pictures.png)).status).toBe(201);
    const { db } = world.server.deps.stores.platform("sandbox");
    const [counted] = db.values(sql`SELECT bytes FROM storage_use WHERE account_id = ${account.accountId}`);
    const [rows] = db.values(sql`SELECT sum(bytes) FROM stored_rows WHERE account_id = ${account.accountId}`);
    expect(counted).toEqual(rows);
    expect(Number(counted?.[0])).toBeGreaterThan(255 * mib);

    const many = await uploading();
    await copy(many.imageId, Array(16_383).fill(1));
    expect(told(await upload(pictures.png, "image/png", many.client))).toEqual(refused);
  });

  test("count as storage: a full one leaves room for what is in transit, and deleting them frees it", async () => {
    const { account, client, imageId } = await uploading();
    const { deps } = world.server;
    const operator = await createOperator(world.server);
    await operator.session.patch("/api/v1/operator/tiers/scale", { storage_bytes: 31 * mib });
    await changeAccount(deps, account.accountId, { tier: "scale" });
    await copy(imageId, [31 * mib]);
    expect((await upload(pictures.png, "image/png", client)).status).toBe(201);
    await copy(imageId, [mib]);
    expect(told(await upload(pictures.png, "image/png", client))).toEqual([429, "storage_quota_exceeded"]);
    world.clock.advance(86_401);
    await deleteImages(deps).run(world.clock.now());
    expect((await upload(pictures.png, "image/png", client)).status).toBe(201);
  });
});

test("the owner of a fleet moves its jobs by hand; nobody else does, and no other kind of carrier is moved so", async () => {
  const { account, server, clock } = world;
  const fleetId = await addFleet(server, "sandbox", account.accountId);
  const trip = await world.accept();
  await server.deps.stores
    .platform("sandbox")
    .write(
      (tx) =>
        void tx.run(
          sql`UPDATE assignments SET carrier = json_set(carrier, '$.id', ${fleetId}) WHERE id = ${trip.assignmentId}`,
        ),
    );
  const base = `${platform}/carriers/${fleetId}`;
  const { body: image } = await account.sandbox.send(`${base}/images`, {
    method: "POST",
    body: pictures.png,
    headers: { "content-type": "image/png" },
  });
  const at = new Date(clock.now()).toISOString();
  const report = {
    id: "h-1",
    assignment_id: trip.assignmentId,
    at,
    type: "delivered",
    proof: { image_ids: [image.id] },
  };
  const stranger = (await server.account()).sandbox;
  for (const [client, url] of [
    [stranger, base],
    [account.live, base],
    [account.sandbox, `${platform}/carriers/${world.carriers.a}`],
  ] as const) {
    const foreign = await client.post(`${url}/reports`, [report]);
    expect([foreign.status, foreign.body.code]).toEqual([404, "not_found"]);
  }
  const position = {
    ...report,
    id: "h-0",
    type: "position",
    latitude: 52.5,
    longitude: 13.4,
    proof: undefined,
  };
  const step = { ...report, id: "h-2", type: "progress", substatus: "picked_up", proof: undefined };
  const all = [position, report, step];
  const moved = await account.sandbox.post(`${base}/reports`, all);
  expect(moved.body.results.map(({ result }: { result: string }) => result)).toEqual(
    Array(3).fill("applied"),
  );
  expect((await world.shipmentOf(trip)).status).toBe("delivered");
  await account.sandbox.post(`${base}/reports`, all);

  const entries = await eventually("the entry of the audit log", async () => {
    const mine = { accountId: account.accountId } as SessionPrincipal;
    const { data } = listAuditEntries(server.deps, mine, { action: "shipment.moved" });
    return data.length > 0 ? data : undefined;
  });
  expect(entries).toEqual([
    expect.objectContaining({
      actor: expect.objectContaining({ kind: "key" }),
      target: { type: "shipment", id: trip.id, name: expect.stringMatching(/^WB/) },
      details: { environment: "sandbox", carrier_id: fleetId, reported: ["picked_up", "delivered"] },
    }),
  ]);
});
