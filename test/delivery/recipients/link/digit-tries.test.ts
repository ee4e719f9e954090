import { afterAll, beforeAll, expect, test } from "bun:test";
import { parseCidrs } from "../../../../src/infra/net/address.ts";
import { dayMs } from "../../../../src/infra/units.ts";
import { createClock, type TestClock } from "../../../support/clock.ts";
import { databaseRows } from "../../../support/database.ts";
import { advance, createAssigned, platform, withPinAndPhone } from "../../../support/fixtures.ts";
import { startServer, type TestAccount, type TestServer } from "../../../support/harness.ts";

/** Whom wrong digits lock: the network they come from, and all of them only from several. */

let server: TestServer;
let account: TestAccount;
let clock: TestClock;

beforeAll(async () => {
  clock = createClock();
  const config = { trustedProxies: parseCidrs(["127.0.0.1/32"]) };
  server = await startServer({ replacements: { clock }, config });
  account = await server.account();
  // From source the page's script is bundled for the first reader.
  await fetch(`${server.url}/t/first`);
});
afterAll(() => server.stop());

type Linked = { tracking_url: string };
const tokenOf = ({ tracking_url: url }: Linked) => url.split("/").at(-1) ?? "";
const trackOf = (shipment: Linked) => `/api/v1/track/${tokenOf(shipment)}`;
const from = (address: string) => server.client({ "x-forwarded-for": address });
const tryFrom = async (shipment: Linked, address: string, last_digits: string) => {
  const { body } = await from(address).post(`${trackOf(shipment)}/pin`, { last_digits });
  return body.pin === undefined ? `${body.code} ${body.tries_left ?? ""}`.trim() : "shown";
};
const pinFor = async (shipment: Linked, address: string) =>
  (await from(address).get(trackOf(shipment))).body.pin;
async function tryWrong(shipment: Linked, address: string, times: number): Promise<string[]> {
  const answers: string[] = [];
  for (let tries = 0; tries < times; tries += 1) answers.push(await tryFrom(shipment, address, "0000"));
  return answers;
}
const withPin = async () => (await createAssigned(account.sandbox, withPinAndPhone)).shipment;

const [home, other] = ["198.51.100.7", "203.0.113.9"];

test("who was passed the link locks their own network, and not the recipient", async () => {
  const shipment = await withPin();
  expect((await tryWrong(shipment, other, 6)).slice(3)).toEqual([
    "digits_wrong 1",
    "digits_locked",
    "digits_locked",
  ]);
  expect(await tryFrom(shipment, other, "5678")).toBe("digits_locked");
  expect(await Promise.all([pinFor(shipment, other), pinFor(shipment, home)])).toEqual(["locked", "confirm"]);
  const page = async (address: string) => {
    const headers = { "x-forwarded-for": address, "accept-language": "en" };
    return (await fetch(shipment.tracking_url, { headers })).text();
  };
  const locked = await page(other);
  expect(locked).toMatch(/Too many wrong tries\.[^<]*<\/p><p>Contact Test about this delivery\./);
  expect(locked).not.toContain('name="digits"');
  expect(await page(home)).toContain('name="digits"');

  expect(await tryFrom(shipment, home, "0000")).toBe("digits_wrong 4");
  expect(await tryFrom(shipment, home, "5678")).toBe("shown");
  // It forgives the own network only.
  expect(await tryFrom(shipment, home, "0000")).toBe("digits_wrong 4");
  expect(await pinFor(shipment, other)).toBe("locked");
});

test("addresses of one network count together, and a mapped address as the address", async () => {
  const shipment = await withPin();
  for (let host = 1; host <= 5; host += 1) await tryFrom(shipment, `2001:db8:7:${host}::1`, "0000");
  expect(await pinFor(shipment, "2001:db8:7:99::1")).toBe("locked");
  expect(await pinFor(shipment, "2001:db8:8::1")).toBe("confirm");
  await tryWrong(shipment, other, 5);
  expect(await pinFor(shipment, `::ffff:${other}`)).toBe("locked");
});

test("from many networks a link takes 20 tries a day and 100 in all, until there is a new one", async () => {
  const shipment = await withPin();
  const guessFrom = async (block: number) => {
    for (let net = 0; net < 4; net += 1) await tryWrong(shipment, `192.0.${block}.${net}`, 5);
  };
  await guessFrom(0);
  expect(await tryFrom(shipment, home, "5678")).toBe("digits_locked");
  expect(await pinFor(shipment, home)).toBe("locked");
  clock.advance(dayMs / 1000);
  expect(await tryFrom(shipment, home, "5678")).toBe("shown");
  for (let day = 1; day < 4; day += 1) {
    await guessFrom(day);
    clock.advance(dayMs / 1000);
  }
  for (let net = 0; net < 3; net += 1) await tryWrong(shipment, `192.0.9.${net}`, 5);
  expect((await tryWrong(shipment, "192.0.9.3", 4)).at(-1)).toBe("digits_wrong 1");
  // The right digits give back no try of those in all.
  expect(await tryFrom(shipment, home, "5678")).toBe("shown");
  await tryFrom(shipment, home, "0000");
  clock.advance((2 * dayMs) / 1000);
  expect(await pinFor(shipment, home)).toBe("none");
  expect(await tryFrom(shipment, home, "5678")).toBe("pin_not_shown");
  const renewed = await account.sandbox.post(`${platform}/shipments/${shipment.id}/tracking-link`);
  expect(await tryFrom(renewed.body, home, "5678")).toBe("shown");
});

test("no row has the address of who tried, and an erasure forgets the network", async () => {
  const shipment = await withPin();
  await tryFrom(shipment, other, "0000");
  const rowOf = () => databaseRows(server)["sandbox.shipments"]?.find(({ id }) => id === shipment.id);
  expect(JSON.parse(String(rowOf()?.recent_digit_tries))).toEqual([
    { network: expect.stringMatching(/^[0-9a-f]{16}$/), at: expect.any(Number) },
  ]);
  expect(JSON.stringify(databaseRows(server)["sandbox.shipments"])).not.toContain(other);
  await advance(account.sandbox, shipment.id, "delivered");
  await account.sandbox.post(`${platform}/shipments/${shipment.id}/redaction`);
  expect(rowOf()).toMatchObject({ redacted_at: expect.any(Number), recent_digit_tries: null });
});
