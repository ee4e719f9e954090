import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import type { Deps } from "../../../src/infra/deps.ts";
import { findRoute, findTravelTable } from "../../../src/infra/routing/router.ts";
import { startServer, type TestServer } from "../../support/harness.ts";
import { type PlayedRouter, startRouter } from "../../support/router.ts";

/** The operator's route planner helps where it can, and is never waited for. */
let router: PlayedRouter;
let server: TestServer;
let nowMs = 0;
let deps: Deps;
beforeAll(async () => {
  router = await startRouter();
  server = await startServer({ config: { routerUrl: router.url } });
  deps = { ...server.deps, clock: { ...server.deps.clock, monotonic: () => nowMs } };
});
afterAll(async () => {
  await server.stop();
  await router.stop();
});
beforeEach(() => {
  nowMs += 60_000;
  router.play = "well";
  router.meters = 4000;
  router.asked = [];
});

const shop = { latitude: 52.5291, longitude: 13.4014 };
const door = { latitude: 52.5003, longitude: 13.4247 };
const far = { latitude: 52.49, longitude: -0.0000001 };
const ask = { timeoutMs: 60_000 };
/** Long enough for the question to arrive, also where the machine is busy. */
const soon = { timeoutMs: 3_000 };

test("a route has a leg between each two points, longitude first", async () => {
  router.meters = 4000;
  const leg = { meters: 4000, seconds: 100 };
  expect(await findRoute(deps, [shop, door, shop], ask)).toEqual([leg, leg]);
  router.meters = 1_000_000;
  expect(await findRoute(deps, [shop, far], ask)).toHaveLength(1);
  expect(router.asked).toEqual([
    "/osrm/route/v1/driving/13.401400,52.529100;13.424700,52.500300;13.401400,52.529100?overview=false",
    "/osrm/route/v1/driving/13.401400,52.529100;-0.000000,52.490000?overview=false",
  ]);
});

test("a table has every way between the points", async () => {
  expect(await findTravelTable(deps, [shop, door], ask)).toEqual({
    meters: [
      [0, 4000],
      [4000, 0],
    ],
    seconds: [
      [0, 100],
      [100, 0],
    ],
  });
});

test("where no road leads there is no route, and the next question is asked all the same", async () => {
  router.play = "no_road";
  expect(await findRoute(deps, [shop, door], ask)).toBeUndefined();
  router.play = "well";
  expect(await findRoute(deps, [shop, door], ask)).toHaveLength(1);
});

describe("a server that fails is left alone for 30 seconds", () => {
  test.each(["broken", "html", "silent"] as const)("%s", async (play) => {
    router.play = play;
    expect(await findRoute(deps, [shop, door], play === "silent" ? soon : ask)).toBeUndefined();
    router.play = "well";
    expect(await findRoute(deps, [shop, door], ask)).toBeUndefined();
    expect(router.asked).toHaveLength(1);
    nowMs += 29_999;
    expect(await findTravelTable(deps, [shop, door], ask)).toBeUndefined();
    nowMs += 1;
    expect(await findRoute(deps, [shop, door], ask)).toHaveLength(1);
  });

  test.each([
    ["a leg too few", { code: "Ok", routes: [{ legs: [] }] }],
    ["a leg without a length", { code: "Ok", routes: [{ legs: [{ distance: null, duration: 1 }] }] }],
    ["a negative time", { code: "Ok", routes: [{ legs: [{ distance: 1, duration: -1 }] }] }],
    ["no routes", { code: "Ok" }],
    ["no object", "Ok"],
  ])("an answer with %s", async (_, body) => {
    const broken = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => Response.json(body) });
    const config = { ...deps.config, routerUrl: `http://127.0.0.1:${broken.port}` };
    const asking = { ...deps, config };
    expect(await findRoute(asking, [shop, door], ask)).toBeUndefined();
    await broken.stop(true);
  });
});

