import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { write } from "../../src/infra/deps.ts";
import { appendEvent } from "../../src/messaging/events/service.ts";
import { createQuoted, createShipment, platform, shipmentBody } from "../support/fixtures.ts";
import { startServer, type TestAccount, type TestServer } from "../support/harness.ts";

const path = `${platform}/shipments`;
let server: TestServer;
let account: TestAccount;
let largeId: string;

/** Long enough to be worth compressing by itself. */
const metadata = Object.fromEntries(
  Array.from({ length: 30 }, (_, index) => [`key-${index}`, "x".repeat(400)]),
);

beforeAll(async () => {
  server = await startServer();
  account = await server.account();
  // With its quotes: it stays as it is.
  largeId = (await createQuoted(account.sandbox, { metadata })).shipment.id;
});
afterAll(() => server.stop());

interface Raw {
  status: number;
  headers: Headers;
  bytes: Uint8Array<ArrayBuffer>;
}

/** The answer's bytes as they travel. */
async function fetchRaw(address: string, headers: Record<string, string>, method = "GET"): Promise<Raw> {
  const response = await fetch(server.url + address, {
    method,
    headers: { "x-api-key": account.sandboxKey, ...headers },
    decompress: false,
  });
  return { status: response.status, headers: response.headers, bytes: await response.bytes() };
}

const unzip = ({ bytes }: Raw) => new TextDecoder().decode(Bun.gunzipSync(bytes));
const read = ({ bytes }: Raw) => new TextDecoder().decode(bytes);
const large = () => `${path}/${largeId}`;

describe("a large answer", () => {
  test.each(["gzip", "GZIP", "deflate, gzip;q=0.5, br", "*", "*;q=0, gzip"])(
    "is compressed for %s",
    async (accepted) => {
      const zipped = await fetchRaw(large(), { "accept-encoding": accepted });
      const plain = await fetchRaw(large(), { "accept-encoding": "identity" });
      expect(zipped.headers.get("content-encoding")).toBe("gzip");
      expect(unzip(zipped)).toBe(read(plain));
      expect(zipped.bytes.length).toBeLessThan(plain.bytes.length / 4);
      expect(zipped.headers.get("content-type")).toBe("application/json");
    },
  );

  test.each(["identity", "", "br", "gzip;q=0", "gzip; q=0.00", "xgzip"])(
    "is as it is for %p",
    async (accepted) => {
      const plain = await fetchRaw(large(), { "accept-encoding": accepted });
      expect([plain.headers.get("content-encoding"), JSON.parse(read(plain)).id]).toEqual([null, largeId]);
    },
  );

  test("says what it depends on, compressed or not", async () => {
    for (const accepted of ["gzip", "identity"]) {
      const { headers } = await fetchRaw(large(), { "accept-encoding": accepted });
      expect(headers.get("vary")?.split(", ")).toContain("Accept-Encoding");
    }
  });

  test("has a validator for each coding, and any of them names the version", async () => {
    const [zipped, plain] = [
      await fetchRaw(large(), { "accept-encoding": "gzip" }),
      await fetchRaw(large(), { "accept-encoding": "identity" }),
    ];
    const tags = [zipped, plain].map(({ headers }) => headers.get("etag") ?? "");
    expect(new Set(tags).size).toBe(2);
    for (const tag of tags) {
      for (const accepted of ["gzip", "identity"]) {
        const known = await fetchRaw(large(), { "accept-encoding": accepted, "if-none-match": tag });
        expect([known.status, known.bytes.length]).toEqual([304, 0]);
      }
      const patched = await account.sandbox.patch(large(), { reference: tag }, { "if-match": tag });
      expect(patched.status).toBe(200);
      const stale = await account.sandbox.patch(large(), { reference: "no" }, { "if-match": tag });
      expect(stale.status).toBe(412);
      // The other tag named the same version: bring both up to date.
      tags.splice(0, 2, ...(await currentTags()));
    }
  });

  test("HEAD has the same headers as GET, and no body", async () => {
    const get = await fetchRaw(large(), { "accept-encoding": "gzip" });
    const head = await fetchRaw(large(), { "accept-encoding": "gzip" }, "HEAD");
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
    for (const name of ["etag", "content-encoding", "content-type"]) {
      expect([name, head.headers.get(name)]).toEqual([name, get.headers.get(name)]);
    }
  });
});

async function currentTags(): Promise<string[]> {
  const answers = await Promise.all(
    ["gzip", "identity"].map((accepted) => fetchRaw(large(), { "accept-encoding": accepted })),
  );
  return answers.map(({ headers }) => headers.get("etag") ?? "");
}

describe("an answer over 256 KiB", () => {
  // Each piece ends in the middle of a surrogate pair somewhere.
  const text = `x${"🙂é".repeat(400_000)}`;
  beforeAll(async () => {
    const { accountId } = account;
    await write(server.deps, "sandbox", (writing) => {
      const event = { type: "shipment.updated", accountId, shipmentId: null, sequence: null };
      appendEvent(writing, { ...event, data: { text }, at: writing.now });
    });
  });
  const events = `${platform}/events?limit=1&type=shipment.updated`;

  test("is sent in pieces, and nobody compresses it on the main thread", async () => {
    const { gzipSync } = Bun;
    let zippedHere = 0;
    Bun.gzipSync = ((...given: Parameters<typeof gzipSync>) => {
      zippedHere += 1;
      return gzipSync(...given);
    }) as typeof gzipSync;
    try {
      const zipped = await fetchRaw(events, { "accept-encoding": "gzip" });
      const plain = await fetchRaw(events, { "accept-encoding": "identity" });
      expect(zipped.headers.get("content-encoding")).toBe("gzip");
      expect(plain.headers.get("content-encoding")).toBeNull();
      for (const { status, headers } of [zipped, plain]) {
        expect([status, headers.get("content-type"), headers.get("content-length")]).toEqual([
          200,
          "application/json",
          null,
        ]);
      }
      expect(unzip(zipped)).toBe(read(plain));
      expect(JSON.parse(read(plain)).data[0].data.text === text).toBe(true);
    } finally {
      Bun.gzipSync = gzipSync;
    }
    expect(zippedHere).toBe(0);
  });

  test("a reader that leaves in the middle leaves the server answering", async () => {
    for (const accepted of ["gzip", "identity"]) {
      const leaving = new AbortController();
      const response = await fetch(server.url + events, {
        headers: { "x-api-key": account.sandboxKey, "accept-encoding": accepted },
        signal: leaving.signal,
      });
      await response.body?.getReader().read();
      leaving.abort();
    }
    expect((await account.sandbox.get(events)).status).toBe(200);
  });
});

test("a small answer travels as it is", async () => {
  const { id } = await createShipment(account.sandbox);
  const answer = await fetchRaw(`${path}/${id}`, { "accept-encoding": "gzip" });
  expect([answer.headers.get("content-encoding"), JSON.parse(read(answer)).id]).toEqual([null, id]);
});

test("a repeated large answer is the same again", async () => {
  const send = () =>
    account.sandbox.post(path, shipmentBody({ metadata }), {
      "idempotency-key": "large",
      "accept-encoding": "gzip",
    });
  const [first, second] = [await send(), await send()];
  expect([second.text, second.headers.get("etag")]).toEqual([first.text, first.headers.get("etag")]);
  expect(second.headers.get("idempotent-replayed")).toBe("true");
});
