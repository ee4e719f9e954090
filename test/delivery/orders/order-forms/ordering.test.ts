import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { addFleet } from "../../../support/carrier-rows.ts";
import { playCarrier } from "../../../support/carriers.ts";
import { createClock, jobsAtRest } from "../../../support/clock.ts";
import { platform } from "../../../support/fixtures.ts";
import { addOpenFleet } from "../../../support/fleets.ts";
import type { Answer, Client, TestAccount, TestServer } from "../../../support/harness.ts";
import {
  createForm,
  customer,
  type Form,
  forms,
  knownDevice,
  open,
  order,
  place,
  requests,
  startShop,
} from "../../../support/order-forms.ts";
import { plainCard, plainService } from "../../carriers/kinds/fleet/support.ts";

/** Customers order by a link: as a request that somebody approves, or as a shipment of the account's own fleet. */

/** A Monday, 11:00 in Berlin. */
const clock = createClock(Date.parse("2026-11-23T10:00:00.000Z"));
const asked: string[] = [];
let server: TestServer;
let account: TestAccount;
beforeAll(async () => {
  server = await startShop({ replacements: { clock } });
  account = await server.account();
  await addOpenFleet(server, account.accountId);
});
afterAll(() => server.stop());

const shipments = `${platform}/shipments`;
const receiptOf = (form: Form, { body }: Answer) =>
  customer(server, form.token, { "x-order-receipt": body.receipt });
const eventsOf = async (client: Client) =>
  (await client.get(`${platform}/events?limit=100`)).body.data.map(({ type }: { type: string }) => type);
const attentionOf = async (client: Client) => (await client.get(`${platform}/attention`)).body.data;
const at = (hours: number) => new Date(clock.now() + hours * 3_600_000).toISOString();

/** A form whose customer is confirmed and whose orders nobody approves. */
async function directForm(client: Client, change: object = {}): Promise<Form> {
  const form = await createForm(client, change);
  await knownDevice(server, form.token);
  const { status } = await client.patch(`${forms}/${form.id}`, { approval: "none" });
  expect(status).toBe(200);
  return form;
}

test("the page reads whose form it is, and what it offers", async () => {
  const { session, sandbox, accountId } = await server.account();
  await addOpenFleet(server, accountId);
  const brand = {
    color: "#0b7285",
    privacy_url: "https://riders.example.com/privacy",
    imprint_url: "https://riders.example.com/imprint",
  };
  const patched = await session.patch(`${platform}/account`, { brand }, { "x-environment": "sandbox" });
  expect(patched.body.brand).toMatchObject(brand);
  const form = await createForm(sandbox, { limits: { orders_per_day: 3, countries: ["DE", "AT"] } });
  const { status, body } = await customer(server, form.token).get(open);
  expect([status, body]).toEqual([
    200,
    {
      environment: "sandbox",
      sender: "Test",
      brand: { logo_url: null, color: "#0b7285", contact: { phone: null, email: null, url: null } },
      privacy_url: brand.privacy_url,
      imprint_url: brand.imprint_url,
      customer: "Book shop",
      pickup: {
        name: "Book shop",
        line1: "Torstraße 1",
        city: "Berlin",
        postal_code: "10119",
        country: "DE",
        time_zone: "Europe/Berlin",
      },
      languages: body.languages,
      services: [{ code: "plain", name: "Plain" }],
      countries: ["DE", "AT"],
      windows: { length_min_minutes: 10, ahead_max_days: 30 },
      shows_prices: true,
      approval: "each",
      may: ["cancel"],
      sends_codes: true,
      is_known_device: false,
      orders_left_today: 3,
      paused_until: null,
    },
  ]);
  expect(body.languages).toHaveLength(13);
});

test("a live form opens once the brand says who handles the data", async () => {
  const { live, session } = await server.account();
  const form = await createForm(live);
  const ordering = customer(server, form.token);
  const set = (brand: object) => session.patch(`${platform}/account`, { brand }, { "x-environment": "live" });
  for (const brand of [
    {},
    { privacy_url: "https://a.example.com/p" },
    { privacy_url: null, imprint_url: "https://a.example.com/i" },
  ]) {
    await set(brand);
    for (const answer of [await ordering.get(open), await place(ordering)])
      expect([answer.status, answer.body.code]).toEqual([409, "order_form_not_ready"]);
  }
  expect((await live.get(requests)).body.data).toEqual([]);
  await set({ privacy_url: "https://a.example.com/p" });
  expect((await ordering.get(open)).status).toBe(200);
  expect((await place(ordering)).status).toBe(201);
});

