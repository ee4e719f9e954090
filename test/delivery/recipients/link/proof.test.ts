import { afterAll, beforeAll, expect, test } from "bun:test";
import { dayMs, minuteMs } from "../../../../src/infra/units.ts";
import { expectProblem } from "../../../api/problem.ts";
import { createClock, type TestClock } from "../../../support/clock.ts";
import { advance, createAssigned, kreuzberg, platform } from "../../../support/fixtures.ts";
import { type Client, startServer, type TestAccount, type TestServer } from "../../../support/harness.ts";

/** Who sees signature, photos and the receiver's name with the tracking link. */

let server: TestServer;
let account: TestAccount;
let clock: TestClock;
let anybody: Client;

beforeAll(async () => {
  clock = createClock();
  server = await startServer({ replacements: { clock } });
  account = await server.account();
  anybody = server.client();
});
afterAll(() => server.stop());

type Linked = { tracking_url: string };
const trackOf = ({ tracking_url: url }: Linked) => `/api/v1/track/${url.split("/").at(-1)}`;
const shown = async (shipment: Linked) => (await anybody.get(trackOf(shipment))).body;
const tryDigits = (shipment: Linked, digits: string, by = anybody) =>
  by.post(`${trackOf(shipment)}/proof`, { last_digits: digits });
const statusOf = async (url: string) => (await fetch(url)).status;

const signedFor = (phone: string | null = "+4915112345678", requirements: object = {}) => ({
  delivery: {
    contact: { name: "Alex Example", ...(phone && { phone }) },
    address: kreuzberg,
    requirements: { signature: true, photo: true, ...requirements },
  },
});

async function delivered(by = account, change: Record<string, unknown> = signedFor()) {
  const { shipment } = await createAssigned(by.sandbox, change);
  await advance(by.sandbox, shipment.id, "delivered");
  return shipment;
}

async function picturesOf(shipment: Linked & { id: string }, by = account): Promise<string[]> {
  const { body } = await by.sandbox.get(`${platform}/tracking/${shipment.id}`);
  const { signature, photos } = body.proof_of_delivery;
  return [signature, ...photos].map(
    ({ url }) => `${server.url}${trackOf(shipment)}/proof/${url.split("/").at(-1)}`,
  );
}

const hidden = { signature_url: null, photo_urls: [] };

test("of a new account the link alone shows no picture and no name, and the last digits show them for some minutes", async () => {
  const shipment = await delivered();
  const seen = await shown(shipment);
  expect(seen).toMatchObject({ proof_access: "confirm", proof_of_delivery: hidden });
  const pictures = await picturesOf(shipment);
  expect(pictures.length).toBeGreaterThan(1);
  for (const url of pictures) expect(await statusOf(url)).toBe(404);

  const answer = await tryDigits(shipment, "5678");
  expect([answer.status, answer.headers.get("cache-control")]).toEqual([
    200,
    expect.stringContaining("no-store"),
  ]);
  const { signature_url, photo_urls, recipient_name, captured_at } = answer.body;
  expect([recipient_name, captured_at]).toEqual([
    expect.stringMatching(/./),
    seen.proof_of_delivery.captured_at,
  ]);
  const urls: string[] = [signature_url, ...photo_urls];
  expect(urls.map((url) => url.split("?")[0])).toEqual(pictures);
  for (const url of urls) {
    const picture = await fetch(url);
    expect([picture.status, picture.headers.get("content-type")]).toEqual([
      200,
      expect.stringContaining("image/"),
    ]);
    expect(picture.headers.get("cache-control")).toContain("no-store");
  }
  // Nobody is let in by what another was given.
  const other = await delivered();
  const [foreign] = await picturesOf(other);
  const token = new URL(signature_url).search;
  for (const query of [token, token.slice(0, -2), "?proof_token=", "?proof_token=1.x", `${token}x`]) {
    expect([query, await statusOf(`${foreign}${query}`)]).toEqual([query, 404]);
  }
  const later = token.replace(/=\d+/, (time) => `=${Number(time.slice(1)) + dayMs}`);
  expect(later).not.toBe(token);
  expect(await statusOf(`${pictures[0]}${later}`)).toBe(404);
  clock.advance(15 * (minuteMs / 1000));
  for (const url of urls) expect(await statusOf(url)).toBe(404);
  expect((await shown(shipment)).proof_of_delivery).toMatchObject(hidden);
});

