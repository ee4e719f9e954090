import { afterAll, beforeAll, describe, expect, spyOn, test } from "bun:test";
import { rmSync } from "node:fs";
import { connect } from "node:net";
import { systemClock } from "../../../src/infra/clock.ts";
import { write } from "../../../src/infra/deps.ts";
import type { Environment } from "../../../src/infra/environment.ts";
import type { EventType } from "../../../src/messaging/events/event.ts";
import { appendEvent } from "../../../src/messaging/events/service.ts";
import { eventStore } from "../../../src/messaging/events/store.ts";
import { createClock } from "../../support/clock.ts";
import { makeDataFolder } from "../../support/data-folder.ts";
import { advance, createAssigned, createQuoted, createShipment, platform } from "../../support/fixtures.ts";
import {
  type Client,
  eventually,
  startServer,
  type TestAccount,
  type TestServer,
} from "../../support/harness.ts";
import { startReceiver } from "../../support/receiver.ts";
import { type Frame, follow, type Reader } from "../../support/stream.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const path = `${platform}/events/stream`;

function streamOf(key: string, lastEventId?: string, query = "", url = server.url): Promise<Reader> {
  const resumed = lastEventId === undefined ? undefined : { "last-event-id": lastEventId };
  return follow(`${url}${path}${query}`, { "x-api-key": key, ...resumed });
}

/** Oldest first, as the stream has them. */
async function logOf(client: Client): Promise<{ id: string; type: string }[]> {
  const events: { id: string; type: string }[] = [];
  for (let next: string | undefined = `${platform}/events?limit=100`; next !== undefined; ) {
    const { body, headers } = await client.get(next);
    events.push(...body.data);
    next = /^<([^>]+)>/.exec(headers.get("link") ?? "")?.[1];
  }
  return events.reverse();
}

/** The next frames, as many as there are in `events`. */
async function framesFor(reader: Reader, events: readonly unknown[]): Promise<Frame[]> {
  const frames: Frame[] = [];
  while (frames.length < events.length) {
    const frame = await reader.next();
    if (!frame) break;
    frames.push(frame);
  }
  return frames;
}

async function revokeKeys(account: TestAccount): Promise<void> {
  const keys = (await account.session.get("/api/v1/keys")).body.data;
  for (const { id } of keys) await account.session.delete(`/api/v1/keys/${id}`);
}

/** Events of the account's own, straight into the log. @returns their ids */
function append(
  { accountId }: TestAccount,
  count: number,
  data: Record<string, unknown> = {},
  type: EventType = "shipment.updated",
  environment: Environment = "sandbox",
): Promise<string[]> {
  return write(server.deps, environment, (writing) =>
    Array.from({ length: count }, (_, number) => {
      const event = { type, accountId, shipmentId: null, sequence: null, at: writing.now };
      return appendEvent(writing, { ...event, data: { number, ...data } });
    }),
  );
}

test("a reader gets what the list gets from then on, in its order, with the bytes that webhooks get", async () => {
  const account = await server.account();
  const receiver = startReceiver();
  await account.sandbox.post(`${platform}/webhooks`, { url: receiver.url, events: ["*"] });
  await createQuoted(account.sandbox);
  const before = await logOf(account.sandbox);
  const reader = await streamOf(account.sandboxKey);
  expect(reader.headers.get("content-type")).toBe("text/event-stream");
  expect(reader.headers.get("cache-control")).toContain("no-store");

  const { shipment } = await createAssigned(account.sandbox);
  await advance(account.sandbox, shipment.id, "delivered");
  const events = (await logOf(account.sandbox)).slice(before.length);
  const frames = await framesFor(reader, events);
  reader.leave();
  expect(frames.map(({ data }) => data)).toEqual(events);
  expect(frames.map(({ id, event }) => [id, event])).toEqual(events.map(({ id, type }) => [id, type]));

  const sent = await eventually("all deliveries", () => {
    const bodies = new Map(receiver.received.map(({ body, event }) => [event.id, body]));
    return events.every(({ id }) => bodies.has(id)) ? bodies : undefined;
  });
  expect(frames.map(({ text }) => text)).toEqual(events.map(({ id }) => sent.get(id) ?? "not sent"));
  await receiver.stop();
});