/** 3,570 m apart in a straight line. */
describe("an answer about another place is no way, and the server is asked again", () => {
  const asking = async (body: unknown, points = [shop, door]) => {
    const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => Response.json(body) });
    const config = { ...deps.config, routerUrl: `http://127.0.0.1:${server.port}` };
    const played = { ...deps, config };
    const [route, table] = [await findRoute(played, points, ask), await findTravelTable(played, points, ask)];
    await server.stop(true);
    return { route, table };
  };
  const routeOf = (meters: number, moved: object[] = [{ distance: 3 }, { distance: 3 }]) => ({
    code: "Ok",
    routes: [{ distance: meters, duration: 200, legs: [{ distance: meters, duration: 200 }] }],
    waypoints: moved,
    distances: [
      [0, meters],
      [meters, 0],
    ],
    durations: [
      [0, 200],
      [200, 0],
    ],
    sources: moved,
    destinations: moved,
  });
  test.each<[string, object]>([
    ["no meters at all", routeOf(0)],
    ["the way from the edge of the map, 58 km away", routeOf(1200, [{ distance: 58_000 }, { distance: 3 }])],
    ["a place that was moved more than a kilometer", routeOf(4641, [{ distance: 3 }, { distance: 1001 }])],
    [
      "a place that was moved, which an older server says by its location",
      routeOf(4641, [{ location: [13.4014, 52.5291] }, { location: [13.5, 52.5003] }]),
    ],
    ["less than the straight line", routeOf(3200)],
    ["less than the straight line, without a word about the places", routeOf(3200, [])],
    ["an absurd length", routeOf(140_000)],
    ["an endless length", routeOf(1e300)],
  ])("%s", async (_, body) => {
    const { route, table } = await asking(body);
    expect(route).toBeUndefined();
    expect(table).toEqual({
      meters: [
        [0, null],
        [null, 0],
      ],
      seconds: [
        [0, null],
        [null, 0],
      ],
    });
  });

  test.each<[string, object]>([
    ["a way that is a tenth shorter than the straight line", routeOf(3230)],
    ["a place a kilometer from the road", routeOf(4641, [{ distance: 1000 }, { distance: 3 }])],
    ["the way around a fjord", routeOf(130_000)],
    ["an answer that does not say where the places are", routeOf(4641, [])],
  ])("but not %s", async (_, body) => {
    expect((await asking(body)).route).toHaveLength(1);
  });

  test("but not a door next door, whose way to the road is longer than the way", async () => {
    const near = { latitude: 52.5292, longitude: 13.4015 };
    const moved = [{ distance: 20 }, { distance: 15 }];
    expect((await asking(routeOf(0, moved), [shop, near])).route).toEqual([{ meters: 0, seconds: 200 }]);
  });

  test("one leg that cannot be spoils the whole way, one cell only itself", async () => {
    const legs = [4641, 0].map((distance) => ({ distance, duration: 200 }));
    const row = [4641, 4641, 4641];
    const body = {
      code: "Ok",
      routes: [{ legs }],
      distances: [row, [4641, 0, 0], row],
      durations: [row, row, row],
    };
    const { route, table } = await asking(body, [shop, door, shop]);
    expect(route).toBeUndefined();
    expect(table?.meters).toEqual([row, [4641, 0, null], row]);
    expect(table?.seconds[1]).toEqual([4641, 4641, null]);
  });
});

test("a caller who has gone does no harm to the next one", async () => {
  router.play = "silent";
  const gone = AbortSignal.abort();
  expect(await findRoute(deps, [shop, door], { ...ask, signal: gone })).toBeUndefined();
  router.play = "well";
  expect(await findRoute(deps, [shop, door], ask)).toHaveLength(1);
});

test("without a router, and where this installation itself listens, nothing is asked", async () => {
  const without = { ...deps, config: { ...deps.config, routerUrl: null } };
  expect(await findRoute(without, [shop, door], ask)).toBeUndefined();
  const own = { ...deps, config: { ...deps.config, routerUrl: server.url } };
  expect(await findRoute(own, [shop, door], ask)).toBeUndefined();
});
