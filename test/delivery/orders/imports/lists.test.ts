import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { createClock } from "../../../support/clock.ts";
import { platform } from "../../../support/fixtures.ts";
import {
  type Answer,
  type Client,
  eventually,
  startServer,
  type TestServer,
} from "../../../support/harness.ts";

/** Lists as shops and people write them, and which orders come out, field by field. */

const path = `${platform}/imports`;
const folder = join(import.meta.dir, "lists");
/** A Saturday: the lists are for the days after it. */
const now = Date.parse("2026-11-28T08:00:00Z");

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ replacements: { clock: createClock(now) } });
});
afterAll(() => server.stop());

const addresses = {
  DE: { line1: "Torstr. 1", postal_code: "10119", city: "Berlin", country: "DE" },
  BY: { line1: "Marienplatz 1", postal_code: "80331", city: "München", country: "DE" },
  GB: { line1: "1 Strand", postal_code: "WC2N 5HR", city: "London", country: "GB" },
  FR: { line1: "1 rue de Rivoli", postal_code: "75001", city: "Paris", country: "FR" },
  ES: { line1: "Calle Mayor 1", postal_code: "28013", city: "Madrid", country: "ES" },
  PL: { line1: "ul. Nowy Świat 1", postal_code: "00-496", city: "Warszawa", country: "PL" },
  JP: { line1: "神宮前1-1-1", postal_code: "150-0001", city: "渋谷区", state: "東京都", country: "JP" },
};

/** What all rows of a list have: the shop, and a parcel of 1 kg where no column has its weight. */
function defaultsIn(place: keyof typeof addresses) {
  return {
    pickup: { contact: { name: "Shop" }, address: addresses[place] },
    parcels: [{ weight_grams: 1000 }],
  };
}

/** Uploads a list, sets the defaults, and changes nothing else. @returns it when all rows are checked */
async function check(client: Client, file: string, place: keyof typeof addresses): Promise<Answer["body"]> {
  const sent = await upload(client, await Bun.file(join(folder, file)).bytes(), file);
  expect(sent.status).toBe(201);
  const { id } = await checked(client, sent.body.id);
  const changed = await client.patch(`${path}/${id}`, { defaults: defaultsIn(place) });
  expect(changed.status).toBe(200);
  return checked(client, id);
}

function upload(client: Client, body: string | Uint8Array<ArrayBuffer>, name: string): Promise<Answer> {
  return client.send(`${path}?file_name=${name}`, {
    method: "POST",
    headers: { "content-type": "text/csv" },
    body,
  });
}

function checked(client: Client, id: string): Promise<Answer["body"]> {
  return eventually(`import ${id} is checked`, async () => {
    const { body } = await client.get(`${path}/${id}`);
    return body.status === "checking" ? undefined : body;
  });
}

/** Confirms a list. @returns its shipments in the order of the rows */
async function confirm(client: Client, { id, valid }: Answer["body"]): Promise<Answer["body"][]> {
  const confirmed = await client.post(`${path}/${id}/confirmation`, { rows: valid });
  expect(confirmed.status).toBe(202);
  await eventually(`import ${id} is done`, async () => {
    const { body } = await client.get(`${path}/${id}`);
    return body.status === "done" || undefined;
  });
  const { body: rows } = await client.get(`${path}/${id}/rows?limit=100`);
  const made = rows.data.filter(({ shipment_id }: { shipment_id: string | null }) => shipment_id !== null);
  return Promise.all(
    made.map(
      async (row: { shipment_id: string }) =>
        (await client.get(`${platform}/shipments/${row.shipment_id}`)).body,
    ),
  );
}

/** What a list says of an order. What it leaves out must be null. */
interface Order {
  reference?: string;
  contact: { name: string; phone?: string; email?: string; company?: string };
  address: {
    line1: string;
    city: string;
    postal_code: string;
    country: string;
    line2?: string;
    state?: string;
  };
  instructions?: string;
  window?: [string, string];
  parcel?: Record<string, unknown>;
}

const plainParcel = {
  description: null,
  quantity: 1,
  weight_grams: 1000,
  length_mm: null,
  width_mm: null,
  height_mm: null,
  reference: null,
  value: null,
};

