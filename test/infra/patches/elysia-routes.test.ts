import { describe, expect, test } from "bun:test";
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { pluginsKeepRoutes } from "../../../src/infra/patches/elysia-routes.ts";

const { add } = Elysia.prototype as unknown as { add: unknown };
const id = Type.Object({ id: Type.String({ pattern: "^[a-z]+$" }) });

/** A plugin with all that Waybill's plugins use, and the order in which its hooks run. */
function makeParts() {
  const ran: string[] = [];
  const withCaller = new Elysia({ name: "caller" }).resolve({ as: "scoped" }, ({ headers }) => {
    ran.push("resolve");
    return { caller: headers["x-caller"] ?? "nobody" };
  });
  const inner = new Elysia({ prefix: "/inner" }).get("/:id", ({ params }) => `inner ${params.id}`, {
    params: id,
  });
  const plugin = new Elysia({ prefix: "/things" })
    .use(withCaller)
    .onBeforeHandle(() => void ran.push("before of the plugin"))
    .get("", ({ caller }) => caller, {
      response: { 200: Type.String() },
      detail: { summary: "List things" },
      beforeHandle: () => void ran.push("before of the route"),
    })
    .post("/:id", ({ body, params, caller }) => ({ ...body, ...params, caller }), {
      params: id,
      body: Type.Object({ count: Type.Integer() }),
    })
    .use(inner);
  return { ran, plugin };
}

const makeApp = () => new Elysia({ normalize: false, strictPath: true });

/** @param admit called with each request's method and the route that it is for */
async function answersOf(
  app: { handle(request: Request): Promise<Response> },
  ran: string[],
  admit: (method: string, path: string) => void = () => {},
) {
  const post = (body: object) => ({
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json", "x-caller": "me" },
  });
  const requests: [string, string, RequestInit?][] = [
    ["/things", "/things", { headers: { "x-caller": "me" } }],
    ["/things", "/things", { method: "HEAD" }],
    ["/things/", ""],
    ["/things/a", "/things/:id", post({ count: 1 })],
    ["/things/1", "/things/:id", post({ count: 1 })],
    ["/things/a", "/things/:id", post({ count: "many" })],
    ["/things/inner/a", "/things/inner/:id"],
    ["/things/inner/1", "/things/inner/:id"],
    ["/inner/a", ""],
  ];
  const answers = [];
  for (const [path, route, init] of requests) {
    admit(init?.method === "POST" ? "POST" : "GET", route);
    const response = await app.handle(new Request(`http://localhost${path}`, init));
    answers.push([response.status, response.status < 400 ? await response.text() : null, ran.splice(0)]);
  }
  return answers;
}

describe("plugins that keep their routes", () => {
  test("make the same app as Elysia's own, whose internals they use", async () => {
    expect(new Elysia()).toMatchObject({
      config: {},
      event: {},
      extender: { macro: {} },
      router: { history: [] },
      validator: { global: null, scoped: null, local: null },
      standaloneValidator: { global: null, scoped: null, local: null },
    });
    expect(add).toHaveLength(5);

    const own = makeParts();
    const ownApp = makeApp().use(own.plugin);
    const expected = await answersOf(ownApp, own.ran);
    expect(expected.map(([status]) => status)).toEqual([200, 200, 404, 200, 422, 422, 200, 422, 404]);

    using plugins = pluginsKeepRoutes();
    const kept = makeParts();
    const keptApp = plugins.app(makeApp()).use(kept.plugin);
    // What nobody has admitted is not there.
    expect((await keptApp.handle(new Request("http://localhost/things"))).status).toBe(404);
    const [list] = keptApp.routes;
    expect(Object.keys(list ?? {})).toEqual(["method", "path", "handler", "hooks", "compile"]);
    expect(await answersOf(keptApp, kept.ran, plugins.admit)).toEqual(expected);
    const places = ({ routes }: { routes: { method: string; path: string }[] }) =>
      routes.map(({ method, path }) => [method, path]);
    expect(places(keptApp)).toEqual(places(ownApp));
    // The plugin completed none of them.
    for (const route of kept.plugin.router.history) {
      expect(Object.keys(route)).toEqual(["method", "path", "handler", "hooks"]);
    }
    expect(list?.hooks.response).toBeUndefined();
    expect(list?.hooks.detail).toEqual({ summary: "List things", response: { 200: Type.String() } });
  });

  const hello = () => "hello";
  test.each([
    ["a group", (plugin: Elysia) => plugin.group("/of", (group) => group.get("/", hello))],
    [
      "standaloneValidator",
      (plugin: Elysia) => plugin.group("/:id", { params: id }, (group) => group.get("/", hello)),
    ],
    [
      "standaloneValidator",
      (plugin: Elysia) => plugin.guard({ params: id }, (guard) => guard.get("/:id", hello)),
    ],
    ["a guard", (plugin: Elysia) => plugin.guard({ params: id }).get("/:id", hello)],
    ["a guard", (plugin: Elysia) => plugin.guard({ params: id, schema: "standalone" }).get("/:id", hello)],
    [
      "a guard",
      (plugin: Elysia) => plugin.use(new Elysia().guard({ as: "scoped", params: id })).get("/:id", hello),
    ],
    [
      "a macro",
      (plugin: Elysia) => plugin.macro({ loud: { beforeHandle: hello } }).get("/", hello, { loud: true }),
    ],
    ["tags", (plugin: Elysia) => plugin.get("/", hello, { tags: ["all"] })],
    ["a path without a slash", (plugin: Elysia) => plugin.get("hello", hello)],
    [
      "a hook for all routes",
      (plugin: Elysia) => plugin.onTransform({ as: "global" }, () => {}).get("/", hello),
    ],
    ["details of the plugin", () => new Elysia({ tags: ["all"] }).get("/", hello)],
  ])("refuse %s, which would be lost", (part, use) => {
    expect(() => {
      using _plugins = pluginsKeepRoutes();
      use(new Elysia());
    }).toThrow(`uses ${part}, which would be lost`);
    expect((Elysia.prototype as unknown as { add: unknown }).add).toBe(add);
  });
});
