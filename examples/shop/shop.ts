import { createWaybill, type Input, verifyWebhook, WaybillError, type WebhookEvent } from "waybill-client";

/**
 * A book shop that delivers with Waybill. It does three things:
 *
 * - `PUT /orders/{number}` takes an order and sends for a driver.
 * - `POST /webhooks` learns what became of it, and writes to the customer.
 * - `GET /orders/{number}` shows the order.
 *
 * Each line that a hurried developer gets wrong has its mistake beside it. `settings.mistake` switches one of them on, so
 * that you can see which tests find it.
 */

export const mistakes = [
  "no_retry",
  "no_idempotency_key",
  "no_signature_check",
  "trusts_order",
  "breaks_on_unknown_types",
] as const;
export type Mistake = (typeof mistakes)[number];

export interface Settings {
  /** Where Waybill is, and the shop's API key. */
  url: string;
  key: string;
  /** The secret of the endpoint that sends to `POST /webhooks`. */
  webhookSecret: string;
  /** What the simulated driver does. Sandbox only. */
  simulation?: Input<"createShipment">["body"]["simulation"];
  mistake?: Mistake | undefined;
}

export interface Customer {
  name: string;
  line1: string;
  city: string;
}

export interface Order {
  number: string;
  customer: Customer;
  status: "paid" | "preparing" | "on its way" | "delivered" | "refunded";
  trackingUrl: string | null;
  /** What the customer was told, in order. */
  letters: string[];
  /** The number of the last event that counted. */
  sequence: number;
}

/** The events that the shop acts on, and so the only ones that its endpoint subscribes to. */
export const subscriptions = [
  "shipment.in_transit",
  "shipment.delivered",
  "shipment.cancelled",
  "shipment.expired",
  "shipment.failed",
  "shipment.returned",
] as const;

const shopAddress = { line1: "Torstr. 1", city: "Berlin", country: "DE" } as const;

/** Creates a shop. It keeps its orders in memory; yours has a database. */
export function createShop(settings: Settings) {
  const { mistake } = settings;
  const orders = new Map<string, Order>();
  const waybill = createWaybill({
    baseUrl: settings.url,
    apiKey: settings.key,
    // The client repeats what failed for a moment: 429, 503, a lost connection.
    maxRetries: mistake === "no_retry" ? 0 : 3,
  });

  /** Answers a request. Give it to `Bun.serve`, `Deno.serve` or your framework. */
  async function fetch(request: Request): Promise<Response> {
    const [, place, number = ""] = new URL(request.url).pathname.split("/");
    try {
      if (request.method === "POST" && place === "webhooks") return await receive(request);
      if (request.method === "PUT" && place === "orders") return await buy(number, await request.json());
      const order = orders.get(number);
      return order ? Response.json(order) : new Response("No such order.", { status: 404 });
    } catch (error) {
      console.error(error);
      return new Response("Something went wrong. Please try again.", { status: 500 });
    }
  }

  /**
   * Takes an order and sends for a driver. Customers click twice, and click again after an error, so a second call
   * continues where the first one stopped.
   */
  async function buy(number: string, customer: Customer): Promise<Response> {
    const order = orders.get(number) ?? newOrder(number, customer);
    orders.set(number, order);
    if (order.status !== "paid") return Response.json(order);

    const shipment = await waybill.createShipment({
      ...once(`order-${number}`),
      body: {
        reference: number,
        pickup: { contact: { name: "Book shop" }, address: shopAddress },
        delivery: {
          contact: { name: order.customer.name },
          address: { line1: order.customer.line1, city: order.customer.city, country: "DE" },
        },
        parcels: [{ description: "Books", weight_grams: 1200 }],
        ...(settings.simulation && { simulation: settings.simulation }),
      },
    });
    order.trackingUrl = shipment.tracking_url;
    try {
      await waybill.acceptQuote({
        ...once(`order-${number}-offer`),
        path: { id: shipment.id },
        body: { strategy: "cheapest" },
      });
    } catch (error) {
      if (!(error instanceof WaybillError) || error.code !== "no_open_quotes") throw error;
      // Nobody is free. The customer can ask again; after a day the shipment expires.
      return Response.json(order, { status: 202 });
    }
    // The webhook of a fast driver can come before this response.
    if (order.status === "paid") order.status = "preparing";
    return Response.json(order, { status: 201 });
  }

  /**
   * Makes a request happen once, however often this shop sends it. The client's own keys hold for the retries of one call;
   * this one belongs to the order, and so holds for the customer's second click and after a crash too.
   */
  function once(key: string) {
    return mistake === "no_idempotency_key" ? {} : { header: { "Idempotency-Key": key } };
  }

  /** Takes a webhook. Anything but 2xx makes Waybill send it again. */
  async function receive(request: Request): Promise<Response> {
    const body = await request.text();
    let event: WebhookEvent;
    try {
      // Anyone can post to this address. Only Waybill can sign.
      const isChecked = mistake !== "no_signature_check";
      event = isChecked ? verifyWebhook(body, request.headers, settings.webhookSecret) : JSON.parse(body);
    } catch {
      return new Response("The signature does not match.", { status: 401 });
    }
    handle(event);
    return new Response(null, { status: 204 });
  }

  function handle(event: WebhookEvent): void {
    switch (event.type) {
      case "shipment.in_transit":
        return update(event, "on its way", "Your books are on their way.");
      case "shipment.delivered":
        return update(event, "delivered", "Your books have arrived.");
      case "shipment.cancelled":
      case "shipment.expired":
      case "shipment.failed":
      case "shipment.returned":
        return update(event, "refunded", "We could not deliver your books. You get your money back.");
      default:
        // Waybill adds types, and endpoints can be subscribed to more than their program knows.
        if (mistake === "breaks_on_unknown_types") throw new Error(`Unknown event: ${event.type}`);
    }
  }

  /** Events of a shipment are numbered. One that comes late, or a second time, is no news. */
  function update(
    { data }: Extract<WebhookEvent, { type: (typeof subscriptions)[number] }>,
    status: Order["status"],
    letter: string,
  ): void {
    const order = orders.get(data.shipment.reference ?? "");
    if (!order) return;
    const isNews = mistake === "trusts_order" || data.sequence > order.sequence;
    if (!isNews) return;
    order.sequence = data.sequence;
    order.status = status;
    order.letters.push(letter);
  }

  return { fetch };
}

function newOrder(number: string, customer: Customer): Order {
  return { number, customer, status: "paid", trackingUrl: null, letters: [], sequence: 0 };
}
