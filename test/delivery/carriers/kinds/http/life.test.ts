import { afterAll, beforeAll, expect, test } from "bun:test";
import { issueToken } from "../../../../../src/access/tokens/service.ts";
import { healthOf } from "../../../../../src/delivery/carriers/health.ts";
import { secretPlace } from "../../../../../src/delivery/carriers/settings.ts";
import { operatorIn } from "../../../../../src/infra/http/principal.ts";
import { assignmentsOf } from "../../../../support/bookings.ts";
import { addCarrier } from "../../../../support/carrier-rows.ts";
import { type ExampleCarrier, offer, startExampleCarrier } from "../../../../support/example-carrier.ts";
import { createShipment, platform } from "../../../../support/fixtures.ts";
import {
  type Client,
  eventually,
  startServer,
  type TestAccount,
  type TestServer,
} from "../../../../support/harness.ts";

/** A live account with a carrier of its own, from the question to the end. */
let server: TestServer;
let example: ExampleCarrier;
beforeAll(async () => {
  [server, example] = await Promise.all([startServer(), startExampleCarrier()]);
});
afterAll(() => Promise.all([server.stop(), example.stop()]));

/** A new account whose only carrier is at this URL. */
async function accountAt(
  baseUrl: string,
  secret = example.secret,
): Promise<{ live: Client; carrierId: string }> {
  const account = await server.account();
  return { live: account.live, carrierId: await carrierAt(account, baseUrl, secret) };
}

/** A token of a carrier that is set up later. */
async function tokenFor({ accountId }: TestAccount): Promise<{ id: string; secret: string }> {
  const id = server.deps.ids.make("car");
  const owner = { environment: "live", carrierId: id, accountId, driverId: null } as const;
  const { secret } = await issueToken(server.deps, operatorIn(accountId), () => owner, {
    name: "server",
    kind: "carrier",
  });
  return { id, secret: String(secret) };
}

async function carrierAt(
  { accountId }: TestAccount,
  baseUrl: string,
  secret: string,
  id = server.deps.ids.make("car"),
): Promise<string> {
  const sealed = server.deps.vault.seal(secret, secretPlace(id, "signing_secret"));
  await addCarrier(server, "live", accountId, {
    id,
    kind: "http",
    code: "example",
    name: "Example",
    settings: { base_url: baseUrl },
    secrets: { signing_secret: sealed },
  });
  return id;
}

const exact = (latitude: number, longitude: number) => ({ latitude, longitude });

async function quotesOf(live: Client) {
  const { id } = await createShipment(live, {
    pickup: {
      contact: { name: "Book shop" },
      address: { line1: "Torstr. 1", city: "Berlin", country: "DE", ...exact(52.5291, 13.4014) },
    },
    delivery: {
      contact: { name: "Alex Example" },
      address: { line1: "Oranienstr. 25", city: "Berlin", country: "DE", ...exact(52.5009, 13.4202) },
    },
  });
  const { body } = await live.get(`${platform}/shipments/${id}/quotes?wait_seconds=20`);
  return { id: id as string, quotes: body };
}

async function accept(live: Client) {
  const { id, quotes } = await quotesOf(live);
  expect(quotes.data).toHaveLength(1);
  const { status, body } = await live.post(assignmentsOf(id), { strategy: "cheapest" });
  expect(status).toBe(201);
  return { id, assignmentId: body.id as string };
}

const shipmentOf = async (live: Client, id: string) => (await live.get(`${platform}/shipments/${id}`)).body;
const cancel = (live: Client, id: string) => live.post(`${platform}/shipments/${id}/cancellation`, {});
const confirmed = (live: Client, id: string) =>
  eventually("confirmed", async () => {
    const shipment = await shipmentOf(live, id);
    return shipment.substatus === "confirmed" ? shipment : undefined;
  });
const bookingsOf = (id: string) => example.ledger().filter(({ job }) => job.assignment_id === id);

test("its offer, its booking with the driver, and the cancellation that it agrees to", async () => {
  const { live } = await accountAt(example.baseUrl());
  const { id, assignmentId } = await accept(live);
  const { assignment } = await confirmed(live, id);
  expect(assignment).toMatchObject({
    carrier: { code: "example", name: "Example" },
    service: { code: "express", name: "Express" },
    driver: { name: "Kim", vehicle: { type: "cargo_bike" } },
  });
  expect(bookingsOf(assignmentId)).toHaveLength(1);
  const { status, body } = await cancel(live, id);
  expect([status, body.status]).toEqual([200, "cancelled"]);
  expect(bookingsOf(assignmentId).map(({ cancelled }) => cancelled)).toEqual([false, true]);
});

