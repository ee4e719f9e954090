import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { endDevicesOfDriver } from "../../../../src/access/devices/service.ts";
import { encodeEvents } from "../../../../src/api/stream.ts";
import { openDriverStream } from "../../../../src/delivery/fleet/driver-api/stream.ts";
import { savePlace } from "../../../../src/delivery/fleet/drivers/places.ts";
import { write } from "../../../../src/infra/deps.ts";
import type { DriverPrincipal } from "../../../../src/infra/http/principal.ts";
import { expectProblem } from "../../../api/problem.ts";
import { type DispatchWorld, type Rider, startDispatchWorld } from "../../../support/dispatch.ts";
import { deviceCookie, driverToken } from "../../../support/drivers.ts";
import { berlinMitte, kreuzberg, platform } from "../../../support/fixtures.ts";
import { eventually } from "../../../support/harness.ts";
import { follow, type Reader } from "../../../support/stream.ts";

/** A driver's phone hears that something of theirs has changed, and of nothing else. */

const path = "/api/v1/driver/stream";
const person = { name: "Alex Example", phone: "+4930123456", email: "alex@example.com" };
let world: DispatchWorld;
let fleet: string;
let kim: Rider;
let tom: Rider;
beforeAll(async () => {
  world = await startDispatchWorld();
  fleet = await world.addFleet({ dispatch: "manual" });
});
beforeEach(async () => {
  kim = await world.addRider(fleet);
  tom = await world.addRider(fleet);
});
afterAll(() => world.server.stop());

const inMinutes = (minutes: number) => new Date(world.clock.now() + minutes * 60_000).toISOString();
const ownerOf = ({ id }: Rider) => ({
  id,
  driverId: id,
  carrierId: fleet,
  accountId: world.account.accountId,
  environment: "sandbox" as const,
  name: "Kim",
});
const cookieOf = (rider: Rider) => deviceCookie(world.server, ownerOf(rider), world.account.accountId);
const tokenOf = (rider: Rider, kind?: "positions") =>
  driverToken(world.server, ownerOf(rider), world.account.accountId, kind);
const open = (headers: Record<string, string>): Promise<Reader> => follow(world.server.url + path, headers);

/** What a stream of the rider has to say, without a connection. */
function listen(rider: Rider) {
  const driver = { kind: "driver", environment: "sandbox", driverId: rider.id } as DriverPrincipal;
  const source = openDriverStream(world.server.deps, driver)();
  expect(source.read()).toEqual(encodeEvents([{ event: "changed", data: "{}" }]));
  return source;
}

async function assigned(rider: Rider, change: Record<string, unknown> = {}) {
  const booked = await world.book(fleet, change);
  expect((await world.assign(booked.assignmentId, rider.id)).status).toBe(200);
  await world.pass();
  return booked;
}