test("a reader gets the environment of its key and no other account's events", async () => {
  const [mine, other] = [await server.account(), await server.account()];
  const readers = [await streamOf(mine.sandboxKey), await streamOf(mine.liveKey)];
  await createShipment(other.sandbox);
  await createShipment(other.live);
  await createShipment(mine.live);
  await createShipment(mine.sandbox);
  const [sandbox, live] = await Promise.all(readers.map((reader) => reader.next()));
  expect(sandbox?.data).toEqual((await logOf(mine.sandbox))[0]);
  expect(live?.data).toEqual((await logOf(mine.live))[0]);
  const events = await logOf(mine.sandbox);
  await revokeKeys(mine);
  const rest = await Promise.all(readers.map((reader) => reader.rest()));
  expect(rest.flat().every(({ event }) => event === "shipment.quoted")).toBe(true);
  expect(events.length).toBeGreaterThan(0);
});

test("another account's event says nothing: the stream goes on with the caller's own after it", async () => {
  const [mine, other] = [await server.account(), await server.account()];
  await createQuoted(mine.sandbox);
  await createQuoted(other.sandbox);
  const [foreign] = (await logOf(other.sandbox)).slice(-1);
  await createQuoted(mine.sandbox);
  const events = (await logOf(mine.sandbox)).slice(2);
  const reader = await streamOf(mine.sandboxKey, foreign?.id);
  expect((await framesFor(reader, events)).map(({ data }) => data)).toEqual(events);
  reader.leave();
});

describe("many readers of one account", () => {
  const readersCount = 60;

  test("cost one read for each commit, not one for each reader, and get the same bytes", async () => {
    const account = await server.account();
    const readers = await Promise.all(
      Array.from({ length: readersCount }, () => streamOf(account.sandboxKey)),
    );
    const commits = 5;
    const next = async (commit: number) => {
      await append(account, 1, { commit });
      const frames = await Promise.all(readers.map((reader) => reader.next()));
      const texts = frames.map((frame) => frame?.text ?? "none");
      expect(new Set(texts).size).toBe(1);
      expect(JSON.parse(texts[0] ?? "").data).toEqual({ number: 0, commit });
    };
    // Each has begun, and no run ends because the machine is busy.
    await next(0);
    const nowMs = systemClock.monotonic();
    using _time = spyOn(systemClock, "monotonic").mockImplementation(() => nowMs);
    using reads = spyOn(eventStore(server.deps.stores.platform("sandbox").db), "after");
    for (let commit = 1; commit <= commits; commit += 1) await next(commit);
    // They have their turns in a few runs, each of which reads once.
    expect(reads.mock.calls.length).toBeLessThan((commits * readersCount) / 4);
    for (const reader of readers) reader.leave();
  });

  test("never get what another may: each has its account, its environment, its types and its place", async () => {
    const [mine, other] = [await server.account(), await server.account()];
    const wanted = [
      { key: mine.sandboxKey, query: "", from: "mine" },
      { key: mine.sandboxKey, query: "?type=shipment.updated", from: "mine" },
      { key: mine.sandboxKey, query: "?type=shipment.created", from: "mine" },
      { key: mine.sandboxKey, query: "?type=tracking.*,shipment.rated", from: "mine" },
      { key: mine.liveKey, query: "", from: "mine live" },
      { key: other.sandboxKey, query: "", from: "other" },
      { key: other.liveKey, query: "?type=shipment.created", from: "other live" },
    ];
    const before = await append(mine, 1, { of: "mine" });
    const opened = wanted.flatMap((each) => Array.from({ length: 8 }, () => each));
    const readers = await Promise.all(opened.map(({ key, query }) => streamOf(key, undefined, query)));
    const late = await streamOf(mine.sandboxKey, before.at(-1), "?type=shipment.created");
    const types: EventType[] = ["shipment.created", "shipment.updated", "shipment.rated", "tracking.scanned"];
    for (const type of types) {
      await Promise.all([
        append(mine, 1, { of: "mine" }, type),
        append(other, 1, { of: "other" }, type),
        append(mine, 1, { of: "mine live" }, type, "live"),
        append(other, 1, { of: "other live" }, type, "live"),
      ]);
    }
    const expected = ({ query }: (typeof wanted)[number]) => {
      if (query === "") return types;
      if (query.endsWith("rated")) return ["shipment.rated", "tracking.scanned"];
      return [query.slice("?type=".length)];
    };
    for (const [index, reader] of readers.entries()) {
      const want = opened[index] as (typeof wanted)[number];
      const frames = await framesFor(reader, expected(want));
      expect(frames.map(({ event }) => event)).toEqual(expected(want));
      expect(new Set(frames.map(({ data }) => data.data.of))).toEqual(new Set([want.from]));
    }
    expect((await late.next())?.event).toBe("shipment.created");
    // What else there is of anybody would come before the end.
    await Promise.all([revokeKeys(mine), revokeKeys(other)]);
    const rest = await Promise.all([...readers, late].map((reader) => reader.rest()));
    expect(rest.flat()).toEqual([]);
  });
});

