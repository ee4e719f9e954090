import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { expectProblem } from "../../../api/problem.ts";
import { platform } from "../../../support/fixtures.ts";
import { addOpenFleet } from "../../../support/fleets.ts";
import { eventually, type TestAccount, type TestServer } from "../../../support/harness.ts";
import {
  createForm,
  customer,
  forms,
  knownDevice,
  newForm,
  open,
  order,
  place,
  requests,
  shop,
  startShop,
} from "../../../support/order-forms.ts";

/** An account makes, changes and ends the links by which its customers order. */

let server: TestServer;
let account: TestAccount;
beforeAll(async () => {
  server = await startShop();
  account = await server.account();
  await addOpenFleet(server, account.accountId);
});
afterAll(() => server.stop());

const rowsOf = (table: string, environment: "sandbox" | "live" = "sandbox") =>
  server.deps.stores.platform(environment).db.all(sql`SELECT * FROM ${sql.raw(table)}`);

test("a form is made with defaults, read without its link, changed and listed", async () => {
  const { live } = await server.account();
  const answer = await live.post(forms, {
    name: " Book   shop ",
    customer: { name: "Book shop" },
    pickup: newForm.pickup,
  });
  expect([answer.status, answer.text]).toEqual([201, answer.text]);
  const { url, ...form } = answer.body;
  expect(form).toMatchObject({
    environment: "live",
    name: "Book shop",
    customer: { name: "Book shop", email: null, phone: null, number: null, email_confirmed_at: null },
    services: null,
    price: null,
    approval: "each",
    limits: { orders_per_day: 50, countries: null },
    may: [],
    paused_until: null,
    pause_reason: null,
    devices: 0,
    waiting_orders: 0,
    version: 1,
  });
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/order#[\w-]{43}$/);
  expect(answer.headers.get("location")).toBe(`${forms}/${form.id}`);

  const read = await live.get(`${forms}/${form.id}`);
  expect(read.body).toEqual(form);
  expect(read.text).not.toContain(url.split("#")[1]);
  expect((await live.get(forms)).body.data).toEqual([form]);

  const until = new Date(Date.now() + 3_600_000).toISOString();
  const changed = await live.patch(
    `${forms}/${form.id}`,
    {
      name: "Books",
      customer: { email: "shop@example.com", phone: "030 111222", number: "K-1" },
      pickup: { contact: { phone: "030 111222" }, address: { line2: "Yard" }, instructions: "Ring" },
      services: ["express"],
      price: { markup_percent: -50 },
      limits: { orders_per_day: 3, countries: ["DE", "AT"] },
      may: ["cancel", "recall"],
      paused_until: until,
    },
    { "if-match": '"1"' },
  );
  expect([changed.status, changed.body]).toEqual([
    200,
    {
      ...form,
      name: "Books",
      customer: {
        ...form.customer,
        email: "shop@example.com",
        phone: "+4930111222",
        number: "K-1",
      },
      pickup: {
        contact: { ...form.pickup.contact, phone: "+4930111222" },
        address: { ...form.pickup.address, line2: "Yard" },
        instructions: "Ring",
      },
      services: ["express"],
      price: { markup_percent: -50 },
      limits: { orders_per_day: 3, countries: ["DE", "AT"] },
      may: ["cancel", "recall"],
      paused_until: until,
      pause_reason: "person",
      version: 2,
      last_used_at: changed.body.last_used_at,
      updated_at: changed.body.updated_at,
    },
  ]);
  const stale = await live.patch(`${forms}/${form.id}`, { name: "Other" }, { "if-match": '"1"' });
  expect(stale.status).toBe(412);
  const same = await live.patch(`${forms}/${form.id}`, { name: "Books", customer: {}, limits: {} });
  expect(same.body.version).toBe(2);
  const reopened = await live.patch(`${forms}/${form.id}`, {
    paused_until: null,
    price: null,
    services: null,
  });
  expect(reopened.body).toMatchObject({
    paused_until: null,
    pause_reason: null,
    price: null,
    services: null,
  });
});

