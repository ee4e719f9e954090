import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { contactsMax } from "../../../../src/delivery/orders/contacts/contact.ts";
import { expectProblem, secretValue } from "../../../api/problem.ts";
import { createShipment, kreuzberg, platform } from "../../../support/fixtures.ts";
import { type Client, startServer, type TestAccount, type TestServer } from "../../../support/harness.ts";
import { scansOf, watchStatements } from "../../../support/statements.ts";

/** Contacts are saved by people, searched, changed, and found again with the recipients of the last weeks. */

const path = `${platform}/contacts`;
const address = { line1: "Torstraße 1", city: "Berlin", postal_code: "10119", country: "DE" };
const alex = {
  name: "  Alex   Müller ",
  company: "Bücher Müller",
  phone: "030 111222-33",
  email: "alex@example.com",
  address: { ...address, latitude: 52.5291, longitude: 13.4014 },
  instructions: "Ring twice",
};

let server: TestServer;
let account: TestAccount;
beforeAll(async () => {
  server = await startServer();
  account = await server.account();
});
afterAll(() => server.stop());

const rows = () =>
  server.deps.stores.platform("live").db.all(sql`SELECT id, last_used_at, version FROM contacts ORDER BY id`);

async function save(client: Client, body: object): Promise<{ id: string; [member: string]: unknown }> {
  const answer = await client.post(path, body);
  expect([answer.status, answer.text]).toEqual([201, answer.text]);
  return answer.body;
}

const recall = async (client: Client, q: string) => {
  const answer = await client.post(`${platform}/recipients/search`, { q });
  expect([answer.status, answer.text]).toEqual([200, answer.text]);
  return answer.body.data as { source: string; name: string; [member: string]: unknown }[];
};

test("a contact is saved as people write it, read, changed and deleted", async () => {
  const { live } = await server.account();
  const created = await live.post(path, alex);
  expect(created.status).toBe(201);
  const { id } = created.body;
  expect(created.body).toMatchObject({
    environment: "live",
    name: "Alex Müller",
    phone: "+493011122233",
    address: { line1: "Torstraße 1", line2: null, state: null, latitude: 52.5291, longitude: 13.4014 },
    version: 1,
  });
  expect(created.headers.get("location")).toBe(`${path}/${id}`);
  expect(created.headers.get("etag")).toBe('"1"');
  const read = await live.get(`${path}/${id}`);
  expect(read.body).toEqual(created.body);
  const same = await live.patch(`${path}/${id}`, { name: "Alex Müller", phone: "030 11122233" });
  expect(same.body.version).toBe(1);
  const stale = await live.patch(`${path}/${id}`, { instructions: "Knock" }, { "if-match": '"7"' });
  expectProblem(server, stale, { status: 412, code: "precondition_failed" });
  const patch = { address: { line1: "Linienstraße 5" }, phone: null };
  const changed = await live.patch(`${path}/${id}`, patch, { "if-match": '"1"' });
  expect(changed.body).toMatchObject({
    version: 2,
    phone: null,
    // The place was that of the earlier street.
    address: { line1: "Linienstraße 5", city: "Berlin", latitude: null, longitude: null },
    instructions: "Ring twice",
  });
  expect((await live.patch(`${path}/${id}`, { address: null })).body.address).toBeNull();
  expectProblem(server, await live.delete(`${path}/${id}`, { "if-match": '"1"' }), {
    status: 412,
    code: "precondition_failed",
  });
  expect((await live.delete(`${path}/${id}`)).status).toBe(204);
  for (const answer of [await live.get(`${path}/${id}`), await live.delete(`${path}/${id}`)])
    expectProblem(server, answer, { status: 404, code: "not_found" });
});

