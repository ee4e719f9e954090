import { afterAll, beforeAll, describe, expect, spyOn, test } from "bun:test";
import {
  copyFileSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseCidrs } from "../../../src/infra/net/address.ts";
import { findStreets, pieceBytes, streamStreets } from "../../../src/infra/streets/map-file.ts";
import { createClock } from "../../support/clock.ts";
import { startServer, type TestServer } from "../../support/harness.ts";
import { demoMap, emptyMap } from "../../support/maps.ts";
import { createOperator } from "../../support/operator.ts";

/** The map file over HTTP: ranges, conditions, budgets, and files that are replaced or broken. */

const path = "/maps/streets.pmtiles";
const content = readFileSync(demoMap);
const folder = mkdtempSync(join(tmpdir(), "waybill-streets-"));
const file = join(folder, "named.pmtiles");
const clock = createClock();

let server: TestServer;
beforeAll(async () => {
  copyFileSync(demoMap, file);
  server = await startServer({
    config: { mapFile: file, trustedProxies: parseCidrs(["127.0.0.1/32"]) },
    replacements: { clock },
  });
  await fetch(`${server.url}/dashboard`);
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

const get = (headers: Record<string, string> = {}, method = "GET") =>
  fetch(server.url + path, { method, headers: { "x-forwarded-for": "203.0.113.7", ...headers } });
/** Puts another file in its place, as `mv` does. */
function replace(bytes: Uint8Array): void {
  writeFileSync(`${file}.new`, bytes);
  renameSync(`${file}.new`, file);
}
/** What all open files have in common. */
async function handles() {
  const handle = await open(demoMap);
  await handle.close();
  return Object.getPrototypeOf(handle);
}
/** Of a browser that was signed in at some time. */
const signedIn = { headers: { cookie: "waybill_session=of-somebody" } };
const metaOf = async () =>
  /<meta name="waybill-streets" [^>]*>/.exec(
    await (await fetch(`${server.url}/dashboard`, signedIn)).text(),
  )?.[0];

describe("ranges", () => {
  test.each([
    ["bytes=0-99", 0, 99],
    ["bytes=127-127", 127, 127],
    ["bytes=454000-", 454_000, content.length - 1],
    ["bytes=454000-99999999", 454_000, content.length - 1],
    ["bytes=-10", content.length - 10, content.length - 1],
  ])("%s is answered with these bytes alone", async (range, first, last) => {
    const answer = await get({ range });
    expect([answer.status, answer.headers.get("content-range")]).toEqual([
      206,
      `bytes ${first}-${last}/${content.length}`,
    ]);
    expect(answer.headers.get("content-type")).toBe("application/vnd.pmtiles");
    expect(answer.headers.get("cache-control")).toStartWith("public");
    expect(answer.headers.get("set-cookie")).toBeNull();
    expect(Buffer.from(await answer.arrayBuffer()).equals(content.subarray(first, last + 1))).toBe(true);
  });

  test.each([undefined, "bytes=0-1,5-6", "bytes=9-3", "bytes=-", "lines=0-9", "bytes=a-b"])(
    "%s is ignored: a small file comes whole",
    async (range) => {
      const answer = await get(range === undefined ? {} : { range });
      expect([answer.status, answer.headers.get("accept-ranges")]).toEqual([200, "bytes"]);
      expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true);
    },
  );

  test.each([`bytes=${content.length}-`, "bytes=99999999-999999999", "bytes=-0"])(
    "%s is refused with the size of the file",
    async (range) => {
      const answer = await get({ range });
      expect([answer.status, answer.headers.get("content-range")]).toEqual([
        416,
        `bytes */${content.length}`,
      ]);
      expect(await answer.json()).toMatchObject({ code: "range_not_satisfiable" });
    },
  );

  test("HEAD tells the size, and conditions compare the ETag", async () => {
    const head = await get({}, "HEAD");
    expect([head.status, head.headers.get("content-length")]).toEqual([200, String(content.length)]);
    const etag = head.headers.get("etag") ?? "";
    expect(etag).toMatch(/^"[\w-]+"$/);
    expect((await get({ "if-none-match": etag })).status).toBe(304);
    expect((await get({ "if-none-match": '"other"' })).status).toBe(200);
    expect((await get({ "if-range": etag, range: "bytes=0-9" })).status).toBe(206);
    // The sender has pieces of another file: this one comes whole.
    expect((await get({ "if-range": '"other"', range: "bytes=0-9" })).status).toBe(200);
    expect((await get({}, "POST")).status).toBe(405);
  });
});

test("a network that loads very much waits, and no other one does", async () => {
  let refused: Response | undefined;
  for (let count = 0; count < 200 && refused === undefined; count += 1) {
    const answer = await get({ "x-forwarded-for": "198.51.100.9" });
    await answer.arrayBuffer();
    if (answer.status !== 200) refused = answer;
  }
  expect([refused?.status, refused?.headers.get("retry-after")]).toEqual([
    429,
    expect.stringMatching(/^\d+$/),
  ]);
  expect((await get({ "x-forwarded-for": "198.51.100.10" })).status).toBe(200);
  clock.advance(60);
  expect((await get({ "x-forwarded-for": "198.51.100.9" })).status).toBe(200);
});

test("networks of one provider's customer count together", async () => {
  const load = async (network: number) => {
    const answer = await get({ "x-forwarded-for": `2001:db8:7:${network.toString(16)}::1` });
    await answer.arrayBuffer();
    return answer.status;
  };
  const statuses: number[] = [];
  // A /56 has four times the allowance of one network, which takes about 140 files.
  for (let count = 0; count < 1_000 && statuses.at(-1) !== 429; count += 1)
    statuses.push(await load(count % 256));
  expect(statuses.at(-1)).toBe(429);
  expect(statuses.length).toBeGreaterThan(500);
  // The next /56 has its own, within that of the /48.
  expect(await load(256)).toBe(200);
});

test("a client that takes no bytes holds two pieces of the file at most, and a file that changes ends the response", async () => {
  await get({ range: "bytes=0-9" });
  const { etag } = (await findStreets(server.deps)) ?? { etag: "" };
  const whole = { first: 0, last: content.length - 1 };
  const slow = streamStreets(server.deps, etag, whole).getReader();
  const { value } = await slow.read();
  expect(Buffer.from(value ?? []).equals(content.subarray(0, pieceBytes))).toBe(true);
  const reading = spyOn(await handles(), "read");
  // Time for any number of pieces.
  for (let count = 0; count < 20; count += 1) await (await get({ range: "bytes=0-9" })).arrayBuffer();
  const lengths = reading.mock.calls.map(([, , length]) => Number(length));
  reading.mockRestore();
  expect(lengths.filter((length) => length > 10).length).toBeLessThan(2);
  replace(emptyMap([13, 52.3, 13.8, 52.7]));
  const rest = async () => {
    while (!(await slow.read()).done);
  };
  await expect(rest()).rejects.toThrow("The map file changed");
  replace(content);
});

test("a file that is replaced while the server runs is read anew; a broken one leaves the pages without streets", async () => {
  const operator = await createOperator(server);
  const mapNow = async () => (await operator.session.get("/api/v1/operator/storage")).body.map;
  const before = await metaOf();
  expect(before).toContain('data-bounds="-87.8027344,41.7713117,-87.5830078,41.9676592"');
  expect(before).toContain('data-zooms="10,13" data-schema="protomaps" data-attribution="© OpenStreetMap"');
  expect(await mapNow()).toMatchObject({ file, size_bytes: content.length, fault: null, min_zoom: 10 });
  const { headers } = await get({}, "HEAD");

  const metadata = { vector_layers: [{ id: "transportation" }], attribution: '<a href="x">©</a> "Me" <b>' };
  replace(emptyMap([13, 52.3, 13.8, 52.7], metadata));
  const after = await metaOf();
  expect(after).toContain('data-bounds="13,52.3,13.8,52.7"');
  expect(after).toContain('data-schema="openmaptiles" data-attribution="© &quot;Me&quot;"');
  expect(/v=[\w-]+/.exec(after ?? "")?.[0]).not.toBe(/v=[\w-]+/.exec(before ?? "")?.[0]);
  const old = { "if-range": headers.get("etag") ?? "", range: "bytes=0-9" };
  expect((await get(old)).status).toBe(200);

  replace(content.subarray(0, 300_000));
  expect(await metaOf()).toBeUndefined();
  expect((await get({ range: "bytes=0-9" })).status).toBe(404);
  expect(await mapNow()).toMatchObject({ fault: expect.stringContaining("is truncated"), bounds: null });

  // Whoever swaps in a link to another file gets nothing of it.
  rmSync(file);
  symlinkSync(join(server.deps.config.data, "accounts.db"), file);
  expect((await get({ range: "bytes=0-99" })).status).toBe(404);
  expect(await mapNow()).toMatchObject({ fault: "is no PMTiles file" });
  rmSync(file);
  expect(await mapNow()).toMatchObject({ fault: "does not exist" });
  symlinkSync(demoMap, file);
  expect((await get({ range: "bytes=0-99" })).status).toBe(206);
  rmSync(file);
  replace(content);
  expect(await metaOf()).toContain("-87.8027344");
});

test("a disk that cannot be read once is asked again", async () => {
  const reading = spyOn(await handles(), "read").mockImplementation(async () => {
    throw Object.assign(new Error("input/output error"), { code: "EIO" });
  });
  // Another file, which nobody has checked yet.
  replace(emptyMap([13, 52.3, 13.8, 52.7]));
  expect(await metaOf()).toBeUndefined();
  expect(reading).toHaveBeenCalled();
  reading.mockRestore();
  expect(await metaOf()).toContain('data-bounds="13,52.3,13.8,52.7"');
  replace(content);
});

test("without a setting, the file in the data folder counts, and none is no fault", async () => {
  const other = await startServer();
  const operator = await createOperator(other);
  const mapNow = async () => (await operator.session.get("/api/v1/operator/storage")).body.map;
  expect(await mapNow()).toBeNull();
  expect((await fetch(other.url + path)).status).toBe(404);
  copyFileSync(demoMap, join(other.deps.config.data, "map.pmtiles"));
  expect(await mapNow()).toMatchObject({ fault: null, max_zoom: 13 });
  expect((await fetch(other.url + path, { headers: { range: "bytes=0-6" } })).status).toBe(206);
  await other.stop();
});