test("types are chosen as in the list, and a wrong one is refused", async () => {
  const account = await server.account();
  const reader = await streamOf(account.sandboxKey, undefined, "?type=shipment.delivered,shipment.created");
  const { shipment } = await createAssigned(account.sandbox);
  await advance(account.sandbox, shipment.id, "delivered");
  const frames = await framesFor(reader, [1, 2]);
  reader.leave();
  expect(frames.map(({ event }) => event)).toEqual(["shipment.created", "shipment.delivered"]);
  expect((await account.sandbox.get(`${path}?type=shipment.eaten`)).body.code).toBe("query_invalid");
});

test("what is not listed is not told: a sample that one endpoint is tried with", async () => {
  const account = await server.account();
  const receiver = startReceiver();
  const { body } = await account.sandbox.post(`${platform}/webhooks`, { url: receiver.url, events: ["*"] });
  const reader = await streamOf(account.sandboxKey);
  await account.sandbox.post(`${platform}/webhooks/${body.id}/test`, { type: "shipment.lost" });
  await account.sandbox.post(`${platform}/webhooks/${body.id}/test`, { type: "shipment.delivered" });
  await account.sandbox.post(`${platform}/webhooks/${body.id}/test`, {});
  expect((await reader.next())?.event).toBe("webhook.test");
  reader.leave();
  await receiver.stop();
});

