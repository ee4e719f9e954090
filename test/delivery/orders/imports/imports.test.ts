import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { platform } from "../../../support/fixtures.ts";
import { addOpenFleet } from "../../../support/fleets.ts";
import {
  type Answer,
  type Client,
  startServer,
  type TestAccount,
  type TestServer,
} from "../../../support/harness.ts";
import {
  checked,
  completed,
  csvOf,
  importsPath,
  orderCells,
  rowsOf,
  shop,
  shopDefaults,
  upload,
  uploadAs,
} from "../../../support/order-lists.ts";
import { addPerson } from "../../../support/people.ts";

/** Lists are uploaded, read and checked, corrected, confirmed and made. */

let server: TestServer;
let account: TestAccount;
beforeAll(async () => {
  server = await startServer();
});
beforeAll(async () => {
  account = await server.account();
});
afterAll(() => server.stop());

const confirm = (client: Client, id: string, rows: number): Promise<Answer> =>
  client.post(`${importsPath}/${id}/confirmation`, { rows });

function refused(answer: Answer, status: number, code: string): void {
  expect([answer.status, answer.body?.code]).toEqual([status, code]);
}

async function shipmentsOf(client: Client): Promise<Answer["body"][]> {
  return (await client.get(`${platform}/shipments?limit=100&sort=oldest`)).body.data;
}

test("a list is uploaded, checked, confirmed and made, row by row", async () => {
  const { live } = await server.account();
  const made = await upload(live, csvOf([orderCells(1), orderCells(2)]), {
    query: "?file_name=tomorrow.csv",
  });
  expect(made.status).toBe(201);
  expect(made.headers.get("location")).toBe(`${importsPath}/${made.body.id}`);
  expect(made.body).toMatchObject({
    kind: "shipments",
    status: "checking",
    file_name: "tomorrow.csv",
    rows: 0,
  });
  const ready = await checked(live, made.body.id);
  expect(ready.columns[1]).toMatchObject({ index: 1, samples: ["Alex 1", "Alex 2"] });
  const { id } = await uploadAs(live, csvOf([orderCells(3), orderCells(4)]));
  const known = (await live.get(`${importsPath}/${id}`)).body;
  expect(known).toMatchObject({
    status: "ready",
    rows: 2,
    valid: 2,
    duplicates: 0,
    fault_count: 0,
    faults: [],
  });
  expect(await shipmentsOf(live)).toEqual([]);

  const confirmed = await confirm(live, id, 2);
  expect([confirmed.status, confirmed.body.status]).toEqual([202, "running"]);
  const done = await completed(live, id);
  expect(done).toMatchObject({ status: "done", created: 2, failed: 0, problem: null });
  const shipments = await shipmentsOf(live);
  expect(shipments.map(({ reference }) => reference)).toEqual(["ORD-3", "ORD-4"]);
  expect(shipments[0]).toMatchObject({
    pickup: { contact: { name: "Bike Shop" } },
    delivery: {
      contact: { name: "Alex 3", phone: "+49301234567" },
      address: { line1: "Oranienstraße 3", postal_code: "10999", city: "Berlin", country: "DE" },
    },
    parcels: [{ weight_grams: 1_000 }],
  });
  const rows = await rowsOf(live, id);
  expect(rows.map(({ row, status, shipment_id }) => [row, status, shipment_id])).toEqual([
    [2, "created", shipments[0].id],
    [3, "created", shipments[1].id],
  ]);
  const events = (await live.get(`${platform}/events?type=import.completed`)).body.data;
  expect(events.map(({ data }: Answer["body"]) => data.import)).toMatchObject([
    { id, status: "done", created: 2 },
  ]);
  expect(JSON.stringify(events)).not.toContain("Alex");
});

