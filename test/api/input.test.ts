import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { berlinMitte, createShipment, kreuzberg, platform, shipmentBody } from "../support/fixtures.ts";
import { startServer, type TestAccount, type TestServer } from "../support/harness.ts";
import { refuses } from "./problem.ts";

/** What people and shop systems send, and what is stored of it. */

let server: TestServer;
let account: TestAccount;
beforeAll(async () => {
  server = await startServer();
  account = await server.account();
});
afterAll(() => server.stop());

const path = `${platform}/shipments`;
const example = "or +49 1512 3456789 for Germany; begin numbers of other countries with + and their code";

/** A shipment whose recipient has this contact, there. */
const to = (contact: object, address: object = kreuzberg) =>
  shipmentBody({ delivery: { contact: { name: "Alex", ...contact }, address } });

describe("phone numbers", () => {
  test.each([
    ["0170 123", "DE", "+49170123"],
    ["0049 30 123456", "DE", "+4930123456"],
    ["+49 (30) 12 34-56", "DE", "+4930123456"],
    ["(555) 123-4567", "US", "+15551234567"],
    ["٠٣٠١٢٣٤٥٦", "DE", "+4930123456"],
    ["０３０－１２３４５６", "DE", "+4930123456"],
  ])("%s in %s is stored as %s, and told so", async (phone, country, stored) => {
    const made = await account.sandbox.post(path, to({ phone }, { ...kreuzberg, country }));
    expect([made.status, made.body.delivery?.contact.phone]).toEqual([201, stored]);
    const read = await account.sandbox.get(`${path}/${made.body.id}`);
    expect(read.body.delivery.contact.phone).toBe(stored);
  });

  test("of an estimate are read as those of a shipment", async () => {
    const estimated = await account.sandbox.post(`${platform}/estimates`, to({ phone: "030 123456" }));
    expect(estimated.status).toBe(200);
  });

  test("of a patch are those of the country that the shipment has, or that the patch gives it", async () => {
    const { id } = await createShipment(account.sandbox);
    const patchTo = async (delivery: object) =>
      (await account.sandbox.patch(`${path}/${id}`, { delivery })).body.delivery?.contact.phone;
    expect(await patchTo({ contact: { phone: "030 123456" } })).toBe("+4930123456");
    expect(await patchTo({ contact: { phone: "0049 (30) 12-34-56" } })).toBe("+4930123456");
    const american = { address: { city: "Chicago", country: "US" }, contact: { phone: "(555) 123-4567" } };
    expect(await patchTo(american)).toBe("+15551234567");
    expect(await patchTo({ contact: { phone: "555 123 4568" } })).toBe("+15551234568");
    const refused = await account.sandbox.patch(`${path}/${id}`, { delivery: { contact: { phone: "12" } } });
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      [
        {
          pointer: "#/delivery/contact/phone",
          code: "format",
          detail:
            "must be like (201) 555-0123 or +1 201 555 0123 for United States; begin numbers of other countries with + and their code",
        },
      ],
    ]);
    expect((await account.sandbox.get(`${path}/${id}`)).body.delivery.contact.phone).toBe("+15551234568");
    expect(await patchTo({ contact: { phone: "" } })).toBeNull();
  });

  test.each([
    [{ phone: "12" }, kreuzberg, `must be like 01512 3456789 ${example}`],
    [{ phone: "+15551234567;ext=89" }, kreuzberg, "must not have an extension; the instructions can name it"],
    [
      { phone: "0901" },
      { ...kreuzberg, country: "AQ" },
      "must include the country code, such as +4930123456",
    ],
  ])("%j is refused with how numbers look, and makes no shipment", async (contact, address, detail) => {
    const before = (await account.sandbox.get(`${path}?limit=1`)).body.data[0]?.id;
    const refused = await account.sandbox.post(path, to(contact, address));
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      [{ pointer: "#/delivery/contact/phone", code: "format", detail }],
    ]);
    expect((await account.sandbox.get(`${path}?limit=1`)).body.data[0]?.id).toBe(before);
  });

  test("a wrong one is told beside the other faults", async () => {
    const refused = await account.sandbox.post(path, { ...to({ phone: "12", mobile: "1" }), parcels: [] });
    expect(refused.body.errors.map(({ pointer }: { pointer: string }) => pointer).toSorted()).toEqual([
      "#/delivery/contact/mobile",
      "#/delivery/contact/phone",
      "#/parcels",
    ]);
  });

  test("of a brand need their country code, and are read with it", async () => {
    const set = (phone: string) =>
      account.session.patch(
        `${platform}/account`,
        { brand: { contact: { phone } } },
        { "x-environment": "sandbox" },
      );
    expect((await set("0049 30 123456")).body.brand.contact.phone).toBe("+4930123456");
    expect((await set("030 123456")).body.errors).toEqual([
      {
        pointer: "#/brand/contact/phone",
        code: "format",
        detail: "must include the country code, such as +4930123456",
      },
    ]);
    expect((await set("")).body.brand.contact.phone).toBeNull();
  });
});

