import { type Call, getFile, post, get as read } from "../browser/api.ts";
import { isProblem, type Problem, unreachable } from "../browser/problem.ts";
import { deviceSecret } from "./device.ts";
import type { Draft } from "./draft.ts";
import { formToken } from "./link.ts";
import { orderOf } from "./request.ts";
import type { EstimateOrder, Order, OrderForm, PageLanguage } from "./wire.ts";

/** What the page asks of the API. The secrets of the link, the device and the order go in headers. */

export type Answer<T> = { value: T; problem?: undefined } | { value?: undefined; problem: Problem };

/** Somebody at a counter waits no longer. */
const responseTimeoutMs = 30_000;

/** Never rejects: a network that fails is a problem as well. */
async function answerOf<T>(request: (call: Call<never>) => Promise<T>, receipt?: string): Promise<Answer<T>> {
  const device = deviceSecret();
  const headers = {
    "X-Order-Form": formToken(),
    ...(device !== undefined && { "X-Order-Device": device }),
    ...(receipt !== undefined && { "X-Order-Receipt": receipt }),
  };
  try {
    return { value: await request({ headers, signal: AbortSignal.timeout(responseTimeoutMs) }) };
  } catch (error) {
    return { problem: isProblem(error) ? error : unreachable };
  }
}

export const readForm = () => answerOf((call) => read("/order-form", call));

export const readLogo = () => answerOf((call) => getFile("/order-form/logo", call));

export const askPrice = (order: EstimateOrder) =>
  answerOf((call) => post("/order-form/estimates", order, call));

/** The draft's key makes a repeated request the same order. */
export const placeOrder = (draft: Draft, form: OrderForm) =>
  answerOf((call) =>
    post("/order-form/orders", orderOf(draft, form), { ...call, idempotencyKey: draft.key }),
  );

/** @param receipt of an order that was just made; without one the device must be known */
export const readOrder = (id: string, receipt?: string) =>
  answerOf((call) => read(`/order-form/orders/${id}`, call), receipt);

export const readLabel = (id: string, receipt?: string) =>
  answerOf((call) => getFile(`/order-form/orders/${id}/label`, call), receipt);

export const listOrders = (cursor?: string) =>
  answerOf((call) => read("/order-form/orders", { ...call, query: { cursor } }));

export const cancelOrder = ({ id }: Order) =>
  answerOf((call) => post(`/order-form/orders/${id}/cancellation`, undefined, call));

export const recallOrder = ({ id }: Order) =>
  answerOf((call) => post(`/order-form/orders/${id}/recall`, undefined, call));

export const sendCode = (language: PageLanguage) =>
  answerOf((call) => post("/order-form/code", { language }, call));

export const enterCode = (code: string) => answerOf((call) => post("/order-form/devices", { code }, call));