test("bad input gets a clear answer and saves nothing", async () => {
  const { live } = account;
  const before = rows();
  const refused: [body: unknown, at: Record<string, string>][] = [
    [{}, { "#/name": "required" }],
    [{ name: " " }, { "#/name": "pattern" }],
    [{ name: "x".repeat(201) }, { "#/name": "max_length" }],
    [{ name: "Alex", phone: "030 11122233" }, { "#/phone": "format" }],
    [{ name: "Alex", phone: secretValue, address }, { "#/phone": "format" }],
    [{ name: "Alex", email: secretValue }, { "#/email": "format" }],
    [{ name: "Alex", instructions: "x".repeat(281) }, { "#/instructions": "max_length" }],
    [{ name: "Alex", address: { ...address, country: "Germany" } }, { "#/address/country": "format" }],
    [
      { name: "Alex", address: { ...address, latitude: 52.5 } },
      { "#/address/longitude": "coordinate_missing" },
    ],
    [{ name: "Alex", last_used_at: "2026-01-01T00:00:00Z" }, { "#/last_used_at": "unknown_field" }],
  ];
  for (const [body, at] of refused)
    expectProblem(server, await live.post(path, body), { status: 422, code: "validation_failed", at });
  const nowhere = { ...address, latitude: 0, longitude: 0 };
  expectProblem(server, await live.post(path, { name: "Alex", address: nowhere }), {
    status: 422,
    code: "coordinates_contradict_address",
    at: { "#/address/latitude": "null_island" },
  });
  const { id } = await save(live, { name: "Alex" });
  const half = await live.patch(`${path}/${id}`, { address: { line1: "Torstraße 1" } });
  expectProblem(server, half, {
    status: 422,
    code: "validation_failed",
    at: { "#/address/city": "required", "#/address/country": "required" },
  });
  const unread = await live.patch(`${path}/${id}`, { phone: secretValue });
  expectProblem(server, unread, { status: 422, code: "validation_failed", at: { "#/phone": "format" } });
  const national = await live.patch(`${path}/${id}`, { phone: "030 11122233", address });
  expect(national.body.phone).toBe("+493011122233");
  expect((await live.delete(`${path}/${id}`)).status).toBe(204);
  expect(rows()).toEqual(before);
  const short = await live.post(`${platform}/recipients/search`, { q: "a" });
  expectProblem(server, short, { status: 422, code: "validation_failed", at: { "#/q": "min_length" } });
});

test("a repeated request saves one contact, and its stored response holds no word of it", async () => {
  const { live } = await server.account();
  const key = { "idempotency-key": "save-once" };
  const first = await live.post(path, alex, key);
  const second = await live.post(path, alex, key);
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.body).toEqual(first.body);
  const other = await live.post(path, { ...alex, name: "Robin" }, key);
  expectProblem(server, other, { status: 422, code: "idempotency_key_reused" });
  const { db } = server.deps.stores.platform("live");
  const kept = db.all<{ answer: string }>(sql`SELECT answer FROM idempotency_keys WHERE path = ${path}`);
  expect(kept.map(({ answer }) => JSON.parse(answer))).toContainEqual({ id: first.body.id });
  expect(JSON.stringify(kept)).not.toContain("Müller");
});

test("the list has pages, and is searched by every part, case and accents aside", async () => {
  const { live } = await server.account();
  const made = [];
  for (const name of ["Ada", "Bea", "Cem"]) made.push(await save(live, { name }));
  const { id } = await save(live, alex);
  const page = await live.get(`${path}?limit=2`);
  expect(page.body.data.map((each: { name: string }) => each.name)).toEqual(["Alex Müller", "Cem"]);
  const rest = await live.get(`${path}?limit=2&cursor=${page.body.next_cursor}`);
  expect([rest.body.has_more, rest.body.data.map((each: { name: string }) => each.name)]).toEqual([
    false,
    ["Bea", "Ada"],
  ]);
  const texts = [
    "muller",
    "BUCHER",
    "torstrasse",
    "10119 berlin",
    "030 111222",
    "+49 30 11122233",
    "alex@exa",
  ];
  for (const q of texts) {
    const { body } = await live.get(`${path}?q=${encodeURIComponent(q)}`);
    expect([q, body.data.map((each: { id: string }) => each.id)]).toEqual([q, [id]]);
  }
  expect((await live.get(`${path}?q=nobody`)).body.data).toEqual([]);
  expect((await live.get(`${path}?q=%20`)).body.data).toHaveLength(4);
});

test("another account and the other environment see nothing", async () => {
  const { id } = await save(account.live, { ...alex, name: "Only Here" });
  const stranger = await server.account();
  for (const client of [account.sandbox, stranger.live, stranger.sandbox]) {
    expect((await client.get(path)).body.data).toEqual([]);
    expect(await recall(client, "only here")).toEqual([]);
    const tries = [
      await client.get(`${path}/${id}`),
      await client.patch(`${path}/${id}`, { name: "Taken" }),
      await client.get(`${path}/${id}/redaction`),
      await client.post(`${path}/${id}/redaction`, { shipments: 0 }),
      await client.delete(`${path}/${id}`),
    ];
    for (const answer of tries) expectProblem(server, answer, { status: 404, code: "not_found" });
  }
  expect((await account.live.get(`${path}/${id}`)).body.name).toBe("Only Here");
});

