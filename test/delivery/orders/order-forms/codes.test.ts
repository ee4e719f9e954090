import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { createClock, jobsAtRest } from "../../../support/clock.ts";
import { advance, platform } from "../../../support/fixtures.ts";
import { addOpenFleet } from "../../../support/fleets.ts";
import type { Client, TestAccount, TestServer } from "../../../support/harness.ts";
import { type MailServer, mailSettings, startMailServer } from "../../../support/mail-server.ts";
import {
  createForm,
  customer,
  forms,
  knownDevice,
  nextAddress,
  open,
  place,
  requests,
  shop,
  startShop,
} from "../../../support/order-forms.ts";

/** A code from the customer's mail shows earlier orders, and lets the customer cancel them. */

const clock = createClock(Date.parse("2026-11-23T10:00:00.000Z"));
let mail: MailServer;
let server: TestServer;
let account: TestAccount;
beforeAll(async () => {
  mail = await startMailServer();
  server = await startShop({ config: mailSettings(mail), replacements: { clock } });
  account = await server.account();
  await addOpenFleet(server, account.accountId);
});
afterAll(async () => {
  await server.stop();
  await mail.stop();
});

const rows = (table: string, environment: "sandbox" | "live" = "sandbox") =>
  server.deps.stores.platform(environment).db.all(sql`SELECT * FROM ${sql.raw(table)}`) as Record<
    string,
    unknown
  >[];
const wrongOf = (code: string) => (code === "000000" ? "000001" : "000000");
const attentionOf = async (client: Client, formId: string) =>
  (await client.get(`${platform}/attention?kind=order_form_paused`)).body.data.filter(
    ({ order_form_id }: { order_form_id: string }) => order_form_id === formId,
  );

/** A live form of an account that says who handles the data. */
async function liveForm() {
  const { live, session } = await server.account();
  const brand = { privacy_url: "https://a.example.com/p", imprint_url: "https://a.example.com/i" };
  await session.patch(`${platform}/account`, { brand }, { "x-environment": "live" });
  return { live, form: await createForm(live) };
}

test("a live code goes to the customer's mail, in the customer's language, and nowhere else", async () => {
  const { live, form } = await liveForm();
  const ordering = customer(server, form.token);
  const sent = await ordering.post(`${open}/code`, { language: "de" });
  expect([sent.status, sent.body]).toEqual([
    202,
    { sent_to: "s…@example.com", expires_at: new Date(clock.now() + 15 * 60_000).toISOString(), code: null },
  ]);
  await jobsAtRest(server.deps);
  expect(mail.taken).toHaveLength(1);
  const { to, text } = mail.taken[0] ?? { to: [], text: "" };
  expect(to).toEqual([shop.email]);
  const [, code = ""] = /^Subject: Ihr Code: (\d{6})$/m.exec(text) ?? [];
  expect(code).toHaveLength(6);
  expect(text).toContain("Er gilt 15 Minuten.");
  expect(text).not.toContain(form.token);
  expect(JSON.stringify(rows("order_form_codes", "live"))).not.toContain(code);
  expect((await live.get(`${forms}/${form.id}`)).body.customer.email_confirmed_at).toBeNull();

  const entered = await ordering.post(`${open}/devices`, { code });
  expect(entered.status).toBe(201);
  expect(entered.headers.get("cache-control")).toContain("no-store");
  expect(JSON.stringify(rows("order_form_devices", "live"))).not.toContain(entered.body.secret);
  const mine = customer(server, form.token, { "x-order-device": entered.body.secret });
  expect((await mine.get(`${open}/orders`)).status).toBe(200);
  expect((await live.get(`${forms}/${form.id}`)).body.customer.email_confirmed_at).not.toBeNull();
  // It works once.
  expect((await ordering.post(`${open}/devices`, { code })).body.code).toBe("order_code_wrong");
});