test("the example drives its job and reports each step with its token, up to the delivery", async () => {
  const account = await server.account();
  const { id: pending, secret: token } = await tokenFor(account);
  const driving = await startExampleCarrier({
    WAYBILL_URL: server.url,
    WAYBILL_TOKEN: token,
    STEP_SECONDS: "0.05",
  });
  await carrierAt(account, driving.baseUrl(), driving.secret, pending);
  const { id } = await accept(account.live);
  const delivered = await eventually("delivered", async () => {
    const shipment = await shipmentOf(account.live, id);
    return shipment.status === "delivered" ? shipment : undefined;
  });
  await driving.stop();
  expect(delivered.assignment.driver.name).toBe("Kim");
  const { body: tracking } = await account.live.get(`${platform}/tracking/${id}`);
  const substatuses: (string | null)[] = tracking.entries.map(
    ({ substatus }: { substatus: string | null }) => substatus,
  );
  // The first report may overtake the answer to the booking, which then has nothing more to confirm.
  expect(substatuses.filter((substatus) => substatus !== "confirmed")).toEqual([
    null,
    null,
    "awaiting_carrier",
    "en_route_to_pickup",
    "at_pickup",
    "picked_up",
    "en_route_to_delivery",
    "at_delivery",
    null,
  ]);
  expect(tracking.proof_of_delivery).toMatchObject({
    recipient_name: "Alex Example",
    handed_to: "recipient",
  });
});

test("an answer that is lost books once", async () => {
  const { live } = await accountAt(example.baseUrl("lost"));
  const { id, assignmentId } = await accept(live);
  await confirmed(live, id);
  expect(bookingsOf(assignmentId)).toHaveLength(1);
});

test("a refused cancellation leaves the job with the carrier", async () => {
  const { live } = await accountAt(example.baseUrl("firm"));
  const { id, assignmentId } = await accept(live);
  await confirmed(live, id);
  const { status, body } = await cancel(live, id);
  expect([status, body.code, body.detail]).toEqual([
    409,
    "carrier_refused_cancellation",
    "The driver is at the door.",
  ]);
  expect((await shipmentOf(live, id)).status).toBe("assigned");
  expect(bookingsOf(assignmentId).at(-1)?.cancelled).toBe(false);
});

test("a carrier that decides later: the booking stays pending, and so does the cancellation", async () => {
  const { live } = await accountAt(example.baseUrl("pending"));
  const { id, assignmentId } = await accept(live);
  await eventually("asked", () => example.requests.find(({ id }) => id.startsWith(assignmentId)));
  const { status, body } = await cancel(live, id);
  expect([status, body.status, body.assignment.status]).toEqual([202, "assigned", "pending"]);
  expect(body.cancellation_requested_at).toBeString();
});

test("a rejected booking brings the shipment back to its offers", async () => {
  const { live } = await accountAt(example.baseUrl("rejecting"));
  const { id, assignmentId } = await accept(live);
  const read = await eventually("rejected", async () => {
    const { body } = await live.get(`${assignmentsOf(id)}/${assignmentId}`);
    return body.status === "rejected" ? body : undefined;
  });
  expect(read.release_reason).toBe("no_supply");
});

test("a hostile offer reaches nobody; its owner reads what was wrong", async () => {
  const markup = { service: { code: "x", name: "<script>alert(1)</script>" } };
  const { live, carrierId } = await accountAt(example.saying({ offers: [{ ...offer, ...markup }] }));
  const { quotes } = await quotesOf(live);
  expect(quotes.data).toEqual([]);
  expect(quotes.unavailable).toMatchObject([{ code: "carrier_error" }]);
  expect(JSON.stringify(quotes)).not.toContain("alert");
  expect(healthOf(server.deps, "live", carrierId).last_error?.message).toStartWith(
    "The carrier's response is wrong: #/offers/0/service/name must have text, without <",
  );
});

test("a booking that fails is told to the carrier's owner", async () => {
  const { live, carrierId } = await accountAt(example.baseUrl("lost"));
  const { id } = await accept(live);
  await confirmed(live, id);
  expect(healthOf(server.deps, "live", carrierId).last_error?.message).toStartWith("Booking: ");
});