test("wrong digits of proof and PIN are counted together, and lock both", async () => {
  const { shipment } = await createAssigned(account.sandbox, signedFor(undefined, { pin: true }));
  const pin = (digits: string) => anybody.post(`${trackOf(shipment)}/pin`, { last_digits: digits });
  expectProblem(server, await tryDigits(shipment, "5678"), { status: 409, code: "proof_not_shown" });
  for (let tries = 0; tries < 3; tries += 1) await pin("0000");
  await advance(account.sandbox, shipment.id, "delivered");
  const fourth = await tryDigits(shipment, "0000");
  expectProblem(server, fourth, { status: 403, code: "digits_wrong", members: ["tries_left"] });
  expect(fourth.body.tries_left).toBe(1);
  expectProblem(server, await tryDigits(shipment, "0000"), { status: 429, code: "digits_locked" });
  expectProblem(server, await tryDigits(shipment, "5678"), { status: 429, code: "digits_locked" });
  expect(await shown(shipment)).toMatchObject({ proof_access: "locked", proof_of_delivery: hidden });
  for (const url of await picturesOf(shipment)) expect(await statusOf(url)).toBe(404);
  for (const digits of ["", "567", "abcd"]) {
    expectProblem(server, await tryDigits(shipment, digits), {
      status: 422,
      code: "validation_failed",
      at: { "#/last_digits": "format" },
    });
  }
  clock.advance(dayMs / 1000);
  expect((await tryDigits(shipment, "5678")).status).toBe(200);
});

test("without a phone number, and after an erasure or the link's end, nobody sees the proof", async () => {
  const silent = await delivered(account, signedFor(null));
  expect(await shown(silent)).toMatchObject({ proof_access: "none", proof_of_delivery: hidden });
  expectProblem(server, await tryDigits(silent, "5678"), { status: 409, code: "proof_not_shown" });
  for (const url of await picturesOf(silent)) expect(await statusOf(url)).toBe(404);

  const erased = await delivered();
  const { signature_url: open } = (await tryDigits(erased, "5678")).body;
  expect(await statusOf(open)).toBe(200);
  await account.sandbox.post(`${platform}/shipments/${erased.id}/redaction`);
  expect((await shown(erased)).proof_access).toBe("none");
  expectProblem(server, await tryDigits(erased, "5678"), { status: 409, code: "proof_not_shown" });
  expect(await statusOf(open)).toBe(404);

  const ended = await delivered();
  const { signature_url } = (await tryDigits(ended, "5678")).body;
  const renewed = await account.sandbox.post(`${platform}/shipments/${ended.id}/tracking-link`);
  expect(await statusOf(signature_url)).toBe(404);
  const carried = signature_url.replace(trackOf(ended), trackOf(renewed.body));
  expect(await statusOf(carried)).toBe(404);
});

test("an account that shows it to everybody with the link does until it changes that", async () => {
  const own = await server.account();
  const change = (proof_behind_digits: unknown) =>
    own.session.patch(
      `${platform}/account`,
      { brand: { proof_behind_digits } },
      { "x-environment": "sandbox" },
    );
  expect((await own.sandbox.get(`${platform}/account`)).body.brand.proof_behind_digits).toBe(true);
  expectProblem(server, await change("no"), {
    status: 422,
    code: "validation_failed",
    at: { "#/brand/proof_behind_digits": "type" },
  });
  expect((await change(false)).body.brand.proof_behind_digits).toBe(false);
  const shipment = await delivered(own, signedFor(null));
  const pictures = await picturesOf(shipment, own);
  const seen = await shown(shipment);
  expect(seen).toMatchObject({
    proof_access: "shown",
    proof_of_delivery: { signature_url: pictures[0], photo_urls: pictures.slice(1) },
  });
  // What it set for itself is no brand.
  expect(seen.brand).toBeNull();
  for (const url of pictures) expect(await statusOf(url)).toBe(200);
  await change(true);
  expect(await shown(shipment)).toMatchObject({ proof_access: "none", proof_of_delivery: hidden });
  for (const url of pictures) expect(await statusOf(url)).toBe(404);
});