test("an estimate is of own fleets, with the markup, and stores nothing", async () => {
  const { sandbox } = account;
  const form = await createForm(sandbox);
  const before = await eventsOf(sandbox);
  const { requirements: _, contact: __, ...delivery } = { requirements: null, ...order.delivery };
  const { status, body } = await customer(server, form.token).post(`${open}/estimates`, {
    delivery,
    parcels: order.parcels,
  });
  expect([status, body]).toEqual([
    200,
    {
      data: [
        {
          service: { code: "plain", name: "Plain" },
          price: { amount: 600, currency: "EUR" },
          estimated_pickup_at: at(0),
          estimated_delivery_at: at(1),
        },
      ],
      unavailable: [],
    },
  ]);
  const town = await customer(server, form.token).post(`${open}/estimates`, {
    delivery: { address: { country: "DE", postal_code: "10999" } },
    parcels: order.parcels,
    service: "plain",
  });
  expect(town.body.data).toEqual(body.data);
  const abroad = await customer(server, form.token).post(`${open}/estimates`, {
    delivery: { address: { country: "FR", postal_code: "75001" } },
    parcels: order.parcels,
  });
  expect(abroad.body).toEqual({ data: [], unavailable: ["out_of_zone"] });
  const quiet = await createForm(sandbox, { price: null });
  const hidden = await customer(server, quiet.token).post(`${open}/estimates`, {
    delivery,
    parcels: order.parcels,
  });
  expect(hidden.body.data[0].price).toBeNull();
  expect(await eventsOf(sandbox)).toEqual(before);
  expect((await sandbox.get(`${requests}?order_form_id=${form.id}`)).body.data).toEqual([]);
});

test("a request asks no carrier and writes to nobody until it is approved", async () => {
  const carrier = {
    ...playCarrier("post"),
    quote: async () => {
      asked.push("quote");
      return { kind: "offers" as const, offers: [] };
    },
  };
  const quiet = await startShop({ replacements: { clock, carriers: () => [carrier] } });
  try {
    const { sandbox, session, accountId } = await quiet.account();
    await session.patch(`${platform}/account`, { recipient_mail: true }, { "x-environment": "sandbox" });
    const form = await createForm(sandbox);
    const ordering = customer(quiet, form.token);
    const placed = await place(ordering);
    expect([placed.status, placed.body]).toEqual([
      201,
      {
        id: placed.body.id,
        state: "waiting",
        status: null,
        substatus: null,
        reference: "order-7",
        recipient: "Ada Park",
        town: "Berlin",
        window: null,
        price: null,
        is_price_final: false,
        estimated_pickup_at: null,
        estimated_delivery_at: null,
        delivered_at: null,
        tracking_number: null,
        tracking_url: null,
        has_label: false,
        can_cancel: true,
        can_recall: false,
        recall_requested_at: null,
        message: null,
        created_at: at(0),
        receipt: placed.body.receipt,
      },
    ]);
    await jobsAtRest(quiet.deps);
    expect(asked).toEqual([]);
    const { db } = quiet.deps.stores.platform("sandbox");
    expect(db.all(sql`SELECT id FROM shipments`)).toEqual([]);
    expect(db.all(sql`SELECT id FROM recipient_mails`)).toEqual([]);
    const [item, ...others] = await attentionOf(sandbox);
    expect(others).toEqual([]);
    expect(item).toMatchObject({
      kind: "order_waiting",
      shipment_id: null,
      order_form_id: form.id,
      order_request_id: placed.body.id,
      order_form_name: "Book shop",
      account_id: accountId,
    });
    expect(item.remedies.map(({ path }: { path: string }) => path)).toEqual([
      `${requests}/${placed.body.id}`,
      `${requests}/${placed.body.id}/approval`,
      `${requests}/${placed.body.id}/refusal`,
      `${platform}/attention/${item.id}/dismissal`,
    ]);
    // The word that somebody waits is the only one, and it names nobody.
    const events = await sandbox.get(`${platform}/events`);
    expect(events.body.data.map(({ type }: { type: string }) => type)).toEqual(["attention.raised"]);
    for (const said of ["Ada", "Oranien", "Book shop", "+4930"]) expect(events.text).not.toContain(said);

    const request = await sandbox.get(`${requests}/${placed.body.id}`);
    expect(request.body).toMatchObject({
      state: "waiting",
      order_form_id: form.id,
      order_form_name: "Book shop",
      customer_price: null,
      shipment_id: null,
      expires_at: at(7 * 24),
      order: {
        delivery: { ...order.delivery, window: null, instructions: null },
        parcels: [{ weight_grams: 900, quantity: 1, description: "Books" }],
        reference: "order-7",
      },
    });
    expect((await sandbox.get(`${forms}/${form.id}`)).body.waiting_orders).toBe(1);
    const approved = await sandbox.post(`${requests}/${placed.body.id}/approval`);
    expect(approved.status).toBe(201);
    expect(approved.headers.get("location")).toBe(`${shipments}/${approved.body.id}`);
    await jobsAtRest(quiet.deps);
    expect(asked).toEqual(["quote"]);
    expect(await attentionOf(sandbox)).toEqual([]);
  } finally {
    await quiet.stop();
  }
});

