import { Elysia } from "elysia";
import { operation } from "../../../infra/http/operation.ts";
import { NoQuery } from "../../../infra/http/schema.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { enterCode, sendCode } from "./devices.ts";
import { byLink, opening, smallBody, tags, withOrderer } from "./orderer-routes.ts";
import { AskCode, EnterCode, OrderDeviceSchema, SentCodeSchema } from "./public-schema.ts";

/** How a customer makes a device known, which then sees earlier orders. */
export const orderDeviceRoutes = (deps: DeliveryDeps) =>
  new Elysia({ prefix: "/api/v1/order-form" })
    .use(withOrderer)
    .post("/code", ({ orderer, body }) => sendCode(deps, orderer, body), {
      body: AskCode,
      query: NoQuery,
      response: { 202: SentCodeSchema },
      detail: operation(byLink, {
        operationId: "sendOrderCode",
        tags,
        summary: "Mail the customer a code",
        description:
          "Six digits that work for 15 minutes and five tries. The code goes to the customer's email address, whoever asks. Ten wrong codes pause the form.",
        body: smallBody,
        problems: ["not_found", "customer_without_email", "mail_unavailable", "mail_throttled", ...opening],
        answer: { secret: true },
        isRepeatable: true,
      }),
    })
    .post("/devices", ({ orderer, body }) => enterCode(deps, orderer, body), {
      body: EnterCode,
      query: NoQuery,
      response: { 201: OrderDeviceSchema },
      detail: operation(byLink, {
        operationId: "enterOrderCode",
        tags,
        summary: "Enter a code",
        description:
          "The device sees earlier orders for 30 days, and may cancel them. It also confirms the customer's email address.",
        body: smallBody,
        problems: ["not_found", "order_code_wrong", ...opening],
        answer: { secret: true },
        isRepeatable: true,
      }),
    });