function expectOrder(shipment: Answer["body"], order: Order): void {
  const { delivery, parcels } = shipment;
  const { line1, line2, city, state, postal_code, country } = delivery.address;
  const { name, company, phone, email } = delivery.contact;
  const [{ id: _id, ...parcel }] = parcels;
  expect({
    reference: shipment.reference,
    contact: { name, company, phone, email },
    address: { line1, line2, city, state, postal_code, country },
    instructions: delivery.instructions,
    window: delivery.window && [delivery.window.start, delivery.window.end],
    parcels: [parcel],
  }).toEqual({
    reference: order.reference ?? null,
    contact: { company: null, phone: null, email: null, ...order.contact },
    address: { line2: null, state: null, ...order.address },
    instructions: order.instructions ?? null,
    window: order.window?.map((at) => new Date(at).toISOString()) ?? null,
    parcels: [{ ...plainParcel, ...order.parcel }],
  });
}

interface List {
  file: string;
  place: keyof typeof addresses;
  orders: Order[];
}

const berlin = { city: "Berlin", country: "DE" };

/** Eight lists whose columns nobody has to change, and the orders of each. */
const lists: List[] = [
  {
    file: "shopify.csv",
    place: "DE",
    orders: [
      {
        reference: "#1001",
        contact: { name: "Mara Vogel", phone: "+4915112345678", email: "mara@example.com" },
        address: { line1: "Torstraße 12", line2: "Hinterhaus", postal_code: "10119", state: "BE", ...berlin },
        instructions: "Please ring at Vogel/Klein",
      },
      {
        reference: "#1002",
        contact: {
          name: "Jonas Brandt",
          company: "Brandt GmbH",
          phone: "+4915123456789",
          email: "jonas@example.com",
        },
        address: { line1: "Lindenstraße 3a", postal_code: "10969", state: "BE", ...berlin },
      },
      {
        reference: "#1003",
        contact: { name: "Lea Sommer", email: "lea@example.com" },
        address: { line1: "Kastanienallee 77", postal_code: "10435", state: "BE", ...berlin },
      },
    ],
  },
  {
    file: "woocommerce.csv",
    place: "GB",
    orders: [
      {
        reference: "2041",
        contact: { name: "Ella Moore", phone: "+447400123456", email: "ella@example.com" },
        address: { line1: "14 Bedford Street", postal_code: "WC2E 9HE", city: "London", country: "GB" },
      },
      {
        reference: "2042",
        contact: { name: "Owen Clarke", phone: "+447400654321", email: "owen@example.com" },
        address: {
          line1: "Flat 3, 22 Camden High Street",
          postal_code: "NW1 0JH",
          city: "London",
          country: "GB",
        },
        instructions: "Leave with the porter, please",
      },
    ],
  },
  {
    file: "shopware.csv",
    place: "BY",
    orders: [
      {
        reference: "10045",
        contact: { name: "Ida Neumann", email: "ida@example.com" },
        address: { line1: "Sendlinger Str. 20", postal_code: "80331", city: "München", country: "DE" },
      },
      {
        reference: "10046",
        contact: { name: "Paul Huber", company: "Huber & Söhne", email: "paul@example.com" },
        address: { line1: "Leopoldstraße 50", postal_code: "80802", city: "München", country: "DE" },
      },
    ],
  },
  {
    file: "tour.csv",
    place: "DE",
    orders: [
      {
        reference: "A-17",
        contact: { name: "Bäckerei Öz", phone: "+4915111122233" },
        address: { line1: "Große Hamburger Str. 19", postal_code: "10115", ...berlin },
        instructions: "Hintereingang",
        window: ["2026-11-30T08:00+01:00", "2026-11-30T10:00+01:00"],
        parcel: { weight_grams: 4500 },
      },
      {
        reference: "A-18",
        contact: { name: "Anna Kurz", phone: "+49301234567" },
        address: { line1: "Torstr. 140", postal_code: "10119", ...berlin },
        window: ["2026-11-30T14:00+01:00", "2026-11-30T15:00+01:00"],
        parcel: { weight_grams: 800 },
      },
      {
        reference: "A-19",
        contact: { name: "Praxis Dr. Weiß", phone: "+49307654321" },
        address: { line1: "Rosenthaler Str. 40/41", postal_code: "10178", ...berlin },
        instructions: "Im 2. Stock abgeben",
        window: ["2026-11-30T10:30+01:00", "2026-11-30T12:00+01:00"],
        parcel: { weight_grams: 12_000 },
      },
    ],
  },
  {
    file: "livraisons.txt",
    place: "FR",
    orders: [
      {
        contact: { name: "Camille Lefèvre", phone: "+33612345678" },
        address: { line1: "12 rue de Rivoli", postal_code: "75004", city: "Paris", country: "FR" },
        instructions: "Code 12B34",
        window: ["2026-11-30T09:00+01:00", "2026-11-30T11:30+01:00"],
        parcel: { quantity: 2, weight_grams: 3200 },
      },
      {
        contact: { name: "Théo Garnier", phone: "+33123456789" },
        address: { line1: "8 bis avenue Foch", postal_code: "75116", city: "Paris", country: "FR" },
        window: ["2026-12-01T14:00+01:00", "2026-12-01T16:00+01:00"],
        parcel: { weight_grams: 800 },
      },
    ],
  },
  {
    file: "entregas.csv",
    place: "ES",
    orders: [
      {
        reference: "P-301",
        contact: { name: "Lucía Ortega Ruiz", phone: "+34612345678", email: "lucia@example.com" },
        address: { line1: "Calle Mayor 5, 2º izq.", postal_code: "28013", city: "Madrid", country: "ES" },
        instructions: "Llamar antes",
        window: ["2026-11-30T10:00+01:00", "2026-11-30T12:00+01:00"],
        parcel: { weight_grams: 1250, value: { amount: 4500, currency: "EUR" } },
      },
      {
        reference: "P-302",
        contact: { name: "Hugo Serrano", phone: "+34612345679" },
        address: { line1: "Gran Vía 28", postal_code: "28013", city: "Madrid", country: "ES" },
        window: ["2026-11-30T16:00+01:00", "2026-11-30T18:30+01:00"],
        parcel: { quantity: 3, weight_grams: 7000, value: { amount: 125_050, currency: "EUR" } },
      },
    ],
  },
  {
    file: "przesylki.csv",
    place: "PL",
    orders: [
      {
        reference: "Z/88",
        contact: { name: "Zofia Kamińska", phone: "+48501234567" },
        address: { line1: "ul. Długa 5/7", postal_code: "00-238", city: "Warszawa", country: "PL" },
        instructions: "Domofon 7",
        window: ["2026-11-30T08:00+01:00", "2026-11-30T10:00+01:00"],
        parcel: {
          description: "Książki",
          weight_grams: 2400,
          length_mm: 300,
          width_mm: 200,
          height_mm: 150,
        },
      },
      {
        reference: "Z/89",
        contact: { name: "Firma Jantar", phone: "+48221234567" },
        address: { line1: "Al. Jerozolimskie 65", postal_code: "00-697", city: "Warszawa", country: "PL" },
        window: ["2026-12-01T12:00+01:00", "2026-12-01T13:30+01:00"],
        parcel: { description: "Lampa", weight_grams: 11_000, length_mm: 600, width_mm: 400, height_mm: 400 },
      },
    ],
  },
  {
    file: "haitatsu.csv",
    place: "JP",
    orders: [
      {
        reference: "K-501",
        contact: { name: "佐藤 花", phone: "+819012345678" },
        address: {
          line1: "神宮前1-2-3",
          line2: "コーポ桜 201",
          postal_code: "150-0001",
          city: "渋谷区",
          state: "東京都",
          country: "JP",
        },
        instructions: "不在時は電話",
        window: ["2026-11-30T14:00+09:00", "2026-11-30T16:00+09:00"],
        parcel: { weight_grams: 600 },
      },
      {
        reference: "K-502",
        contact: { name: "田中商店", phone: "+81312345678" },
        address: {
          line1: "六本木4-1-1",
          postal_code: "106-0032",
          city: "港区",
          state: "東京都",
          country: "JP",
        },
        window: ["2026-12-01T09:00+09:00", "2026-12-01T12:00+09:00"],
        parcel: { quantity: 2, weight_grams: 3000 },
      },
    ],
  },
  {
    file: "chat.txt",
    place: "DE",
    orders: [
      {
        contact: { name: "Anna Kurz", phone: "+4915112345678" },
        address: { line1: "Torstr. 12", postal_code: "10119", ...berlin },
      },
      {
        contact: { name: "Ben Roth", phone: "+4915122345678" },
        address: { line1: "Lindenstr. 3a", postal_code: "10969", ...berlin },
      },
      {
        contact: { name: "Cem Aydin", phone: "+4915132345678" },
        address: { line1: "Sonnenallee 101", postal_code: "12045", ...berlin },
        instructions: "bitte klingeln",
      },
    ],
  },
];

