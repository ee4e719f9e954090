import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { placeOf } from "../../../../src/delivery/fleet/drivers/places.ts";
import { expectProblem } from "../../../api/problem.ts";
import { type DispatchWorld, startDispatchWorld } from "../../../support/dispatch.ts";
import { platform } from "../../../support/fixtures.ts";
import type { Answer } from "../../../support/harness.ts";

/** A tracking app on a phone, or in a van, whose clock is wrong. */

const week = 7 * 86_400;
const hour = 3_600;

let world: DispatchWorld;
beforeAll(async () => {
  world = await startDispatchWorld();
});
afterAll(() => world.server.stop());

interface Tracked {
  fleet: string;
  driver: string;
  tokens: string;
  tokenId: string;
  shipmentId: string;
  /** Sends a position whose time is so many seconds off. */
  send(offsetSeconds: number, north?: number): Promise<Answer["body"]>;
  attention(): Promise<Answer["body"][]>;
  verdicts(): Promise<string[]>;
  latitude(): number | undefined;
}

/** A driver with a job and a tracking app. */
async function track(settings?: Record<string, unknown>, token: object = {}): Promise<Tracked> {
  const { account, server, clock } = world;
  const fleet = await world.addFleet({ dispatch: "manual", ...settings });
  const { id: driver } = await world.addRider(fleet);
  const tokens = `${platform}/drivers/${driver}/tokens`;
  const made = await account.sandbox.post(tokens, { name: "Traccar", kind: "positions", ...token });
  expect(made.status).toBe(201);
  const { id, assignmentId } = await world.book(fleet);
  expect((await world.assign(assignmentId, driver)).status).toBe(200);
  await world.report(fleet, assignmentId, "en_route_to_pickup");
  await world.pass(60);
  return {
    ...{ fleet, driver, tokens, tokenId: made.body.id, shipmentId: id },
    async send(offsetSeconds, north = 0) {
      const timestamp = Math.floor(clock.now() / 1000) + offsetSeconds;
      const query = { id: made.body.secret, lat: `${52.53 + north}`, lon: "13.4", timestamp: `${timestamp}` };
      const answer = await server.client().get(`/api/v1/driver/osmand?${new URLSearchParams(query)}`);
      expect(answer.status).toBe(200);
      await world.pass();
      return answer.body;
    },
    attention: async () =>
      (await account.sandbox.get(`${platform}/attention?driver_id=${driver}&kind=clock_wrong`)).body.data,
    verdicts: async () =>
      (await account.sandbox.get(`${platform}/tracking/${id}/positions`)).body.data.map(
        ({ verdict }: { verdict: string }) => verdict,
      ),
    latitude: () => placeOf(server.deps.stores.platform("sandbox").db, driver)?.latitude,
  };
}

describe("a tracker with a wrong clock", () => {
  test.each([
    ["two hours ahead", 2 * hour, /2 hours ahead/],
    ["1,024 weeks behind", -1_024 * week, /7168 days behind/],
    ["half a minute ahead", 30, /(?:29|30) seconds ahead/],
  ])("%s gets the verdict, and the dispatcher the offset", async (_, offset, words) => {
    const tracked = await track();
    const before = tracked.latitude();
    expect(await tracked.send(offset)).toMatchObject({
      result: "applied",
      problem: null,
      verdict: "clock_wrong",
    });
    expect(tracked.latitude()).toBe(before as number);
    expect(await tracked.verdicts()).toEqual(["clock_wrong"]);
    const [item, ...others] = await tracked.attention();
    expect(others).toEqual([]);
    expect(item).toMatchObject({ kind: "clock_wrong", shipment_id: tracked.shipmentId });
    expect(item.detail).toStartWith("The clock of the driver's tracker is ");
    expect(item.detail).toMatch(words);
    expect(item.remedies[0]).toEqual({
      action: "list_driver_tokens",
      method: "GET",
      path: `/api/v1${tracked.tokens.slice("/api/v1".length)}`,
    });
    const { body } = await world.account.sandbox.get(`${platform}/events?type=attention.raised`);
    expect(body.data[0].data.attention).toMatchObject({ kind: "clock_wrong", id: item.id });
    // The same again raises nothing new; the right time ends it.
    world.clock.advance(10);
    await tracked.send(offset, 0.0001);
    expect((await tracked.attention()).map(({ id }) => id)).toEqual([item.id]);
    world.clock.advance(10);
    expect(await tracked.send(-1)).toEqual({ id: expect.any(String), result: "applied", problem: null });
    expect(await tracked.attention()).toEqual([]);
    expect(await tracked.verdicts()).toEqual(["clock_wrong", "clock_wrong", "good"]);
  });

  test("that is always five hours behind is found too, though the driver was off duty at that time", async () => {
    const tracked = await track();
    const results: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      const { result, verdict, problem } = await tracked.send(-5 * hour, count / 10_000);
      results.push(verdict ?? problem?.code ?? result);
      world.clock.advance(20);
    }
    expect(results).toEqual(["off_duty", "off_duty", "clock_wrong"]);
    const [item] = await tracked.attention();
    expect(item.detail).toContain("5 hours behind");
  });

  test("says nothing of a driver off duty", async () => {
    const tracked = await track();
    const { sandbox } = world.account;
    expect((await sandbox.patch(`${platform}/drivers/${tracked.driver}`, { on_duty: false })).status).toBe(
      200,
    );
    const { result, problem } = await tracked.send(2 * hour);
    expect([result, problem.code]).toEqual(["refused", "off_duty"]);
    expect([await tracked.verdicts(), await tracked.attention()]).toEqual([[], []]);
  });

  test("concerns the fleet whose owner wants to know: new fleets, and no old one", async () => {
    const silent = await track({ attention: [] });
    expect(await silent.send(2 * hour)).toMatchObject({ verdict: "clock_wrong" });
    expect(await silent.attention()).toEqual([]);
    const { sandbox } = world.account;
    const path = `${platform}/carriers/${silent.fleet}`;
    expect((await sandbox.patch(path, { settings: { attention: ["clock_wrong"] } })).status).toBe(200);
    world.clock.advance(20);
    // A clock that is off by something else is news.
    await silent.send(4 * hour);
    expect(await silent.attention()).toHaveLength(1);
    expectProblem(world.server, await sandbox.patch(path, { settings: { attention: ["late"] } }), {
      status: 422,
      code: "validation_failed",
      at: { "#/settings/attention/0": "enum" },
    });
    // An empty text is none where a text may stand: here it would choose the default.
    const empty = { attention: "", riders_may_call: "" };
    expectProblem(world.server, await sandbox.patch(path, { settings: empty }), {
      status: 422,
      code: "validation_failed",
      at: { "#/settings/riders_may_call": "type", "#/settings/attention": "type" },
    });
  });

  test("is nothing to see to once the driver is off duty, or the owner wants to hear no more", async () => {
    const { sandbox } = world.account;
    const over = [
      (tracked: Awaited<ReturnType<typeof track>>) =>
        sandbox.patch(`${platform}/drivers/${tracked.driver}`, { on_duty: false }),
      (tracked: Awaited<ReturnType<typeof track>>) =>
        sandbox.patch(`${platform}/carriers/${tracked.fleet}`, { settings: { attention: [] } }),
    ];
    for (const end of over) {
      const tracked = await track();
      await tracked.send(2 * hour);
      expect(await tracked.attention()).toHaveLength(1);
      expect((await end(tracked)).status).toBe(200);
      await world.pass(60);
      expect(await tracked.attention()).toEqual([]);
    }
  });

  test("is forgotten an hour after its last position", async () => {
    const tracked = await track();
    await tracked.send(2 * hour);
    await world.pass(hour - 60);
    expect(await tracked.attention()).toHaveLength(1);
    await world.pass(120);
    expect(await tracked.attention()).toEqual([]);
  });
});