describe("nothing is missed and nothing comes twice", () => {
  test("by whoever is cut off after every frame, before the first one too", async () => {
    const account = await server.account();
    let place: string | undefined;
    const pieces: Frame[] = [];
    const { shipment } = await createAssigned(account.sandbox);
    const before = (await logOf(account.sandbox)).length;
    for (let step = 0; step < 4; step += 1) {
      const reader = await streamOf(account.sandboxKey, place);
      if (place === undefined) {
        // Nothing has happened yet: all that is told is where the stream begins.
        const waiting = reader.next();
        place = await eventually("a place", () => reader.place() || undefined);
        reader.leave();
        await waiting.catch(() => {});
      }
      await advance(account.sandbox, shipment.id);
      const resumed = await streamOf(account.sandboxKey, place);
      const frame = await resumed.next();
      if (frame) pieces.push(frame);
      place = frame?.id;
      resumed.leave();
      reader.leave();
    }
    const events = (await logOf(account.sandbox)).slice(before);
    const reader = await streamOf(account.sandboxKey, place);
    pieces.push(...(await framesFor(reader, events.slice(pieces.length))));
    reader.leave();
    expect(pieces.map(({ data }) => data)).toEqual(events);
  });

  test("before the account's first event", async () => {
    const account = await server.account();
    const reader = await streamOf(account.sandboxKey);
    const waiting = reader.next();
    const place = await eventually("a place", () => reader.place() || undefined);
    reader.leave();
    await waiting.catch(() => {});
    await createQuoted(account.sandbox);
    const events = await logOf(account.sandbox);
    const resumed = await streamOf(account.sandboxKey, place);
    expect((await framesFor(resumed, events)).map(({ data }) => data)).toEqual(events);
    resumed.leave();
  });

  test("by many more than one look reads, with a filter that few of them pass", async () => {
    const account = await server.account();
    const beginning = `evt_${"0".repeat(26)}`;
    await createShipment(account.sandbox);
    await append(account, 450);
    await createShipment(account.sandbox);
    const all = await streamOf(account.sandboxKey, beginning);
    const log = await eventually("both quoted", async () => {
      const events = await logOf(account.sandbox);
      return events.filter(({ type }) => type === "shipment.quoted").length === 2 ? events : undefined;
    });
    expect((await framesFor(all, log)).map(({ id }) => id)).toEqual(log.map(({ id }) => id));
    all.leave();
    const few = await streamOf(account.sandboxKey, beginning, "?type=shipment.created");
    const created = log.filter(({ type }) => type === "shipment.created");
    expect((await framesFor(few, created)).map(({ id }) => id)).toEqual(created.map(({ id }) => id));
    few.leave();
  });

  test("after the events that the reader knows were removed", async () => {
    const account = await server.account();
    await createQuoted(account.sandbox);
    const [last] = (await logOf(account.sandbox)).slice(-1);
    await account.sandbox.delete(`${platform}/sandbox/data`);
    await createQuoted(account.sandbox);
    const events = await logOf(account.sandbox);
    const reader = await streamOf(account.sandboxKey, last?.id);
    expect((await framesFor(reader, events)).map(({ data }) => data)).toEqual(events);
    reader.leave();
  });

  test("when the clock steps back", async () => {
    const clock = createClock();
    const own = await startServer({ replacements: { clock } });
    const account = await own.account();
    await createQuoted(account.sandbox);
    const [last] = (await logOf(account.sandbox)).slice(-1);
    clock.advance(-3_600);
    const reader = await streamOf(account.sandboxKey, last?.id, "", own.url);
    await createQuoted(account.sandbox);
    const events = (await logOf(account.sandbox)).slice(2);
    expect((await framesFor(reader, events)).map(({ data }) => data)).toEqual(events);
    reader.leave();
    await own.stop();
  });

  test("when the server stops: the stream ends, and goes on after the restart", async () => {
    const dataDir = await makeDataFolder();
    const before = await startServer({ dataDir });
    const { sandbox, sandboxKey } = await before.account();
    const reader = await streamOf(sandboxKey, undefined, "", before.url);
    const { shipment } = await createAssigned(sandbox);
    const first = await reader.next();
    await before.stop();
    const seen = [...(first ? [first] : []), ...(await reader.rest())];

    const after = await startServer({ dataDir });
    const client = after.client({ "x-api-key": sandboxKey });
    await advance(client, shipment.id, "delivered");
    const events = await logOf(client);
    const resumed = await streamOf(sandboxKey, seen.at(-1)?.id, "", after.url);
    seen.push(...(await framesFor(resumed, events.slice(seen.length))));
    expect(seen.map(({ data }) => data)).toEqual(events);
    resumed.leave();
    await after.stop();
    rmSync(dataDir, { recursive: true });
  });
});

