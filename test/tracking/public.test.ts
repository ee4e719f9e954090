import { afterAll, beforeAll, expect, test } from "bun:test";
import { write } from "../../src/deps.ts";
import { applyReport } from "../../src/tracking/updates.ts";
import { advance, createAssigned, createShipment, platform } from "../support/fixtures.ts";
import { startServer, type TestAccount, type TestServer } from "../support/harness.ts";
import { type Frame, follow } from "../support/stream.ts";

/** What whoever has the tracking link sees: as JSON, as a stream and as a page. */

const streamsPerLinkMax = 20;
const bundlingTimeoutMs = 60_000;

let server: TestServer;
let account: TestAccount;
beforeAll(async () => {
  server = await startServer();
  account = await server.account();
  // From source its script is bundled for the first reader.
  await fetch(`${server.url}/t/first`);
}, bundlingTimeoutMs);
afterAll(() => server.stop());

const tokenOf = (shipment: { tracking_url: string }) => shipment.tracking_url.split("/").at(-1) ?? "";
const trackOf = (token: string) => `${server.url}/api/v1/track/${token}`;
const streamOf = (token: string, lastEventId?: string) =>
  follow(`${trackOf(token)}/stream`, lastEventId === undefined ? {} : { "last-event-id": lastEventId });
const dataOf = (frames: Frame[], event: string) =>
  frames.filter((frame) => frame.event === event).map((frame) => frame.data);

async function publicTracking(token: string) {
  return (await server.client().get(`/api/v1/track/${token}`)).body;
}

async function pageOf(token: string, from = server) {
  const response = await fetch(`${from.url}/t/${token}`);
  return { status: response.status, headers: response.headers, html: await response.text() };
}

test("a recipient follows the delivery to its end, and is told nothing but what the link shows", async () => {
  const { shipment } = await createAssigned(account.sandbox);
  const token = tokenOf(shipment);
  const all = (await streamOf(token)).rest();
  await advance(account.sandbox, shipment.id, "delivered");
  const frames = await all;
  const shown = await publicTracking(token);
  expect(shown.status).toBe("delivered");
  expect(dataOf(frames, "status")).toEqual(shown.entries);
  expect(dataOf(frames, "eta").at(-1)).toEqual(shown.eta);
  const positions = await account.sandbox.get(`${platform}/tracking/${shipment.id}/positions?limit=100`);
  expect(dataOf(frames, "position")).toEqual(positions.body.data);

  const told = frames.map(({ text }) => text).join("\n");
  for (const secret of [shipment.id, "Example", "Oranienstr", "49301234", "simulator"]) {
    expect(told).not.toContain(secret);
  }
  const again = await streamOf(token, frames.at(-1)?.id);
  expect([again.status, await again.rest()]).toEqual([204, []]);
});

test("a late report of a carrier is not among what a recipient is told", async () => {
  const { shipment, assignment } = await createAssigned(account.sandbox);
  const token = tokenOf(shipment);
  const frames = (await streamOf(token)).rest();
  await advance(account.sandbox, shipment.id, "at_delivery");
  await write(server.deps, "sandbox", (writing) =>
    applyReport(writing, shipment.id, {
      assignmentId: assignment.id,
      by: "carrier",
      at: server.deps.clock.now(),
      update: { kind: "progress", substatus: "at_pickup" },
    }),
  );
  await advance(account.sandbox, shipment.id, "delivered");
  const { body: tracking } = await account.sandbox.get(`${platform}/tracking/${shipment.id}`);
  const told = tracking.entries.filter(({ code }: { code: string | null }) => code !== "late_report");
  expect(tracking.entries.length - told.length).toBe(1);
  expect(dataOf(await frames, "status").map(({ message }) => message)).toEqual(
    told.map(({ message }: { message: string }) => message),
  );
  expect((await publicTracking(token)).entries).toHaveLength(told.length);
});

test("a link has its own streams, which take none of the account's", async () => {
  const shipment = await createShipment(account.sandbox);
  const token = tokenOf(shipment);
  const readers = [];
  for (let index = 0; index < streamsPerLinkMax; index += 1) readers.push(await streamOf(token));
  expect(readers.map(({ status }) => status)).toEqual(readers.map(() => 200));
  const refused = await server.client().get(`/api/v1/track/${token}/stream`);
  expect([refused.status, refused.body.code]).toEqual([409, "limit_reached"]);
  expect(refused.body.detail).toBe("A tracking link can have 20 streams open.");

  const other = await streamOf(tokenOf(await createShipment(account.sandbox)));
  expect(other.status).toBe(200);
  for (const reader of [...readers, other]) reader.leave();
});

test("the town's place is told, never the address's", async () => {
  const { shipment } = await createAssigned(account.sandbox);
  const { destination, town } = await publicTracking(tokenOf(shipment));
  expect(town).toBe("Berlin");
  const { latitude, longitude } = shipment.delivery.address;
  expect(destination).toEqual({ latitude: 52.524, longitude: 13.411 });
  expect(destination).not.toEqual({ latitude, longitude });

  const unknown = await createShipment(account.sandbox, {
    delivery: {
      contact: { name: "Alex Example" },
      address: { line1: "Way 1", city: "No such town", country: "DE" },
    },
  });
  expect((await publicTracking(tokenOf(unknown))).destination).toBeNull();
});

test("the page says everything without a script, keeps itself fresh, and may load from here only", async () => {
  const { shipment } = await createAssigned(account.sandbox);
  const token = tokenOf(shipment);
  await advance(account.sandbox, shipment.id, "en_route_to_delivery");
  const { status, headers, html } = await pageOf(token);
  expect(status).toBe(200);
  for (const words of [
    "Your parcel is on its way",
    "The driver is on the way to you.",
    "For Alex in Berlin",
    shipment.tracking_number,
    '<noscript><meta http-equiv="refresh"',
  ]) {
    expect(html).toContain(words);
  }
  for (const secret of ["Example", "Oranienstr", shipment.id]) expect(html).not.toContain(secret);
  const policy = headers.get("content-security-policy") ?? "";
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/unsafe|https?:/);

  await advance(account.sandbox, shipment.id, "delivered");
  const after = (await pageOf(token)).html;
  expect(after).toContain("Your parcel was delivered");
  expect(after).toContain('alt="Signature"');
  expect(after).not.toContain("refresh");
  expect(after).not.toContain('id="map"');
});

test("street tiles are let in where the settings name their server, and from nowhere else", async () => {
  const mapTilesUrl = 'https://tiles.example.com/{z}/{x}/{y}.png?a="b"';
  const streets = await startServer({ config: { mapTilesUrl, mapAttribution: "© <Map> makers" } });
  try {
    const own = await streets.account();
    const { tracking_url } = await createShipment(own.sandbox);
    const { headers, html } = await pageOf(tokenOf({ tracking_url }), streets);
    const dashboard = await fetch(`${streets.url}/dashboard`);
    for (const [policy, text] of [
      [headers.get("content-security-policy"), html],
      [dashboard.headers.get("content-security-policy"), await dashboard.text()],
    ]) {
      expect(policy).toContain("img-src 'self' data: https://tiles.example.com;");
      expect(policy?.match(/https?:/g)).toHaveLength(1);
      expect(text).toContain('content="https://tiles.example.com/{z}/{x}/{y}.png?a=&quot;b&quot;"');
      expect(text).toContain('data-attribution="© &lt;Map&gt; makers"');
    }
  } finally {
    await streets.stop();
  }
});
