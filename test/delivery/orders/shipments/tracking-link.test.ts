import { afterAll, beforeAll, expect, test } from "bun:test";
import { createClock } from "../../../support/clock.ts";
import { advance, createAssigned, openProofs, platform } from "../../../support/fixtures.ts";
import { startServer, type TestAccount, type TestServer } from "../../../support/harness.ts";
import { follow } from "../../../support/stream.ts";

/** Links to the recipient's page end: by hand, with a new one, and some days after the delivery. */

const trackingLinkDays = 5;
const daySeconds = 86_400;
const clock = createClock();

let server: TestServer;
let account: TestAccount;
let other: TestAccount;
beforeAll(async () => {
  server = await startServer({
    watchesVersions: true,
    config: { trackingLinkDays },
    replacements: { clock },
  });
  account = await server.account();
  other = await server.account();
  await openProofs(account);
  await fetch(`${server.url}/t/first`);
});
afterAll(() => server.stop());

const linkOf = (id: string) => `${platform}/shipments/${id}/tracking-link`;
const tokenOf = (url: string) => url.split("/").at(-1) ?? "";

/** What the link answers: page, API and picture. */
async function statusesOf(url: string, picture = "signature.png"): Promise<number[]> {
  const track = `${server.url}/api/v1/track/${tokenOf(url)}`;
  const addresses = [
    `${server.url}/t/${tokenOf(url)}`,
    track,
    `${track}/stream`,
    `${track}/proof/${picture}`,
  ];
  const responses = await Promise.all(addresses.map((address) => fetch(address)));
  await Promise.all(responses.map((response) => response.body?.cancel()));
  return responses.map(({ status }) => status);
}

const open = [200, 200, 200, 200];
const ended = [410, 410, 410, 410];
const unknown = [404, 404, 404, 404];

test("a link that was ended says so, and a new one replaces it; nobody else can do either", async () => {
  const { shipment } = await createAssigned(account.sandbox);
  const path = linkOf(shipment.id);
  await advance(account.sandbox, shipment.id, "delivered");
  const first = shipment.tracking_url;
  expect(await statusesOf(first)).toEqual(open);
  for (const client of [other.sandbox, account.live]) {
    expect((await client.delete(path)).status).toBe(404);
    expect((await client.post(path)).status).toBe(404);
  }

  const { version } = (await account.sandbox.get(`${platform}/shipments/${shipment.id}`)).body;
  expect((await account.sandbox.delete(path)).status).toBe(204);
  expect((await account.sandbox.delete(path)).status).toBe(204);
  const after = (await account.sandbox.get(`${platform}/shipments/${shipment.id}`)).body;
  expect([after.tracking_url, after.version]).toEqual([null, version + 1]);
  expect((await account.sandbox.get(`${platform}/tracking/${shipment.id}`)).body.tracking_url).toBeNull();
  expect(await statusesOf(first)).toEqual(ended);
  const page = await (await fetch(`${server.url}/t/${tokenOf(first)}`)).text();
  expect(page).toContain("<h1>This link has ended</h1>");
  expect(page).not.toContain(shipment.tracking_number);

  const once = { "idempotency-key": "a-new-link" };
  const renewed = await account.sandbox.post(path, undefined, once);
  expect([renewed.status, renewed.body.status]).toEqual([200, "delivered"]);
  expect(renewed.body.tracking_url).not.toBe(first);
  const again = await account.sandbox.post(path, undefined, once);
  expect(again.body.tracking_url).toBe(renewed.body.tracking_url);
  expect(await statusesOf(renewed.body.tracking_url)).toEqual(open);
  expect(await statusesOf(first)).toEqual(unknown);
  const events = await account.sandbox.get(`${platform}/shipments/${shipment.id}/events?limit=100`);
  const told = events.body.data.filter(({ type }: { type: string }) => type === "shipment.updated");
  expect(
    told.map((event: { data: { shipment: { tracking_url: unknown } } }) => event.data.shipment.tracking_url),
  ).toEqual([null, renewed.body.tracking_url]);
});

test("whoever reads along is cut off when the link ends", async () => {
  const { shipment } = await createAssigned(account.sandbox);
  const stream = await follow(`${server.url}/api/v1/track/${tokenOf(shipment.tracking_url)}/stream`, {});
  const rest = stream.rest();
  await account.sandbox.delete(linkOf(shipment.id));
  await rest;
  expect((await statusesOf(shipment.tracking_url)).slice(0, 3)).toEqual([410, 410, 410]);
});

test("a link ends some days after the final state, and a new one lasts as long", async () => {
  const moving = (await createAssigned(account.sandbox)).shipment;
  const over = (await createAssigned(account.sandbox)).shipment;
  await advance(account.sandbox, over.id, "delivered");
  clock.advance(trackingLinkDays * daySeconds - 1);
  expect(await statusesOf(over.tracking_url)).toEqual(open);
  clock.advance(1);
  expect(await statusesOf(over.tracking_url)).toEqual(ended);
  expect((await statusesOf(moving.tracking_url)).slice(0, 3)).toEqual([200, 200, 200]);

  const { body } = await account.sandbox.post(linkOf(over.id));
  expect(await statusesOf(body.tracking_url)).toEqual(open);
  clock.advance(trackingLinkDays * daySeconds);
  expect(await statusesOf(body.tracking_url)).toEqual(ended);
});