describe("rows", () => {
  test("a fault is told at its cell, and corrected in place", async () => {
    const { live } = await server.account();
    const cells = orderCells(5);
    cells[5] = "no phone 77";
    const ready = await uploadAs(live, csvOf([orderCells(4), cells]));
    expect(ready).toMatchObject({ valid: 1, fault_count: 1 });
    const [fault] = ready.faults;
    expect(fault).toMatchObject({
      row: 3,
      column: 5,
      field: "delivery.contact.phone",
      code: "phone_invalid",
    });
    expect(fault.detail).not.toContain("77");
    const path = `${importsPath}/${ready.id}/rows/3`;
    const patched = await live.patch(path, { values: { "delivery.contact.phone": "030 7654321" } });
    expect(patched.status).toBe(200);
    expect(patched.body).toMatchObject({ row: 3, values: { "delivery.contact.phone": "030 7654321" } });
    expect(await checked(live, ready.id)).toMatchObject({ valid: 2, fault_count: 0, faults: [] });
    await live.patch(path, { values: { "delivery.contact.phone": null } });
    expect(await checked(live, ready.id)).toMatchObject({ valid: 1, fault_count: 1 });
    await live.patch(path, { values: { "delivery.contact.phone": "" } });
    expect(await checked(live, ready.id)).toMatchObject({ valid: 2, fault_count: 0 });
    refused(await live.patch(path, { values: { color: "red" } }), 422, "validation_failed");
    refused(await live.patch(`${importsPath}/${ready.id}/rows/9`, { values: {} }), 404, "not_found");
  });

  test("a row without a parcel or a pickup, of which others have one, lacks what can be typed", async () => {
    const { live } = await server.account();
    const fields = [
      "pickup.contact.name",
      "pickup.address.line1",
      "pickup.address.city",
      "delivery.contact.name",
      "delivery.address.line1",
      "delivery.address.city",
      "parcels.weight_grams",
    ];
    const whole = "Bike Shop,Torstr. 1,Berlin,Alex,Lindenstr. 3,Berlin,1.5 kg";
    const list = `${fields.join(",")}\n${whole}\n,,,Bo,Lindenstr. 4,Berlin,\n`;
    const ready = await uploadAs(live, list, { fields, defaults: { country: "DE" } });
    expect(ready).toMatchObject({ valid: 1, fault_count: 4 });
    const [row] = await rowsOf(live, ready.id, "&status=faulty");
    const missing = row.faults.map(({ field }: Answer["body"]) => field).sort();
    expect(missing).toEqual([
      "parcels.weight_grams",
      "pickup.address.city",
      "pickup.address.line1",
      "pickup.contact.name",
    ]);
    const values = Object.fromEntries(missing.map((field: string) => [field, "Berlin"]));
    const path = `${importsPath}/${ready.id}/rows/${row.row}`;
    await live.patch(path, { values: { ...values, "parcels.weight_grams": "2 kg" } });
    expect(await checked(live, ready.id)).toMatchObject({ valid: 2, fault_count: 0 });
  });

  test("what no column and no default has is one fault of the import", async () => {
    const { live } = await server.account();
    const ready = await uploadAs(live, csvOf([orderCells(1), orderCells(2)]), { defaults: {} });
    const ofColumns = ready.faults.filter(({ row }: Answer["body"]) => row === null);
    expect(ready.valid).toBe(0);
    expect(ofColumns.map(({ row, field, code }: Answer["body"]) => [row, field, code])).toEqual([
      [null, "pickup", "required"],
      [null, "delivery.address.country", "required"],
      [null, "parcels", "required"],
    ]);
    const [row] = await rowsOf(live, ready.id, "&status=faulty");
    expect(row.faults).toMatchObject([
      { field: "pickup" },
      { field: "delivery.address.country" },
      { field: "parcels" },
      { field: "delivery.contact.phone", column: 5 },
    ]);
  });

  test("a field belongs to one column", async () => {
    const { live } = await server.account();
    const ready = await uploadAs(live, csvOf([orderCells(1)]));
    const path = `${importsPath}/${ready.id}`;
    const moved = await live.patch(path, { columns: [{ index: 0, field: "delivery.contact.name" }] });
    expect(moved.body.columns.map(({ field }: Answer["body"]) => field).slice(0, 2)).toEqual([
      "delivery.contact.name",
      null,
    ]);
    const names = [0, 1].map((index) => ({ index, field: "reference" }));
    refused(await live.patch(path, { columns: names }), 422, "validation_failed");
    refused(await live.patch(path, { columns: [{ index: 9, field: null }] }), 422, "validation_failed");
    refused(await live.patch(path, { columns: [{ index: 0, field: "color" }] }), 422, "validation_failed");
  });

  test("a formula is text, with a warning", async () => {
    const { live } = await server.account();
    const cells = orderCells(1);
    cells[1] = '=HYPERLINK("https://example.com")';
    const ready = await uploadAs(live, csvOf([cells]));
    expect(ready.valid).toBe(1);
    const [row] = await rowsOf(live, ready.id);
    expect(row.warnings).toMatchObject([{ column: 1, field: "delivery.contact.name", code: "formula" }]);
    await confirm(live, ready.id, 1);
    await completed(live, ready.id);
    expect((await shipmentsOf(live))[0].delivery.contact.name).toBe('=HYPERLINK("https://example.com")');
  });
});