test("the link is shown once, and a repeated request makes no second form", async () => {
  const { sandbox } = await server.account();
  const key = { "idempotency-key": "form-1" };
  const first = await sandbox.post(forms, newForm, key);
  const again = await sandbox.post(forms, newForm, key);
  expect([again.status, again.body]).toEqual([201, { ...first.body, url: null }]);
  expect((await sandbox.get(forms)).body.data).toHaveLength(1);
  const other = await sandbox.post(forms, { ...newForm, name: "Other" }, key);
  expect([other.status, other.body.code]).toEqual([422, "idempotency_key_reused"]);
  const [, token] = first.body.url.split("#");
  expect(JSON.stringify(rowsOf("order_forms"))).not.toContain(token);
  expect(JSON.stringify(rowsOf("idempotency_keys"))).not.toContain(token);
});

test("a rotated link opens the form, the old one and its devices do not", async () => {
  const { sandbox } = account;
  const form = await createForm(sandbox);
  const device = await knownDevice(server, form.token);
  expect((await device.get(`${open}/orders`)).status).toBe(200);
  const rotated = await sandbox.post(`${forms}/${form.id}/rotation`);
  expect(rotated.status).toBe(201);
  const [, token] = rotated.body.url.split("#");
  expect(token).not.toBe(form.token);
  expect((await customer(server, form.token).get(open)).status).toBe(404);
  const read = await device.get(open, { "x-order-form": token });
  expect([read.status, read.body.is_known_device]).toEqual([200, false]);
  expect(rotated.body).toMatchObject({ devices: 0, version: form.body.version + 1 });
});

test("all devices end, and the link stays", async () => {
  const { sandbox } = account;
  const form = await createForm(sandbox);
  const [one, two] = [await knownDevice(server, form.token), await knownDevice(server, form.token)];
  expect((await sandbox.get(`${forms}/${form.id}`)).body.devices).toBe(2);
  expect((await sandbox.delete(`${forms}/${form.id}/devices`)).status).toBe(204);
  for (const device of [one, two]) {
    const answer = await device.get(`${open}/orders`);
    expect([answer.status, answer.body.code]).toEqual([401, "order_code_needed"]);
  }
  expect((await one.get(open)).status).toBe(200);
  expect((await sandbox.get(`${forms}/${form.id}`)).body.devices).toBe(0);
});

test("a deleted form takes its requests, devices and codes, and leaves its shipments", async () => {
  const { sandbox, accountId } = await server.account();
  await addOpenFleet(server, accountId);
  const form = await createForm(sandbox);
  const placing = customer(server, form.token);
  await knownDevice(server, form.token);
  await placing.post(`${open}/code`);
  const [made, waiting] = [await place(placing), await place(placing)];
  const { body: shipment } = await sandbox.post(`${requests}/${made.body.id}/approval`);
  expect((await sandbox.get(`${platform}/attention`)).body.data).toHaveLength(1);
  expect((await sandbox.delete(`${forms}/${form.id}`, { "if-match": '"9"' })).status).toBe(412);
  expect((await sandbox.delete(`${forms}/${form.id}`)).status).toBe(204);
  expect((await placing.get(open)).status).toBe(404);
  expect((await sandbox.get(`${requests}/${waiting.body.id}`)).status).toBe(404);
  expect((await sandbox.get(`${platform}/attention`)).body.data).toEqual([]);
  for (const table of ["order_form_codes", "order_form_devices", "form_orders"]) {
    const ids = (rowsOf(table) as { form_id: string }[]).map((row) => row.form_id);
    expect(ids).not.toContain(form.id);
  }
  const { body } = await sandbox.get(`${platform}/shipments?order_form_id=${form.id}`);
  expect(body.data.map(({ id }: { id: string }) => id)).toEqual([shipment.id]);
});

test("no approval needs a confirmed customer and an own fleet", async () => {
  const { sandbox } = account;
  const born = await sandbox.post(forms, { ...newForm, approval: "none" });
  expect([born.status, born.body.code]).toEqual([409, "customer_unconfirmed"]);
  const form = await createForm(sandbox);
  const path = `${forms}/${form.id}`;
  const early = await sandbox.patch(path, { approval: "none" });
  expect([early.status, early.body.code]).toEqual([409, "customer_unconfirmed"]);
  await knownDevice(server, form.token);
  const confirmed = (await sandbox.get(path)).body.customer.email_confirmed_at;
  expect(confirmed).not.toBeNull();
  expect((await sandbox.patch(path, { approval: "none" })).body.approval).toBe("none");
  // Another address is nobody's until a code was entered.
  const moved = await sandbox.patch(path, { customer: { email: "other@example.com" } });
  expect(moved.body).toMatchObject({ approval: "each", devices: 0, customer: { email_confirmed_at: null } });

  const { sandbox: fleetless } = await server.account();
  const lonely = await createForm(fleetless);
  await knownDevice(server, lonely.token);
  const answer = await fleetless.patch(`${forms}/${lonely.id}`, { approval: "none" });
  expectProblem(server, answer, {
    status: 422,
    code: "validation_failed",
    at: { "#/approval": "no_fleet" },
  });
});

