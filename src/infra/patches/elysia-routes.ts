import { Elysia, mergeHook } from "elysia";

/**
 * What: while the app is made, `Elysia.prototype.add` only keeps a plugin's routes, and responses go to the route table
 * alone. What the app could not complete, such as a group or a guard, fails the start.
 * Why: Elysia completes each route twice, in the plugin of its feature and in the app that uses the plugin, and makes a
 * validator for each response, although `api/answer-check.ts` checks them.
 * Gain: a third of what the app costs at a start: CPU of the process 141 → 128 ms; of the first request 41 → 37 ms.
 * Test: test/infra/patches/elysia-routes.test.ts
 * To remove: make the app without `plugins.app` in `app/app.ts`, and read `hooks.response` in `api/route-table.ts`.
 */

/** How Elysia's `add` is called: by the methods of a plugin, and by the app for each route of a plugin that it uses. */
type Add = (
  this: Routing,
  method: string,
  path: string,
  handler: unknown,
  hooks?: Hooks,
  options?: object,
) => void;

/** The hooks of a route, `detail` among them. */
type Hooks = Record<string, unknown>;

/** What guards put into a plugin, for each scope. */
const guardScopes = ["global", "scoped", "local"] as const;

/** The part of Elysia that is changed, and what it works with. */
interface Routing {
  add: Add;
  config: { prefix?: string; detail?: object };
  event: object;
  extender: { macro: object };
  validator: Record<(typeof guardScopes)[number], object | null>;
  standaloneValidator: Record<(typeof guardScopes)[number], object[] | null>;
  router: { history: { method: string; path: string; handler: unknown; hooks: Hooks }[] };
}

const prototype = Elysia.prototype as unknown as Routing;

/** Until its disposal plugins keep their routes; `app` completes those that it uses. */
export function pluginsKeepRoutes(): Disposable & { app<App extends object>(app: App): App } {
  const { add } = prototype;
  prototype.add = keep;
  return {
    app: (app) => Object.assign(app, { add }),
    [Symbol.dispose]() {
      prototype.add = add;
    },
  };
}

const keep: Add = function (method, path, handler, hooks = {}, options = undefined) {
  const unknown = unknownPart(this, path, hooks, options);
  if (unknown !== undefined) {
    throw new Error(`The route ${method} ${path} of a plugin uses ${unknown}, which would be lost`);
  }
  this.router.history.push({
    method,
    path: `${this.config.prefix ?? ""}${path}`,
    handler,
    hooks: completed(hooks, this.event),
  });
};

/** The hooks that the app completes from a kept route as from its own. */
const knownHooks: ReadonlySet<string> = new Set([
  ...["start", "request", "parse", "transform", "beforeHandle", "afterHandle"],
  ...["mapResponse", "afterResponse", "trace", "error", "stop"],
  ...["body", "headers", "params", "query", "cookie", "response", "type", "detail"],
]);

function unknownPart(plugin: Routing, path: string, hooks: Hooks, options?: object): string | undefined {
  const { config, extender, validator, standaloneValidator } = plugin;
  if (options !== undefined) return "a group";
  if (guardScopes.some((scope) => validator[scope] || standaloneValidator[scope]?.length)) return "a guard";
  if (Object.keys(extender.macro).length > 0) return "a macro";
  if (config.detail !== undefined) return "details of the plugin";
  if (path !== "" && !path.startsWith("/")) return "a path without a slash";
  return Object.keys(hooks).find((name) => hooks[name] !== undefined && !knownHooks.has(name));
}

/** With the plugin's own hooks. The routes of a plugin within a plugin come here twice. */
function completed({ response, ...hooks }: Hooks, event: object): Hooks {
  const route =
    response === undefined ? hooks : { ...hooks, detail: { ...(hooks.detail as object), response } };
  return Object.keys(event).length === 0 ? route : { ...mergeHook(event, route) };
}