test("a mail that fails is tried again, with another code", async () => {
  const { form } = await liveForm();
  const ordering = customer(server, form.token);
  mail.refusing = true;
  const before = mail.taken.length;
  await ordering.post(`${open}/code`);
  await jobsAtRest(server.deps);
  const [first] = rows("order_form_codes", "live").filter(({ form_id }) => form_id === form.id);
  mail.refusing = false;
  clock.advance(61);
  await jobsAtRest(server.deps);
  const [second] = rows("order_form_codes", "live").filter(({ form_id }) => form_id === form.id);
  expect(mail.taken).toHaveLength(before + 1);
  expect(second?.code_hash).not.toBe(first?.code_hash);
  expect(second?.due_at).toBeNull();
});

test("mails are few, whoever asks for them", async () => {
  const { form } = await liveForm();
  const before = mail.taken.length;
  const codes: string[] = [];
  for (let count = 0; count < 4; count += 1) {
    const answer = await customer(server, form.token).post(`${open}/code`);
    codes.push(`${answer.status} ${answer.body.code}`);
    await jobsAtRest(server.deps);
  }
  expect(codes).toEqual(["202 null", "202 null", "202 null", "429 mail_throttled"]);
  expect(mail.taken).toHaveLength(before + 3);
});

test("the sandbox mails nobody and shows the code", async () => {
  const form = await createForm(account.sandbox);
  const before = mail.taken.length;
  const { body } = await customer(server, form.token).post(`${open}/code`);
  expect(body.code).toMatch(/^\d{6}$/);
  await jobsAtRest(server.deps);
  expect(mail.taken).toHaveLength(before);
});

test("without an SMTP server a live code cannot be sent", async () => {
  const mailless = await startShop({ replacements: { clock } });
  try {
    const { live, session } = await mailless.account();
    const brand = { privacy_url: "https://a.example.com/p", imprint_url: "https://a.example.com/i" };
    await session.patch(`${platform}/account`, { brand }, { "x-environment": "live" });
    const form = await createForm(live);
    const ordering = customer(mailless, form.token);
    expect((await ordering.get(open)).body.sends_codes).toBe(false);
    const answer = await ordering.post(`${open}/code`);
    expect([answer.status, answer.body.code]).toEqual([409, "mail_unavailable"]);
  } finally {
    await mailless.stop();
  }
});

test("a code has five tries and 15 minutes, and only the latest counts", async () => {
  const form = await createForm(account.sandbox);
  const ordering = customer(server, form.token);
  const ask = async () => (await ordering.post(`${open}/code`)).body.code as string;
  const enter = (code: string) => ordering.post(`${open}/devices`, { code });
  const first = await ask();
  const second = await ask();
  if (first !== second) expect((await enter(first)).status).toBe(403);
  clock.advance(15 * 60);
  expect((await enter(second)).body).toMatchObject({ code: "order_code_wrong", tries_left: 0 });
  const third = await ask();
  const left = [];
  for (let count = 0; count < 5; count += 1) left.push((await enter(wrongOf(third))).body.tries_left);
  expect(left).toEqual([4, 3, 2, 1, 0]);
  expect((await enter(third)).status).toBe(403);
  expect((await account.sandbox.get(`${forms}/${form.id}`)).body.devices).toBe(0);
  const wrong: [unknown, string][] = [
    ["12345", "format"],
    ["abcdef", "format"],
  ];
  for (const [code, fault] of wrong) {
    const answer = await ordering.post(`${open}/devices`, { code });
    expect([answer.status, answer.body.errors[0].code]).toEqual([422, fault]);
  }
});

