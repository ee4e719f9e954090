import { Elysia } from "elysia";
import type { Deps } from "../../infra/deps.ts";
import { withCaller } from "../../infra/http/context.ts";
import { operation } from "../../infra/http/operation.ts";
import type { RouteEntry } from "../../infra/http/route.ts";
import { Query } from "../../infra/http/schema.ts";
import { platform } from "../platform.ts";
import { FaultsSchema, PutFaults } from "./schema.ts";
import { getFaults, putFaults, removeFaults } from "./service.ts";

const tags = ["Sandbox"] as const;
const reading = { ...platform("shipments:read"), sandboxOnly: true } as const;
const writing = { ...platform("sandbox:write"), sandboxOnly: true } as const;

/** `entries` are all routes: rules name their operations. */
export const faultRoutes = (deps: Deps, entries: () => readonly RouteEntry[]) => {
  const targets = () =>
    entries()
      .filter(({ operation: { access } }) => access.kind === "platform")
      .map(({ method, path, operation: { operationId } }) => ({ name: operationId, method, path }));
  return new Elysia({ prefix: "/api/v1/platform/sandbox/faults" })
    .use(withCaller)
    .put("", ({ body, caller }) => putFaults(deps, caller, body, targets()), {
      body: PutFaults,
      query: Query({}),
      response: { 200: FaultsSchema },
      detail: operation(writing, {
        operationId: "putFaults",
        tags,
        summary: "Make the API fail on purpose",
        description:
          "Replaces the account's rules. They apply to requests with sandbox keys, but never to `/platform/sandbox/*`. Of a request's rules the first applies. The header `X-Waybill-Fault` tells which; the request log tells it as `fault`, for connections that close without a response too.",
      }),
    })
    .get("", ({ caller }) => getFaults(deps, caller), {
      query: Query({}),
      response: { 200: FaultsSchema },
      detail: operation(reading, {
        operationId: "getFaults",
        tags,
        summary: "Read the rules of faults",
        description: "Each rule, with how many requests it matched and changed.",
      }),
    })
    .delete("", ({ caller }) => removeFaults(deps, caller), {
      query: Query({}),
      detail: operation(writing, {
        operationId: "removeFaults",
        tags,
        summary: "End all faults",
        description: "Removes the account's rules.",
        answer: { empty: { 204: "No rule is left." } },
      }),
    });
};
