import { afterAll, beforeAll, expect, test } from "bun:test";
import { createAssigned, createQuoted, platform } from "../../../support/fixtures.ts";
import { type Answer, startServer, type TestAccount, type TestServer } from "../../../support/harness.ts";

/** What is sent, and what proves its delivery, can change until somebody has it. */

const shipments = `${platform}/shipments`;
let server: TestServer;
let account: TestAccount;
beforeAll(async () => {
  server = await startServer({ watchesVersions: true });
  account = await server.account();
});
afterAll(() => server.stop());

const patch = (id: string, body: object): Promise<Answer> =>
  account.sandbox.patch(`${shipments}/${id}`, body);
const read = async (path: string): Promise<Answer["body"]> => (await account.sandbox.get(path)).body;

test.each<[string, object, (shipment: Answer["body"]) => unknown, unknown]>([
  [
    "parcels",
    { parcels: [{ weight_grams: 900 }, { weight_grams: 50, quantity: 2 }] },
    ({ parcels }) => parcels.map((one: Answer["body"]) => one.weight_grams),
    [900, 50],
  ],
  [
    "requirements",
    { delivery: { requirements: { photo: true } } },
    ({ delivery }) => delivery.requirements,
    { signature: false, photo: true, pin: false, min_age: null },
  ],
  [
    "what happens when nobody is there",
    { if_undeliverable: "discard" },
    (shipment) => shipment.if_undeliverable,
    "discard",
  ],
])("%s change until a quote is accepted, and open quotes are withdrawn", async (_, body, shown, wanted) => {
  const { shipment, quotes } = await createQuoted(account.sandbox);
  const changed = await patch(shipment.id, body);
  expect([changed.status, shown(changed.body)]).toEqual([200, wanted]);
  const accepted = await account.sandbox.post(`${shipments}/${shipment.id}/assignments`, {
    quote_id: quotes[0].id,
  });
  expect([accepted.status, accepted.body.code]).toEqual([409, "quote_not_open"]);
  const { data } = await read(`${shipments}/${shipment.id}/quotes?wait_seconds=10`);
  expect(data.length).toBeGreaterThan(0);
  expect(data.map(({ id }: Answer["body"]) => id)).not.toContain(quotes[0].id);
});

test("once a carrier has it they are closed, and nothing changes", async () => {
  const { shipment } = await createAssigned(account.sandbox);
  const before = await read(`${shipments}/${shipment.id}`);
  for (const body of [
    { parcels: [{ weight_grams: 1 }] },
    { delivery: { requirements: { pin: true } } },
    { if_undeliverable: "discard", reference: "other" },
  ]) {
    const { status, body: problem } = await patch(shipment.id, body);
    expect([status, problem.code]).toEqual([409, "shipment_not_editable"]);
  }
  const after = await read(`${shipments}/${shipment.id}`);
  expect([after.parcels, after.delivery, after.if_undeliverable, after.reference]).toEqual([
    before.parcels,
    before.delivery,
    before.if_undeliverable,
    before.reference,
  ]);
});

test("parcels as they are keep their ids and the quotes, and another one gets an id", async () => {
  const { shipment, quotes } = await createQuoted(account.sandbox);
  const [{ id: parcelId, ...same }] = shipment.parcels;
  const kept = await patch(shipment.id, { parcels: [same] });
  expect([kept.body.parcels, kept.body.version]).toEqual([
    shipment.parcels,
    (await read(`${shipments}/${shipment.id}`)).version,
  ]);
  const { data } = await read(`${shipments}/${shipment.id}/quotes`);
  expect(data.map(({ id }: Answer["body"]) => id)).toContain(quotes[0].id);
  const more = await patch(shipment.id, { parcels: [same, { weight_grams: 5 }] });
  expect(more.body.parcels[0].id).toBe(parcelId);
  expect(more.body.parcels[1].id).not.toBe(parcelId);
});

test.each<[string, object, string]>([
  [
    "leaving at the door what needs a signature",
    { if_undeliverable: "leave_at_door", delivery: { requirements: { signature: true } } },
    "#/if_undeliverable",
  ],
  ["no parcels", { parcels: [] }, "#/parcels"],
  ["a parcel without weight", { parcels: [{ quantity: 1 }] }, "#/parcels/0/weight_grams"],
  ["no age", { delivery: { requirements: { min_age: 0 } } }, "#/delivery/requirements/min_age"],
])("%s is refused and changes nothing", async (_, body, pointer) => {
  const { shipment } = await createQuoted(account.sandbox);
  const { status, body: problem } = await patch(shipment.id, body);
  expect([status, problem.errors?.[0]?.pointer]).toEqual([422, pointer]);
  expect((await read(`${shipments}/${shipment.id}`)).version).toBe(shipment.version + 1);
});

test("a change beside an acceptance: one of them is refused, and no carrier has other goods than it offered for", async () => {
  const won = { change: 0, acceptance: 0 };
  for (let turn = 0; turn < 12; turn += 1) {
    const { shipment, quotes } = await createQuoted(account.sandbox);
    const change = () => patch(shipment.id, { parcels: [{ weight_grams: 900 }] });
    const accept = () =>
      account.sandbox.post(`${shipments}/${shipment.id}/assignments`, { quote_id: quotes[0].id });
    const [first, second] = turn % 2 === 0 ? [change, accept] : [accept, change];
    const answers = await Promise.all([first(), second()]);
    const [changed, accepted] = turn % 2 === 0 ? answers : answers.toReversed();
    const after = await read(`${shipments}/${shipment.id}`);
    if (changed?.status === 200) {
      won.change += 1;
      expect([accepted?.status, accepted?.body.code]).toEqual([409, "quote_not_open"]);
      expect([after.parcels[0].weight_grams, after.assignment]).toEqual([900, null]);
    } else {
      won.acceptance += 1;
      expect([changed?.status, changed?.body.code, accepted?.status]).toEqual([
        409,
        "shipment_not_editable",
        201,
      ]);
      expect([after.parcels, after.assignment.quote_id]).toEqual([shipment.parcels, quotes[0].id]);
    }
  }
  expect(won.change).toBeGreaterThan(0);
  expect(won.acceptance).toBeGreaterThan(0);
});

test("who accepts the best offer while the goods change gets one for the goods as they are then, or none", async () => {
  for (let turn = 0; turn < 6; turn += 1) {
    const { shipment, quotes } = await createQuoted(account.sandbox);
    const [changed, accepted] = await Promise.all([
      patch(shipment.id, { parcels: [{ weight_grams: 900 }] }),
      account.sandbox.post(`${shipments}/${shipment.id}/assignments`, { strategy: "cheapest" }),
    ]);
    const after = await read(`${shipments}/${shipment.id}`);
    // The change came between the wait for offers and the acceptance.
    if (accepted.status === 409) {
      expect([accepted.body.code, changed.status]).toEqual(["no_open_quotes", 200]);
      expect([after.parcels[0].weight_grams, after.assignment]).toEqual([900, null]);
      continue;
    }
    expect(accepted.status).toBe(201);
    const isOld = quotes.some(({ id }: Answer["body"]) => id === after.assignment.quote_id);
    expect([changed.status, after.parcels[0].weight_grams]).toEqual(
      isOld ? [409, shipment.parcels[0].weight_grams] : [200, 900],
    );
  }
});
