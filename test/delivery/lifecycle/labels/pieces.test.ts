import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { deflateSync } from "node:zlib";
import { PDFDocument } from "@cantoo/pdf-lib";
import { encode } from "fast-png";
import type { CarrierLabel } from "../../../../src/delivery/carriers/tracked.ts";
import { playCarrier } from "../../../support/carriers.ts";
import { createAssigned, createQuoted, platform } from "../../../support/fixtures.ts";
import { eventually, startServer, type TestAccount, type TestServer } from "../../../support/harness.ts";
import { codesOfPages, readCodes, readPdf } from "../../../support/printed.ts";

/** A label for each piece, and the labels of many shipments in one file. */

let server: TestServer;
let account: TestAccount;
beforeAll(async () => {
  server = await startServer();
  account = await server.account();
});
afterAll(() => server.stop());

async function fetched(path: string, body?: unknown, { sandboxKey } = account, at = server) {
  const answer = await fetch(`${at.url}${platform}${path}`, {
    headers: { "x-api-key": sandboxKey, "content-type": "application/json" },
    ...(body !== undefined && { method: "POST", body: JSON.stringify(body) }),
  });
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const isProblem = answer.headers.get("content-type") === "application/problem+json";
  return { answer, bytes, problem: isProblem ? JSON.parse(new TextDecoder().decode(bytes)) : undefined };
}
const labelOf = (id: string, query = "") => fetched(`/shipments/${id}/label${query}`);
const printed = (ids: readonly string[], more: object = {}, of = account, at = server) =>
  fetched("/labels/batch", { shipment_ids: ids, ...more }, of, at);
const fileName = ({ headers }: Response) => headers.get("content-disposition");

const boxes = [
  { weight_grams: 500, reference: "BOX-1" },
  { weight_grams: 700, reference: "BOX-2" },
  { weight_grams: 900, reference: "BOX-3" },
];
const assigned = async (parcels: readonly object[]) =>
  (await createAssigned(account.sandbox, { parcels })).shipment;

describe("a shipment of several pieces", () => {
  test("has a page for each, with its number, reference, weight and a code of its own", async () => {
    const { id, tracking_number: number } = await assigned(boxes);
    const { answer, bytes } = await labelOf(id);
    expect(fileName(answer)).toBe(`inline; filename="${number}.pdf"`);
    const { texts } = await readPdf(bytes);
    expect(texts).toHaveLength(3);
    for (const [index, { weight_grams, reference }] of boxes.entries()) {
      const parts = [`${index + 1} of 3`, `Parcel: ${reference}`, `Weight: ${weight_grams / 1000} kg`];
      for (const part of [...parts, `${number}-${index + 1}`]) expect(texts[index]).toContain(part);
      expect(texts[index]).not.toContain("Parcels:");
    }
    const codes = [1, 2, 3].map((piece) => [`Code128 ${number}-${piece}`, `QRCode ${number}-${piece}`]);
    expect(await codesOfPages(bytes)).toEqual(codes);
  });

  test("shows one of them where one is asked for, and the first in a picture", async () => {
    const { id, tracking_number: number } = await assigned([
      { weight_grams: 500 },
      { weight_grams: 10, quantity: 3 },
    ]);
    const second = await labelOf(id, "?piece=2");
    expect(fileName(second.answer)).toBe(`inline; filename="${number}-2.pdf"`);
    const { texts } = await readPdf(second.bytes);
    expect(texts).toHaveLength(1);
    expect(texts[0]).toContain("2 of 4 Weight: 0.01 kg");
    for (const [query, piece] of [
      ["?format=png", 1],
      ["?piece=4&format=png&size=a6", 4],
    ] as const) {
      const codes = await readCodes((await labelOf(id, query)).bytes);
      expect(codes).toEqual([`Code128 ${number}-${piece}`, `QRCode ${number}-${piece}`]);
    }
  });

  test("has no other pieces", async () => {
    const { id } = await assigned(boxes);
    for (const [piece, code, detail] of [
      ["0", "minimum", "must be at least 1"],
      ["-1", "minimum", "must be at least 1"],
      ["4", "maximum", "must be at most 3: the shipment has 3 pieces"],
      ["x", "type", "must be an integer from 1 to 1000000"],
      ["1.5", "type", "must be an integer from 1 to 1000000"],
    ]) {
      const { answer, problem } = await labelOf(id, `?piece=${piece}`);
      expect([piece, answer.status, problem.code]).toEqual([piece, 400, "query_invalid"]);
      expect(problem.errors).toEqual([{ parameter: "piece", code, detail }]);
    }
  });

  test("up to 300 have pages; more have one label, and each its own where it is asked for", async () => {
    const most = await assigned([{ weight_grams: 1, quantity: 300 }]);
    const { answer, bytes } = await labelOf(most.id);
    expect([answer.status, bytes.byteLength > 256 * 1024, answer.headers.get("content-length")]).toEqual([
      200,
      true,
      null,
    ]);
    const { texts } = await readPdf(bytes);
    expect([texts.length, texts[299]?.includes(`300 of 300`)]).toEqual([300, true]);

    const { id, tracking_number: number } = await assigned([{ weight_grams: 1, quantity: 301 }]);
    const one = await readPdf((await labelOf(id)).bytes);
    expect(one.texts).toHaveLength(1);
    expect(one.texts[0]).toContain("Parcels: 301 · Weight: 0.31 kg");
    expect(await readCodes((await labelOf(id, "?format=png")).bytes)).toContain(`Code128 ${number}`);
    const last = await labelOf(id, "?piece=301&format=png");
    expect(await readCodes(last.bytes)).toContain(`Code128 ${number}-301`);
  });

  test("one piece keeps the bare number", async () => {
    const { id, tracking_number: number } = await assigned([{ weight_grams: 500, reference: "BOX" }]);
    const { bytes } = await labelOf(id, "?piece=1&format=png");
    expect(await readCodes(bytes)).toEqual([`Code128 ${number}`, `QRCode ${number}`]);
    const { problem } = await labelOf(id, "?piece=2");
    expect(problem.errors[0].detail).toBe("must be at most 1: the shipment has 1 piece");
  });
});

