import { Elysia, mergeHook } from "elysia";

/**
 * Elysia completes each route twice, in the plugin of its feature and in the app that uses the plugin, and makes a
 * validator for each response, although `answer-check.ts` checks them. Both are a third of what the app costs at a start.
 * Here a plugin only keeps its routes, and responses go to the route table alone.
 */

/** How Elysia's `add` is called: by the methods of a plugin, and by the app for each route of a plugin that it uses. */
type Add = (this: Routing, method: string, path: string, handler: unknown, hooks?: Hooks) => void;

/** The hooks of a route, `detail` among them. */
type Hooks = Record<string, unknown>;

/** The part of Elysia that is changed. */
interface Routing {
  add: Add;
  config: { prefix?: string };
  event: object;
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

const keep: Add = function (method, path, handler, hooks = {}) {
  this.router.history.push({
    method,
    path: `${this.config.prefix ?? ""}${path}`,
    handler,
    hooks: completed(hooks, this.event),
  });
};

/** With the plugin's own hooks. The routes of a plugin within a plugin come here twice. */
function completed({ response, ...hooks }: Hooks, event: object): Hooks {
  const route =
    response === undefined ? hooks : { ...hooks, detail: { ...(hooks.detail as object), response } };
  return Object.keys(event).length === 0 ? route : { ...mergeHook(event, route) };
}
