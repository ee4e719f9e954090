import { Elysia } from "elysia";
import { operation } from "../../infra/http/operation.ts";
import { loadAssets, waitsForBundle } from "../serving/assets.ts";
import { orderPage, orderPolicy } from "./page.ts";

/** The page of order forms: `/order#<token>`. A browser keeps to itself what stands behind the `#`. */
export const orderPageRoutes = () =>
  new Elysia().get("/order", showPage, {
    detail: operation(
      { kind: "public" },
      {
        operationId: "getOrderPage",
        tags: ["Reference"],
        summary: "The page of an order form",
        page: true,
        ...waitsForBundle,
      },
    ),
  });

async function showPage(): Promise<Response> {
  const { manifest } = await loadAssets();
  return new Response(orderPage(manifest.order), {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": orderPolicy,
      "cache-control": "private, no-cache",
      "referrer-policy": "no-referrer",
      "cross-origin-opener-policy": "same-origin",
    },
  });
}