describe("a stream", () => {
  test("says at once to read, and says so again after a change, without a word of it", async () => {
    const cookie = await cookieOf(kim);
    const reader = await open({ cookie });
    expect([reader.status, reader.headers.get("content-type")]).toEqual([200, "text/event-stream"]);
    const frame = { id: "", event: "changed", data: {}, text: "{}" };
    expect(await reader.next()).toEqual(frame);
    await assigned(kim, { reference: "ORD-SECRET" });
    expect(await reader.next()).toEqual(frame);
    await endDevicesOfDriver(world.server.deps, kim.id);
    const rest = await reader.rest();
    expect(rest.filter(({ text }) => text !== "{}")).toEqual([]);
    expectProblem(world.server, await world.server.client({ cookie }).get(path), {
      status: 401,
      code: "device_required",
    });
  });

  test("ends with its token", async () => {
    const token = await tokenOf(kim);
    const reader = await open({ authorization: `Bearer ${token}` });
    expect(await reader.next()).toMatchObject({ event: "changed" });
    const tokens = `${platform}/drivers/${kim.id}/tokens`;
    const { body } = await world.account.sandbox.get(tokens);
    for (const { id } of body.data) {
      expect((await world.account.sandbox.delete(`${tokens}/${id}`)).status).toBe(204);
    }
    expect(await reader.rest()).toEqual([]);
  });

  test("ends with its driver", async () => {
    const reader = await open({ cookie: await cookieOf(kim) });
    expect(await reader.next()).toMatchObject({ event: "changed" });
    expect((await world.account.sandbox.delete(`${platform}/drivers/${kim.id}`)).status).toBe(204);
    expect((await reader.rest()).every(({ event }) => event === "changed")).toBe(true);
  });

  test("is one of three that a driver has, whatever the credential; another driver has three more", async () => {
    const [cookie, token] = [await cookieOf(kim), await tokenOf(kim)];
    const readers = [await open({ cookie }), await open({ cookie })];
    readers.push(await open({ authorization: `Bearer ${token}` }));
    expect(readers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const client = world.server.client({ cookie });
    const refused = await client.get(path);
    expectProblem(world.server, refused, { status: 409, code: "limit_reached" });
    expect(refused.body.detail).toBe("A driver may have at most 3 open streams. Close one first.");
    const others = await open({ cookie: await cookieOf(tom) });
    expect(others.status).toBe(200);
    others.leave();
    readers.pop()?.leave();
    const again = await eventually("a place", async () => {
      const reader = await open({ cookie });
      return reader.status === 200 ? reader : undefined;
    });
    for (const reader of [...readers, again]) reader?.leave();
  });

  test("is refused to a token for positions, and to nobody's", async () => {
    const token = await tokenOf(kim, "positions");
    expectProblem(world.server, await world.server.client({ authorization: `Bearer ${token}` }).get(path), {
      status: 403,
      code: "positions_only",
    });
    expectProblem(world.server, await world.server.client().get(path), {
      status: 401,
      code: "device_required",
    });
  });
});

describe("a driver hears", () => {
  /** Changes of what is Kim's, each with a job of theirs. */
  const changes: [string, (job: { id: string; assignmentId: string }) => Promise<unknown>][] = [
    ["a job", () => assigned(kim)],
    ["a job that is taken back", ({ assignmentId }) => world.takeBack(assignmentId)],
    ["a job that another one gets", ({ assignmentId }) => world.assign(assignmentId, tom.id)],
    [
      "a cancellation",
      ({ id }) => world.account.sandbox.post(`${platform}/shipments/${id}/cancellation`, {}),
    ],
    ["what a dispatcher enters", ({ assignmentId }) => world.report(fleet, assignmentId, "at_pickup")],
    [
      "a promise that moves",
      ({ id }) =>
        world.account.sandbox.patch(`${platform}/shipments/${id}`, {
          delivery: { window: { start: inMinutes(240), end: inMinutes(300) } },
        }),
    ],
    [
      "a recall",
      async ({ id, assignmentId }) => {
        await world.report(fleet, assignmentId, "picked_up");
        const source = listen(kim);
        const { status } = await world.account.sandbox.post(`${platform}/shipments/${id}/recall`, {
          reason: "The shop called.",
        });
        expect([status, source.hasNews()]).toEqual([202, true]);
        source.close();
      },
    ],
    [
      "another order of the stops",
      ({ assignmentId }) =>
        world.account.sandbox.put(`${platform}/drivers/${kim.id}/stops/order`, {
          stops: [`${assignmentId}.pickup`, `${assignmentId}.delivery`],
        }),
    ],
    [
      "a note",
      () => world.account.sandbox.post(`${platform}/drivers/${kim.id}/notes`, { text: "The side door." }),
    ],
    [
      "the end of their duty",
      () => world.account.sandbox.patch(`${platform}/drivers/${kim.id}`, { on_duty: false }),
    ],
    [
      "an absence",
      () =>
        world.account.sandbox.put(`${platform}/drivers/${kim.id}/absence`, {
          until: inMinutes(60),
          jobs: "keep",
        }),
    ],
  ];
  test.each(changes)("%s", async (_, change) => {
    // The order of two jobs can change.
    await assigned(kim, { delivery: { contact: person, address: kreuzberg, window: null } });
    const job = await assigned(kim, {
      delivery: {
        contact: person,
        address: kreuzberg,
        window: { start: inMinutes(120), end: inMinutes(150) },
      },
    });
    const [own, foreign] = [listen(kim), listen(await world.addRider(fleet))];
    await change(job);
    await world.pass();
    expect([own.hasNews(), foreign.hasNews()]).toEqual([true, false]);
    own.read();
    expect(own.hasNews()).toBe(false);
    for (const source of [own, foreign]) source.close();
  });

  test("the end of a job that came after the stream began", async () => {
    const source = listen(kim);
    const { assignmentId } = await assigned(kim);
    source.read();
    await world.report(fleet, assignmentId, "at_pickup");
    expect(source.hasNews()).toBe(true);
    source.read();
    await world.takeBack(assignmentId);
    source.read();
    // It is another's now.
    await world.assign(assignmentId, tom.id);
    await world.report(fleet, assignmentId, "at_pickup");
    expect(source.hasNews()).toBe(false);
    source.close();
  });

  test("an offer, and that it is over", async () => {
    const nearest = await world.addFleet({ dispatch: "nearest" });
    const ann = await world.addRider(nearest);
    const source = listen(ann);
    await world.book(nearest);
    await world.pass(1);
    expect([await world.stops(ann), source.hasNews()]).toEqual([
      ["pickup offered", "delivery offered"],
      true,
    ]);
    source.read();
    await world.pass(3_600);
    expect([await world.stops(ann), source.hasNews()]).toEqual([[], true]);
    source.close();
  });
});

test("a driver does not hear where they are, what another fleet does, or that their phone has something", async () => {
  await assigned(kim);
  const source = listen(kim);
  await write(world.server.deps, "sandbox", (writing) =>
    savePlace(writing, kim.id, {
      ...berlinMitte,
      accuracyMeters: 5,
      headingDegrees: null,
      speedMps: null,
      recordedAt: writing.now,
      receivedAt: writing.now,
    }),
  );
  const { body } = await kim.client.get("/api/v1/driver/stops");
  const reached = body.notices.map(({ id }: { id: string }) => id);
  expect(reached.length).toBeGreaterThan(0);
  const confirmed = await kim.client.post("/api/v1/driver/notices", { sent_at: inMinutes(0), reached });
  expect(confirmed.status).toBe(200);
  await assigned(tom);
  const other = await world.server.account();
  await other.sandbox.post(`${platform}/shipments`, {});
  expect(source.hasNews()).toBe(false);
  const position = {
    id: "here",
    type: "position",
    at: inMinutes(0),
    latitude: 52.52,
    longitude: 13.4,
  };
  const sent = await kim.client.post("/api/v1/driver/reports", {
    sent_at: inMinutes(0),
    reports: [position],
  });
  expect([sent.status, sent.body.results[0].result]).toEqual([200, "applied"]);
  expect(source.hasNews()).toBe(false);
  source.close();
});
