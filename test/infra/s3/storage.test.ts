import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createTransport } from "../../../src/infra/net/transport.ts";
import { createS3Storage, type S3Place, sliceBytes } from "../../../src/infra/s3/storage.ts";
import { uploadFile } from "../../../src/infra/s3/uploading.ts";
import { certificate, certificateKey } from "../../support/certificate.ts";
import { type PlayedS3, playS3, s3Bucket, s3Error, s3Key } from "../../support/played-s3.ts";
import { temporaryFolder } from "../db/support.ts";

let s3: PlayedS3;
beforeEach(() => {
  s3 = playS3();
});
afterEach(() => s3.stop());

const open = (place: Partial<S3Place> = {}, now = Date.now) =>
  createS3Storage(
    { endpoint: s3.endpoint, bucket: s3Bucket, region: null, ...s3Key, ...place },
    { transport: createTransport({ now: performance.now.bind(performance) }), now },
  );

async function messageOf(work: Promise<unknown>): Promise<{ fault: string; message: string }> {
  return work.then(
    () => Promise.reject(new Error("it was done")),
    ({ fault, message }) => ({ fault, message }),
  );
}

test("objects are written, listed over pages, read and removed", async () => {
  const storage = open();
  const keys = ["a/1", "a/2", "a/3", "a/4", "b/1"];
  for (const key of keys) await storage.write(key, new TextEncoder().encode(`<of ${key}>`));
  expect(await storage.list("a/")).toEqual(keys.slice(0, 4).map((key) => ({ key, bytes: 8 })));
  expect([await storage.readText("a/2"), await storage.readText("a/9")]).toEqual(["<of a/2>", undefined]);
  await storage.remove("a/2");
  expect((await storage.list("")).map(({ key }) => key)).toEqual(["a/1", "a/3", "a/4", "b/1"]);
});

test("a list without an end is given up", async () => {
  for (const token of ["", "again"]) {
    let pages = 0;
    s3.fault = () => {
      pages += 1;
      const rest = `<IsTruncated>true</IsTruncated><NextContinuationToken>${token}</NextContinuationToken>`;
      return pages > 10
        ? s3Error(403, "AccessDenied")
        : new Response(`<ListBucketResult>${rest}</ListBucketResult>`);
    };
    const { message } = await messageOf(open().list(""));
    expect(message).toEndWith("does not say where its list goes on");
  }
});

test("a large file goes up in parts and comes back in slices", async () => {
  using place = temporaryFolder();
  const path = join(place.path, "large");
  const content = new Uint8Array(2 * sliceBytes + 77).map((_, index) => (index * 31) % 251);
  writeFileSync(path, content);
  const told: number[] = [];
  await uploadFile(open(), "k/large", path, content.length, (bytes) => told.push(bytes));
  expect(s3.seen.filter((said) => said.includes("partNumber"))).toHaveLength(3);
  expect(told).toEqual([sliceBytes, 2 * sliceBytes, content.length, content.length]);
  expect(Bun.hash(s3.objects.get("k/large") ?? "")).toBe(Bun.hash(content));
  const slices = await Array.fromAsync(open().read({ key: "k/large", bytes: content.length }));
  expect(slices.map(({ length }) => length)).toEqual([sliceBytes, sliceBytes, 77]);
  expect(Bun.hash(Buffer.concat(slices))).toBe(Bun.hash(content));
  expect(s3.uploads.size).toBe(0);
});

test("an upload in parts that fails is ended there, and leaves no object", async () => {
  using place = temporaryFolder();
  const path = join(place.path, "large");
  writeFileSync(path, new Uint8Array(sliceBytes + 1));
  s3.fault = (said) => (said.includes("partNumber=2") ? s3Error(403, "AccessDenied") : undefined);
  await messageOf(uploadFile(open(), "k/large", path, sliceBytes + 1, () => {}));
  expect([s3.objects.size, s3.uploads.size]).toEqual([0, 0]);
  s3.fault = (said) =>
    said.startsWith("POST k/large?uploadId")
      ? new Response("<?xml?><Error><Code>AccessDenied</Code></Error>", { status: 200 })
      : undefined;
  await messageOf(uploadFile(open(), "k/large", path, sliceBytes + 1, () => {}));
  expect([s3.objects.size, s3.uploads.size]).toEqual([0, 0]);
});