describe("the server's time", () => {
  test("stands for the device's, whatever that says, and moves the driver", async () => {
    const tracked = await track({}, { time_source: "server" });
    for (const [index, offset] of [2 * hour, -1_024 * week, 0, -5 * hour].entries()) {
      world.clock.advance(20);
      const { result, verdict } = await tracked.send(offset, index / 10_000);
      expect([offset, result, verdict]).toEqual([offset, "applied", undefined]);
      expect(tracked.latitude()).toBeCloseTo(52.53 + index / 10_000, 6);
    }
    expect(await tracked.verdicts()).toEqual(Array(4).fill("good"));
    expect(await tracked.attention()).toEqual([]);
  });

  test("can be chosen while the app goes on with its token, and ends what the wrong clock raised", async () => {
    const { sandbox } = world.account;
    const tracked = await track();
    await tracked.send(2 * hour);
    expect(await tracked.attention()).toHaveLength(1);
    const token = `${tracked.tokens}/${tracked.tokenId}`;
    const changed = await sandbox.patch(token, { time_source: "server" });
    expect([changed.status, changed.body.time_source]).toEqual([200, "server"]);
    expect((await sandbox.get(tracked.tokens)).body.data[0].time_source).toBe("server");
    world.clock.advance(20);
    expect((await tracked.send(2 * hour, 0.0002)).verdict).toBeUndefined();
    expect(tracked.latitude()).toBeCloseTo(52.5302, 6);
    expect(await tracked.attention()).toEqual([]);
    const { body: successor } = await sandbox.post(`${token}/rotation`);
    expect(successor.time_source).toBe("server");
    expectProblem(world.server, await sandbox.patch(token, { time_source: "device" }), {
      status: 409,
      code: "key_revoked",
    });
    const { body: audit } = await world.account.session.get("/api/v1/audit?action=token.changed");
    expect(audit.data[0].details).toMatchObject({ driver_id: tracked.driver, changed: ["time_source"] });
  });

  test("is for tracking apps, and for nothing else", async () => {
    const { sandbox } = world.account;
    const tracked = await track();
    const at = { "#/time_source": "contradictory" } as const;
    const refused = { status: 422, code: "validation_failed", at } as const;
    const ofDriver = { name: "Phone", kind: "driver" };
    expectProblem(
      world.server,
      await sandbox.post(tracked.tokens, { ...ofDriver, time_source: "server" }),
      refused,
    );
    const { body: plain } = await sandbox.post(tracked.tokens, ofDriver);
    expect(plain.time_source).toBe("device");
    const path = `${tracked.tokens}/${plain.id}`;
    expectProblem(world.server, await sandbox.patch(path, { time_source: "server" }), refused);
    expectProblem(world.server, await sandbox.patch(path, { time_source: "sun" }), {
      status: 422,
      code: "validation_failed",
      at: { "#/time_source": "enum" },
    });
    const listed: { time_source: string }[] = (await sandbox.get(tracked.tokens)).body.data;
    expect(listed.map(({ time_source }) => time_source)).toEqual(Array(3).fill("device"));
    const stranger = await world.server.account();
    const foreign = await stranger.sandbox.patch(path, { time_source: "device" });
    expectProblem(world.server, foreign, { status: 404, code: "not_found" });
  });
});
