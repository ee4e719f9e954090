import { afterAll, beforeAll, expect, spyOn, test } from "bun:test";
import { createClock } from "../../support/clock.ts";
import { startServer, type TestServer } from "../../support/harness.ts";

/** The document is written and compressed once a day, whatever is asked of it. */

const path = "/api/v1/openapi.json";
const clock = createClock(Date.parse("2026-11-28T23:59:00.000Z"));
let server: TestServer;
let first: string;

beforeAll(async () => {
  server = await startServer({ replacements: { clock } });
  first = await (await ask()).text();
});
afterAll(() => server.stop());

const ask = (headers: Record<string, string> = {}, method = "GET", query = "") =>
  fetch(server.url + path + query, { method, headers, decompress: false });

/** How often a text of the document's length gets its tag while `work` runs: it is made of the whole text, once. */
async function writingsDuring(work: () => Promise<void>): Promise<number> {
  const [tags, packings] = [spyOn(Bun, "hash"), spyOn(Bun, "gzipSync")];
  try {
    await work();
    const isLong = ([text]: Parameters<typeof Bun.hash>) =>
      typeof text !== "string" && text.byteLength > 100_000;
    return tags.mock.calls.filter(isLong).length + packings.mock.calls.length;
  } finally {
    tags.mockRestore();
    packings.mockRestore();
  }
}

test("readers of a day get the same bytes, each in its coding, and nobody writes them again", async () => {
  const writings = await writingsDuring(async () => {
    for (let round = 0; round < 5; round += 1) {
      const zipped = await ask({ "accept-encoding": "gzip" });
      expect([zipped.status, zipped.headers.get("content-encoding")]).toEqual([200, "gzip"]);
      expect(new TextDecoder().decode(Bun.gunzipSync(await zipped.bytes()))).toBe(first);
      const plain = await ask({ "accept-encoding": "identity" });
      expect([plain.headers.get("content-encoding"), await plain.text()]).toEqual([null, first]);
      expect(plain.headers.get("content-type")).toBe("application/json");
    }
  });
  expect(writings).toBe(0);
});

test("HEAD has the headers and no body; a reader who has the document gets 304", async () => {
  const writings = await writingsDuring(async () => {
    for (const coding of ["gzip", "identity"]) {
      const accepted = { "accept-encoding": coding };
      const get = await ask(accepted);
      const head = await ask(accepted, "HEAD");
      for (const name of ["etag", "content-encoding", "content-type", "content-length", "vary"]) {
        expect([name, head.headers.get(name)]).toEqual([name, get.headers.get(name)]);
      }
      expect([head.status, (await head.bytes()).length]).toEqual([200, 0]);
      const etag = get.headers.get("etag") ?? "";
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
        for (const method of ["GET", "HEAD"]) {
          const same = await ask({ ...accepted, "if-none-match": known }, method);
          expect([known, same.status, (await same.bytes()).length]).toEqual([known, 304, 0]);
          expect(same.headers.get("etag")).toBe(etag);
        }
      }
      expect((await ask({ ...accepted, "if-none-match": '"other"' })).status).toBe(200);
    }
  });
  expect(writings).toBe(0);
});

test("the next day has other examples, another tag, and is written once for all who come at once", async () => {
  const before = (await ask()).headers.get("etag");
  clock.advance(120);
  const writings = await writingsDuring(async () => {
    const texts = await Promise.all(
      Array.from({ length: 8 }, async () => (await ask({ "accept-encoding": "identity" })).text()),
    );
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]).not.toBe(first);
  });
  expect(writings).toBe(1);
  expect((await ask({ "if-none-match": before ?? "" })).status).toBe(200);
});

test("each part of the document is written at its first request of a day, and has a tag of its own", async () => {
  const known = (await ask()).headers.get("etag") ?? "";
  const queries = ["?for=key", "?for=key&errors=default", "?errors=default"];
  const texts = new Set<string>();
  for (const query of queries) {
    const read = async () => (await ask({ "accept-encoding": "identity" }, "GET", query)).text();
    const writings = await writingsDuring(async () => {
      for (const text of await Promise.all([read(), read(), read()])) texts.add(text);
    });
    expect([query, writings]).toEqual([query, 1]);
  }
  expect(texts.size).toBe(queries.length);
  const writings = await writingsDuring(async () => {
    for (const query of ["?errors=default&for=key", ...queries]) {
      const zipped = await ask({ "accept-encoding": "gzip" }, "GET", query);
      expect([zipped.status, zipped.headers.get("content-encoding")]).toEqual([200, "gzip"]);
      expect(texts.has(new TextDecoder().decode(Bun.gunzipSync(await zipped.bytes())))).toBe(true);
      const etag = zipped.headers.get("etag") ?? "";
      expect(etag).not.toBe(known);
      const same = await ask({ "if-none-match": etag }, "GET", query);
      expect([same.status, (await same.bytes()).length]).toEqual([304, 0]);
      expect((await ask({ "if-none-match": known }, "GET", query)).status).toBe(200);
      expect((await ask({ "if-none-match": etag })).status).toBe(200);
    }
  });
  expect(writings).toBe(0);
  clock.advance(86_400);
  expect(await writingsDuring(async () => void (await ask({}, "GET", "?for=key")))).toBe(1);
});