test.each(lists)(
  "$file becomes its orders without a change of its columns",
  async ({ file, place, orders }) => {
    const { live } = await server.account();
    const list = await check(live, file, place);
    expect(list).toMatchObject({
      status: "ready",
      rows: orders.length,
      valid: orders.length,
      fault_count: 0,
      faults: [],
      duplicates: 0,
    });
    const shipments = await confirm(live, list);
    expect(shipments).toHaveLength(orders.length);
    for (const [place, order] of orders.entries()) expectOrder(shipments[place], order);
  },
);

test("a line with one part more than the others is not taken for its neighbor's columns", async () => {
  const { live } = await server.account();
  const lines = ["Anna Kurz, Torstr. 12, 10119 Berlin", "Ben Roth, Lindenstr. 3a, 10969 Berlin"];
  const shifted = "Cem Aydin, c/o Lang, Sonnenallee 101, 12045 Berlin";
  const sent = await upload(
    live,
    [...lines, shifted, "Dora Lenz, Am Park, 10969 Berlin"].join("\n"),
    "chat.txt",
  );
  await checked(live, sent.body.id);
  await live.patch(`${path}/${sent.body.id}`, { defaults: defaultsIn("DE") });
  const list = await checked(live, sent.body.id);
  expect(list).toMatchObject({ rows: 4, valid: 3 });
  expect(list.faults).toMatchObject([{ row: 3, field: "delivery.address.town", code: "misplaced" }]);
  const { data } = (await live.get(`${path}/${sent.body.id}/rows`)).body;
  const warned = data.map(({ warnings }: { warnings: { code: string }[] }) =>
    warnings.map(({ code }) => code),
  );
  expect(warned).toEqual([[], [], ["house_number_missing"], ["house_number_missing"]]);
});