test("a form and its requests are the account's own, in one environment", async () => {
  const form = await createForm(account.sandbox);
  const { body: placed } = await place(customer(server, form.token));
  const other = await server.account();
  for (const client of [other.sandbox, account.live]) {
    expect((await client.get(`${forms}/${form.id}`)).status).toBe(404);
    expect((await client.patch(`${forms}/${form.id}`, { name: "Mine" })).status).toBe(404);
    expect((await client.post(`${forms}/${form.id}/rotation`)).status).toBe(404);
    expect((await client.delete(`${forms}/${form.id}/devices`)).status).toBe(404);
    expect((await client.delete(`${forms}/${form.id}`)).status).toBe(404);
    expect((await client.get(`${requests}/${placed.id}`)).status).toBe(404);
    expect((await client.post(`${requests}/${placed.id}/approval`)).status).toBe(404);
    expect((await client.post(`${requests}/${placed.id}/refusal`)).status).toBe(404);
    expect((await client.delete(`${requests}/${placed.id}`)).status).toBe(404);
    expect((await client.get(requests)).body.data).toEqual([]);
  }
  expect((await account.sandbox.get(`${requests}/${placed.id}`)).body.state).toBe("waiting");
});

test("the log of the account tells what became of a form, and no name", async () => {
  const { sandbox, session } = await server.account();
  const form = await createForm(sandbox);
  await sandbox.patch(`${forms}/${form.id}`, { name: "Secret name" });
  await sandbox.post(`${forms}/${form.id}/rotation`);
  await sandbox.delete(`${forms}/${form.id}/devices`);
  await sandbox.delete(`${forms}/${form.id}`);
  const wanted = ["created", "changed", "rotated", "devices_ended", "removed"].map(
    (what) => `order_form.${what}`,
  );
  const log = await eventually("all entries", async () => {
    const answer = await session.get("/api/v1/audit");
    const actions = answer.body.data.map(({ action }: { action: string }) => action);
    return wanted.every((action) => actions.includes(action)) ? answer : undefined;
  });
  expect(log.text).not.toContain("Secret name");
  expect(log.text).not.toContain(shop.name);
});

test("what a form says must be sound", async () => {
  const { sandbox } = account;
  const wrong: [object, string][] = [
    [{ price: { markup_percent: 301 } }, "#/price/markup_percent"],
    [{ price: { markup_percent: -51 } }, "#/price/markup_percent"],
    [{ price: { markup_percent: 1.5 } }, "#/price/markup_percent"],
    [{ limits: { orders_per_day: 0 } }, "#/limits/orders_per_day"],
    [{ limits: { countries: ["XX"] } }, "#/limits/countries/0"],
    [{ limits: { countries: [] } }, "#/limits/countries"],
    [{ may: ["erase"] }, "#/may/0"],
    [{ services: [] }, "#/services"],
    [{ approval: "sometimes" }, "#/approval"],
    [{ customer: { ...shop, email: "nobody" } }, "#/customer/email"],
    [{ pickup: { ...newForm.pickup, window: null } }, "#/pickup/window"],
  ];
  const before = (await sandbox.get(`${forms}?limit=100`)).body.data.length;
  for (const [change, pointer] of wrong) {
    const answer = await sandbox.post(forms, { ...newForm, ...change });
    expect([answer.status, answer.body.errors?.[0]?.pointer]).toEqual([422, pointer]);
  }
  const swapped = { ...newForm.pickup, address: { ...order.delivery.address, latitude: 0, longitude: 0 } };
  const nowhere = await sandbox.post(forms, { ...newForm, pickup: swapped });
  expect([nowhere.status, nowhere.body.code]).toEqual([422, "coordinates_contradict_address"]);
  expect((await sandbox.get(`${forms}?limit=100`)).body.data).toHaveLength(before);
});