describe("labels of many shipments", () => {
  test("are one file, in the order asked", async () => {
    const three = await assigned(boxes);
    const one = await assigned([{ weight_grams: 500 }]);
    const { answer, bytes } = await printed([one.id, three.id], { size: "a6" });
    expect([answer.status, answer.headers.get("content-type"), fileName(answer)]).toEqual([
      200,
      "application/pdf",
      'inline; filename="labels.pdf"',
    ]);
    const { texts, size } = await readPdf(bytes);
    expect(size.originalWidth).toBeCloseTo(298, -0.5);
    const named = [one, three, three, three].map(({ tracking_number: number }) => number);
    expect(texts.map((text, index) => text.includes(named[index] ?? ""))).toEqual(Array(4).fill(true));
  });

  test("with more than 300 pieces together each shipment has one", async () => {
    const many = await assigned([{ weight_grams: 1, quantity: 298 }]);
    const three = await assigned(boxes);
    const { texts } = await readPdf((await printed([many.id, three.id])).bytes);
    expect(texts.map((text) => /Parcels: \d+/.exec(text)?.[0])).toEqual(["Parcels: 298", "Parcels: 3"]);
  });

  test("are all of them or none, with a pointer for each that has no label", async () => {
    const { id } = await assigned(boxes);
    const { shipment: open } = await createQuoted(account.sandbox);
    const { shipment: cancelled } = await createAssigned(account.sandbox);
    await account.sandbox.post(`${platform}/shipments/${cancelled.id}/cancellation`);
    const other = await server.account();
    const { shipment: foreign } = await createAssigned(other.sandbox);
    const { answer, problem } = await printed([open.id, id, cancelled.id, foreign.id, "shp_none"]);
    expect([answer.status, problem.code]).toEqual([409, "label_not_ready"]);
    const notMine = "is no shipment of yours";
    expect(problem.errors).toEqual([
      {
        pointer: "#/shipment_ids/0",
        code: "label_not_ready",
        detail: "has no label. The shipment is quoted. A label exists once a quote is accepted.",
      },
      {
        pointer: "#/shipment_ids/2",
        code: "label_not_ready",
        detail: "has no label. The shipment is cancelled. It gets no label.",
      },
      { pointer: "#/shipment_ids/3", code: "not_found", detail: notMine },
      { pointer: "#/shipment_ids/4", code: "not_found", detail: notMine },
    ]);
  });

  test("are of 1 to 100 different shipments", async () => {
    const { id } = await assigned(boxes);
    const ids = Array.from({ length: 101 }, (_, index) => `shp_${index}`);
    for (const [wrong, code] of [
      [[], "min_items"],
      [ids, "max_items"],
      [[id, id], "unique_items"],
    ] as const) {
      const { answer, problem } = await printed(wrong);
      expect([answer.status, problem.errors[0]]).toEqual([
        422,
        expect.objectContaining({ pointer: "#/shipment_ids", code }),
      ]);
    }
  });
});

test("a label of another account does not wait for a file of many pages", async () => {
  const many = await assigned([{ weight_grams: 1, quantity: 300 }]);
  const other = await server.account();
  const { shipment } = await createAssigned(other.sandbox);
  const order: string[] = [];
  const noted = async (name: string, what: Promise<{ answer: Response }>) => {
    expect((await what).answer.status).toBe(200);
    order.push(name);
  };
  await Promise.all([
    noted("many", labelOf(many.id)),
    noted("many", labelOf(many.id)),
    noted("other", fetched(`/shipments/${shipment.id}/label`, undefined, other)),
  ]);
  expect(order).toEqual(["other", "many", "many"]);
});