describe("duplicates", () => {
  test("are left out until somebody takes them", async () => {
    const { live } = await server.account();
    const first = await uploadAs(live, csvOf([orderCells(1)]));
    await confirm(live, first.id, 1);
    await completed(live, first.id);
    const [made] = await shipmentsOf(live);
    const again = csvOf([orderCells(1), orderCells(2), orderCells(2), orderCells(3)]);
    const ready = await uploadAs(live, again);
    expect(ready).toMatchObject({ valid: 2, duplicates: 2 });
    const rows = await rowsOf(live, ready.id, "&status=duplicate");
    expect(rows.map(({ row, duplicate_of }) => [row, duplicate_of.row, duplicate_of.shipment_id])).toEqual([
      [2, null, made.id],
      [4, 3, null],
    ]);
    await live.patch(`${importsPath}/${ready.id}`, { take_duplicates: [4] });
    expect(await checked(live, ready.id)).toMatchObject({ valid: 3, duplicates: 1 });
    await live.patch(`${importsPath}/${ready.id}`, { take_duplicates: "all" });
    expect(await checked(live, ready.id)).toMatchObject({ valid: 4, duplicates: 0 });
    await live.patch(`${importsPath}/${ready.id}`, { take_duplicates: [] });
    expect(await checked(live, ready.id)).toMatchObject({ valid: 2, duplicates: 2 });
  });

  test("of a shipment that was cancelled are none", async () => {
    const { live } = await server.account();
    const first = await uploadAs(live, csvOf([orderCells(1)]));
    await confirm(live, first.id, 1);
    await completed(live, first.id);
    const [made] = await shipmentsOf(live);
    await live.post(`${platform}/shipments/${made.id}/cancellation`, {});
    expect(await uploadAs(live, csvOf([orderCells(1), orderCells(2)]))).toMatchObject({
      valid: 2,
      duplicates: 0,
    });
  });

  test("that came after the check are found by the confirmation", async () => {
    const { live } = await server.account();
    const ready = await uploadAs(live, csvOf([orderCells(1), orderCells(2)]));
    const other = await uploadAs(live, csvOf([orderCells(1)]));
    await confirm(live, other.id, 1);
    await completed(live, other.id);
    refused(await confirm(live, ready.id, 2), 409, "import_changed");
    expect(await checked(live, ready.id)).toMatchObject({ status: "ready", valid: 1, duplicates: 1 });
    expect((await confirm(live, ready.id, 1)).status).toBe(202);
    expect(await completed(live, ready.id)).toMatchObject({ created: 1 });
    expect(await shipmentsOf(live)).toHaveLength(2);
  });
});

