import { afterAll, beforeAll, expect, test } from "bun:test";
import { createApp } from "../../src/app/app.ts";
import { warmUp } from "../../src/app/warm-up.ts";

import { eventually, startServer, type TestServer } from "../support/harness.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

/** The app's routes, which note when they are made ready. */
function notingRoutes() {
  const made: string[] = [];
  const routes = createApp(server.deps).routes.map((route) => ({
    ...route,
    compile: () => made.push(`${route.method} ${route.path}`),
  }));
  return { made, routes };
}

test("what tests do first is made ready one part after another, and nothing after a stop", async () => {
  const { made, routes } = notingRoutes();
  warmUp(routes, new AbortController().signal);
  expect(made).toEqual([]);
  await eventually("all of it", () => made.length === 7 || undefined);
  expect(made[0]).toBe("POST /api/v1/platform/shipments");

  const stopped = notingRoutes();
  const stopping = new AbortController();
  warmUp(stopped.routes, stopping.signal);
  stopping.abort();
  warmUp(routes, new AbortController().signal);
  await eventually("all of what begins later", () => made.length === 14 || undefined);
  expect(stopped.made).toEqual([]);
});
