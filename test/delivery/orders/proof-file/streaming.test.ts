import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { waitForTurn } from "../../../../src/api/export-lock.ts";
import type { ProofFile } from "../../../../src/delivery/orders/proof-file/schema.ts";
import { proofFileOf, writeProofFile } from "../../../../src/delivery/orders/proof-file/service.ts";
import { verifyProofFile } from "../../../../src/delivery/orders/proof-file/verifying.ts";
import { write } from "../../../../src/infra/deps.ts";
import { type DriverWorld, startDriverWorld, type Trip } from "../../../support/driver-jobs.ts";
import { callerOf, platform } from "../../../support/fixtures.ts";
import { pictures, withChunk } from "../../../support/images.ts";

/** A file of many large pictures takes the memory of a piece, and the account's other requests for one wait. */

const pictureBytes = 3 * 1024 * 1024;
const pieceCharactersMax = 512 * 1024;
let world: DriverWorld;
let trip: Trip;
let path: string;

beforeAll(async () => {
  world = await startDriverWorld();
  trip = await world.accept({});
  path = `${platform}/shipments/${trip.id}/proof.json`;
  await world.give(world.kim, trip);
  world.clock.advance(60);
  const of = { assignment_id: trip.assignmentId, at: new Date(world.clock.now()).toISOString() };
  const image_ids = await Promise.all([1, 2, 3, 4].map(upload));
  const sent = await world.send(world.phones.kim, [
    { ...of, id: "there", type: "position", latitude: 52.5009, longitude: 13.4202 },
    { ...of, id: "picked", type: "progress", substatus: "picked_up" },
    {
      ...of,
      id: "done",
      type: "delivered",
      proof: { recipient_name: "Alex Example", handed_to: "recipient", image_ids },
    },
  ]);
  expect(sent.map(({ result }) => result)).toEqual(["applied", "applied", "applied"]);
});
afterAll(() => world.server.stop());

async function upload(seed: number): Promise<string> {
  const body = new Uint8Array(withChunk(pictures.png, "IDAT", Buffer.alloc(pictureBytes + seed, seed)));
  const headers = { "content-type": "application/octet-stream" };
  const sent = await world.phones.kim.send("/api/v1/driver/images", { method: "POST", body, headers });
  expect(sent.status).toBe(201);
  return sent.body.id;
}

const database = () => world.server.deps.stores.platform("sandbox").db;
const headers = () => ({ "x-api-key": world.account.sandboxKey });

test("twenty requests at once get the same bytes, uncompressed, which verify", async () => {
  const whole = JSON.stringify(proofFileOf(database(), trip.id));
  expect(whole.length).toBeGreaterThan(4 * pictureBytes);
  const hash = Bun.hash(whole);
  const answers = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const response = await fetch(world.server.url + path, {
        headers: { ...headers(), "accept-encoding": "gzip" },
      });
      const text = await response.text();
      return [response.status, response.headers.get("content-encoding"), Bun.hash(text)];
    }),
  );
  expect(answers).toEqual(Array.from({ length: 20 }, () => [200, null, hash]));
  const file: ProofFile = JSON.parse(whole);
  expect(verifyProofFile(file, file.head ?? "")).toEqual({ problems: [], redacted: [], uncovered: [] });
  expect(file.pictures).toHaveLength(4);
});

test("no piece of it is longer than half a MiB", async () => {
  const caller = callerOf(world.account.accountId, "sandbox");
  const lengths: number[] = [];
  for await (const text of writeProofFile(world.server.deps, caller, trip.id)()) lengths.push(text.length);
  expect(Math.max(...lengths)).toBe(pieceCharactersMax);
  expect(lengths.reduce((sum, length) => sum + length)).toBe(
    JSON.stringify(proofFileOf(database(), trip.id)).length,
  );
});

test("HEAD waits for nobody and sends nothing", async () => {
  const end = await turn();
  const { status, text } = await world.account.sandbox.send(path, { method: "HEAD" });
  expect([status, text]).toEqual([200, ""]);
  end();
});

const turn = (signal?: AbortSignal) =>
  waitForTurn(
    world.server.deps,
    new Request("http://localhost", signal && { signal }),
    world.account.accountId,
  );

test("one is read at a time, those that leave are skipped, and other accounts have turns of their own", async () => {
  const order: string[] = [];
  const end = await turn();
  const leaving = new AbortController();
  const waits = [
    turn(leaving.signal).then(() => void order.push("left")),
    turn().then((endSecond) => {
      order.push("second");
      endSecond();
    }),
  ];
  const other = await world.server.account();
  const answer = await fetch(`${world.server.url}${platform}/shipments/${trip.id}/proof.json`, {
    headers: { "x-api-key": other.sandboxKey },
  });
  expect(answer.status).toBe(404);
  leaving.abort();
  const file = fetch(world.server.url + path, { headers: headers() }).then(async (response) => {
    await response.arrayBuffer();
    order.push("file");
  });
  const stranger = await waitForTurn(world.server.deps, new Request("http://localhost"), other.accountId);
  expect(order).toEqual([]);
  stranger();
  end();
  await Promise.all([...waits, file]);
  expect(order).toEqual(["left", "second", "file"]);
});

test("the fifty-first that would wait is refused, and the others get their turn", async () => {
  const end = await turn();
  const waits = Array.from({ length: 50 }, () => turn());
  const refused = await world.account.sandbox.get(path);
  expect([refused.status, refused.body.code]).toEqual([409, "limit_reached"]);
  end();
  for (const wait of waits) (await wait)();
  expect((await world.account.sandbox.get(path)).status).toBe(200);
});

test("a file whose pictures are erased meanwhile is broken off, and the next one is asked for as usual", async () => {
  const texts = writeProofFile(world.server.deps, callerOf(world.account.accountId, "sandbox"), trip.id)();
  await texts.next();
  await write(world.server.deps, "sandbox", ({ tx }) => {
    tx.run(sql`DELETE FROM proof_images WHERE shipment_id = ${trip.id} AND name = 'photo-1.png'`);
  });
  await expect(texts.next()).rejects.toThrow("A picture was erased");
  const { status, body } = await world.account.sandbox.get(path);
  expect([status, body.pictures.length]).toEqual([200, 3]);
});
