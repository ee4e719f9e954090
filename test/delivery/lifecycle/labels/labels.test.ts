import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { decode } from "fast-png";
import { exampleShipment } from "../../../../src/delivery/lifecycle/state/example.ts";
import { advance, createAssigned, createQuoted, kreuzberg, platform } from "../../../support/fixtures.ts";
import { startServer, type TestAccount, type TestServer } from "../../../support/harness.ts";
import { readCodes, readPdf } from "../../../support/printed.ts";

/** What is on a label. */

let server: TestServer;
let account: TestAccount;
beforeAll(async () => {
  server = await startServer();
  account = await server.account();
});
afterAll(() => server.stop());

async function fetchLabel(id: string, query = "") {
  const headers = { "x-api-key": account.sandboxKey };
  const answer = await fetch(`${server.url}${platform}/shipments/${id}/label${query}`, { headers });
  return { answer, bytes: new Uint8Array(await answer.arrayBuffer()) };
}

async function textOf(id: string): Promise<string> {
  return (await readPdf((await fetchLabel(id)).bytes)).texts[0] ?? "";
}

const named = (name: string, address: Record<string, unknown> = {}) => ({
  contact: { name },
  address: { ...kreuzberg, ...address },
});

test("a label exists from acceptance to the end, and not for a cancelled shipment", async () => {
  const { shipment } = await createQuoted(account.sandbox, { simulation: { speed: "manual" } });
  const early = await account.sandbox.get(`${platform}/shipments/${shipment.id}/label`);
  expect([early.status, early.body.code, early.body.shipment_status]).toEqual([
    409,
    "label_not_ready",
    "quoted",
  ]);
  await account.sandbox.post(`${platform}/shipments/${shipment.id}/assignments`, { strategy: "cheapest" });
  const { answer } = await fetchLabel(shipment.id);
  expect([
    answer.status,
    answer.headers.get("content-type"),
    answer.headers.get("content-disposition"),
  ]).toEqual([200, "application/pdf", `inline; filename="${shipment.tracking_number}.pdf"`]);
  await advance(account.sandbox, shipment.id, "delivered");
  expect((await fetchLabel(shipment.id)).answer.status).toBe(200);

  const { shipment: other } = await createAssigned(account.sandbox);
  await account.sandbox.post(`${platform}/shipments/${other.id}/cancellation`);
  const late = await account.sandbox.get(`${platform}/shipments/${other.id}/label`);
  expect([late.status, late.body.shipment_status]).toEqual([409, "cancelled"]);
  expect(late.body.detail).toBe("The shipment is cancelled. It gets no label.");
});

test("nobody gets the label of a shipment that is not theirs", async () => {
  const { shipment } = await createAssigned(account.sandbox);
  const other = await server.account();
  for (const client of [other.sandbox, account.live]) {
    const answer = await client.get(`${platform}/shipments/${shipment.id}/label`);
    expect([answer.status, answer.body.code]).toEqual([404, "not_found"]);
  }
  const wrong = await account.sandbox.get(`${platform}/shipments/${shipment.id}/label?format=gif`);
  expect([wrong.status, wrong.body.code]).toEqual([400, "query_invalid"]);
});

describe("both sizes have the codes, sharp enough to read", () => {
  test.each([
    ["4x6", 812, 1218, 288, 432],
    ["a6", 839, 1183, 298, 420],
  ])("%s", async (size, width, height, pointsWide, pointsHigh) => {
    const { shipment } = await createAssigned(account.sandbox);
    const png = await fetchLabel(shipment.id, `?format=png&size=${size}`);
    const picture = decode(png.bytes);
    expect([png.answer.headers.get("content-type"), picture.width, picture.height]).toEqual([
      "image/png",
      width,
      height,
    ]);
    const number = shipment.tracking_number;
    expect(await readCodes(png.bytes)).toEqual([`Code128 ${number}`, `QRCode ${number}`]);
    const pdf = await readPdf((await fetchLabel(shipment.id, `?size=${size}`)).bytes);
    expect(pdf.texts).toHaveLength(1);
    expect(pdf.size.originalWidth).toBeCloseTo(pointsWide, -0.5);
    expect(pdf.size.originalHeight).toBeCloseTo(pointsHigh, -0.5);
  });
});

