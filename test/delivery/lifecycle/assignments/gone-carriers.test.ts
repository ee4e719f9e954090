import { afterAll, beforeAll, expect, test } from "bun:test";
import { renewCarrier } from "../../../../src/delivery/carriers/connections.ts";
import { type CarrierRow, carrierStore } from "../../../../src/delivery/carriers/store.ts";
import { finishWithdrawal } from "../../../../src/delivery/connections/setup/withdrawal.ts";
import { write } from "../../../../src/infra/deps.ts";
import { assignmentsOf } from "../../../support/bookings.ts";
import { createQuoted, platform } from "../../../support/fixtures.ts";
import {
  type Answer,
  type Client,
  startServer,
  type TestAccount,
  type TestServer,
} from "../../../support/harness.ts";
import { createOperator } from "../../../support/operator.ts";
import { playKind } from "../../../support/played-kind.ts";

/** A carrier is deleted, paused or taken away while its quotes are open: nobody may accept them any more. */

const carriers = `${platform}/carriers`;

let server: TestServer;
beforeAll(async () => {
  server = await startServer({
    config: { secretKey: new Uint8Array(32).fill(7) },
    replacements: { kinds: playKind().kinds },
  });
});
afterAll(() => server.stop());

const body = { kind: "played", code: "played", name: "City Riders" };
const settings = { base_url: "https://example.com/waybill" };

async function quotedByOwn(): Promise<TestAccount & { carrierId: string; path: string; quoteId: string }> {
  const account = await server.account();
  const set = await account.live.post(carriers, { ...body, settings });
  expect(set.status).toBe(201);
  const { shipment, quotes } = await createQuoted(account.live);
  const own = quotes.find((quote: Answer["body"]) => quote.carrier.id === set.body.id);
  return { ...account, carrierId: set.body.id, path: assignmentsOf(shipment.id), quoteId: own.id };
}

/** The row alone changes, as it is between the commit and the steps that follow it. */
function changeRow(id: string, change: Partial<CarrierRow>): Promise<void> {
  return write(server.deps, "live", ({ tx }) => {
    const row = carrierStore(tx).find(id);
    if (row) carrierStore(tx).update({ ...row, version: row.version + 1, ...change });
  });
}

const refused = ({ status, body }: Answer) => [status, body?.code];

test.each<[string, Partial<CarrierRow>]>([
  ["deleted", { deletedAt: 1 }],
  ["paused", { status: "paused" }],
])(
  "nobody accepts a quote of a carrier that is %s, even before its quotes are withdrawn",
  async (_, gone) => {
    const { live, carrierId, path, quoteId } = await quotedByOwn();
    await changeRow(carrierId, gone);
    const named = await live.post(path, { quote_id: quoteId });
    expect(refused(named)).toEqual([409, "quote_not_open"]);
    expect(named.body.detail).toStartWith("The carrier is no longer available.");
    expect(refused(await live.post(path, { strategy: "cheapest" }))).toEqual([409, "no_open_quotes"]);
    await changeRow(carrierId, { deletedAt: null, status: "active" });
    expect((await live.post(path, { quote_id: quoteId })).status).toBe(201);
  },
);

test("of a deletion and an acceptance at the same time one wins", async () => {
  for (const isDeletedFirst of [true, false, true, false]) {
    const { live, carrierId, path, quoteId } = await quotedByOwn();
    const remove = () => live.delete(`${carriers}/${carrierId}`);
    const accept = () => live.post(path, { quote_id: quoteId });
    const [one, other] = await Promise.all(isDeletedFirst ? [remove(), accept()] : [accept(), remove()]);
    const [removed, accepted] = isDeletedFirst ? [one, other] : [other, one];
    const outcome = [refused(removed), accepted.status, accepted.body.code];
    expect([
      [[204, undefined], 409, "quote_not_open"],
      [[409, "carrier_in_use"], 201, undefined],
    ]).toContainEqual(outcome);
  }
});

test("an account that may no longer use the installation's carrier cannot accept its open quotes", async () => {
  const operator = await createOperator(server);
  const { live, accountId } = await server.account();
  const environment = "?environment=live";
  const set = await operator.session.post(`/api/v1/operator/carriers${environment}`, {
    ...body,
    settings,
    accounts: [accountId],
  });
  const { shipment, quotes } = await createQuoted(live);
  const other = await server.account();
  const path = assignmentsOf(shipment.id);
  const carrier = `/api/v1/operator/carriers/${set.body.id}${environment}`;
  const allow = (accounts: string[] | null) => operator.session.patch(carrier, { accounts });
  const statusesOf = async (client: Client, id: string) =>
    (await client.get(`${platform}/shipments/${id}/quotes`)).body.data
      .filter((quote: Answer["body"]) => quote.carrier.id === set.body.id)
      .map(({ status }: Answer["body"]) => status);
  await allow(null);
  const kept = await createQuoted(other.live);
  await allow([accountId, other.accountId]);
  expect(await statusesOf(live, shipment.id)).toEqual(["open"]);
  // The others keep theirs.
  await allow([other.accountId]);
  expect(await statusesOf(live, shipment.id)).toEqual(["withdrawn"]);
  expect(await statusesOf(other.live, kept.shipment.id)).toEqual(["open"]);
  await allow([]);
  expect(await statusesOf(other.live, kept.shipment.id)).toEqual(["withdrawn"]);
  // It does not come back with the account.
  await allow(null);
  expect(await statusesOf(live, shipment.id)).toEqual(["withdrawn"]);
  expect(refused(await live.post(path, { quote_id: quotes[0].id }))).toEqual([409, "quote_not_open"]);
  expect(refused(await live.post(path, { strategy: "fastest" }))).toEqual([409, "no_open_quotes"]);
});

test("an offer that comes after the commit of a pause is none, even while memory has not followed", async () => {
  const { live, carrierId } = await quotedByOwn();
  await changeRow(carrierId, { status: "paused" });
  const { quotes } = await createQuoted(live);
  expect(quotes.map(({ carrier }: Answer["body"]) => carrier.id)).not.toContain(carrierId);
});

test("a carrier that is paused and resumed at once keeps its open quotes", async () => {
  const { live, carrierId, path, quoteId } = await quotedByOwn();
  const paused = changeRow(carrierId, { status: "paused", unsettled: true });
  const settling = paused.then(() => finishWithdrawal(server.deps, "live", carrierId));
  await Promise.all([paused, changeRow(carrierId, { status: "active", unsettled: false }), settling]);
  expect((await live.post(path, { quote_id: quoteId })).status).toBe(201);
});

test("the account's own carrier bills its jobs, even if Waybill cannot connect it", async () => {
  const { live, carrierId, path, quoteId } = await quotedByOwn();
  const row = carrierStore(server.deps.stores.platform("live").db).find(carrierId);
  if (!row) throw new Error("the carrier has no row");
  await write(server.deps, "live", (writing) => {
    carrierStore(writing.tx).update({ ...row, kind: "lost", version: row.version + 1 });
    renewCarrier(writing, row);
  });
  expect((await live.post(path, { quote_id: quoteId })).status).toBe(201);
  const charges = await live.get(`${platform}/charges?kind=delivery`);
  expect(charges.body.data).toMatchObject([{ carrier_id: carrierId, billed_by: "carrier" }]);
});
