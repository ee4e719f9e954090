import { acceptsIdempotencyKey } from "../../api/idempotency.ts";
import type { RouteEntry } from "../../infra/http/route.ts";
import type { JsonSchema } from "./json-schema.ts";
import { pathParameter } from "./path-parameters.ts";
import { queryParameterText } from "./query-parameters.ts";
import type { Refer } from "./request-body.ts";
import { idempotencyKey, ifMatch, ifNoneMatch, lastEventId } from "./vocabulary.ts";

/** The parameters of an operation in the OpenAPI document. */

export function parametersOf(entry: RouteEntry, refer: Refer): unknown[] {
  return [...pathParametersOf(entry.path), ...queryParametersOf(entry, refer), ...headerParametersOf(entry)];
}

function headerParametersOf(entry: RouteEntry): unknown[] {
  const { answer, problems = [] } = entry.operation;
  return [
    ...(acceptsIdempotencyKey(entry)
      ? [{ ...idempotencyKey, required: entry.operation.needsIdempotencyKey === true }]
      : []),
    ...(answer?.empty?.[304] ? [ifNoneMatch] : []),
    ...(problems.includes("precondition_failed") ? [ifMatch] : []),
    ...(answer?.mediaTypes?.["text/event-stream"] ? [lastEventId] : []),
  ];
}

function pathParametersOf(path: string): unknown[] {
  return [...path.matchAll(/([\w-]+)\/:(\w+)/g)].map(([, before = "", name = ""]) => ({
    name,
    in: "path",
    required: true,
    ...pathParameter(before),
  }));
}

/** Leaves out `environment`, which is documented with the session's credentials. */
function queryParametersOf({ query }: RouteEntry, refer: Refer): unknown[] {
  const properties = Object.entries((query?.properties ?? {}) as Record<string, JsonSchema>);
  const isRequired = (name: string) => (query?.required as string[] | undefined)?.includes(name) ?? false;
  return properties
    .filter(([name]) => name !== "environment" || isRequired(name))
    .map(([name, property]) => {
      // The page would send the example of an optional parameter with every request.
      const { description = queryParameterText(name), examples: _, ...schema } = refer(property, "sent");
      return {
        name,
        in: "query",
        required: isRequired(name),
        ...(description ? { description } : {}),
        schema,
      };
    });
}