describe("labels that carriers made", () => {
  let printing: TestServer;
  let shop: TestAccount;
  /** What the carrier gives for the next booking; none yet. */
  let next: CarrierLabel | undefined;
  beforeAll(async () => {
    const label = async () => {
      if (next === undefined) throw new Error("out of paper");
      return next;
    };
    printing = await startServer({
      replacements: { carriers: () => [{ ...playCarrier("post"), label }] },
    });
    shop = await printing.account();
  });
  afterAll(() => printing.stop());

  async function booked(given: CarrierLabel | undefined): Promise<string> {
    next = given;
    const { shipment } = await createAssigned(shop.sandbox, { simulation: null, parcels: boxes });
    if (given === undefined) return shipment.id;
    await eventually("the carrier's label", async () => {
      const { body } = await shop.sandbox.get(`${platform}/shipments/${shipment.id}`);
      return body.assignment.label_status === "ready" || undefined;
    });
    return shipment.id;
  }
  const asPdf = (content: Uint8Array): CarrierLabel => ({ contentType: "application/pdf", content });
  const asPng = (content: Uint8Array): CarrierLabel => ({ contentType: "image/png", content });
  const print = (ids: readonly string[]) => printed(ids, {}, shop, printing);

  async function pdfOf(...texts: string[]): Promise<CarrierLabel> {
    const document = await PDFDocument.create();
    for (const text of texts) document.addPage([288, 432]).drawText(text, { x: 20, y: 200 });
    return asPdf(await document.save());
  }

  test("are in the file as they are, and have no pieces of ours", async () => {
    const whole = await booked(await pdfOf("CARTON ONE", "CARTON TWO"));
    const picture = await booked(
      asPng(encode({ width: 100, height: 150, channels: 1, depth: 8, data: new Uint8Array(15_000) })),
    );
    const { texts } = await readPdf((await print([picture, whole])).bytes);
    expect(texts).toEqual(["", "CARTON ONE", "CARTON TWO"]);
    const { answer, problem } = await fetched(`/shipments/${whole}/label?piece=2`, undefined, shop, printing);
    expect([answer.status, problem.errors[0].parameter]).toEqual([400, "piece"]);
  });

  test("refuse the file where one is missing", async () => {
    const here = await booked(await pdfOf("HERE"));
    const missing = await booked(undefined);
    const { answer, problem } = await print([here, missing]);
    expect([answer.status, problem.code, answer.headers.get("retry-after")]).toEqual([
      409,
      "label_not_ready",
      "5",
    ]);
    expect(problem.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(["#/shipment_ids/1"]);
  });

  test("that nobody can read, or that unpack to far too much, are named, and harm nobody", async () => {
    const zeros = deflateSync(new Uint8Array(200_000_000), { level: 9 });
    const here = await booked(await pdfOf("HERE"));
    const unusable = [
      await booked(asPdf(new TextEncoder().encode("%PDF-1.4 no objects"))),
      await booked(asPdf(await packedObjects(zeros))),
      await booked(asPng(pictureOf(10, 10, zeros))),
      await booked(asPng(pictureOf(60_000, 60_000, new Uint8Array(8)))),
      await booked(asPng(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0]))),
    ];
    const { answer, problem } = await print([...unusable, here]);
    expect([answer.status, problem.code]).toEqual([409, "label_not_ready"]);
    const pointers = unusable.map((_, index) => `#/shipment_ids/${index}`);
    expect(problem.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(pointers);
    expect((await print([here])).answer.status).toBe(200);
  });
});

/** A PDF that has these bytes as packed objects behind its own. */
async function packedObjects(packed: Uint8Array): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.addPage();
  const whole = Buffer.from(await document.save({ useObjectStreams: false }));
  const at = whole.indexOf("xref");
  const facts = `/Type /ObjStm /N 1 /First 10 /Filter /FlateDecode /Length ${packed.byteLength}`;
  return Buffer.concat([
    whole.subarray(0, at),
    Buffer.from(`9 0 obj\n<< ${facts} >>\nstream\n`),
    packed,
    Buffer.from("\nendstream\nendobj\n"),
    whole.subarray(at),
  ]);
}

/** A PNG in gray that says this size, with these packed rows. */
function pictureOf(width: number, height: number, packed: Uint8Array): Uint8Array {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 8;
  const part = (type: string, data: Uint8Array) => {
    const frame = Buffer.alloc(12 + data.byteLength);
    frame.writeUInt32BE(data.byteLength, 0);
    frame.write(type, 4, "latin1");
    frame.set(data, 8);
    frame.writeUInt32BE(Bun.hash.crc32(frame.subarray(4, -4)), frame.byteLength - 4);
    return frame;
  };
  const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
  return Buffer.concat([
    Buffer.from(signature),
    part("IHDR", head),
    part("IDAT", packed),
    part("IEND", new Uint8Array()),
  ]);
}
