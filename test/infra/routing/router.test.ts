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
  router.asked = [];
});

const shop = { latitude: 52.5291, longitude: 13.4014 };
const door = { latitude: -33.8688, longitude: 151.2093 };
const far = { latitude: 0, longitude: -179.9999999 };
const ask = { timeoutMs: 2_000 };
/** Long enough for the question to arrive. */
const soon = { timeoutMs: 500 };

test("a route has a leg between each two points, longitude first", async () => {
  const leg = { meters: 1000, seconds: 100 };
  expect(await findRoute(deps, [shop, door, far], ask)).toEqual([leg, leg]);
  expect(router.asked).toEqual([
    "/osrm/route/v1/driving/13.401400,52.529100;151.209300,-33.868800;-180.000000,0.000000?overview=false",
  ]);
});

test("a table has every way between the points", async () => {
  expect(await findTravelTable(deps, [shop, door], ask)).toEqual({
    meters: [
      [0, 1000],
      [1000, 0],
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
