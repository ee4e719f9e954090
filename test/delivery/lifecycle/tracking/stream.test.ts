import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { decode } from "fast-png";
import { makeDataFolder } from "../../../support/data-folder.ts";
import { advance, createAssigned, platform } from "../../../support/fixtures.ts";
import { startServer, type TestAccount, type TestServer } from "../../../support/harness.ts";
import { type Frame, follow } from "../../../support/stream.ts";

let server: TestServer;
let account: TestAccount;
beforeAll(async () => {
  server = await startServer();
  account = await server.account();
});
afterAll(() => server.stop());

const streamOf = (shipmentId: string, lastEventId?: string, key = account.sandboxKey) =>
  follow(`${server.url}${platform}/tracking/${shipmentId}/stream`, {
    "x-api-key": key,
    ...(lastEventId === undefined ? {} : { "last-event-id": lastEventId }),
  });

const dataOf = (frames: Frame[], event: string) =>
  frames.filter((frame) => frame.event === event).map((frame) => frame.data);

async function trackingOf(shipmentId: string) {
  return (await account.sandbox.get(`${platform}/tracking/${shipmentId}`)).body;
}

/** The list has verdicts; a stream sends good positions only. */
async function positionsOf(shipmentId: string) {
  const { data } = (await account.sandbox.get(`${platform}/tracking/${shipmentId}/positions?limit=100`)).body;
  return data.map(({ verdict, ...position }: { verdict: string }) => {
    expect(verdict).toBe("good");
    return position;
  });
}

test("a reader sees every state and place in order as it happens, and the stream ends after the last", async () => {
  const { shipment } = await createAssigned(account.sandbox);
  const reader = await streamOf(shipment.id);
  expect(reader.status).toBe(200);
  expect(reader.headers.get("content-type")).toBe("text/event-stream");
  expect(reader.headers.get("cache-control")).toContain("no-store");
  const all = reader.rest();
  for (let step = 0; step < 7; step += 1) await advance(account.sandbox, shipment.id);
  const frames = await all;
  const tracking = await trackingOf(shipment.id);
  expect(tracking.status).toBe("delivered");
  expect(dataOf(frames, "status")).toEqual(tracking.entries);
  expect(dataOf(frames, "position")).toEqual(await positionsOf(shipment.id));
  expect(dataOf(frames, "eta").at(-1)).toEqual(tracking.eta);
  expect(new Set(frames.map((frame) => frame.event))).toEqual(new Set(["status", "position", "eta"]));
  expect(new Set(frames.map((frame) => frame.id)).size).toBe(frames.length);

  const again = await streamOf(shipment.id, frames.at(-1)?.id);
  expect([again.status, await again.rest()]).toEqual([204, []]);
});

test("whoever is cut off after every frame loses nothing and sees nothing twice", async () => {
  const { shipment } = await createAssigned(account.sandbox);
  const whole = (await streamOf(shipment.id)).rest();
  const pieces: Frame[] = [];
  // Both begin before the first place: who begins later gets the latest only.
  const first = await streamOf(shipment.id);
  const piecemeal = (async () => {
    for (let reader = first; reader.status !== 204; reader = await streamOf(shipment.id, pieces.at(-1)?.id)) {
      const frame = await reader.next();
      reader.leave();
      if (frame) pieces.push(frame);
    }
  })();
  for (let step = 0; step < 7; step += 1) await advance(account.sandbox, shipment.id);
  await piecemeal;
  const frames = await whole;
  for (const event of ["status", "position"]) {
    expect(dataOf(pieces, event)).toEqual(dataOf(frames, event));
  }
  expect(dataOf(pieces, "eta").at(-1)).toEqual(dataOf(frames, "eta").at(-1));
});

test("who comes late gets all states and the latest place", async () => {
  const { shipment } = await createAssigned(account.sandbox);
  await advance(account.sandbox, shipment.id, "delivered");
  for (const lastEventId of [undefined, "", "nonsense", "1.2", "-1.0.0"]) {
    const frames = await (await streamOf(shipment.id, lastEventId)).rest();
    expect(dataOf(frames, "status")).toEqual((await trackingOf(shipment.id)).entries);
    expect(dataOf(frames, "position")).toEqual((await positionsOf(shipment.id)).slice(-1));
    expect(dataOf(frames, "eta")).toHaveLength(1);
  }
});

test("a way with more places than fit one answer arrives whole", async () => {
  const { shipment } = await createAssigned(account.sandbox, {
    simulation: { speed: "manual", outcome: "delayed" },
  });
  await advance(account.sandbox, shipment.id, "delivered");
  const frames = await (await streamOf(shipment.id, "0.0.0")).rest();
  expect(dataOf(frames, "position")).toEqual(await positionsOf(shipment.id));
  expect(dataOf(frames, "status")).toEqual((await trackingOf(shipment.id)).entries);
});