test("what may pass is tried again; what cannot is not", async () => {
  const answers = [s3Error(503, "SlowDown"), new Response("", { status: 502 })];
  s3.fault = () => answers.shift();
  await open().write("a", new Uint8Array(1));
  expect(s3.seen).toHaveLength(3);
  s3.seen.length = 0;
  s3.fault = () => s3Error(403, "AccessDenied");
  await messageOf(open().write("a", new Uint8Array(1)));
  expect(s3.seen).toHaveLength(1);
});

describe("says in words", () => {
  const refusal = (place?: Partial<S3Place>, now?: () => number) => messageOf(open(place, now).list(""));
  const about = (rest: string) => `the S3-compatible storage ${s3.endpoint}/${s3Bucket} ${rest}`;

  test("a wrong key id, and the wrong secret, which it never shows", async () => {
    expect((await refusal({ keyId: "OTHER" })).message).toBe(
      about(
        "refused the request (InvalidAccessKeyId): it does not know the key id: check WAYBILL_BACKUP_S3_KEY_ID",
      ),
    );
    const { fault, message } = await refusal({ key: "another-secret" });
    expect(message).toBe(
      about(
        "refused the request (SignatureDoesNotMatch): the secret of the key is wrong: check the file of WAYBILL_BACKUP_S3_KEY_FILE",
      ),
    );
    expect([fault, message.includes("another-secret")]).toEqual(["unusable", false]);
  });

  test("a missing bucket, another region, and one at another address", async () => {
    expect((await refusal({ bucket: "other" })).message).toContain(
      "there is no bucket other: create it, or correct WAYBILL_BACKUP_S3_BUCKET",
    );
    expect((await refusal({ region: "eu-north-7" })).message).toEndWith(
      "set WAYBILL_BACKUP_S3_REGION=us-east-1",
    );
    const endpoint = `<Endpoint>${s3Bucket}.s3.eu-west-9.example.com</Endpoint>`;
    s3.fault = () => s3Error(301, "PermanentRedirect", endpoint);
    expect((await refusal()).message).toEndWith(
      "set WAYBILL_BACKUP_S3_ENDPOINT to https://s3.eu-west-9.example.com",
    );
  });

  test("a clock that is wrong, by how much", async () => {
    s3.aheadMs = 26 * 60_000;
    expect((await refusal()).message).toContain(
      "the clock of this machine is wrong (it is 26 min behind the storage's)",
    );
    s3.aheadMs = 0;
    expect((await refusal(undefined, () => Date.now() + 3_600_000)).message).toContain(
      "60 min ahead of the storage's",
    );
  });

  test("what is no S3-compatible storage, and a reason that it does not know", async () => {
    s3.fault = () => new Response("<html>Welcome</html>");
    expect((await refusal()).message).toBe(about("does not answer as S3-compatible storage does"));
    s3.fault = () => new Response("Not found", { status: 404 });
    expect((await refusal()).message).toBe(
      about(
        "refused the request with status 404 and no reason: is WAYBILL_BACKUP_S3_ENDPOINT the address of S3-compatible storage?",
      ),
    );
    s3.fault = () => s3Error(400, "SomethingNew", "<Hint>\u001b[31mred</Hint>");
    expect((await refusal()).message).toBe(
      about(
        "refused the request (SomethingNew): check WAYBILL_BACKUP_S3_KEY_ID, its secret, and what the key may do",
      ),
    );
  });

  test("a certificate that it does not trust, and plain HTTP to the Internet", async () => {
    const secure = playS3({ cert: certificate, key: certificateKey });
    const { fault, message } = await refusal({ endpoint: secure.endpoint });
    await secure.stop();
    expect([fault, message]).toEqual([
      "in_use",
      expect.stringMatching(/cannot be reached: The certificate is .* WAYBILL_CA_FILE$/),
    ]);
    expect(secure.seen).toEqual([]);
    expect((await refusal({ endpoint: "http://93.184.215.14" })).message).toContain("https://");
    expect((await refusal({ endpoint: "http://169.254.169.254" })).message).toContain(
      "Its address is one that Waybill sends no requests to",
    );
  });
});
