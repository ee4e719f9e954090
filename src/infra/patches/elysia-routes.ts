import { Elysia, mergeHook } from "elysia";

/**
 * What: while the app is made, `Elysia.prototype.add` only keeps a plugin's routes, and responses go to the route table
 * alone. The app keeps them too: it completes a route when `admit` first names it. What it could not complete, such as a
 * group or a guard, fails the start.
 * Why: Elysia completes each route twice, in the plugin of its feature and in the app that uses the plugin, and makes a
 * validator for each response, although `api/answer-check.ts` checks them. A server uses a tenth of its routes in its first
 * minutes.
 * Gain: a third of what the app costs at a start: CPU of the process 141 → 128 ms; of the first request 41 → 37 ms. That
 * routes wait was measured in slower runs: CPU of the main thread 256 → 233 ms (medians of 15 pairs).
 * Test: test/infra/patches/elysia-routes.test.ts
 * To remove: make the app without `plugins.app` and `admit` in `app/app.ts`, and read `hooks.response` in
 * `api/route-table.ts`.
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
  event: Record<string, { scope?: string }[] | undefined>;
  extender: { macro: object };
  validator: Record<(typeof guardScopes)[number], object | null>;
  standaloneValidator: Record<(typeof guardScopes)[number], object[] | null>;
  router: {
    history: Kept[];
    /** Paths without parameters, with the places of their methods in the history. */
    static: Record<string, Record<string, number>>;
    /** Where a composed app looks for what was not there when it was composed. */
    http: { add(method: string, path: string, route: { compile(): unknown }): void };
  };
  /** The place in the history, by method and path. */
  routeTree: Record<string, number>;
}

/** A route in the history of a plugin or an app. */
interface Kept {
  method: string;
  path: string;
  handler: unknown;
  hooks: Hooks;
  /** Makes the function that answers. */
  compile?(): unknown;
}

const prototype = Elysia.prototype as unknown as Routing;

interface Plugins extends Disposable {
  /** The app keeps the routes of the plugins that it uses. Its own hooks come before them. */
  app<App extends object>(app: App): App;
  /** Has the app complete a route, if it did not yet. Call it before the app looks for the route of a request. */
  admit(method: string, path: string): void;
}

/** Until its disposal plugins keep their routes. */
export function pluginsKeepRoutes(): Plugins {
  const { add } = prototype;
  const waiting = new Map<string, () => void>();
  prototype.add = keep;
  return {
    app: (app) => Object.assign(app, { add: keeperOf(add, waiting) }),
    admit: (method, path) => waiting.get(`${method}_${path}`)?.(),
    [Symbol.dispose]() {
      prototype.add = add;
    },
  };
}

/** Elysia's own `add` puts what it completes into the place that the kept route has in the history. */
function keeperOf(add: Add, waiting: Map<string, () => void>): Add {
  return function (method, path, handler, hooks = {}) {
    const { history } = this.router;
    const name = `${method}_${path}`;
    const place = history.length;
    const complete = () => {
      if (!waiting.delete(name)) return;
      add.call(this, method, path, handler, hooks);
      const isStatic = this.router.static[path]?.[method] !== undefined;
      if (isStatic) this.router.http.add(method, path, { compile: () => history[place]?.compile?.() });
    };
    const compile = () => {
      complete();
      return history[place]?.compile?.();
    };
    this.routeTree[name] = place;
    history.push({ method, path, handler, hooks, compile });
    waiting.set(name, complete);
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
  if (Object.values(plugin.event).flat().some(isGlobal)) return "a hook for all routes";
  if (path !== "" && !path.startsWith("/")) return "a path without a slash";
  return Object.keys(hooks).find((name) => hooks[name] !== undefined && !knownHooks.has(name));
}

/** The app's routes are completed after all plugins, so a hook of one would reach the routes of those before it. */
const isGlobal = (hook?: { scope?: string }) => hook?.scope === "global";

/** With the plugin's own hooks. The routes of a plugin within a plugin come here twice. */
function completed({ response, ...hooks }: Hooks, event: object): Hooks {
  const route =
    response === undefined ? hooks : { ...hooks, detail: { ...(hooks.detail as object), response } };
  return Object.keys(event).length === 0 ? route : { ...mergeHook(event, route) };
}