describe("a stream ends with what opened it", () => {
  test("a key that is revoked; another key's stream goes on", async () => {
    const owner = await server.account();
    const { shipment } = await createAssigned(owner.sandbox);
    const other = await owner.session.post("/api/v1/keys", { name: "other", environment: "sandbox" });
    const [mine, others] = [
      await streamOf(shipment.id, undefined, owner.sandboxKey),
      await streamOf(shipment.id, undefined, other.body.secret),
    ];
    await mine.next();
    await others.next();
    const keys = (await owner.session.get("/api/v1/keys")).body.data;
    const used = keys.find((key: { last4: string }) => owner.sandboxKey.endsWith(key.last4));
    expect((await owner.session.delete(`/api/v1/keys/${used.id}`)).status).toBe(204);
    await mine.rest();
    const again = await streamOf(shipment.id, undefined, owner.sandboxKey);
    expect(again.status).toBe(401);
    const client = server.client({ "x-api-key": other.body.secret });
    await advance(client, shipment.id, "delivered");
    expect(dataOf(await others.rest(), "status").at(-1)).toMatchObject({ status: "delivered" });
  });

  test("a session that signs out", async () => {
    const owner = await server.account();
    const { shipment } = await createAssigned(owner.sandbox);
    const signedIn = await server
      .client({ "sec-fetch-site": "same-origin" })
      .post("/api/v1/auth/sign-in", { email: owner.email, password: owner.password });
    const cookie = signedIn.headers.get("set-cookie")?.split(";")[0] ?? "";
    const url = `${server.url}${platform}/tracking/${shipment.id}/stream?environment=sandbox`;
    const reader = await follow(url, { cookie });
    expect(reader.status).toBe(200);
    await reader.next();
    const out = await server
      .client({ cookie, "sec-fetch-site": "same-origin" })
      .post("/api/v1/auth/sign-out");
    expect(out.status).toBeLessThan(300);
    const frames = await reader.rest();
    expect(dataOf(frames, "status").map((entry) => entry.status)).not.toContain("delivered");
    expect((await follow(url, { cookie })).status).toBe(401);
  });

  test("the server that stops; the reader goes on where it was after the restart", async () => {
    const dataDir = await makeDataFolder();
    const before = await startServer({ dataDir });
    const { sandbox, sandboxKey } = await before.account();
    const { shipment } = await createAssigned(sandbox);
    await advance(sandbox, shipment.id, "at_pickup");
    const path = `${platform}/tracking/${shipment.id}/stream`;
    const reader = await follow(before.url + path, { "x-api-key": sandboxKey });
    const caughtUp: Frame[] = [];
    for (let frame = await reader.next(); frame; frame = await reader.next()) {
      caughtUp.push(frame);
      if (frame.data.substatus === "at_pickup") break;
    }
    await before.stop();
    const frames = [...caughtUp, ...(await reader.rest())];
    const after = await startServer({ dataDir });
    const client = after.client({ "x-api-key": sandboxKey });
    const resumed = await follow(after.url + path, {
      "x-api-key": sandboxKey,
      "last-event-id": frames.at(-1)?.id ?? "",
    });
    const rest = resumed.rest();
    await advance(client, shipment.id, "delivered");
    const all = [...frames, ...(await rest)];
    const tracking = (await client.get(`${platform}/tracking/${shipment.id}`)).body;
    expect(dataOf(all, "status")).toEqual(tracking.entries);
    await after.stop();
    rmSync(dataDir, { recursive: true });
  });
});

test("the pictures of a proof are PNG files with the sum that the proof names, of half a kB to 20 kB", async () => {
  const { shipment } = await createAssigned(account.sandbox);
  await advance(account.sandbox, shipment.id, "delivered");
  const { proof_of_delivery: proof } = await trackingOf(shipment.id);
  expect(proof).toMatchObject({ types: ["signature", "photo"], captured_by: "simulator" });
  expect(proof.photos).toHaveLength(1);
  for (const picture of [proof.signature, ...proof.photos]) {
    const response = await fetch(picture.url, { headers: { "x-api-key": account.sandboxKey } });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("image/png");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(picture.sha256);
    expect(bytes.length).toBeGreaterThanOrEqual(512);
    expect(bytes.length).toBeLessThanOrEqual(20_480);
    const { width, height } = decode(bytes);
    expect(width).toBeGreaterThanOrEqual(100);
    expect(height).toBeGreaterThanOrEqual(100);
    expect((await fetch(picture.url)).status).toBe(401);
  }
  expect(proof.signature.sha256).not.toBe(proof.photos[0].sha256);
  const missing = await account.sandbox.get(`${platform}/tracking/${shipment.id}/proof/photo-2.png`);
  expect(missing.status).toBe(404);
});

test("every block is an event: some readers make an empty message of one without", async () => {
  const { shipment } = await createAssigned(account.sandbox);
  await advance(account.sandbox, shipment.id, "delivered");
  const answer = await fetch(`${server.url}${platform}/tracking/${shipment.id}/stream`, {
    headers: { "x-api-key": account.sandboxKey },
  });
  const blocks = (await answer.text()).split("\n\n").slice(0, -1);
  expect(blocks.length).toBeGreaterThan(3);
  expect(blocks[0]).toStartWith("retry: 3000\n");
  expect(blocks.filter((block) => !block.includes("\ndata: "))).toEqual([]);
});