test("ten wrong codes pause the form for an hour and tell the account, and a right one forgives", async () => {
  const { sandbox } = account;
  const form = await createForm(sandbox);
  const ordering = customer(server, form.token);
  const ask = async () => (await ordering.post(`${open}/code`)).body.code as string;
  const enter = (code: string) => ordering.post(`${open}/devices`, { code });
  for (let round = 0; round < 3; round += 1) {
    const code = await ask();
    for (let count = 0; count < 4; count += 1) await enter(wrongOf(code));
    expect((await enter(code)).status).toBe(201);
  }
  let code = "";
  for (let count = 0; count < 10; count += 1) {
    if (count % 5 === 0) code = await ask();
    expect((await enter(wrongOf(code))).status).toBe(403);
  }
  const until = new Date(clock.now() + 3_600_000).toISOString();
  for (const answer of [await enter(code), await place(ordering)])
    expect([answer.status, answer.body.code, answer.body.paused_until]).toEqual([
      409,
      "order_form_paused",
      until,
    ]);
  const paused = (await sandbox.get(`${forms}/${form.id}`)).body;
  expect(paused).toMatchObject({ paused_until: until, pause_reason: "wrong_codes" });
  const [item, ...more] = await attentionOf(sandbox, form.id);
  expect(more).toEqual([]);
  expect(item).toMatchObject({ due_at: until, order_request_id: null, order_form_name: "Book shop" });
  expect(item.detail).toContain("ten wrong codes");
  clock.advance(3_600);
  await jobsAtRest(server.deps);
  expect(await attentionOf(sandbox, form.id)).toEqual([]);
  expect((await place(ordering)).status).toBe(201);
});

test("ten wrong codes at the same time are counted one by one", async () => {
  const form = await createForm(account.sandbox);
  const ordering = customer(server, form.token);
  const { code } = (await ordering.post(`${open}/code`)).body;
  const answers = await Promise.all(
    Array.from({ length: 14 }, () => ordering.post(`${open}/devices`, { code: wrongOf(code) })),
  );
  expect(answers.filter(({ body }) => body.code === "order_code_wrong")).toHaveLength(10);
  expect(answers.filter(({ body }) => body.code === "order_form_paused")).toHaveLength(4);
});

test("a person who resumes the form settles what needed a person", async () => {
  const { sandbox } = account;
  const form = await createForm(sandbox);
  const ordering = customer(server, form.token);
  for (let count = 0; count < 10; count += 1) await ordering.post(`${open}/devices`, { code: "000000" });
  expect(await attentionOf(sandbox, form.id)).toHaveLength(1);
  const resumed = await sandbox.patch(`${forms}/${form.id}`, { paused_until: null });
  expect(resumed.body).toMatchObject({ paused_until: null, pause_reason: null });
  expect(await attentionOf(sandbox, form.id)).toEqual([]);
  expect((await ordering.post(`${open}/code`)).status).toBe(202);
});

test("the link shows the order just made for a day, and earlier ones on a device for 30 days", async () => {
  const { sandbox } = account;
  const form = await createForm(sandbox);
  const placed = await place(customer(server, form.token));
  const path = `${open}/orders/${placed.body.id}`;
  const shown = customer(server, form.token, { "x-order-receipt": placed.body.receipt });
  expect((await shown.get(path)).status).toBe(200);
  const other = await place(customer(server, form.token));
  for (const [client, wanted] of [
    [shown, `${open}/orders/${other.body.id}`],
    [shown, `${open}/orders`],
    [customer(server, form.token), path],
    [customer(server, form.token, { "x-order-receipt": "x" }), path],
    [customer(server, form.token, { "x-order-device": "x".repeat(43) }), path],
  ] as const) {
    const answer = await client.get(wanted);
    expect([answer.status, answer.body.code]).toEqual([401, "order_code_needed"]);
  }
  const device = await knownDevice(server, form.token);
  const mine = await device.get(`${open}/orders?limit=1`);
  expect(mine.body).toMatchObject({ has_more: true, data: [{ id: other.body.id }] });
  const rest = await device.get(`${open}/orders?limit=1&cursor=${mine.body.next_cursor}`);
  expect(rest.body).toMatchObject({ has_more: false, data: [{ id: placed.body.id }] });
  // Of another form of the same account.
  const second = await createForm(sandbox);
  const foreign = await device.get(path, { "x-order-form": second.token });
  expect([foreign.status, foreign.body.code]).toEqual([401, "order_code_needed"]);
  const itsOwn = await knownDevice(server, second.token);
  expect((await itsOwn.get(path)).status).toBe(404);
  expect((await shown.get(path, { "x-order-form": second.token })).status).toBe(404);

  clock.advance(24 * 3600);
  expect((await shown.get(path)).status).toBe(401);
  expect((await device.get(path)).status).toBe(200);
  clock.advance(29 * 24 * 3600);
  expect((await device.get(`${open}/orders`)).status).toBe(401);
  expect((await sandbox.get(`${forms}/${form.id}`)).body.devices).toBe(0);
});

