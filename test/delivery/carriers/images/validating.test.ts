import { afterAll, beforeAll, expect, test } from "bun:test";
import { cleanImage } from "../../../../src/delivery/carriers/images/image.ts";
import { hashedImage } from "../../../../src/delivery/carriers/images/image-thread.ts";
import { AppError } from "../../../../src/infra/errors.ts";
import { sha256Hex } from "../../../../src/infra/ids.ts";
import { expectProblem } from "../../../api/problem.ts";
import { gate } from "../../../support/carriers.ts";
import { addDriver, driverToken } from "../../../support/drivers.ts";
import { type Client, startServer, type TestServer } from "../../../support/harness.ts";
import { pictures, withChunk } from "../../../support/images.ts";

/** Large pictures are judged beside the main thread, and what is no picture is not read to its end. */

let server: TestServer;
let phone: Client;

beforeAll(async () => {
  server = await startServer();
  const { accountId } = await server.account();
  const driver = await addDriver(server, "sandbox", accountId);
  phone = server.client({ authorization: `Bearer ${await driverToken(server, driver, accountId)}` });
});
afterAll(() => server.stop());

const large = (bytes: number, fill = 1) =>
  new Uint8Array(withChunk(pictures.png, "IDAT", Buffer.alloc(bytes, fill)));
const upload = (body: BodyInit, type = "application/octet-stream") =>
  phone.send("/api/v1/driver/images", { method: "POST", body, headers: { "content-type": type } });

/** How many bytes the main thread hashes or checks with a CRC while `work` runs. */
async function readHere(work: () => Promise<void>): Promise<number> {
  const { crc32 } = Bun.hash;
  let bytes = 0;
  Bun.hash.crc32 = ((data: Uint8Array) => {
    bytes += data.length;
    return crc32(data);
  }) as typeof crc32;
  try {
    await work();
  } finally {
    Bun.hash.crc32 = crc32;
  }
  return bytes;
}

test("a large picture is stored as a small one, and the main thread reads none of it", async () => {
  const picture = large(2_000_000);
  const bytes = await readHere(async () => {
    const { status, body } = await upload(picture);
    expect([status, body.sha256, body.width]).toEqual([201, sha256Hex(cleanHere), 8]);
  });
  expect(bytes).toBeLessThan(1_000);
});
const cleanHere = cleanImage(large(2_000_000)).content;

test("a damaged one is refused with the same words, whatever its length, and read beside the main thread too", async () => {
  for (const length of [1_000, 2_000_000]) {
    const damaged = large(length);
    damaged[500] = 7;
    const bytes = await readHere(async () => {
      const refused = await upload(damaged);
      expectProblem(server, refused, { status: 422, code: "validation_failed", at: { "#": "image" } });
      expect(refused.body.errors[0].detail).toBe("must be a complete, undamaged image");
    });
    expect(bytes > 1_000).toBe(length === 1_000);
  }
});

test("what is no picture is refused by its first 64 KiB, in a form too, and the rest is not read", async () => {
  /** Sends its first bytes and 128 KiB, and the rest only after the answer. */
  const endless = (start: Uint8Array, answered: Promise<void>) =>
    new ReadableStream({
      start(controller) {
        for (const bytes of [start, new Uint8Array(65_536), new Uint8Array(65_536)])
          controller.enqueue(bytes);
      },
      async pull(controller) {
        await answered;
        controller.close();
      },
    });
  const form = (file: string) =>
    Buffer.from(`--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n${file}`);
  for (const [start, type] of [
    [Buffer.from("GIF89a"), "image/png"],
    [Buffer.from("<svg>"), "application/octet-stream"],
    [form("%PDF"), "multipart/form-data; boundary=b"],
  ] as const) {
    const answered = gate();
    const refused = await upload(endless(start, answered.promise), type);
    answered.resolve();
    expect([refused.status, refused.body?.errors?.[0]?.code]).toEqual([422, "image"]);
  }
  // The same form with a picture in it is taken.
  const good = new FormData();
  good.append("file", new Blob([large(300_000)]), "a.png");
  const taken = await phone.send("/api/v1/driver/images", { method: "POST", body: good });
  expect(taken.status).toBe(201);
});

/** The scans of a progressive picture: the same one many times, with so many bytes in each. */
function withScans(count: number, bytes: number): Uint8Array<ArrayBuffer> {
  const { jpeg } = pictures;
  const at = Buffer.from(jpeg).indexOf(Buffer.from([0xff, 0xda]));
  const head = Buffer.from(jpeg.subarray(0, at));
  const scan = Buffer.concat([jpeg.subarray(at, -2), Buffer.alloc(bytes)]);
  return new Uint8Array(
    Buffer.concat([head, ...Array.from({ length: count }, () => scan), Uint8Array.of(0xff, 0xd9)]),
  );
}

test.each([
  ["sixteen small ones", withScans(16, 0), true],
  ["seventeen small ones", withScans(17, 0), false],
  ["a hundred of 2 KiB", withScans(100, 2_048), true],
  ["a hundred of 1 KiB", withScans(100, 1_024), false],
  ["a hundred and one of 10 KiB", withScans(101, 10_240), false],
  ["four thousand", withScans(4_000, 100), false],
])("scans: %s", async (_, picture, isTaken) => {
  const answer = await upload(picture);
  if (isTaken) return expect(answer.status).toBe(201);
  expectProblem(server, answer, { status: 422, code: "validation_failed", at: { "#": "scans" } });
  expect(answer.body.errors[0].detail).toStartWith("must have at most 100 scans");
});

test("an owner's pictures wait for each other, and at most sixteen wait", async () => {
  const picture = large(100_000);
  const asked = Array.from({ length: 18 }, () => hashedImage(server.deps, "acct_one", picture));
  const stranger = hashedImage(server.deps, "acct_two", large(100_000, 2));
  const settled = await Promise.allSettled(asked);
  expect(settled.filter(({ status }) => status === "fulfilled").length).toBe(17);
  const [refused] = settled.flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
  expect(refused).toBeInstanceOf(AppError);
  expect(refused.code).toBe("busy");
  expect((await stranger).sha256).toBe(sha256Hex(cleanImage(large(100_000, 2)).content));
  expect((await hashedImage(server.deps, "acct_one", picture)).width).toBe(8);
});