test("an approved order is a shipment of the form, with the customer's price beside the price", async () => {
  const { sandbox } = account;
  const form = await createForm(sandbox, { services: ["plain"], price: { markup_percent: 33 } });
  const placed = await place(customer(server, form.token), { service: "plain" });
  expect(placed.body.price).toEqual({ amount: 665, currency: "EUR" });
  const path = `${requests}/${placed.body.id}/approval`;
  const key = { "idempotency-key": "yes" };
  const approved = await sandbox.post(path, { accept: { strategy: "cheapest" } }, key);
  expect(approved.body).toMatchObject({
    status: "assigned",
    reference: "order-7",
    order_form_id: form.id,
    services: ["plain"],
    price: { amount: 500, currency: "EUR" },
    customer_price: { amount: 665, currency: "EUR" },
    pickup: { contact: { name: "Book shop" }, address: { line1: "Torstraße 1" } },
    delivery: { contact: { name: "Ada Park", email: "ada@example.com" } },
    accept_problem: null,
  });
  const again = await sandbox.post(path, { accept: { strategy: "cheapest" } }, key);
  expect([again.status, again.body.id]).toEqual([201, approved.body.id]);
  const late = await sandbox.post(path);
  expect([late.status, late.body.code, late.body.state]).toEqual([409, "order_request_closed", "approved"]);
  const request = (await sandbox.get(`${requests}/${placed.body.id}`)).body;
  expect(request).toMatchObject({
    state: "approved",
    order: null,
    shipment_id: approved.body.id,
    expires_at: null,
  });
  const seen = await receiptOf(form, placed).get(`${open}/orders/${placed.body.id}`);
  expect(seen.body).toMatchObject({
    state: "approved",
    status: "assigned",
    price: { amount: 665, currency: "EUR" },
    is_price_final: true,
    tracking_number: approved.body.tracking_number,
    has_label: true,
  });
  const { data } = (await sandbox.get(`${shipments}?order_form_id=${form.id}`)).body;
  expect(data.map(({ id }: { id: string }) => id)).toEqual([approved.body.id]);
  const event = (await sandbox.get(`${platform}/events?type=shipment.assigned`)).body.data[0];
  expect(event.data.shipment).toMatchObject({
    order_form_id: form.id,
    customer_price: { amount: 665, currency: "EUR" },
  });
});

