import { Elysia } from "elysia";
import { originOf } from "../../../infra/http/context.ts";
import type { OrderReader } from "./own-orders.ts";

/** What the routes of order forms share: who calls, and what every call may answer. */

export const tags = ["Order forms"] as const;
export const byLink = { kind: "public", orderForm: "link" } as const;
export const byDevice = { kind: "public", orderForm: "device" } as const;
export const byReceipt = { kind: "public", orderForm: "receipt" } as const;
/** Anybody may send these bodies. */
export const smallBody = { bytesMax: 8 * 1024 };
export const opening = ["rate_limited", "order_form_not_ready", "order_form_paused"] as const;

/** Secrets stand in headers: no address has them, so no log does. */
function ordererOf(request: Request): OrderReader {
  return {
    token: request.headers.get("x-order-form"),
    device: request.headers.get("x-order-device"),
    receipt: request.headers.get("x-order-receipt"),
    client: originOf(request),
  };
}

export const withOrderer = new Elysia({ name: "orderer" }).resolve({ as: "scoped" }, ({ request }) => ({
  orderer: ordererOf(request),
}));
