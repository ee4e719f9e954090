import { afterAll, beforeAll, expect, test } from "bun:test";
import { offers, playCarrier } from "../../../support/carriers.ts";
import { platform, shipmentBody } from "../../../support/fixtures.ts";
import {
  type Answer,
  type Client,
  eventually,
  startServer,
  type TestAccount,
  type TestServer,
} from "../../../support/harness.ts";

/** A morning's orders in one request: each stands for itself, and none is made twice. */

const path = `${platform}/shipments/batch`;
let server: TestServer;
let account: TestAccount;
beforeAll(async () => {
  server = await startServer();
  account = await server.account();
});
afterAll(() => server.stop());

const numbered = (count: number, change: object = {}) =>
  Array.from({ length: count }, (_, index) => shipmentBody({ reference: `order ${index}`, ...change }));
const create = (shipments: unknown[], key?: string, client: Client = account.sandbox): Promise<Answer> =>
  client.post(path, { shipments }, key === undefined ? {} : { "idempotency-key": key });
const stored = async (client: Client = account.sandbox): Promise<number> =>
  (await client.get(`${platform}/shipments?limit=100`)).body.data.length;
const codes = ({ body }: Answer) => body.data.map((one: Answer["body"]) => one.problem?.code ?? "made");

test("100 shipments come back in the order sent, once for the key", async () => {
  const { sandbox } = await server.account();
  const first = await create(numbered(100), "morning", sandbox);
  expect([first.status, first.body.data.length]).toEqual([200, 100]);
  for (const [place, { index, shipment, problem }] of first.body.data.entries()) {
    expect([index, shipment.reference, shipment.warnings, problem]).toEqual([
      place,
      `order ${place}`,
      [],
      null,
    ]);
  }
  const again = await create(numbered(100), "morning", sandbox);
  expect(again.body).toEqual(first.body);
  expect(await stored(sandbox)).toBe(100);
});

test("an item that fails fails alone, and the pointer names it", async () => {
  const { sandbox } = await server.account();
  const wrong = [
    shipmentBody({ parcels: [] }),
    { ...shipmentBody(), pickup: undefined },
    "no shipment",
    shipmentBody({ accept: { driver_id: "drv_unknown" } }),
    shipmentBody({ accept: { strategy: "cheapest", driver_id: "drv_unknown" } }),
    shipmentBody({ reference: "a\u0000b" }),
  ];
  const answer = await create([shipmentBody(), ...wrong, shipmentBody()], undefined, sandbox);
  expect(codes(answer)).toEqual(["made", ...wrong.map(() => "validation_failed"), "made"]);
  const pointers = answer.body.data.map(({ problem }: Answer["body"]) => problem?.errors[0].pointer ?? null);
  expect(pointers).toEqual([
    null,
    "#/shipments/1/parcels",
    "#/shipments/2/pickup",
    "#/shipments/3",
    "#/shipments/4/accept/driver_id",
    "#/shipments/5/accept",
    "#/shipments/6/reference",
    null,
  ]);
  expect(await stored(sandbox)).toBe(2);
});

test("an item may be accepted at once, and says why it was not", async () => {
  const { sandbox } = await server.account();
  const answer = await create(
    [
      shipmentBody({ accept: { strategy: "cheapest" } }),
      shipmentBody({ accept: { strategy: "cheapest", services: ["none-such"] } }),
    ],
    "accepted",
    sandbox,
  );
  const [booked, left] = answer.body.data;
  expect([booked.shipment.status, booked.shipment.accept_problem]).toEqual(["assigned", null]);
  expect([left.shipment.assignment, left.shipment.accept_problem.code]).toEqual([null, "no_open_quotes"]);
  const again = await create(
    [
      shipmentBody({ accept: { strategy: "cheapest" } }),
      shipmentBody({ accept: { strategy: "cheapest", services: ["none-such"] } }),
    ],
    "accepted",
    sandbox,
  );
  expect(again.body).toEqual(answer.body);
});

