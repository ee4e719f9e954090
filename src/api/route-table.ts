import { OptionalKind, type TSchema } from "@sinclair/typebox";
import { Memoirist } from "memoirist";
import { type BodyPresence, jsonBody, noBody } from "../infra/http/body.ts";
import { operationOf } from "../infra/http/operation.ts";
import type { RouteEntry } from "../infra/http/route.ts";

interface ElysiaRoute {
  method: string;
  path: string;
  hooks?: { detail?: { response?: Readonly<Record<string, TSchema>> }; query?: TSchema; body?: TSchema };
}

export interface RouteTable {
  readonly entries: readonly RouteEntry[];
  /** The methods of a path, each with its entry; undefined for an unknown path. */
  find(path: string): ReadonlyMap<string, RouteEntry> | undefined;
}

/**
 * Elysia's routes, searchable before Elysia routes. The entry of a route is made when somebody asks for it: a start has
 * hundreds. @throws Error for a route that does not declare its access
 */
export function createRouteTable(routes: readonly ElysiaRoute[]): RouteTable {
  const kept = [...routes];
  const made = new Map<ElysiaRoute, RouteEntry>();
  const router = new Memoirist<() => ReadonlyMap<string, RouteEntry>>();
  for (const route of kept) operationOf(route);
  for (const [path, ofPath] of Map.groupBy(kept, (route) => route.path)) {
    let methods: ReadonlyMap<string, RouteEntry> | undefined;
    router.add("ANY", path, () => {
      methods ??= new Map(ofPath.map((route) => [route.method, entryOf(route)]));
      return methods;
    });
  }
  function entryOf(route: ElysiaRoute): RouteEntry {
    const entry = made.get(route) ?? toEntry(route);
    made.set(route, entry);
    return entry;
  }
  return {
    get entries() {
      return kept.map(entryOf);
    },
    find: (path) => router.find("ANY", path)?.store(),
  };
}

function toEntry(route: ElysiaRoute): RouteEntry {
  const operation = operationOf(route);
  const { query, body, detail } = route.hooks ?? {};
  const answers = detail?.response ?? {};
  const { mediaTypes, empty = {}, usualStatus } = operation.answer ?? {};
  const declared = [...Object.keys(answers), ...(mediaTypes ? ["200"] : []), ...Object.keys(empty)];
  return {
    method: route.method,
    path: route.path,
    operation,
    status: usualStatus ?? Number(declared.find((status) => status.startsWith("2")) ?? 200),
    bodyPresence: bodyPresenceOf(body),
    bodyRule: { ...(body === undefined ? noBody : jsonBody), ...operation.body },
    integerParameters: integersOf(query),
    body,
    query,
    answers,
  };
}

function bodyPresenceOf(body: TSchema | undefined): BodyPresence {
  if (body === undefined) return "none";
  return body[OptionalKind] === "Optional" ? "optional" : "required";
}

/** Parameters that the query schema declares as integers; on the wire everything is text. */
function integersOf(query: TSchema | undefined): ReadonlySet<string> {
  const properties: Record<string, TSchema> = query?.properties ?? {};
  const names = Object.entries(properties).filter(([, schema]) => schema.type === "integer");
  return new Set(names.map(([name]) => name));
}