test("a known device withdraws a request and cancels an order, as far as the form lets it", async () => {
  const { sandbox } = account;
  const form = await createForm(sandbox);
  const device = await knownDevice(server, form.token);
  const ordering = customer(server, form.token);
  const [waiting, made] = [await place(ordering), await place(ordering)];
  const cancel = (id: string, client = device) => client.post(`${open}/orders/${id}/cancellation`);
  const receipt = customer(server, form.token, { "x-order-receipt": waiting.body.receipt });
  expect((await cancel(waiting.body.id, receipt)).body.code).toBe("order_code_needed");
  const withdrawn = await cancel(waiting.body.id);
  expect(withdrawn.body).toMatchObject({ state: "withdrawn", can_cancel: false });
  expect((await cancel(waiting.body.id)).body.state).toBe("withdrawn");
  expect((await sandbox.post(`${requests}/${waiting.body.id}/approval`)).body).toMatchObject({
    code: "order_request_closed",
    state: "withdrawn",
  });
  const { body: shipment } = await sandbox.post(`${requests}/${made.body.id}/approval`, {
    accept: { strategy: "cheapest" },
  });
  const cancelled = await cancel(made.body.id);
  expect([cancelled.status, cancelled.body.status, cancelled.body.has_label]).toEqual([
    200,
    "cancelled",
    false,
  ]);
  expect((await sandbox.get(`${platform}/shipments/${shipment.id}`)).body).toMatchObject({
    status: "cancelled",
    cancellation: { reason_code: "cancelled_by_client" },
  });
  expect((await cancel(made.body.id)).body.status).toBe("cancelled");

  const third = await place(ordering);
  await sandbox.patch(`${forms}/${form.id}`, { may: ["recall"] });
  const denied = await cancel(third.body.id);
  expect([denied.status, denied.body.code]).toEqual([403, "order_right_missing"]);
  expect((await device.get(`${open}/orders/${third.body.id}`)).body).toMatchObject({
    state: "waiting",
    can_cancel: false,
    can_recall: false,
  });
  expect((await sandbox.get(`${requests}/${third.body.id}`)).body.state).toBe("waiting");
});