test("phone numbers and white space are read as in a single shipment", async () => {
  const body = shipmentBody();
  const delivery = {
    ...(body.delivery as object),
    contact: { name: "  Alex   Example ", phone: "030 123456" },
  };
  const { body: answer } = await create([{ ...body, delivery }]);
  expect(answer.data[0].shipment.delivery.contact).toMatchObject({
    name: "Alex Example",
    phone: "+4930123456",
  });
});

test("101 and none are refused whole, and so is a key without the scope", async () => {
  const before = await stored();
  for (const shipments of [numbered(101), []]) {
    const { status, body } = await create(shipments);
    expect([status, body.errors[0].pointer]).toEqual([422, "#/shipments"]);
  }
  const made = await account.session.post("/api/v1/keys", {
    name: "reads",
    environment: "sandbox",
    scopes: ["shipments:read"],
  });
  const reader = server.client({ "x-api-key": made.body.secret });
  expect((await create(numbered(1), undefined, reader)).body.code).toBe("scope_missing");
  expect(await stored()).toBe(before);
});

test("a key that is revoked midway: what is written stays, the rest is refused, and nothing is made twice", async () => {
  const { session, sandbox } = await server.account();
  const keyOf = async () =>
    (await session.post("/api/v1/keys", { name: "batch", environment: "sandbox" })).body;
  const key = await keyOf();
  const client = server.client({ "x-api-key": key.secret });
  // The store of shipments is where the batch is, ten at a time.
  const store = server.deps.stores.platform("sandbox");
  const write = store.write.bind(store);
  let isLeft = true;
  store.write = (async (work: Parameters<typeof write>[0]) => {
    const made = await write(work);
    if (isLeft && (await stored(sandbox)) > 0) {
      isLeft = false;
      await session.delete(`/api/v1/keys/${key.id}`);
    }
    return made;
  }) as typeof store.write;
  const answer = await create(numbered(40), "revoked", client);
  store.write = write;
  expect(answer.status).toBe(200);
  const made = codes(answer).filter((code: string) => code === "made").length;
  expect([made > 0, made < 40, made % 10]).toEqual([true, true, 0]);
  expect(codes(answer).slice(made)).toEqual(Array(40 - made).fill("api_key_revoked"));
  expect(await stored(sandbox)).toBe(made);
  const other = server.client({ "x-api-key": (await keyOf()).secret });
  expect((await create(numbered(40), "revoked", other)).body).toEqual(answer.body);
  expect(await stored(sandbox)).toBe(made);
});

test("what is erased of one item while another waits for offers is not in the answer that is kept", async () => {
  const asked = Promise.withResolvers<void>();
  const open = Promise.withResolvers<void>();
  const slow = playCarrier("slow", {
    quote: async () => {
      asked.resolve();
      await open.promise;
      return offers({ amount: 500 });
    },
  });
  const waiting = await startServer({ replacements: { carriers: () => [slow] } });
  const { sandbox } = await waiting.account();
  const delivery = { ...(shipmentBody().delivery as object), contact: { name: "Kim Erased" } };
  const sent = [shipmentBody({ delivery }), shipmentBody({ accept: { strategy: "cheapest" } })];
  const answering = create(sent, "slow-batch", sandbox);
  await asked.promise;
  const first = await eventually("the stored shipments", async () => {
    const { body } = await sandbox.get(`${platform}/shipments?limit=10&sort=oldest`);
    return body.data.length === 2 ? body.data[0].id : undefined;
  });
  expect((await sandbox.post(`${platform}/shipments/${first}/cancellation`, {})).status).toBe(200);
  expect((await sandbox.post(`${platform}/shipments/${first}/redaction`, {})).status).toBe(200);
  open.resolve();
  const answer = await answering;
  expect(answer.body.data[0].shipment).toMatchObject({ id: first, status: "cancelled" });
  expect(answer.body.data[1].shipment).toMatchObject({ status: "assigned", accept_problem: null });
  const again = await create(sent, "slow-batch", sandbox);
  expect(again.body).toEqual(answer.body);
  for (const { text } of [answer, again]) expect(text).not.toContain("Kim Erased");
  await waiting.stop();
});