test("a list with everything wrong names each fault at its cell, and only the sound row is created", async () => {
  const { live } = await server.account();
  const list = await check(live, "wrong.csv", "DE");
  const faults = list.faults.map(
    ({ row, field, code }: { row: number | null; field: string; code: string }) => [row, field, code],
  );
  expect(faults).toEqual([
    // Of two days that may be meant, none is taken.
    [null, "delivery.window.date", "date_ambiguous"],
    [2, "delivery.contact.phone", "phone_invalid"],
    [3, "delivery.contact.name", "misplaced"],
    [4, "delivery.address.line1", "misplaced"],
    [4, "delivery.address.city", "required"],
    [5, "delivery.address.postal_code", "zero_missing"],
    [6, "delivery.window.date", "date_invalid"],
    [8, "delivery.window.time", "time_ambiguous"],
    [9, "parcels.weight_grams", "unit_missing"],
    [10, "delivery.window.time", "window_in_past"],
    [11, "delivery.contact.name", "required"],
    [12, "delivery.window.date", "date_invalid"],
  ]);
  expect(list).toMatchObject({ status: "ready", rows: 12, valid: 1 });
  const [shipment] = await confirm(live, list);
  // Text that a program would compute stays text.
  expectOrder(shipment, {
    contact: { name: '=HYPERLINK("http://example.com")' },
    address: { line1: "Weserstr. 8", postal_code: "12047", ...berlin },
    instructions: "=1+1",
    window: ["2026-11-30T14:00+01:00", "2026-11-30T16:00+01:00"],
  });
});