test("a known device calls goods back that are on their way, as far as the form lets it", async () => {
  const { sandbox, accountId } = account;
  const carrierId = await addOpenFleet(server, accountId, { dispatch: "manual" });
  const form = await createForm(sandbox, { may: ["cancel"] });
  const device = await knownDevice(server, form.token);
  const ordering = customer(server, form.token);
  const recall = (id: string, client = device) => client.post(`${open}/orders/${id}/recall`);
  const approve = async (accept: object) => {
    const { body } = await place(ordering);
    const approval = await sandbox.post(`${requests}/${body.id}/approval`, accept);
    return { id: body.id, receipt: body.receipt, shipment: approval.body };
  };
  const own = await approve({ carriers: [carrierId], accept: { strategy: "cheapest" } });
  const report = async (type: object) => {
    const { assignment } = (await sandbox.get(`${platform}/shipments/${own.shipment.id}`)).body;
    const at = new Date(clock.now()).toISOString();
    const sent = [{ id: JSON.stringify(type), at, assignment_id: assignment.id, ...type }];
    const { body } = await sandbox.post(`${platform}/carriers/${carrierId}/reports`, sent);
    expect(body.results[0].result).toBe("applied");
  };
  await report({ type: "progress", substatus: "picked_up" });
  expect((await recall(own.id)).body.code).toBe("order_right_missing");
  await sandbox.patch(`${forms}/${form.id}`, { may: ["recall"] });
  const receipt = customer(server, form.token, { "x-order-receipt": own.receipt });
  expect((await recall(own.id, receipt)).body.code).toBe("order_code_needed");
  const waiting = await place(ordering);
  expect((await recall(waiting.body.id)).body.code).toBe("shipment_not_recallable");
  expect((await device.get(`${open}/orders/${own.id}`)).body).toMatchObject({
    can_recall: true,
    recall_requested_at: null,
  });

  const asked = await recall(own.id);
  const at = new Date(clock.now()).toISOString();
  expect([asked.status, asked.body.can_recall, asked.body.recall_requested_at]).toEqual([202, false, at]);
  expect((await recall(own.id)).body.recall_requested_at).toBe(at);
  const path = `${platform}/shipments/${own.shipment.id}`;
  const { body: seen } = await sandbox.post(`${path}/recall/seen`, {});
  expect([seen.status, seen.failure.message]).toEqual(["returning", "Book shop asked for them."]);
  expect((await device.get(`${open}/orders/${own.id}`)).body).toMatchObject({
    status: "returning",
    can_recall: false,
  });
  expect((await recall(own.id)).body.code).toBe("shipment_not_recallable");

  // The goods of a carrier outside are nobody's to call back, and another form's order does not exist.
  const theirs = await approve({ carriers: ["swift_bike"], accept: { strategy: "cheapest" } });
  await advance(sandbox, theirs.shipment.id, "picked_up");
  expect((await device.get(`${open}/orders/${theirs.id}`)).body).toMatchObject({
    status: "in_transit",
    can_recall: false,
  });
  expect((await recall(theirs.id)).body.code).toBe("not_own_fleet");
  const other = await createForm(sandbox, { may: ["recall"] });
  expect((await recall(own.id, await knownDevice(server, other.token))).status).toBe(404);
});

test("an address may call ten times a minute, and another is not its business", async () => {
  const form = await createForm(account.sandbox);
  const address = { "x-forwarded-for": nextAddress() };
  const ordering = customer(server, form.token, address);
  const statuses = [];
  for (let count = 0; count < 11; count += 1) statuses.push((await ordering.get(open)).status);
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  const refused = await place(ordering);
  expect([refused.status, refused.body.code]).toEqual([429, "rate_limited"]);
  expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(6);
  expect((await place(customer(server, form.token))).status).toBe(201);
  // Wrong links count too.
  const guessing = customer(server, "x".repeat(43), { "x-forwarded-for": nextAddress() });
  const guesses = [];
  for (let count = 0; count < 11; count += 1) guesses.push((await guessing.get(open)).status);
  expect(guesses).toEqual([...Array.from({ length: 10 }, () => 404), 429]);
  const none = server.client({ "x-forwarded-for": nextAddress() });
  expect((await none.get(open)).status).toBe(404);
});

test("a burst from many addresses pauses the form, and no other", async () => {
  const { sandbox } = account;
  const [form, other] = [await createForm(sandbox), await createForm(sandbox)];
  const ordering = customer(server, form.token);
  const answers = await Promise.all(Array.from({ length: 300 }, () => ordering.get(open)));
  const paused = answers.filter(({ status }) => status === 409);
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(120);
  expect(paused.length).toBeGreaterThan(0);
  expect((await sandbox.get(`${forms}/${form.id}`)).body.pause_reason).toBe("burst");
  expect(await attentionOf(sandbox, form.id)).toHaveLength(1);
  expect((await place(customer(server, other.token))).status).toBe(201);
  expect(await attentionOf(sandbox, other.id)).toEqual([]);
});