describe("what it says", () => {
  test("sender, recipient, carrier, parcels, what to do at the door, and that the sandbox is not real", async () => {
    const { shipment, assignment } = await createAssigned(account.sandbox, {
      reference: "ORD-7",
      parcels: [{ weight_grams: 1201, description: "Letter" }],
      delivery: {
        ...named("Ada Example"),
        requirements: { signature: true, pin: true, min_age: 18 },
      },
    });
    const text = await textOf(shipment.id);
    for (const part of [
      "SANDBOX – NOT A REAL SHIPMENT",
      assignment.carrier.name,
      assignment.service.name,
      exampleShipment.pickup.contact.name,
      "10119 Berlin GERMANY",
      "Ada Example",
      "Reference: ORD-7",
      "Parcels: 1 · Weight: 1.21 kg",
      "At the door: Signature, PIN, Age 18+",
      shipment.tracking_number,
    ]) {
      expect(text).toContain(part);
    }
    expect(text).not.toContain("[?]");
    expect(text).not.toContain("+49");
  });

  test("Latin, Greek and Cyrillic as they are written", async () => {
    const { shipment } = await createAssigned(account.sandbox, {
      pickup: {
        ...exampleShipment.pickup,
        contact: { name: "Łódź & Nguyễn Văn Đức", company: "ООО «Ромашка» №1" },
      },
      delivery: named("Γιώργος Παπαδόπουλος", { line1: "Тверская ул., д. 7", line2: "Zoë\u0308’s ½ – §" }),
    });
    const text = await textOf(shipment.id);
    for (const part of [
      "Łódź & Nguyễn Văn Đức",
      "ООО «Ромашка» №1",
      "Γιώργος Παπαδόπουλος",
      "Тверская ул., д. 7",
      "’s ½ – §",
    ]) {
      expect(text).toContain(part);
    }
    expect(text).not.toContain("[?]");
  });

  test("where it cannot print a script it says so, and names the parts", async () => {
    const { shipment } = await createAssigned(account.sandbox, {
      reference: "📦 7",
      delivery: named("山田 太郎", { line1: "東京都 ＡＢ-1 שלום", line2: "\u202Eevil\u200B" }),
    });
    const text = await textOf(shipment.id);
    expect(text).toContain("TO [?] [?] AB-1 [?] evil");
    expect(text).toContain("Reference: [?] 7");
    expect(text).toContain(
      "[?] stands for characters that this label cannot print: recipient's name, recipient's address, reference. Look the shipment up by its number.",
    );
  });

  test("the longest text that a shipment may have stays off the codes, and what is missing is said", async () => {
    const long = (words: string, length: number) => words.repeat(length).slice(0, length);
    const stop = {
      contact: { name: long("Donaudampfschiff", 200), company: long("Company & Sons ", 200) },
      address: {
        ...kreuzberg,
        line1: long("Street Name ", 200),
        line2: long("W", 200),
        city: long("City ", 100),
        state: long("State ", 100),
        postal_code: long("1", 20),
      },
    };
    const { shipment } = await createAssigned(account.sandbox, {
      reference: long("Reference ", 100),
      pickup: stop,
      delivery: stop,
    });
    for (const size of ["4x6", "a6"]) {
      const { bytes } = await fetchLabel(shipment.id, `?format=png&size=${size}`);
      expect(await readCodes(bytes)).toHaveLength(2);
    }
    expect(await textOf(shipment.id)).toContain("Shortened: sender's address, recipient's address.");
  });
});

test("more requests than the thread takes are told to come back, and the others get their labels", async () => {
  const { shipment } = await createAssigned(account.sandbox);
  const answers = await Promise.all(Array.from({ length: 80 }, () => fetchLabel(shipment.id)));
  const counted = Map.groupBy(answers, ({ answer }) => answer.status);
  expect(counted.get(200)?.length).toBeGreaterThanOrEqual(50);
  const refused = counted.get(503) ?? [];
  expect(answers.length).toBe((counted.get(200)?.length ?? 0) + refused.length);
  for (const { answer, bytes } of refused) {
    expect(JSON.parse(new TextDecoder().decode(bytes)).code).toBe("busy");
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  }
});