describe("the stream", () => {
  test("ends with the key that opened it", async () => {
    const account = await server.account();
    const reader = await streamOf(account.sandboxKey);
    await createQuoted(account.sandbox);
    expect((await reader.next())?.event).toBe("shipment.created");
    await revokeKeys(account);
    await reader.rest();
    expect((await streamOf(account.sandboxKey)).status).toBe(401);
  });

  test("serves sessions, which name the environment", async () => {
    const account = await server.account();
    expect((await account.session.get(path)).body.code).toBe("environment_required");
    const signedIn = await server
      .client({ "sec-fetch-site": "same-origin" })
      .post("/api/v1/auth/sign-in", { email: account.email, password: account.password });
    const cookie = signedIn.headers.get("set-cookie")?.split(";")[0] ?? "";
    const reader = await follow(`${server.url}${path}?environment=live`, { cookie });
    await createShipment(account.sandbox);
    const shipment = await createShipment(account.live);
    expect((await reader.next())?.data.data.shipment.id).toBe(shipment.id);
    reader.leave();
  });

  test("needs the scope events:read", async () => {
    const account = await server.account();
    const made = await account.session.post("/api/v1/keys", {
      name: "other",
      environment: "sandbox",
      scopes: ["shipments:read"],
    });
    const answer = await server.client({ "x-api-key": made.body.secret }).get(path);
    expect([answer.status, answer.body.code]).toEqual([403, "scope_missing"]);
  });

  test("tells nothing before it is on the disk", async () => {
    const account = await server.account();
    const store = server.deps.stores.platform("live");
    const { synced } = store;
    const disk = Promise.withResolvers<void>();
    let asked = 0;
    store.synced = () => {
      asked += 1;
      return disk.promise;
    };
    const reader = await streamOf(account.liveKey);
    let told: Frame | undefined;
    const telling = reader.next().then((frame) => {
      told = frame;
    });
    await createShipment(account.live);
    await eventually("a look at the disk", () => asked > 0 || undefined);
    // What happens later where the disk has answered is told.
    const other = await streamOf(account.sandboxKey);
    await createShipment(account.sandbox);
    expect((await other.next())?.event).toBe("shipment.created");
    other.leave();
    expect(told).toBeUndefined();
    disk.resolve();
    await telling;
    store.synced = synced;
    expect(told?.event).toBe("shipment.created");
    reader.leave();
  });

  test("costs no memory for a reader that does not read", async () => {
    const account = await server.account();
    const padding = "x".repeat(10_000);
    const rounds = 60;
    for (let round = 0; round < rounds; round += 1) await append(account, 100, { padding });
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    socket.pause();
    const beginning = `evt_${"0".repeat(26)}`;
    // The stream looks at the disk after each read.
    const looks = spyOn(server.deps.stores.platform("sandbox"), "synced");
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\nX-API-Key: ${account.sandboxKey}\r\nLast-Event-ID: ${beginning}\r\n\r\n`,
    );
    await eventually("the first events", () => looks.mock.calls.length > 0 || undefined);
    // One that goes on reads again in one of the next turns.
    let looksAtRest = 0;
    for (let quietTurns = 0; quietTurns < 100; quietTurns += 1) {
      await Bun.sleep(1);
      if (looks.mock.calls.length > looksAtRest) quietTurns = 0;
      looksAtRest = looks.mock.calls.length;
    }
    // Each look is at 100 events, which are all that is kept for the reader: less than half of the 60 MB.
    expect(looksAtRest).toBeLessThan(rounds / 2);
    // It was on its way all the time: all of the 60 MB come once they are read.
    let bytes = 0;
    socket.on("data", (chunk) => {
      bytes += chunk.length;
    });
    socket.resume();
    await eventually("the whole log", () => bytes > rounds * 100 * padding.length || undefined);
    expect(looks.mock.calls.length).toBeGreaterThan(2 * looksAtRest);
    looks.mockRestore();
    socket.destroy();
  });
});

test("an account has 200 streams in each environment: the sandbox's take none from live", async () => {
  const { sandboxKey, liveKey } = await server.account();
  const streams = await Promise.all(Array.from({ length: 200 }, () => streamOf(sandboxKey)));
  expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]));
  const [tooMany, live] = [await streamOf(sandboxKey), await streamOf(liveKey)];
  expect([tooMany.status, live.status]).toEqual([409, 200]);
  for (const reader of [...streams, live]) reader.leave();
  await eventually("room for one more", async () => {
    const reader = await streamOf(sandboxKey);
    reader.leave();
    return reader.status === 200;
  });
});
