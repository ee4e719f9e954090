import { Elysia } from "elysia";
import { withCarrier } from "../../../infra/http/context.ts";
import { operation } from "../../../infra/http/operation.ts";
import { NoQuery } from "../../../infra/http/schema.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { describeCarrier } from "./reading.ts";
import { CarrierIdentitySchema } from "./schema.ts";

/** How a carrier's server checks its token. */
export const carrierIdentityRoutes = (deps: DeliveryDeps) =>
  new Elysia({ prefix: "/api/v1/carrier" })
    .use(withCarrier)
    .get("/me", ({ carrier }) => describeCarrier(deps, carrier), {
      query: NoQuery,
      response: { 200: CarrierIdentitySchema },
      detail: operation(
        { kind: "carrier" },
        {
          operationId: "getOwnCarrier",
          tags: ["Carrier API"],
          summary: "Read who the token belongs to",
          description: "Use it to check a token.",
        },
      ),
    });