describe("an empty text", () => {
  test("counts as null in each optional text of a shipment", async () => {
    const empty = { company: "", phone: "", email: "", language: "" };
    const address = { ...berlinMitte, line2: "", state: " ", postal_code: "" };
    const made = await account.sandbox.post(path, {
      reference: " ",
      pickup: { contact: { name: "Shop", ...empty }, address, instructions: "" },
      delivery: { contact: { name: "Alex", ...empty }, address: kreuzberg, instructions: "" },
      parcels: [{ weight_grams: 1, description: "", reference: "" }],
      metadata: { kept: "" },
    });
    expect(made.status).toBe(201);
    const { reference, pickup, delivery, parcels, metadata } = made.body;
    expect({ reference, pickup, delivery, parcels, metadata }).toMatchObject({
      reference: null,
      pickup: {
        contact: { name: "Shop", company: null, phone: null, email: null },
        address: { line2: null, state: null, postal_code: null },
        instructions: null,
      },
      delivery: { contact: { company: null, phone: null, email: null }, instructions: null },
      parcels: [{ description: null, reference: null }],
      metadata: { kept: "" },
    });
    expect(pickup.contact).not.toHaveProperty("language", "");
  });

  test("in a patch removes what can be null, and is refused for what cannot", async () => {
    const { id } = await createShipment(account.sandbox, { reference: "ORD-1" });
    const patched = await account.sandbox.patch(`${path}/${id}`, {
      reference: "",
      delivery: { contact: { company: "" }, address: { postal_code: "" } },
      metadata: { kept: "" },
    });
    expect(patched.body).toMatchObject({
      reference: null,
      delivery: { contact: { company: null }, address: { postal_code: null } },
      metadata: { kept: "" },
    });
    const refused = await account.sandbox.patch(`${path}/${id}`, { delivery: { contact: { name: "" } } });
    expect(refused.body.errors).toMatchObject([{ pointer: "#/delivery/contact/name", code: "min_length" }]);
  });

  test("is refused where null is", async () => {
    const refused = await account.sandbox.post(path, shipmentBody({ simulation: { seed: "" } }));
    expect(refused.body.errors).toMatchObject([{ pointer: "#/simulation/seed", code: "min_length" }]);
  });
});

describe("white space", () => {
  test("around names, streets and codes goes, and inside them it is one blank; the carrier gets what is stored", async () => {
    const made = await account.sandbox.post(
      path,
      shipmentBody({
        reference: " ORD\t7 ",
        delivery: {
          contact: {
            name: " Mira  Test\n",
            company: " A \u00a0 B ",
            language: " de ",
            email: " alex@example.com ",
          },
          address: {
            line1: " Oranienstr.\r\n5 ",
            line2: " 2nd  floor",
            city: "Berlin ",
            state: " BE",
            postal_code: "70173 ",
            country: " DE",
          },
          instructions: "Ring twice.\nThen wait.",
        },
        parcels: [{ weight_grams: 1, reference: " P  1 " }],
      }),
    );
    const { reference, delivery, parcels } = made.body;
    expect([reference, parcels?.[0].reference]).toEqual(["ORD 7", "P 1"]);
    expect(delivery).toMatchObject({
      contact: { name: "Mira Test", company: "A B", language: "de", email: "alex@example.com" },
      address: {
        line1: "Oranienstr. 5",
        line2: "2nd floor",
        city: "Berlin",
        state: "BE",
        postal_code: "70173",
        country: "DE",
      },
      instructions: "Ring twice.\nThen wait.",
    });
  });

  test("is no name", async () => {
    const refused = await account.sandbox.post(path, to({ name: " \t" }));
    expect(refused.body.errors).toMatchObject([{ pointer: "#/delivery/contact/name" }]);
  });
});

describe("email addresses", () => {
  test.each([
    ["info@müller-bücher.example", "info@xn--mller-bcher-thbg.example"],
    ["jörg@example.com", "jörg@example.com"],
    ["alex@EXÄMPLE.de", "alex@xn--exmple-cua.de"],
    ["ｉｎｆｏ＠ｅｘａｍｐｌｅ．ｊｐ", "info@example.jp"],
    ["alex@почта.рф", "alex@xn--80a1acny.xn--p1ai"],
  ])("%s is stored as %s", async (email, stored) => {
    const made = await account.sandbox.post(path, to({ email }));
    expect([made.status, made.body.delivery?.contact.email]).toEqual([201, stored]);
  });

  refuses(
    () => server,
    ["alex@exä mple.de", "alex@", "@exämple.de", "alex@ä"].map((email) => ({
      name: email,
      send: () => account.sandbox.post(path, to({ email })),
      status: 422,
      code: "validation_failed",
      at: { "#/delivery/contact/email": "format" },
    })),
  );
});

test("who signed up with a domain in another script signs in with either form of it", async () => {
  const password = "Zinnerner Zeisig 12";
  const user = { email: "Kim@Bücher.example", password, account_name: " Books  and more " };
  const made = await server.client().post("/api/v1/auth/sign-up", user);
  expect([made.body.user?.email, made.body.account?.name]).toEqual([
    "kim@xn--bcher-kva.example",
    "Books and more",
  ]);
  for (const email of ["kim@bücher.example", " KIM@XN--BCHER-KVA.example "]) {
    const { status } = await server.client().post("/api/v1/auth/sign-in", { email, password });
    expect([email, status]).toEqual([email, 200]);
  }
});

test("the same body written in another way is another request of an idempotency key, as ever", async () => {
  const once = { "idempotency-key": "written-twice" };
  const first = await account.sandbox.post(path, to({ phone: "030 123456" }), once);
  expect(first.status).toBe(201);
  const again = await account.sandbox.post(path, to({ phone: "030 123456" }), once);
  expect(again.body.id).toBe(first.body.id);
  const other = await account.sandbox.post(path, to({ phone: "+4930123456" }), once);
  expect([other.status, other.body.code]).toEqual([422, "idempotency_key_reused"]);
});
