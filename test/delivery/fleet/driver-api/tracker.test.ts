import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { loggedPath, maskedBody, maskedPath } from "../../../../src/access/request-log/masking.ts";
import { placeOf } from "../../../../src/delivery/fleet/drivers/places.ts";
import { expectProblem } from "../../../api/problem.ts";
import { type DriverWorld, startDriverWorld, type Trip } from "../../../support/driver-jobs.ts";
import { driverToken } from "../../../support/drivers.ts";
import { platform } from "../../../support/fixtures.ts";

/** Positions of the Traccar Client and of OsmAnd, in the forms in which these apps send them. */

const path = "/api/v1/driver/osmand";
let world: DriverWorld;
let token: string;
beforeAll(async () => {
  world = await startDriverWorld(Date.parse("2026-06-15T13:46:00.000Z"));
  token = await driverToken(world.server, world.kim, world.account.accountId, "positions");
});
afterAll(() => world.server.stop());

const send = (query: string, body?: string, type = "application/json") =>
  world.server.client().send(`${path}${query}`, {
    method: body === undefined ? "GET" : "POST",
    ...(body === undefined ? {} : { body, headers: { "content-type": type } }),
  });
const place = () => placeOf(world.server.deps.stores.platform("sandbox").db, world.kim.driverId);
const report = (change: Record<string, unknown> = {}, coords: Record<string, unknown> = {}) =>
  JSON.stringify({
    location: {
      timestamp: "2026-06-15T13:45:12.862Z",
      coords: {
        ...{
          latitude: 52.5145,
          longitude: 13.4101,
          accuracy: 3.8,
          speed: 18.67,
          heading: 63,
          altitude: 35.7,
        },
        ...coords,
      },
      is_moving: false,
      odometer: 0,
      event: "motionchange",
      battery: { level: 0.79, is_charging: false },
      activity: { type: "still" },
      extras: {},
      _: `&id=${token}&lat=52.5145&lon=13.4101&timestamp=2026-06-15T13:45:12.862Z&`,
      ...change,
    },
    device_id: token,
  });

test("the JSON of the Traccar Client moves the driver once, however often it comes", async () => {
  const answers = [await send("", report()), await send("", report())];
  expect(answers.map(({ status, body }) => [status, body.result])).toEqual([
    [200, "applied"],
    [200, "duplicate"],
  ]);
  expect(place()).toEqual({
    latitude: 52.5145,
    longitude: 13.4101,
    accuracyMeters: 4,
    headingDegrees: 63,
    speedMps: 18.67,
    recordedAt: Date.parse("2026-06-15T13:45:12.862Z"),
    receivedAt: world.clock.now(),
  });
  const unknown = { accuracy: -1, speed: -1, heading: -1, floor: null };
  await send("", report({ timestamp: "2026-06-15T13:45:20.000Z", mock: true }, unknown));
  expect(place()).toMatchObject({ accuracyMeters: null, speedMps: null, headingDegrees: null });
});

describe("the parameters of OsmAnd", () => {
  const form = (timestamp: string, more = "") =>
    `id=${token}&lat=52.5146&lon=13.4102&timestamp=${timestamp}${more}`;

  test.each([
    ["seconds", "1781531121", 121],
    ["milliseconds", "1781531122250", 122.25],
    ["ISO 8601", "2026-06-15T13:45:23.500Z", 123.5],
    ["an offset", "2026-06-15T15:45:24%2B02:00", 124],
    ["date and time in UTC", "2026-06-15%2013:45:25", 125],
  ])("have the time in %s", async (_, timestamp, seconds) => {
    const answer = await send(`?${form(timestamp)}`);
    expect([answer.status, answer.body.result]).toEqual([200, "applied"]);
    expect(place()?.recordedAt).toBe(Date.parse("2026-06-15T13:43:20.000Z") + seconds * 1000);
  });

  test("have knots, degrees and meters, and whatever else the app sends", async () => {
    const more = "&speed=10&bearing=359.7&accuracy=4.6&altitude=35&batt=80&hdop=0.9&charge=true&speed2=x";
    await send(`?${form("2026-06-15T13:45:30Z", more)}`);
    expect(place()).toMatchObject({ headingDegrees: 0, accuracyMeters: 5, latitude: 52.5146 });
    expect(place()?.speedMps).toBeCloseTo(5.144, 3);
  });

  test("come by POST too: in the query without a body, or as a form", async () => {
    const posted = await world.server
      .client()
      .send(`${path}?${form("2026-06-15T13:45:31Z")}`, { method: "POST" });
    expect([posted.status, posted.body?.result]).toEqual([200, "applied"]);
    const asForm = form("2026-06-15T13:45:32Z")
      .replace("id=", "deviceid=")
      .replace("lat=52.5146&lon=13.4102", "location=52.5147,13.4103");
    expect((await send("", asForm, "application/x-www-form-urlencoded")).body.result).toBe("applied");
    expect(place()).toMatchObject({ latitude: 52.5147, longitude: 13.4103 });
  });

  test("without a time mean now", async () => {
    world.clock.advance(60);
    await send(`?id=${token}&lat=52.5146&lon=13.4102`);
    expect(place()?.recordedAt).toBe(world.clock.now());
  });

  test.each([
    ["lat=52.5", { lon: "required" }],
    ["lat=north&lon=13", { lat: "type" }],
    ["lat=1e999&lon=13", { lat: "type" }],
    ["lat=91&lon=13", { lat: "range" }],
    ["lat=52&lon=13&timestamp=yesterday", { timestamp: "format" }],
    ["lat=52&lon=13&timestamp=9999999999999999", { timestamp: "format" }],
  ])("that are no position are refused: %s", async (query, at) => {
    const before = place();
    expectProblem(world.server, await send(`?id=${token}&${query}`), {
      status: 400,
      code: "query_invalid",
      at,
    });
    expect(place()).toEqual(before);
  });
});

