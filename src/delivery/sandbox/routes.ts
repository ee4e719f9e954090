import { Elysia } from "elysia";
import type { Deps } from "../../infra/deps.ts";
import { withCaller } from "../../infra/http/context.ts";
import { type Access, operation } from "../../infra/http/operation.ts";
import { Query } from "../../infra/http/schema.ts";
import { AnyEvent } from "../../messaging/events/schema.ts";
import { Advance, Advanced, MakeEvent } from "./schema.ts";
import { advanceShipment, makeEvent, resetSandbox } from "./service.ts";

const tags = ["Sandbox"] as const;
const access: Access = { kind: "platform", scope: "sandbox:write", sandboxOnly: true };

export const sandboxRoutes = (deps: Deps) =>
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
          summary: "Make the simulated driver's next step, or all up to a state",
          description:
            "For shipments that a simulated driver carries, whatever their speed; the answer says what comes next.",
          problems: ["transition_not_allowed", "proof_required"],
        }),
      },
    )
    .post("/events", ({ body, caller }) => makeEvent(deps, caller, body), {
      body: MakeEvent,
      query: Query({}),
      response: { 201: AnyEvent(deps.eventDefinition) },
      detail: operation(access, {
        operationId: "makeEvent",
        tags,
        summary: "Make an event of a type",
        description:
          "Its data are the type's example, so what they name does not exist; it is listed, streamed and sent like every other. For events of a shipment that does exist, create one and advance it.",
        problems: ["storage_quota_exceeded"],
        answer: { location: "/api/v1/platform/events/{id}" },
      }),
    })
    .delete("/data", ({ caller }) => resetSandbox(deps, caller), {
      query: Query({}),
      detail: operation(access, {
        operationId: "resetSandbox",
        tags,
        summary: "Empty the account's sandbox",
        description: "Shipments, quotes, events and deliveries go; webhook endpoints stay.",
        isSlow: true,
        answer: { empty: { 204: "The sandbox is empty." } },
      }),
    });
