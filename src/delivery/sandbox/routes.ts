import { Elysia } from "elysia";
import { platform } from "../../access/platform.ts";
import { withCaller } from "../../infra/http/context.ts";
import { operation } from "../../infra/http/operation.ts";
import { Query } from "../../infra/http/schema.ts";
import { AnyEvent } from "../../messaging/events/schema.ts";
import type { DeliveryDeps } from "../carriers/deps.ts";
import { listScripts } from "../model/script/named.ts";
import { NamedScripts } from "../model/script/schema.ts";
import { resetSandbox } from "./reset.ts";
import { Advance, Advanced, MakeEvent } from "./schema.ts";
import { advanceShipment, makeEvent } from "./service.ts";

const tags = ["Sandbox"] as const;
const access = { ...platform("sandbox:write"), sandboxOnly: true } as const;

export const sandboxRoutes = (deps: DeliveryDeps) =>
  new Elysia({ prefix: "/api/v1/platform/sandbox" })
    .use(withCaller)
    .post(
      "/shipments/:id/advance",
      ({ params: { id }, body, caller }) => advanceShipment(deps, caller, id, body),
      {
        body: Advance,
        query: Query({}),
        response: { 200: Advanced },
        detail: operation(access, {
          operationId: "advanceShipment",
          tags,
          summary: "Advance the simulated driver",
          description:
            "Makes the next step, or all steps up to the state `to`. Works at any speed. The response lists the next steps.",
          problems: ["transition_not_allowed", "proof_required"],
        }),
      },
    )
    .get("/scripts", () => ({ data: listScripts() }), {
      query: Query({}),
      response: { 200: NamedScripts },
      detail: operation(
        { ...platform("shipments:read"), sandboxOnly: true },
        {
          operationId: "listScripts",
          tags,
          summary: "List the named scripts",
          description:
            "The outcomes of `simulation.outcome`, each as a script. Copy one as `simulation.script` and change it.",
        },
      ),
    })
    .post("/events", ({ body, caller }) => makeEvent(deps, caller, body), {
      body: MakeEvent,
      query: Query({}),
      response: { 201: AnyEvent(deps.eventDefinition) },
      detail: operation(access, {
        operationId: "makeEvent",
        tags,
        summary: "Create a sample event",
        description:
          "Creates an event of a type with example data, so the objects in it do not exist. It is listed, streamed and delivered like any other. For real events, create a shipment and advance it.",
        problems: ["storage_quota_exceeded"],
        answer: { location: "/api/v1/platform/events/{id}" },
      }),
    })
    .delete("/data", ({ caller }) => resetSandbox(deps, caller), {
      query: Query({}),
      detail: operation(access, {
        operationId: "resetSandbox",
        tags,
        summary: "Reset the sandbox",
        description:
          "Deletes the account's sandbox shipments, quotes, events, deliveries and logged requests, from the files too. It also empties the inbox and ends API faults. Endpoints with their `faults`, carriers, drivers, order forms, keys and the clock stay. To reset the clock as well, use `DELETE /platform/sandbox/clock`.",
        isSlow: true,
        answer: { empty: { 204: "The sandbox is empty." } },
      }),
    });