test("a body that is no position names what is missing", async () => {
  const answer = await send(
    "",
    JSON.stringify({ device_id: token, location: { coords: { latitude: "x" } } }),
  );
  expect([answer.status, answer.body.code]).toEqual([422, "validation_failed"]);
  expect(answer.body.errors.map(({ pointer }: { pointer: string }) => pointer)).toContain(
    "#/location/timestamp",
  );
  const noTime = await send("", report({ timestamp: "soon" }));
  expectProblem(world.server, noTime, {
    status: 422,
    code: "validation_failed",
    at: { "#/location/timestamp": "format" },
  });
  expect((await send("", "[")).status).toBe(400);
  expect((await send("", "[]")).status).toBe(401);
  const inQuery = `?id=${token}&lat=52.5146&lon=13.4102`;
  const unnamed = JSON.stringify({ ...JSON.parse(report()), device_id: "é".repeat(201) });
  for (const body of ["null", "[]", unnamed]) expect((await send(inQuery, body)).status).toBe(422);
});

test("a position that cannot be used is answered, so that the app sends the next one", async () => {
  world.clock.advance(60);
  const before = place();
  const island = await send(
    "",
    report({ timestamp: new Date(world.clock.now()).toISOString() }, { latitude: 0, longitude: 0 }),
  );
  expect([island.status, island.body.result]).toEqual([200, "applied"]);
  await world.setDuty(world.kim, false);
  const refused = await send(`?id=${token}&lat=52.5&lon=13.4`);
  expect([refused.status, refused.body.result, refused.body.problem.code]).toEqual([
    200,
    "refused",
    "off_duty",
  ]);
  expect(place()).toEqual(before);
  await world.setDuty(world.kim, true);
});

test("a fix that comes late shows a recipient nothing of the way to somebody else", async () => {
  const { clock, server, account, phones, kim } = world;
  let ids = 0;
  const tell = async ({ assignmentId }: Trip, type: string, more: object) => {
    ids += 1;
    const at = new Date(clock.now()).toISOString();
    const told = { id: `late-${ids}`, assignment_id: assignmentId, at, type, ...more };
    expect(await world.send(phones.kim, [told])).toMatchObject([{ result: "applied" }]);
  };
  const trips = [await world.accept(), await world.accept()] as const;
  for (const trip of trips) {
    await world.give(kim, trip);
    clock.advance(1);
  }
  for (const substatus of ["picked_up", "en_route_to_delivery"]) {
    for (const trip of trips) await tell(trip, "progress", { substatus });
  }
  const [first, second] = trips;
  const { tracking_url: url } = (await account.sandbox.get(`${platform}/shipments/${second.id}`)).body;
  const seen = async () =>
    (await server.client().get(`/api/v1/track/${url.split("/").at(-1)}`)).body.position;
  const fix = async (ageSeconds: number) => {
    const timestamp = new Date(clock.now() - ageSeconds * 1000).toISOString();
    const { body } = await send("", report({ timestamp, coords: { latitude: 52.513, longitude: 13.405 } }));
    expect(body.result).toBe("applied");
    return (await seen()) !== null;
  };
  clock.advance(600);
  await tell(first, "delivered", { proof: {} });
  clock.advance(180);
  // The app had no network. It sends one after the other, oldest first.
  expect([await fix(300), await fix(185), await fix(170), await fix(1)]).toEqual([false, false, true, true]);
});

test("nobody gets in without a driver's token", async () => {
  const { server, account } = world;
  const missing = { status: 401, code: "token_missing" } as const;
  const invalid = { status: 401, code: "token_invalid" } as const;
  expectProblem(server, await send("?lat=52&lon=13"), missing);
  expectProblem(server, await send("", JSON.stringify({ location: {} })), missing);
  for (const id of ["48241179", account.sandboxKey, `${token}x`, "wbp_sandbox_"]) {
    expectProblem(server, await send(`?id=${id}&lat=52&lon=13`), invalid);
  }
  // Whatever logs the address must not learn a token that may do everything.
  const ofDriver = await driverToken(server, world.kim, account.accountId);
  const before = place();
  const refused = await send(`?id=${ofDriver}&lat=52&lon=13`);
  expectProblem(server, refused, invalid);
  expect([refused.body.detail, place()]).toEqual([expect.stringContaining("starts with wbp_"), before]);
});

test("a token in a query or body is masked wherever requests are logged", () => {
  const query = `${path}?id=${token}&lat=52.5&lon=13.4`;
  for (const logged of [maskedPath(query), loggedPath(query), maskedBody(report())]) {
    expect(logged).not.toContain(token);
    expect(logged).not.toContain(token.slice(-20));
  }
  // Even what only looks like one, and where somebody is.
  expect(loggedPath(`${path}?id=48241179&lat=52.5&lon=13.4`)).toBe(`${path}?id=***&lat=***&lon=***`);
});