test("a typed number, name or street recalls contacts, then recent recipients with their pin", async () => {
  const { live } = await server.account();
  const contact = { name: "Robin Fischer", phone: "+4915112345678", email: null, company: null };
  const pinned = { ...kreuzberg, latitude: 52.4986, longitude: 13.3919 };
  const delivery = { contact, address: pinned, instructions: "Second yard" };
  const shipment = await createShipment(live, { reference: "fisch-1", delivery });
  for (const q of ["0151 1234", "robin f", kreuzberg.line1.toUpperCase()]) {
    const found = await recall(live, q);
    expect([q, found.length]).toEqual([q, 1]);
    expect(found[0]).toMatchObject({
      source: "shipment",
      contact_id: null,
      shipment_id: shipment.id,
      name: "Robin Fischer",
      phone: "+4915112345678",
      address: { line1: kreuzberg.line1, latitude: 52.4986, longitude: 13.3919 },
      instructions: "Second yard",
    });
  }
  // The shipment's reference and its sender find the shipment, and no recipient.
  expect(await recall(live, "fisch-1")).toEqual([]);
  await createShipment(live, { delivery: { ...delivery, address: { ...pinned, line1: "Am Ufer 9" } } });
  expect(await recall(live, "robin")).toHaveLength(2);
  const saved = await save(live, { ...contact, address: pinned, instructions: "Second yard" });
  const found = await recall(live, "robin");
  expect(found.map(({ source, contact_id: id }) => [source, id])).toEqual([
    ["contact", saved.id],
    ["shipment", null],
  ]);
});

test("shipments make no contact, and keep the contacts of their people", async () => {
  const { live, accountId } = await server.account();
  const { id } = await save(live, { ...alex, phone: "+493011122233" });
  const { id: idle } = await save(live, { name: "Idle", phone: "+4930999999" });
  const { db, write } = server.deps.stores.platform("live");
  await write(
    (tx) => void tx.run(sql`UPDATE contacts SET last_used_at = 1000 WHERE account_id = ${accountId}`),
  );
  const usedAt = (of: string) =>
    db.get<{ at: number }>(sql`SELECT last_used_at AS at FROM contacts WHERE id = ${of}`)?.at;
  const contact = { name: "Somebody else", email: "ALEX@example.com" };
  const shipment = await createShipment(live, { delivery: { contact, address: kreuzberg } });
  expect(usedAt(id)).toBe(Date.parse(shipment.created_at));
  expect(usedAt(idle)).toBe(1000);
  expect((await live.get(`${path}/${id}`)).body).toMatchObject({ version: 1, name: "Alex Müller" });
  expect((await live.get(path)).body.data).toHaveLength(2);
});

test("who only reads shipments, and a key with an older list, sees no contacts", async () => {
  const { session } = account;
  const issued = await session.post("/api/v1/keys", {
    name: "older",
    environment: "live",
    scopes: ["shipments:read", "shipments:write"],
  });
  expect(issued.status).toBe(201);
  const client = server.client({ authorization: `Bearer ${issued.body.secret}` });
  const { id } = await save(account.live, { name: "Alex" });
  const tries = [
    await client.get(path),
    await client.post(path, { name: "Alex" }),
    await client.patch(`${path}/${id}`, { name: "Alex" }),
    await client.delete(`${path}/${id}`),
    await client.post(`${platform}/recipients/search`, { q: "alex" }),
  ];
  for (const answer of tries) expect([answer.status, answer.body.code]).toEqual([403, "scope_missing"]);
});

test("the hundred thousandth is the last, and a full list is searched without a scan of the table", async () => {
  const { live, accountId } = await server.account();
  const { db, write } = server.deps.stores.platform("live");
  await save(live, alex);
  await write((tx) => {
    tx.run(sql`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${contactsMax - 1})
      INSERT INTO contacts (id, account_id, name, search, last_used_at, version, created_at, updated_at)
      SELECT printf('con_7%025d', i), ${accountId}, 'Filler', 'filler ' || i, i, 1, 1, 1 FROM n`);
  });
  const full = await live.post(path, { name: "One more" });
  expectProblem(server, full, { status: 409, code: "limit_reached" });
  const watch = watchStatements();
  const first = await live.get(`${path}?q=muller`);
  // The search stopped halfway: the only match is older than all others.
  expect([first.body.data.length, first.body.has_more]).toEqual([0, true]);
  let page = first;
  while (page.body.data.length === 0)
    page = await live.get(`${path}?q=muller&cursor=${page.body.next_cursor}`);
  expect(page.body.data.map((each: { name: string }) => each.name)).toEqual(["Alex Müller"]);
  expect(await recall(live, "muller")).toHaveLength(1);
  await live.get(`${path}/${page.body.data[0].id}/redaction`);
  await createShipment(live);
  const scans = watch.take().flatMap((one) => scansOf(one).map((line) => `${line}: ${one.source}`));
  watch.stop();
  expect(scans.filter((line) => /contacts|shipments/.test(line))).toEqual([]);
  expect(
    db.get<{ n: number }>(sql`SELECT count(*) AS n FROM contacts WHERE account_id = ${accountId}`)?.n,
  ).toBe(contactsMax);
});
