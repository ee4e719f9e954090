import { Elysia } from "elysia";
import type { Deps } from "../deps.ts";
import { withCaller } from "../http/context.ts";
import { type Access, operation } from "../http/operation.ts";
import { Query } from "../http/schema.ts";
import { Advance, Advanced } from "./schema.ts";
import { advanceShipment, resetSandbox } from "./service.ts";

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
    .delete("/data", ({ caller }) => resetSandbox(deps, caller), {
      query: Query({}),
      detail: operation(access, {
        operationId: "resetSandbox",
        tags,
        summary: "Empty the account's sandbox",
        description: "Shipments, quotes, events and deliveries go; webhook endpoints stay.",
        answer: { empty: { 204: "The sandbox is empty." } },
      }),
    });
