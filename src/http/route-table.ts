import { OptionalKind } from "@sinclair/typebox";
import { Memoirist } from "memoirist";
import { type Access, accessKey } from "./operation.ts";

/** Whether an operation takes a body. */
export type BodyRule = "required" | "optional" | "none";

export interface RouteEntry {
  access: Access;
  integerParameters: ReadonlySet<string>;
  body: BodyRule;
}

interface ElysiaRoute {
  method: string;
  path: string;
  hooks?: { detail?: Record<string, unknown>; query?: unknown; body?: unknown };
}

export interface RouteTable {
  /** The methods of a path, each with its entry; undefined where there is no such path. */
  find(path: string): ReadonlyMap<string, RouteEntry> | undefined;
}

/** What Elysia routes, asked before it does. @throws Error for a route that does not say who may call it */
export function createRouteTable(routes: readonly ElysiaRoute[]): RouteTable {
  const byPath = new Map<string, Map<string, RouteEntry>>();
  for (const route of routes) {
    const access = route.hooks?.detail?.[accessKey] as Access | undefined;
    if (!access) throw new Error(`${route.method} ${route.path} does not say who may call it`);
    const methods = byPath.get(route.path) ?? new Map<string, RouteEntry>();
    const { query, body } = route.hooks ?? {};
    methods.set(route.method, { access, integerParameters: integersOf(query), body: bodyRuleOf(body) });
    byPath.set(route.path, methods);
  }
  const router = new Memoirist<ReadonlyMap<string, RouteEntry>>();
  for (const [path, methods] of byPath) router.add("ANY", path, methods);
  return { find: (path) => router.find("ANY", path)?.store };
}

function bodyRuleOf(body: unknown): BodyRule {
  if (body === undefined) return "none";
  return (body as { [OptionalKind]?: string })[OptionalKind] === "Optional" ? "optional" : "required";
}

/** The parameters that a route's query schema has as integers; on the wire everything is text. */
function integersOf(query: unknown): ReadonlySet<string> {
  const properties =
    (query as { properties?: Record<string, { type?: string }> } | undefined)?.properties ?? {};
  const names = Object.entries(properties).filter(([, schema]) => schema.type === "integer");
  return new Set(names.map(([name]) => name));
}
