import { afterAll, beforeAll, expect, test } from "bun:test";
import { Elysia } from "elysia";
import { createRouteTable, type RouteTable } from "../../src/api/route-table.ts";
import { featuresOf } from "../../src/app/features.ts";
import { pathOf } from "../../src/infra/http/target.ts";
import { pluginsKeepRoutes } from "../../src/infra/patches/elysia-routes.ts";
import { startServer, type TestServer } from "../support/harness.ts";

/** The app completes a route at its first request. Whichever were completed before, each request gets its own route. */

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

/** All features. Instead of a route its path and its parameters answer. Of the gate its choice of the route is left. */
function makeApp() {
  using plugins = pluginsKeepRoutes();
  const app = plugins
    .app(new Elysia({ normalize: false, strictPath: true }))
    .onError(({ code, path, route, params }) => ({ code, path, route, params: { ...params } }))
    .onRequest(({ request }) => {
      const method = request.method === "HEAD" ? "GET" : request.method;
      const route = table.find(pathOf(request))?.get(method);
      if (!route) return new Response("refused", { status: 404 });
      plugins.admit(route.method, route.path);
    })
    .onParse(() => ({}))
    .onTransform(() => {
      throw new Error("Nothing of a route runs");
    });
  for (const feature of featuresOf(server.deps, () => table.entries)) app.use(feature);
  const table: RouteTable = createRouteTable(app.routes);
  return app;
}

/** Each route with its own path, with one that is escaped, with a slash too much and under methods that it may not have. */
function requestsOf(routes: readonly { method: string; path: string }[]) {
  return routes.flatMap(({ method, path }) => {
    const own = path.replace(/:\w+/g, "x").replace("*", "x/y");
    const escaped = path.replace(/:\w+/g, "%2F%C3%A9").replace("*", "x%2Fy");
    const others = [`${own}/`, `/${own}`, own.toUpperCase()];
    return [
      ...[own, escaped, ...others].map((target) => [method, target] as const),
      ...["HEAD", "DELETE", "OPTIONS", "PURGE"].map((other) => [other, own] as const),
    ];
  });
}

function shuffled<T>(list: readonly T[], seed: number): T[] {
  const drawn = list.map((each, place) => ({ each, key: Bun.hash(`${seed} ${place}`) }));
  return drawn.sort((one, other) => (one.key < other.key ? -1 : 1)).map(({ each }) => each);
}

async function answerOf(app: { fetch(request: Request): unknown }, method: string, target: string) {
  const answer = (await app.fetch(new Request(`http://localhost${target}`, { method }))) as Response;
  return `${method} ${target}: ${answer.status} ${await answer.text()}`;
}

test.each([1, 2, 3])(
  "in the order %i each request gets the route that it gets where all are completed",
  async (seed) => {
    const whole = makeApp();
    for (const { compile } of [...whole.routes]) compile();
    const requests = requestsOf(whole.routes);
    expect(requests.length).toBeGreaterThan(1000);
    const expected = new Map<string, string>();
    for (const [method, target] of requests) {
      expected.set(`${method} ${target}`, await answerOf(whole, method, target));
    }
    const app = makeApp();
    for (const [method, target] of shuffled(requests, seed)) {
      expect(await answerOf(app, method, target)).toBe(expected.get(`${method} ${target}`) ?? "");
    }
    // They are found, so that the comparison is not one of refusals alone.
    for (const { method, path } of whole.routes) {
      const target = path.replace(/:\w+/g, "x").replace("*", "x/y");
      expect(expected.get(`${method} ${target}`)).toContain(`"route":"${path}"`);
    }
  },
);
