import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  type CreateShipment,
  createWaybill,
  type Shipment,
  verifyWebhook,
  type Waybill,
  WaybillError,
} from "waybill-client";
import { eventually, startServer, type TestServer } from "../support/harness.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";

let server: TestServer;
let waybill: Waybill;
let receiver: Receiver;

beforeAll(async () => {
  server = await startServer();
  waybill = createWaybill({ baseUrl: server.url, apiKey: (await server.account()).sandboxKey });
  receiver = startReceiver();
});
afterAll(async () => {
  await receiver.stop();
  await server.stop();
});

const body: CreateShipment = {
  pickup: { contact: { name: "Book shop" }, address: { line1: "Torstr. 1", city: "Berlin", country: "DE" } },
  delivery: {
    contact: { name: "Alex Example" },
    address: { line1: "Am Kanal 7", city: "Potsdam", country: "DE" },
    requirements: { photo: true },
  },
  parcels: [{ weight_grams: 1200 }],
  simulation: { speed: "manual" },
};

async function refusalOf(call: Promise<unknown>): Promise<WaybillError> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof WaybillError)) throw new Error(`expected a WaybillError, got ${error}`);
  return error;
}

describe("a shipment's life", () => {
  let shipment: Shipment;
  let secret: string;

  test("from its creation to the proof of its delivery", async () => {
    const webhook = await waybill.registerWebhook({ body: { url: receiver.url, events: ["*"] } });
    secret = webhook.secret;

    shipment = await waybill.createShipment({ body });
    expect(shipment.status).toBe("created");
    const path = { id: shipment.id };
    const quotes = await waybill.listQuotes({ path, query: { wait_seconds: 10 } });
    const assignment = await waybill.acceptQuote({ path, body: { strategy: "fastest" } });
    const fastest = quotes.data.find(({ labels }) => labels.includes("fastest"));
    expect(assignment.quote_id).toBe(fastest?.id ?? "none");

    const advanced = await waybill.advanceShipment({ path, body: { to: "delivered" } });
    expect(advanced.shipment.status).toBe("delivered");
    const tracking = await waybill.getTracking({ path: { shipmentId: shipment.id } });
    expect(tracking.proof_of_delivery?.photos).toHaveLength(1);
    expect(tracking.entries.at(-1)?.status).toBe("delivered");
  });

  test("its webhooks are verified and typed", async () => {
    const isDelivered = ({ event }: Receiver["received"][number]) => event.type === "shipment.delivered";
    await eventually("the last webhook", () => receiver.received.find(isDelivered));
    const events = receiver.received.map((one) => verifyWebhook(one.body, one.headers, secret));
    const states = events.flatMap((event) =>
      event.type === "shipment.delivered" || event.type === "shipment.created"
        ? [event.data.shipment.status]
        : [],
    );
    expect(states.sort()).toEqual(["created", "delivered"]);
  });

  test("what is not JSON is a Response, and nothing is undefined", async () => {
    const shipmentId = shipment.id;
    const { proof_of_delivery: proof } = await waybill.getTracking({ path: { shipmentId } });
    const name = proof?.photos[0]?.url.split("/").at(-1) ?? "";
    const image = await waybill.getProofImage({ path: { shipmentId, name } });
    expect(image.headers.get("content-type")).toStartWith("image/");
    expect((await image.arrayBuffer()).byteLength).toBeGreaterThan(100);
    const [webhook] = (await waybill.listWebhooks()).data;
    expect(await waybill.removeWebhook({ path: { id: webhook?.id ?? "" } })).toBeUndefined();
    expect((await waybill.listWebhooks()).data).toEqual([]);
  });
});

test("a list is walked to its end, with its filters", async () => {
  const reference = "walked";
  const made: string[] = [];
  for (let index = 0; index < 5; index += 1) {
    made.push((await waybill.createShipment({ body: { ...body, reference } })).id);
  }
  await waybill.createShipment({ body: { ...body, reference: "other" } });
  const found: string[] = [];
  for await (const { id } of waybill.paginate("listShipments", { query: { reference, limit: 2 } })) {
    found.push(id);
  }
  expect(found).toEqual(made.toReversed());
});

test("the same key has one effect, and another call another", async () => {
  const input = { body, header: { "Idempotency-Key": "ORD-1001" } };
  const first = await waybill.createShipment(input);
  expect(await waybill.createShipment(input)).toEqual(first);
  const second = await waybill.createShipment({ body });
  expect(second.id).not.toBe(first.id);
  expect((await waybill.createShipment({ body })).id).not.toBe(second.id);
});

test("the version that was read is changed, and no other", async () => {
  const path = { id: (await waybill.createShipment({ body })).id };
  const { version } = await waybill.cancelShipment({ path });
  const header = { "If-Match": `"${version}"` };
  const patched = await waybill.patchShipment({ path, header, body: { reference: "first" } });
  expect(patched.reference).toBe("first");
  const error = await refusalOf(waybill.patchShipment({ path, header, body: { reference: "second" } }));
  expect(error).toMatchObject({ status: 412, code: "precondition_failed" });
  expect((await waybill.getShipment({ path })).reference).toBe("first");
});

describe("what is refused", () => {
  test("says which field is wrong", async () => {
    const wrong = { ...body, parcels: [{ weight_grams: 0 }] };
    const error = await refusalOf(waybill.createShipment({ body: wrong }));
    expect(error).toMatchObject({ name: "WaybillError", status: 422, code: "validation_failed" });
    expect(error.errors.map(({ pointer }) => pointer)).toEqual(["#/parcels/0/weight_grams"]);
    expect(error.requestId).toStartWith("req_");
    expect(error.message).toBe(
      `validation_failed: ${error.detail}\n#/parcels/0/weight_grams must be at least 1`,
    );
  });

  test("has the members that its code adds", async () => {
    const { id } = await waybill.createShipment({ body });
    await waybill.cancelShipment({ path: { id } });
    const error = await refusalOf(waybill.requestQuotes({ path: { id } }));
    expect(error).toMatchObject({ status: 409, code: "transition_not_allowed" });
    expect(error.problem).toMatchObject({ from: "cancelled", allowed: [] });
  });

  test("a part of a path cannot be another path", async () => {
    const error = await refusalOf(waybill.getShipment({ path: { id: "../webhooks?limit=1" } }));
    expect(error).toMatchObject({ status: 404, code: "not_found" });
  });

  test("a header that cannot be sent, before it is", async () => {
    const call = waybill.createShipment({ body, header: { "Idempotency-Key": "two\nlines" } });
    await expect(call).rejects.toBeInstanceOf(TypeError);
  });

  test("an unknown key", async () => {
    const stranger = createWaybill({ baseUrl: server.url, apiKey: "wb_sandbox_nobody" });
    expect(await refusalOf(stranger.listShipments())).toMatchObject({ status: 401, code: "api_key_invalid" });
  });
});
