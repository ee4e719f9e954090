import { afterAll, beforeAll, expect, test } from "bun:test";
import { applyReport } from "../../../../src/delivery/lifecycle/reporting.ts";
import { publicName } from "../../../../src/delivery/lifecycle/tracking/tracking.ts";
import { write } from "../../../../src/infra/deps.ts";
import { advance, berlinMitte, createAssigned, createShipment, platform } from "../../../support/fixtures.ts";
import { startServer, type TestAccount, type TestServer } from "../../../support/harness.ts";
import { type Frame, follow } from "../../../support/stream.ts";

/** What whoever has the tracking link sees, as JSON and as a stream; the page says no more of a name. */

const streamsPerLinkMax = 20;

let server: TestServer;
let account: TestAccount;
beforeAll(async () => {
  server = await startServer();
  account = await server.account();
  // From source its script is bundled for the first reader.
  await fetch(`${server.url}/t/first`);
});
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

async function pageOf(token: string) {
  return (await fetch(`${server.url}/t/${token}`)).text();
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
      update: { kind: "withdrawn", reason: "other", message: "No.", rejected: false },
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
  expect(refused.body.detail).toBe("A tracking link may have at most 20 open streams. Close one first.");

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

/** The carrier reports its driver's place. */
const drive = (shipmentId: string, assignmentId: string, [latitude, longitude]: readonly [number, number]) =>
  write(server.deps, "sandbox", (writing) =>
    applyReport(writing, shipmentId, {
      assignmentId,
      // Nobody judges how fast a simulated driver is.
      by: "simulator",
      at: server.deps.clock.now(),
      update: { kind: "position", latitude, longitude, ...motion },
    }),
  );
const motion = { accuracyMeters: 8, headingDegrees: 162, speedMps: 5.2, fraction: null };

test("the driver's place is rounded, and told neither near nor at an address, nor after the end", async () => {
  const { shipment, assignment } = await createAssigned(account.sandbox);
  const token = tokenOf(shipment);
  const all = (await streamOf(token)).rest();
  const way = [
    { to: "en_route_to_pickup", at: [52.540123, 13.380456], told: [52.54, 13.38] },
    { to: "en_route_to_pickup", at: [52.5302, 13.4014] },
    { to: "at_pickup", at: [52.5291, 13.4014] },
    { to: "picked_up", at: [52.540123, 13.380456] },
    { to: "en_route_to_delivery", at: [52.515678, 13.410987], told: [52.516, 13.411] },
    { to: "en_route_to_delivery", at: [52.5025, 13.4202] },
    { to: "at_delivery", at: [52.5091, 13.4202] },
  ] as const;
  for (const { to, at, ...rest } of way) {
    await advance(account.sandbox, shipment.id, to);
    await drive(shipment.id, assignment.id, at);
    const { body: exact } = await account.sandbox.get(`${platform}/tracking/${shipment.id}`);
    expect([exact.position.latitude, exact.position.longitude]).toEqual([...at]);
    const { position } = await publicTracking(token);
    const place = position && [position.latitude, position.longitude];
    expect([to, place, position?.accuracy_meters]).toEqual([
      to,
      "told" in rest ? [...rest.told] : null,
      position ? null : undefined,
    ]);
  }
  await advance(account.sandbox, shipment.id, "delivered");
  expect((await publicTracking(token)).position).toBeNull();
  const told = dataOf(await all, "position").map(({ latitude, longitude }) => [latitude, longitude]);
  expect(told).toEqual(way.flatMap((step) => ("told" in step ? [[...step.told]] : [])));
  expect(dataOf(await (await streamOf(token)).rest(), "position")).toEqual([]);
});

test("on the way back nobody with the link sees where the driver is", async () => {
  const simulation = { speed: "manual", outcome: "recipient_refused" };
  const { shipment, assignment } = await createAssigned(account.sandbox, { simulation });
  const token = tokenOf(shipment);
  const all = (await streamOf(token)).rest();
  await advance(account.sandbox, shipment.id, "returning");
  await drive(shipment.id, assignment.id, [52.515678, 13.410987]);
  expect((await publicTracking(token)).position).toBeNull();
  await advance(account.sandbox, shipment.id, "returned");
  const told = dataOf(await all, "position").map(({ latitude, longitude }) => [latitude, longitude]);
  expect(told).not.toContainEqual([52.516, 13.411]);
});

/** In ten scripts, with titles, commas, no space, and names of companies: what a tracking link may show of each. */
const names = [
  ["Alex Example", "Alex"],
  ["Müller, Anna Maria", "Anna"],
  ["Frau Dr. Anna Müller", "Anna"],
  ["Müller, Dr. Anna", "Anna"],
  ["Dr. Müller", "Müller"],
  [" Müller, ", "Müller"],
  ["Herr", "Herr"],
  ["Анна Иванова", "Анна"],
  ["Άννα Παπαδοπούλου", "Άννα"],
  ["محمد العلي", "محمد"],
  ["العلي، محمد", "محمد"],
  ["דנה כהן", "דנה"],
  ["अनिल शर्मा", "अनिल"],
  ["สมชาย ใจดี", "สมชาย"],
  ["สมชายใจดี", "ส○○"],
  ["李小龙", "李○○"],
  ["李小龙 先生", "李○○"],
  ["Mr. 李小龙", "李○○"],
  ["歐陽，娜娜", "娜○○"],
  ["𠮷野家", "𠮷○○"],
  ["北京京东世纪贸易有限公司", "北○○"],
  ["（株）田中商店", "株○○"],
  ["ABC商事", "A○○"],
  ["山田 太郎", "山○○"],
  ["山田　太郎", "山○○"],
  ["さくらももこ", "さ○○"],
  ["タナカ・タロウ", "タ○○"],
  ["김철수", "김○○"],
  ["김 철수", "김○○"],
  ["김철수".normalize("NFD"), "김○○"],
  ["㈜한국상사", "한○○"],
] as const;

test.each(names)("%p is called %p", (name, called) => {
  expect(publicName(name)).toBe(called);
});

test.each(names.filter(([name]) => /[^\p{Script=Latin}\p{P}\s]/u.test(name)))(
  "a tracking link tells of the recipient %p and a driver of that name no more than %p",
  async (name, called) => {
    const { shipment, assignment } = await createAssigned(account.sandbox, {
      delivery: { contact: { name, company: name }, address: berlinMitte },
    });
    const token = tokenOf(shipment);
    const frames = (await streamOf(token)).rest();
    await write(server.deps, "sandbox", (writing) =>
      applyReport(writing, shipment.id, {
        assignmentId: assignment.id,
        by: "carrier",
        at: server.deps.clock.now(),
        update: {
          kind: "progress",
          substatus: "picked_up",
          driver: { name, phone: null, vehicle: { type: "van", plate: null } },
        },
      }),
    );
    const onTheWay = await publicTracking(token);
    expect([onTheWay.recipient, onTheWay.driver]).toEqual([called, called]);
    const before = await pageOf(token);
    expect(before).toContain(`For ${called} in Berlin · `);
    expect(before).toContain(` (${called}, by van)</p>`);

    await advance(account.sandbox, shipment.id, "delivered");
    const after = await pageOf(token);
    const streamed = (await frames).map(({ text }) => text);
    for (const told of [
      JSON.stringify(onTheWay),
      before,
      JSON.stringify(await publicTracking(token)),
      after,
      ...streamed,
    ]) {
      expect(told).not.toContain(name);
      expect(told).not.toContain(name.normalize("NFC"));
    }
  },
);

test("how far the way is a recipient learns in steps that give no address away", async () => {
  const { shipment } = await createAssigned(account.sandbox);
  const { body: exact } = await account.sandbox.get(`${platform}/tracking/${shipment.id}`);
  expect(exact.progress.distance_meters % 500).not.toBe(0);
  const { progress } = await publicTracking(tokenOf(shipment));
  expect(progress).toEqual({
    percent: 0,
    distance_meters: Math.round(exact.progress.distance_meters / 500) * 500,
    remaining_meters: progress.distance_meters,
  });
});

test("near an address without coordinates a place is told to a hundredth of a degree", async () => {
  const { shipment, assignment } = await createAssigned(account.sandbox, {
    delivery: {
      contact: { name: "Alex Example" },
      address: { line1: "Alexandrinenstr. 7", city: "Potsdam", country: "DE" },
    },
  });
  await advance(account.sandbox, shipment.id, "en_route_to_delivery");
  await drive(shipment.id, assignment.id, [52.412345, 13.067891]);
  const { position } = await publicTracking(tokenOf(shipment));
  expect([position.latitude, position.longitude]).toEqual([52.41, 13.07]);
});