test("two who answer a request at the same time: one wins", async () => {
  const { sandbox } = account;
  const form = await createForm(sandbox);
  const { body } = await place(customer(server, form.token));
  const path = `${requests}/${body.id}`;
  const answers = await Promise.all([
    sandbox.post(`${path}/approval`),
    sandbox.post(`${path}/approval`),
    sandbox.post(`${path}/refusal`),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual(
    answers[2]?.status === 200 ? [200, 409, 409] : [201, 409, 409],
  );
  const { data } = (await sandbox.get(`${shipments}?order_form_id=${form.id}`)).body;
  expect(data).toHaveLength(answers[2]?.status === 200 ? 0 : 1);
});

test("a refused order says why, and is erased after 7 days", async () => {
  const { sandbox } = await server.account();
  const form = await createForm(sandbox);
  const placed = await place(customer(server, form.token));
  const refused = await sandbox.post(`${requests}/${placed.body.id}/refusal`, { message: "We are closed." });
  expect(refused.body).toMatchObject({ state: "refused", message: "We are closed.", decided_at: at(0) });
  const seen = await receiptOf(form, placed).get(`${open}/orders/${placed.body.id}`);
  expect(seen.body).toMatchObject({ state: "refused", message: "We are closed.", can_cancel: false });
  expect(await attentionOf(sandbox)).toEqual([]);
  const waiting = await place(customer(server, form.token));
  clock.advance(7 * 24 * 3600 - 1);
  await jobsAtRest(server.deps);
  expect((await sandbox.get(requests)).body.data).toHaveLength(2);
  expect(await attentionOf(sandbox)).toHaveLength(1);
  clock.advance(2);
  await jobsAtRest(server.deps);
  expect((await sandbox.get(requests)).body.data).toEqual([]);
  expect(await attentionOf(sandbox)).toEqual([]);
  expect((await eventsOf(sandbox)).slice(0, 1)).toEqual(["attention.settled"]);
  const { db } = server.deps.stores.platform("sandbox");
  expect(db.all(sql`SELECT id FROM form_orders WHERE id = ${waiting.body.id}`)).toEqual([]);
});

test("an erased request is gone at once", async () => {
  const { sandbox } = account;
  const form = await createForm(sandbox);
  const { body } = await place(customer(server, form.token));
  expect((await sandbox.delete(`${requests}/${body.id}`)).status).toBe(204);
  expect((await sandbox.get(`${requests}/${body.id}`)).status).toBe(404);
  const made = await place(customer(server, form.token));
  await sandbox.post(`${requests}/${made.body.id}/approval`);
  const kept = await sandbox.delete(`${requests}/${made.body.id}`);
  expect([kept.status, kept.body.code]).toEqual([409, "order_request_closed"]);
});

test("without an approval the own fleet is booked at once", async () => {
  const { sandbox } = account;
  const form = await directForm(sandbox, { price: { markup_percent: -25 } });
  const placed = await place(customer(server, form.token));
  expect(placed.body).toMatchObject({
    state: "approved",
    status: "assigned",
    price: { amount: 375, currency: "EUR" },
    is_price_final: true,
    has_label: true,
  });
  const { data } = (await sandbox.get(`${shipments}?order_form_id=${form.id}`)).body;
  expect(data).toHaveLength(1);
  expect(data[0]).toMatchObject({
    price: { amount: 500 },
    customer_price: { amount: 375 },
    order_form_id: form.id,
  });
  expect(
    (await attentionOf(sandbox)).filter((item: { order_form_id: string }) => item.order_form_id === form.id),
  ).toEqual([]);
  const label = await receiptOf(form, placed).get(`${open}/orders/${placed.body.id}/label`);
  expect([label.status, label.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  expect(label.text.slice(0, 5)).toBe("%PDF-");
});

test("a double tap orders once, and another order with its key is refused", async () => {
  const { sandbox } = account;
  for (const form of [await createForm(sandbox), await directForm(sandbox)]) {
    const ordering = customer(server, form.token);
    const taps = await Promise.all([1, 2, 3].map(() => place(ordering, {}, `tap ${form.id}`)));
    expect(taps.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(taps.map(({ body }) => body.id)).size).toBe(1);
    expect(new Set(taps.map(({ body }) => body.receipt)).size).toBe(1);
    expect((await sandbox.get(`${requests}?order_form_id=${form.id}`)).body.data).toHaveLength(1);
    const other = await place(ordering, { reference: "other" }, `tap ${form.id}`);
    expect([other.status, other.body.code]).toEqual([422, "idempotency_key_reused"]);
  }
  const form = await createForm(sandbox);
  const keyless = await customer(server, form.token).post(`${open}/orders`, order);
  expect([keyless.status, keyless.body.code]).toEqual([400, "idempotency_key_required"]);
});

test("a form that pauses while somebody fills it takes nothing", async () => {
  const { sandbox } = account;
  const form = await createForm(sandbox);
  const ordering = customer(server, form.token);
  expect((await ordering.get(open)).body.paused_until).toBeNull();
  const until = at(2);
  await sandbox.patch(`${forms}/${form.id}`, { paused_until: until });
  for (const answer of [
    await place(ordering),
    await ordering.post(`${open}/estimates`, {
      delivery: { address: { country: "DE", postal_code: "10999" } },
      parcels: order.parcels,
    }),
    await ordering.post(`${open}/code`),
  ])
    expect([answer.status, answer.body.code, answer.body.paused_until]).toEqual([
      409,
      "order_form_paused",
      until,
    ]);
  expect((await ordering.get(open)).body.paused_until).toBe(until);
  expect((await sandbox.get(`${requests}?order_form_id=${form.id}`)).body.data).toEqual([]);
  clock.advance(2 * 3600);
  await jobsAtRest(server.deps);
  expect((await sandbox.get(`${forms}/${form.id}`)).body).toMatchObject({
    paused_until: null,
    pause_reason: null,
  });
  expect((await place(ordering)).status).toBe(201);
});

test("the last order of a day is one, also where two come at once", async () => {
  const { sandbox } = account;
  const form = await createForm(sandbox, { limits: { orders_per_day: 2 } });
  const ordering = customer(server, form.token);
  await place(ordering);
  const both = await Promise.all([place(ordering), place(ordering)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 429]);
  const refused = both.find(({ status }) => status === 429);
  expect(refused?.body.code).toBe("order_limit_reached");
  // Until midnight in Berlin.
  const wait = Number(refused?.headers.get("retry-after"));
  const hour = (seconds: number) =>
    new Intl.DateTimeFormat("en", { timeZone: "Europe/Berlin", hour: "numeric", hourCycle: "h23" }).format(
      clock.now() + seconds * 1000,
    );
  expect([hour(wait - 1), hour(wait)]).toEqual(["23", "00"]);
  expect((await ordering.get(open)).body.orders_left_today).toBe(0);
  expect((await sandbox.get(`${requests}?order_form_id=${form.id}`)).body.data).toHaveLength(2);
  clock.advance(wait);
  expect((await place(ordering)).status).toBe(201);
});

test("what an order says must be sound, and of the form", async () => {
  const { sandbox } = account;
  const form = await createForm(sandbox, { services: ["plain"], limits: { countries: ["DE"] } });
  const ordering = customer(server, form.token);
  const { address } = order.delivery;
  const wrong: [object, string, string][] = [
    [
      { delivery: { ...order.delivery, address: { ...address, country: "FR" } } },
      "#/delivery/address/country",
      "not_allowed",
    ],
    [{ service: "express" }, "#/service", "unknown"],
    [{ pickup_window: { start: at(-3), end: at(-2) } }, "#/pickup_window/end", "window_in_past"],
    [
      { delivery: { ...order.delivery, window: { start: at(-3), end: at(-2) } } },
      "#/delivery/window/end",
      "window_in_past",
    ],
    [{ pickup_window: { start: at(1), end: at(1) } }, "#/pickup_window/end", "window_too_short"],
    [
      { delivery: { ...order.delivery, address: { ...address, latitude: 52.5, longitude: 13.4 } } },
      "#/delivery/address/latitude",
      "unknown_field",
    ],
    [{ parcels: [] }, "#/parcels", "min_items"],
    [{ services: ["plain"] }, "#/services", "unknown_field"],
    [{ delivery: { ...order.delivery, contact: { name: "" } } }, "#/delivery/contact/name", "min_length"],
  ];
  for (const [change, pointer, code] of wrong) {
    const answer = await place(ordering, change);
    expect([answer.status, answer.body.errors?.[0]?.pointer, answer.body.errors?.[0]?.code]).toEqual([
      422,
      pointer,
      code,
    ]);
  }
  const big = await place(ordering, { reference: "x".repeat(8 * 1024) });
  expect([big.status, big.body.code]).toEqual([413, "body_too_large"]);
  const text = await ordering.send(`${open}/orders`, {
    method: "POST",
    body: JSON.stringify(order),
    headers: { "content-type": "text/plain", "idempotency-key": "plain" },
  });
  expect([text.status, text.body.code]).toEqual([415, "unsupported_media_type"]);
  expect((await sandbox.get(`${requests}?order_form_id=${form.id}`)).body.data).toEqual([]);
  const html = "<img src=x onerror=alert(1)>";
  const kept = await place(ordering, { delivery: { ...order.delivery, contact: { name: html } } });
  expect([kept.status, kept.body.recipient, kept.headers.get("content-type")]).toEqual([
    201,
    html,
    "application/json",
  ]);
});

test("a window that is over when somebody approves needs another", async () => {
  const { sandbox } = account;
  const form = await createForm(sandbox);
  const window = { start: at(1), end: at(2) };
  const placed = await place(customer(server, form.token), { pickup_window: window });
  const [item] = (await attentionOf(sandbox)).filter(
    (each: { order_request_id: string }) => each.order_request_id === placed.body.id,
  );
  expect(item.due_at).toBe(window.end);
  clock.advance(3 * 3600);
  const path = `${requests}/${placed.body.id}/approval`;
  const over = await sandbox.post(path);
  expect([over.status, over.body.errors[0]]).toMatchObject([
    422,
    { pointer: "#/pickup_window/end", code: "window_in_past" },
  ]);
  expect((await sandbox.get(`${requests}/${placed.body.id}`)).body.state).toBe("waiting");
  const next = { start: at(1), end: at(2) };
  const approved = await sandbox.post(path, { pickup_window: next, services: null });
  expect([approved.status, approved.body.pickup.window, approved.body.services]).toEqual([201, next, null]);
});

test("an agreed price for another service than the order's is refused, until the approval says otherwise", async () => {
  const { sandbox, accountId } = await server.account();
  const card = { ...plainCard, services: [plainService, { ...plainService, code: "night", name: "Night" }] };
  await addFleet(server, "sandbox", accountId, { status: "active" }, card);
  const accept = { price: { amount: 900, currency: "EUR" }, service: "night" };
  const ofForm = await createForm(sandbox, { services: ["plain"] });
  const ofAll = await createForm(sandbox);
  for (const placed of [
    await place(customer(server, ofForm.token)),
    await place(customer(server, ofAll.token), { service: "plain" }),
  ]) {
    const path = `${requests}/${placed.body.id}`;
    const refused = await sandbox.post(`${path}/approval`, { accept });
    expect([refused.status, refused.body.errors]).toMatchObject([
      422,
      [{ pointer: "#/accept/service", code: "contradictory" }],
    ]);
    expect((await sandbox.get(path)).body.state).toBe("waiting");
    const key = { "idempotency-key": placed.body.id };
    const send = () => sandbox.post(`${path}/approval`, { services: ["night"], accept }, key);
    const approved = await send();
    expect([approved.status, approved.body.accept_problem, approved.body.price]).toEqual([
      201,
      null,
      accept.price,
    ]);
    expect((await send()).body.id).toBe(approved.body.id);
  }
});

test("a key that may not accept approves without accepting", async () => {
  const { session, sandbox } = await server.account();
  const form = await createForm(sandbox);
  const { body } = await place(customer(server, form.token));
  const { secret } = (
    await session.post("/api/v1/keys", {
      name: "n",
      environment: "sandbox",
      scopes: ["shipments:read", "shipments:write"],
    })
  ).body;
  const narrow = server.client({ "x-api-key": secret });
  const path = `${requests}/${body.id}/approval`;
  const refused = await narrow.post(path, { accept: { strategy: "cheapest" } });
  expect([refused.status, refused.body.code]).toEqual([403, "scope_missing"]);
  expect((await narrow.post(path)).status).toBe(201);
});