describe("a confirmation", () => {
  test("names the number of rows, and of two at once one wins", async () => {
    const { live } = await server.account();
    const ready = await uploadAs(live, csvOf([orderCells(1), orderCells(2)]));
    refused(await confirm(live, ready.id, 3), 409, "import_changed");
    const both = await Promise.all([confirm(live, ready.id, 2), confirm(live, ready.id, 2)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([202, 409]);
    expect(await completed(live, ready.id)).toMatchObject({ status: "done", created: 2 });
    expect(await shipmentsOf(live)).toHaveLength(2);
    refused(await confirm(live, ready.id, 2), 409, "import_not_ready");
    refused(await live.delete(`${importsPath}/${ready.id}`), 409, "import_not_ready");
  });

  test("can be repeated with its key", async () => {
    const { live } = await server.account();
    const ready = await uploadAs(live, csvOf([orderCells(1)]));
    const key = { "idempotency-key": "confirm-once" };
    const path = `${importsPath}/${ready.id}/confirmation`;
    expect((await live.post(path, { rows: 1 }, key)).status).toBe(202);
    expect((await live.post(path, { rows: 1 }, key)).status).toBe(202);
    await completed(live, ready.id);
    expect(await shipmentsOf(live)).toHaveLength(1);
  });
});

test("offers of the own fleet are summed, and accepted where the defaults say so", async () => {
  const owner = await server.account();
  const fleetId = await addOpenFleet(server, owner.accountId, {}, "live");
  const accept = { strategy: "cheapest", carriers: [fleetId] };
  const coordinates = { latitude: 52.5291, longitude: 13.4014 };
  const pickup = { ...shop, address: { ...shop.address, ...coordinates } };
  const fields = [
    "delivery.contact.name",
    "delivery.address.line1",
    "delivery.address.city",
    "delivery.address.coordinates",
  ];
  const numbers = ["delivery.address.latitude", "delivery.address.longitude"];
  const text = csvOf([["Alex", "Oranienstraße 1", "Berlin", "52.5010", "13.4190"]]);
  const ready = await uploadAs(owner.live, text, {
    fields: [...fields.slice(0, 3), ...numbers],
    defaults: { ...shopDefaults, pickup, accept },
  });
  expect(ready).toMatchObject({ valid: 1, prices: { priced_rows: 1, sum: { currency: "EUR" } } });
  await confirm(owner.live, ready.id, 1);
  expect(await completed(owner.live, ready.id)).toMatchObject({ created: 1 });
  const [shipment] = await shipmentsOf(owner.live);
  expect(shipment).toMatchObject({ status: "assigned", price: ready.prices.sum });
  const { live } = await server.account();
  expect(await uploadAs(live, text, { fields: [...fields.slice(0, 3), ...numbers] })).toMatchObject({
    valid: 1,
    prices: { priced_rows: 0, sum: null },
  });
});

test("a row costs what is accepted: the price that was agreed on, or an offer of the services that are picked", async () => {
  const owner = await server.account();
  const cheap = await addOpenFleet(server, owner.accountId, {}, "live");
  const text = csvOf([orderCells(1), orderCells(2)]);
  const sumFor = async (accept: object | null) => {
    const ready = await uploadAs(owner.live, text, { defaults: { ...shopDefaults, accept } });
    expect((await owner.live.delete(`${importsPath}/${ready.id}`)).status).toBe(204);
    return ready.prices;
  };
  const agreed = { price: { amount: 123, currency: "EUR" }, service: "open", carrier_id: cheap };
  const offered = await sumFor(null);
  expect(offered).toMatchObject({ priced_rows: 2, sum: { currency: "EUR" } });
  expect(await sumFor(agreed)).toEqual({ priced_rows: 2, sum: { amount: 246, currency: "EUR" } });
  const none = { priced_rows: 0, sum: null };
  expect(await sumFor({ strategy: "cheapest", services: ["another"] })).toEqual(none);
  expect(await sumFor({ strategy: "cheapest", carriers: ["another"] })).toEqual(none);
  expect(await sumFor({ strategy: "cheapest", carriers: [cheap] })).toEqual(offered);
});

test("where nothing can be accepted the shipment is made, and its row says why", async () => {
  const { live } = await server.account();
  const defaults = { ...shopDefaults, accept: { strategy: "cheapest" } };
  const ready = await uploadAs(live, csvOf([orderCells(1)]), { defaults });
  await confirm(live, ready.id, 1);
  expect(await completed(live, ready.id)).toMatchObject({
    status: "done",
    created: 1,
    failed: 0,
    problem: null,
  });
  const [row] = await rowsOf(live, ready.id);
  expect(row).toMatchObject({ status: "created", problem: { code: "no_open_quotes" } });
  expect((await shipmentsOf(live))[0]).toMatchObject({ id: row.shipment_id, status: "created" });
});

test("a row whose services contradict the agreed price is made, and says so in words", async () => {
  const { live, accountId } = await server.account();
  await addOpenFleet(server, accountId, {}, "live");
  const accept = { price: { amount: 900, currency: "EUR" }, service: "plain" };
  const defaults = { ...shopDefaults, services: ["another"], accept };
  const ready = await uploadAs(live, csvOf([orderCells(1)]), { defaults });
  await confirm(live, ready.id, 1);
  await completed(live, ready.id);
  const [row] = await rowsOf(live, ready.id);
  expect(row).toMatchObject({
    status: "created",
    problem: {
      code: "validation_failed",
      detail: expect.stringMatching(/^service must be one of the shipment's `services`\. .*\.$/),
    },
  });
  expect((await shipmentsOf(live))[0]).toMatchObject({ id: row.shipment_id, assignment: null });
});

describe("files", () => {
  const cases: [string, BodyInit, string][] = [
    ["too many columns", `${"a,".repeat(400)}\n${"1,".repeat(400)}\n`, "too_many_columns"],
    ["too many rows", `name\n${"x\n".repeat(5_001)}`, "too_many_rows"],
    ["NUL bytes", "name,city\nA\0lex,Berlin\n", "no_text"],
    ["a spreadsheet", new Uint8Array([0x50, 0x4b, 3, 4, 20, 0]), "spreadsheet"],
    ["an open quotation mark", 'name,city\n"Alex,Berlin\n', "quotes"],
    ["headers alone", "name,city\n", "no_rows"],
  ];
  for (const [name, body, code] of cases) {
    test(`${name} make a file unreadable`, async () => {
      const { status, body: made } = await upload(account.live, body);
      expect(status).toBe(201);
      expect(await checked(account.live, made.id)).toMatchObject({ status: "unreadable", problem: { code } });
      expect(await rowsOf(account.live, made.id)).toEqual([]);
    });
  }

  const text = "Name;Ort\nJörg;Köln\nŽofia;Plzeň\n";
  const utf16 = (bigEndian: boolean, mark: boolean) => {
    const bytes = Buffer.from(`${mark ? "\ufeff" : ""}${text}`, "utf16le");
    return bigEndian ? bytes.swap16() : bytes;
  };
  const encodings: [string, BodyInit][] = [
    ["UTF-8", text],
    ["UTF-8 with a mark", `\ufeff${text}`],
    ["UTF-16LE with a mark", utf16(false, true)],
    ["UTF-16BE with a mark", utf16(true, true)],
    ["UTF-16LE", utf16(false, false)],
  ];
  for (const [name, body] of encodings) {
    test(`${name} is read`, async () => {
      const { live } = await server.account();
      const { body: made } = await upload(live, body);
      const { columns } = await checked(live, made.id);
      expect(columns.map(({ header, samples }: Answer["body"]) => [header, samples])).toEqual([
        ["Name", ["Jörg", "Žofia"]],
        ["Ort", ["Köln", "Plzeň"]],
      ]);
    });
  }

  test("Windows-1252 is read, tabs part columns, and a cell may have lines", async () => {
    const { live } = await server.account();
    const bytes = Buffer.from('Name\tOrt\nJ\xf6rg\t"K\xf6ln\r\nDeutz"\n\n', "latin1");
    const { body: made } = await upload(live, bytes, {
      headers: { "content-type": "text/csv; charset=windows-1252" },
    });
    const { columns, rows } = await checked(live, made.id);
    expect(rows).toBe(1);
    expect(columns.map(({ samples }: Answer["body"]) => samples)).toEqual([["Jörg"], ["Köln\nDeutz"]]);
  });

  test("a form has one file", async () => {
    const { live } = await server.account();
    const form = new FormData();
    form.set("file", new File([csvOf([orderCells(1)])], "orders.csv", { type: "text/csv" }));
    const made = await live.send(importsPath, { method: "POST", body: form });
    expect([made.status, made.body.file_name]).toEqual([201, "orders.csv"]);
    const empty = await live.send(importsPath, { method: "POST", body: new FormData() });
    expect([400, 415, 422]).toContain(empty.status);
  });

  test("the same bytes are the same import while it is open, and known later", async () => {
    const { live } = await server.account();
    const text = csvOf([orderCells(1)]);
    const first = await upload(live, text);
    const again = await upload(live, text);
    expect([again.status, again.body.id]).toEqual([200, first.body.id]);
    const ready = await uploadAs(live, csvOf([orderCells(2)]));
    await confirm(live, ready.id, 1);
    await completed(live, ready.id);
    const later = await upload(live, csvOf([orderCells(2)]));
    expect(later.status).toBe(201);
    expect(later.body.warnings.map(({ code }: Answer["body"]) => code)).toEqual(["file_known"]);
  });

  test("more than 5 MiB are refused while they come", async () => {
    const big = await upload(account.live, "x".repeat(5 * 1024 * 1024 + 5_000));
    refused(big, 413, "body_too_large");
    let sent = 0;
    const body = new ReadableStream({
      pull(controller) {
        sent += 1;
        if (sent > 1_600) controller.close();
        else controller.enqueue(new Uint8Array(64 * 1024).fill(120));
      },
    });
    const streamed = await upload(account.live, body).catch(() => undefined);
    if (streamed) refused(streamed, 413, "body_too_large");
    expect(sent).toBeLessThan(1_600);
  });

  test("of a mapping that was confirmed, the next file with these headers has the fields and defaults", async () => {
    const { live } = await server.account();
    const ready = await uploadAs(live, csvOf([orderCells(1)]));
    await confirm(live, ready.id, 1);
    await completed(live, ready.id);
    const { body } = await upload(live, csvOf([orderCells(2)]));
    const next = await checked(live, body.id);
    expect(next).toMatchObject({
      valid: 1,
      fault_count: 0,
      defaults: { pickup: { contact: { name: "Bike Shop" } } },
    });
    expect((await confirm(live, body.id, 1)).status).toBe(202);
  });
});

describe("contacts and riders", () => {
  test("contacts are saved once", async () => {
    const { live } = await server.account();
    const fields = ["name", "phone", "email"];
    const text = csvOf([
      ["Alex", "+4930123456", "alex@example.com"],
      ["Kim", "", "kim@example.com"],
    ]);
    const ready = await uploadAs(live, text, {
      fields,
      defaults: { country: "DE" },
      query: "?kind=contacts",
    });
    expect(ready).toMatchObject({ kind: "contacts", valid: 2 });
    await confirm(live, ready.id, 2);
    expect(await completed(live, ready.id)).toMatchObject({ created: 2, failed: 0 });
    const { data } = (await live.get(`${platform}/contacts`)).body;
    expect(data.map(({ name, phone }: Answer["body"]) => [name, phone])).toEqual([
      ["Kim", null],
      ["Alex", "+4930123456"],
    ]);
    expect((await rowsOf(live, ready.id)).map(({ contact_id }) => contact_id)).toEqual([
      data[1].id,
      data[0].id,
    ]);
    const again = await uploadAs(live, `${text}`, {
      fields,
      defaults: { country: "DE" },
      query: "?kind=contacts",
    });
    expect(again).toMatchObject({ valid: 0, duplicates: 2 });
  });

  test("riders join the only fleet", async () => {
    const owner = await server.account();
    await addOpenFleet(server, owner.accountId, {}, "live");
    const fields = ["name", "phone"];
    const ready = await uploadAs(owner.live, csvOf([["Kim Berger", "030 123456"]]), {
      fields,
      defaults: { country: "DE", vehicle_type: "bicycle" },
      query: "?kind=drivers",
    });
    expect(ready).toMatchObject({ valid: 1 });
    await confirm(owner.live, ready.id, 1);
    expect(await completed(owner.live, ready.id)).toMatchObject({ created: 1 });
    const { data } = (await owner.live.get(`${platform}/drivers`)).body;
    expect(data).toMatchObject([{ name: "Kim Berger", phone: "+4930123456", vehicle: { type: "bicycle" } }]);
  });
});

describe("who may", () => {
  test("defaults that accept, and kinds of their own, need their scopes", async () => {
    const { session } = await server.account();
    const scopes = ["shipments:read", "shipments:write"];
    const issued = (await session.post("/api/v1/keys", { name: "Narrow", environment: "live", scopes })).body;
    const narrow = server.client({ "x-api-key": issued.secret });
    const ready = await uploadAs(narrow, csvOf([orderCells(1)]));
    const path = `${importsPath}/${ready.id}`;
    const accept = { strategy: "cheapest" };
    refused(await narrow.patch(path, { defaults: { ...shopDefaults, accept } }), 403, "scope_missing");
    for (const kind of ["contacts", "drivers"])
      refused(await upload(narrow, `name\n${kind}\n`, { query: `?kind=${kind}` }), 403, "scope_missing");
    expect((await narrow.get(path)).body).toEqual(ready);
  });

  test("others see nothing, and the environments are apart", async () => {
    const { live, sandbox } = await server.account();
    const ready = await uploadAs(live, csvOf([orderCells(1)]));
    const path = `${importsPath}/${ready.id}`;
    for (const stranger of [account.live, sandbox]) {
      refused(await stranger.get(path), 404, "not_found");
      refused(await stranger.get(`${path}/rows`), 404, "not_found");
      refused(await stranger.patch(path, { take_duplicates: "all" }), 404, "not_found");
      refused(await stranger.delete(path), 404, "not_found");
      refused(await confirm(stranger, ready.id, 1), 404, "not_found");
    }
    expect((await sandbox.get(importsPath)).body.data).toEqual([]);
    expect((await live.get(importsPath)).body.data.map(({ id }: Answer["body"]) => id)).toEqual([ready.id]);
  });

  test("viewers see neither samples nor values", async () => {
    const owner = await server.account();
    const viewer = await addPerson(server, owner.accountId, "viewer");
    const ready = await uploadAs(owner.live, csvOf([orderCells(1)]));
    const environment = { "x-environment": "live" };
    const { text: whole } = await viewer.session.get(`${importsPath}/${ready.id}`, environment);
    const { text: rows, status } = await viewer.session.get(`${importsPath}/${ready.id}/rows`, environment);
    expect(status).toBe(200);
    for (const text of [whole, rows]) {
      expect(text).not.toContain("Alex");
      expect(text).not.toContain("Oranienstraße");
      expect(text).not.toContain("Bike Shop");
    }
    const patched = await viewer.session.patch(
      `${importsPath}/${ready.id}`,
      { take_duplicates: "all" },
      environment,
    );
    refused(patched, 403, "scope_missing");
  });

  test("a key that may not read contacts sees none of a list of them", async () => {
    const { live, session } = await server.account();
    const text = "Name,Email\nZora Hidden,zora.hidden@example.com\n";
    const sent = await upload(live, text, { query: "?kind=contacts" });
    const { id } = await checked(live, sent.body.id);
    const scopes = ["shipments:read", "shipments:write"];
    const issued = (await session.post("/api/v1/keys", { name: "Narrow", environment: "live", scopes })).body;
    const narrow = server.client({ "x-api-key": issued.secret });
    for (const path of ["", "/rows"].map((end) => `${importsPath}/${id}${end}`)) {
      const { status, text: shown } = await narrow.get(path);
      expect(status).toBe(200);
      expect(shown).not.toMatch(/hidden/i);
      expect((await live.get(path)).text).toContain("Zora Hidden");
    }
    const again = await upload(live, text, { query: "?kind=contacts" });
    expect(again.text).toContain("Zora Hidden");
  });

  test("a stale If-Match changes nothing", async () => {
    const { live } = await server.account();
    const ready = await uploadAs(live, csvOf([orderCells(1)]));
    const path = `${importsPath}/${ready.id}`;
    const stale = { "if-match": '"1"' };
    refused(await live.patch(path, { take_duplicates: "all" }, stale), 412, "precondition_failed");
    refused(await live.patch(`${path}/rows/2`, { values: {} }, stale), 412, "precondition_failed");
    expect((await live.get(path)).body).toEqual(ready);
    const current = (await live.get(path)).headers.get("etag") ?? "";
    expect((await live.patch(path, { take_duplicates: "all" }, { "if-match": current })).status).toBe(200);
  });
});

test("a discarded import can neither be changed nor confirmed", async () => {
  const { live } = await server.account();
  const ready = await uploadAs(live, csvOf([orderCells(1)]));
  const path = `${importsPath}/${ready.id}`;
  expect((await live.delete(path)).status).toBe(204);
  expect((await live.delete(path)).status).toBe(204);
  expect((await live.get(path)).body).toMatchObject({ status: "discarded" });
  refused(await live.patch(path, { take_duplicates: "all" }), 409, "import_not_ready");
  refused(await confirm(live, ready.id, 1), 409, "import_not_ready");
});
