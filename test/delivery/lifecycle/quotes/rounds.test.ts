import { afterAll, beforeAll, expect, spyOn, test } from "bun:test";
import { rmSync } from "node:fs";
import type { Carrier, QuoteAnswer } from "../../../../src/delivery/carriers/carrier.ts";
import { countAsks } from "../../../../src/delivery/lifecycle/quotes/asking.ts";
import { gate, never, offers, playCarrier } from "../../../support/carriers.ts";
import { createClock, jobsAtRest, wakeJobs } from "../../../support/clock.ts";
import { makeDataFolder } from "../../../support/data-folder.ts";
import { createQuoted, createShipment, platform, shipmentBody } from "../../../support/fixtures.ts";
import { type Client, eventually, startServer, type TestServer } from "../../../support/harness.ts";

const clock = createClock();
let carriers: Carrier[] = [];
let server: TestServer;
let sandbox: Client;
beforeAll(async () => {
  server = await startServer({
    config: { quotingDeadlineSeconds: 60 },
    replacements: { carriers: () => carriers, clock },
  });
  ({ sandbox } = await server.account());
});
afterAll(() => server.stop());

async function quotesOf(client: Client, shipmentId: string, wait = 30) {
  const answer = await client.get(`${platform}/shipments/${shipmentId}/quotes?wait_seconds=${wait}`);
  expect(answer.status).toBe(200);
  return answer.body;
}

async function eventTypes(client: Client, shipmentId: string): Promise<string[]> {
  const events = await client.get(`${platform}/shipments/${shipmentId}/events?limit=100`);
  return events.body.data.map((event: { type: string }) => event.type);
}

async function statusOf(shipmentId: string, client = sandbox): Promise<string> {
  return (await client.get(`${platform}/shipments/${shipmentId}`)).body.status;
}

function summary(answer: {
  data: { carrier: { code: string } }[];
  unavailable: { carrier: { code: string } | null; code: string }[];
}) {
  return {
    offers: answer.data.map((entry) => entry.carrier.code).sort(),
    refusals: Object.fromEntries(answer.unavailable.map((entry) => [entry.carrier?.code, entry.code])),
  };
}

test("a carrier that never answers: the others are visible as partial, then it is a timeout", async () => {
  const quick = gate<QuoteAnswer>();
  const time = createClock();
  const impatient = await startServer({
    config: { quotingDeadlineSeconds: 60 },
    replacements: {
      clock: time,
      carriers: () => [
        playCarrier("quick", { quote: () => quick.promise }),
        playCarrier("silent", { quote: never }),
      ],
    },
  });
  const { sandbox } = await impatient.account();
  const { id } = await createShipment(sandbox);
  expect(await quotesOf(sandbox, id, 0)).toEqual({ data: [], unavailable: [], status: "pending" });
  quick.resolve(offers({ amount: 1000 }));
  const partial = await eventually("a partial answer", async () => {
    const answer = await quotesOf(sandbox, id, 0);
    return answer.status === "pending" ? undefined : answer;
  });
  expect(partial.status).toBe("partial");
  expect(summary(partial)).toEqual({ offers: ["quick"], refusals: {} });
  expect(await statusOf(id, sandbox)).toBe("created");
  expect(await eventTypes(sandbox, id)).toEqual(["shipment.created"]);

  time.advance(60);
  await wakeJobs(impatient.deps);
  const complete = await quotesOf(sandbox, id);
  expect(complete.status).toBe("complete");
  expect(summary(complete)).toEqual({ offers: ["quick"], refusals: { silent: "carrier_timeout" } });
  expect(complete.data[0].id).toBe(partial.data[0].id);
  expect(await statusOf(id, sandbox)).toBe("quoted");
  expect(await eventTypes(sandbox, id)).toEqual(["shipment.created", "shipment.quoted"]);
  await impatient.stop();
});

test("what comes in later than the first answers is visible too while another carrier is waited for", async () => {
  const [late, last] = [gate<QuoteAnswer>(), gate<QuoteAnswer>()];
  carriers = [
    playCarrier("quick"),
    playCarrier("later", { quote: () => late.promise }),
    playCarrier("last", { quote: () => last.promise }),
  ];
  const { id } = await createShipment(sandbox);
  await eventually("the first answer", async () =>
    (await quotesOf(sandbox, id, 0)).data.length === 1 ? true : undefined,
  );
  late.resolve(offers({ amount: 700 }));
  const partial = await eventually("the second answer", async () => {
    const answer = await quotesOf(sandbox, id, 0);
    return answer.data.length === 2 ? answer : undefined;
  });
  expect(partial.status).toBe("partial");
  expect(partial.data.map((entry: { price: { amount: number } }) => entry.price.amount)).toEqual([700, 1000]);
  last.resolve({ kind: "offers", offers: [] });
  const complete = await quotesOf(sandbox, id);
  expect([complete.status, complete.data.length]).toEqual(["complete", 2]);
});

const broken: [string, Carrier["quote"]][] = [
  ["rejects", () => Promise.reject(new Error("no route to host"))],
  [
    "throws at once",
    () => {
      throw new Error("not configured");
    },
  ],
  ["answers nothing", () => Promise.resolve(undefined as unknown as QuoteAnswer)],
  ["answers another kind", () => Promise.resolve({ kind: "maybe" } as unknown as QuoteAnswer)],
  ["answers without offers", () => Promise.resolve({ kind: "offers" } as unknown as QuoteAnswer)],
  ["answers an empty list of offers", () => Promise.resolve({ kind: "offers", offers: [] })],
  ["answers half a cent", () => Promise.resolve(offers({ amount: 10.5 }))],
  ["answers no number", () => Promise.resolve(offers({ amount: Number.NaN }))],
  ["answers a negative price", () => Promise.resolve(offers({ amount: -1 }))],
  ["answers no time", () => Promise.resolve(offers({ amount: 1, minutes: Number.NaN }))],
  [
    "answers an unknown code",
    () => Promise.resolve({ kind: "unavailable", code: "dunno", message: "" } as unknown as QuoteAnswer),
  ],
  [
    "answers garbage slowly",
    async ({ shipmentId }) => {
      await eventually("the other's offer", async () =>
        (await quotesOf(sandbox, shipmentId, 0)).data.length === 1 ? true : undefined,
      );
      return { kind: "offers", offers: [{ price: "free" }] } as unknown as QuoteAnswer;
    },
  ],
];

test.each(broken)(
  "a carrier that %s is a carrier_error and spoils nothing for the others",
  async (how, play) => {
    const odd = playCarrier(how, { quote: play });
    carriers = [odd, playCarrier("quick")];
    const { id } = await createShipment(sandbox);
    const answer = await quotesOf(sandbox, id);
    expect(answer.status).toBe("complete");
    expect(summary(answer)).toEqual({ offers: ["quick"], refusals: { [how]: "carrier_error" } });
    expect(await statusOf(id)).toBe("quoted");
    expect(odd.calls).toHaveLength(1);
  },
);

test("no carrier answers well: created stays, and the reasons are those of the carriers", async () => {
  carriers = [playCarrier("odd", { quote: () => Promise.resolve({ kind: "offers", offers: [] }) })];
  const { id } = await createShipment(sandbox);
  const answer = await quotesOf(sandbox, id);
  expect(summary(answer)).toEqual({ offers: [], refusals: { odd: "carrier_error" } });
  expect(await statusOf(id)).toBe("created");
  expect(await eventTypes(sandbox, id)).toEqual(["shipment.created"]);
});

test("a carrier that makes several offers: each is a quote of its own", async () => {
  const two = offers({ amount: 900, minutes: 30 }, { amount: 400, minutes: 300 });
  carriers = [playCarrier("wide", { quote: () => Promise.resolve(two) })];
  const { quotes } = await createQuoted(sandbox);
  expect(quotes.map((entry: { labels: string[] }) => entry.labels)).toEqual([["cheapest"], ["fastest"]]);
});

test("a late answer to an older round is discarded; its round makes no event", async () => {
  const first = gate<QuoteAnswer>();
  const second = gate<QuoteAnswer>();
  const slow = playCarrier("slow", {
    quote: (request) => (request.round === 1 ? first.promise : second.promise),
  });
  carriers = [slow];
  const { id } = await createShipment(sandbox);
  await eventually("the first round", () => (slow.calls.length === 1 ? true : undefined));
  const again = await sandbox.post(`${platform}/shipments/${id}/quotes?wait_seconds=0`);
  expect([again.status, again.body.status]).toEqual([201, "pending"]);
  await eventually("the second round", () => (slow.calls.length === 2 ? true : undefined));
  first.resolve(offers({ amount: 111 }));
  await eventually("the end of the first ask", () => countAsks(server.deps, "sandbox") === 1 || undefined);
  expect((await quotesOf(sandbox, id, 0)).data).toEqual([]);
  second.resolve(offers({ amount: 222 }));
  const answer = await quotesOf(sandbox, id);
  expect(answer.data.map((entry: { price: { amount: number } }) => entry.price.amount)).toEqual([222]);
  expect(slow.calls.map((call) => call.key)).toEqual([`${id}:1`, `${id}:2`]);
  expect(await eventTypes(sandbox, id)).toEqual(["shipment.created", "shipment.quoted"]);
});

test("an older round that answers after the newer one is complete changes nothing", async () => {
  const first = gate<QuoteAnswer>();
  const slow = playCarrier("slow", {
    quote: (request) => (request.round === 1 ? first.promise : Promise.resolve(offers({ amount: 222 }))),
  });
  carriers = [slow];
  const { id } = await createShipment(sandbox);
  await eventually("the first round", () => (slow.calls.length === 1 ? true : undefined));
  const again = await sandbox.post(`${platform}/shipments/${id}/quotes`);
  expect(again.body.status).toBe("complete");
  first.resolve(offers({ amount: 111 }));
  await jobsAtRest(server.deps);
  expect(await quotesOf(sandbox, id)).toEqual(again.body);
  expect(await eventTypes(sandbox, id)).toEqual(["shipment.created", "shipment.quoted"]);
});

test("cancelling while carriers are asked: their answers make neither offers nor an event", async () => {
  const answer = gate<QuoteAnswer>();
  const slow = playCarrier("slow", { quote: () => answer.promise });
  carriers = [slow];
  const { id } = await createShipment(sandbox);
  await eventually("the question", () => (slow.calls.length === 1 ? true : undefined));
  await sandbox.post(`${platform}/shipments/${id}/cancellation`);
  answer.resolve(offers({ amount: 100 }));
  await jobsAtRest(server.deps);
  expect(await quotesOf(sandbox, id)).toEqual({ data: [], unavailable: [], status: "complete" });
  expect(await eventTypes(sandbox, id)).toEqual(["shipment.created", "shipment.cancelled"]);
});

test("who waits for a round that a reset deletes waits no longer", async () => {
  const answer = gate<QuoteAnswer>();
  carriers = [playCarrier("slow", { quote: () => answer.promise })];
  const { sandbox } = await server.account();
  const { id } = await createShipment(sandbox);
  const listening = spyOn(server.deps.stores.platform("sandbox"), "onSynced");
  const waiting = quotesOf(sandbox, id);
  await eventually("the request to wait", () => listening.mock.calls.length > 0 || undefined);
  listening.mockRestore();
  expect((await sandbox.delete(`${platform}/sandbox/data`)).status).toBe(204);
  expect(await waiting).toEqual({ data: [], unavailable: [], status: "complete" });
  answer.resolve(offers({ amount: 100 }));
});

test("nobody accepts for a day: expired, its offers are withdrawn; quoting again revives it", async () => {
  carriers = [playCarrier("quick")];
  const { shipment, quotes } = await createQuoted(sandbox);
  clock.advance(86_399);
  await jobsAtRest(server.deps);
  expect(await statusOf(shipment.id)).toBe("quoted");
  const tooLate = await sandbox.post(`${platform}/shipments/${shipment.id}/assignments`, {
    quote_id: quotes[0].id,
  });
  expect([tooLate.status, tooLate.body.code]).toEqual([409, "quote_expired"]);
  clock.advance(1);
  await wakeJobs(server.deps);
  await eventually("expired", async () => ((await statusOf(shipment.id)) === "expired" ? true : undefined));
  const refused = await sandbox.post(`${platform}/shipments/${shipment.id}/assignments`, {
    strategy: "cheapest",
  });
  expect([refused.status, refused.body.code]).toEqual([409, "transition_not_allowed"]);
  const again = await sandbox.post(`${platform}/shipments/${shipment.id}/quotes`);
  expect([again.status, again.body.status, again.body.data.length]).toEqual([201, "complete", 1]);
  expect(await statusOf(shipment.id)).toBe("quoted");
  expect(await eventTypes(sandbox, shipment.id)).toEqual([
    "shipment.created",
    "shipment.quoted",
    "shipment.expired",
    "shipment.updated",
    "shipment.quoted",
  ]);
});

test("a restart in the middle goes on with the round: who answered is not asked again", async () => {
  const dataDir = await makeDataFolder();
  const play = {
    quick: playCarrier("quick"),
    silent: playCarrier("silent", { quote: never }),
    odd: playCarrier("odd", { quote: () => Promise.reject(new Error("down")) }),
  };
  const config = { quotingDeadlineSeconds: 60 };
  const before = await startServer({
    dataDir,
    config,
    replacements: { carriers: () => Object.values(play) },
  });
  const { sandboxKey, sandbox: client } = await before.account();
  const { id } = await createShipment(client);
  const partial = await eventually("a partial answer", async () => {
    const answer = await quotesOf(client, id, 0);
    return answer.status === "partial" ? answer : undefined;
  });
  await before.stop();

  const awake = playCarrier("silent");
  const after = await startServer({
    dataDir,
    config,
    replacements: { carriers: () => [play.quick, awake, play.odd] },
  });
  const again = after.client({ "x-api-key": sandboxKey });
  const answer = await quotesOf(again, id);
  expect(answer.status).toBe("complete");
  expect(summary(answer)).toEqual({ offers: ["quick", "silent"], refusals: { odd: "carrier_error" } });
  expect(answer.data.map((entry: { id: string }) => entry.id)).toContain(partial.data[0].id);
  expect(play.quick.calls).toHaveLength(1);
  expect(play.odd.calls).toHaveLength(1);
  expect(awake.calls).toEqual([{ verb: "quote", key: `${id}:1` }]);
  expect(await eventTypes(again, id)).toEqual(["shipment.created", "shipment.quoted"]);
  await after.stop();
  rmSync(dataDir, { recursive: true });
});

test("a day counts until its end: an offer for tomorrow is faster than one for the days after", async () => {
  const day = new Date(clock.now() + 86_400_000).toISOString().slice(0, 10);
  carriers = [
    playCarrier("parcel", { quote: async () => offers({ amount: 500, minutes: null, day }) }),
    playCarrier("rider", { quote: async () => offers({ amount: 900, minutes: 4 * 1440 }) }),
    playCarrier("silent", { quote: async () => offers({ amount: 950, minutes: null }) }),
    // A time says more than a day.
    playCarrier("both", { quote: async () => offers({ amount: 990, minutes: 5 * 1440, day }) }),
  ];
  const { shipment, quotes } = await createQuoted(sandbox);
  expect(quotes.map(({ labels }: { labels: string[] }) => labels)).toEqual([
    ["cheapest", "fastest"],
    [],
    [],
    [],
  ]);
  const asDay = { estimated_delivery_at: null, estimated_delivery_date: day };
  expect(quotes[0]).toMatchObject(asDay);
  expect(quotes[3]).toMatchObject({
    estimated_delivery_at: expect.any(String),
    estimated_delivery_date: null,
  });

  await sandbox.post(`${platform}/shipments/${shipment.id}/assignments`, { quote_id: quotes[0].id });
  const { body } = await sandbox.get(`${platform}/shipments?q=${shipment.tracking_number}`);
  const [listed] = body.data;
  expect(listed).toMatchObject({ ...asDay, eta: { delivery: null, delivery_date: day }, late_seconds: 0 });
  // The day ends in Germany.
  expect(listed.promised_delivery_at).toBe(
    Temporal.PlainDate.from(day).add({ days: 1 }).toZonedDateTime("Europe/Berlin").toInstant().toString({
      fractionalSecondDigits: 3,
    }),
  );
});

test("the cheapest is judged in the currency of the delivery's country: others are not converted", async () => {
  const inYen = offers({ amount: 100, minutes: 600 });
  if (inYen.kind !== "offers") throw new Error("no offer");
  for (const offer of inYen.offers) offer.currency = "JPY";
  carriers = [
    playCarrier("far", { quote: async () => inYen }),
    playCarrier("parcel", { quote: async () => offers({ amount: 900, minutes: 600 }) }),
    playCarrier("rider", { quote: async () => offers({ amount: 500, minutes: 700 }) }),
  ];
  const { shipment, quotes } = await createQuoted(sandbox);
  expect(quotes.map(({ price }: { price: { amount: number } }) => price.amount)).toEqual([500, 900, 100]);
  expect(quotes[0].labels).toEqual(["cheapest"]);
  const chosen = await sandbox.post(`${platform}/shipments/${shipment.id}/assignments`, {
    strategy: "cheapest",
  });
  expect(chosen.body.quote_id).toBe(quotes[0].id);
});

test("the fastest is judged by the day at the address: in Germany it ends before it ends in UTC", async () => {
  const day = new Date(clock.now() + 2 * 86_400_000).toISOString().slice(0, 10);
  const end = Temporal.PlainDate.from(day)
    .add({ days: 1 })
    .toZonedDateTime("Europe/Berlin").epochMilliseconds;
  const afterIt = offers({ amount: 400, minutes: 0 });
  if (afterIt.kind !== "offers") throw new Error("no offer");
  for (const offer of afterIt.offers) offer.estimatedDeliveryAt = end + 60_000;
  carriers = [
    playCarrier("parcel", { quote: async () => offers({ amount: 500, minutes: null, day }) }),
    playCarrier("rider", { quote: async () => afterIt }),
  ];
  const { quotes } = await createQuoted(sandbox);
  expect(quotes.map(({ labels }: { labels: string[] }) => labels)).toEqual([["cheapest"], ["fastest"]]);
});

test("a parcel that comes on the day of its delivery window is not late in the list", async () => {
  const day = new Date(clock.now() + 2 * 86_400_000).toISOString().slice(0, 10);
  carriers = [playCarrier("parcel", { quote: async () => offers({ amount: 500, minutes: null, day }) })];
  const window = { start: `${day}T12:00:00.000Z`, end: `${day}T17:00:00.000Z` };
  const { delivery } = shipmentBody() as { delivery: object };
  const { shipment, quotes } = await createQuoted(sandbox, { delivery: { ...delivery, window } });
  const accepted = { quote_id: quotes[0].id };
  await sandbox.post(`${platform}/shipments/${shipment.id}/assignments`, accepted);
  const { body } = await sandbox.get(`${platform}/shipments?q=${shipment.tracking_number}`);
  expect(body.data).toMatchObject([{ promised_delivery_at: window.end, late_seconds: 0 }]);
});

test("an offer without estimates is the last of the fastest, and its delivery has no ETA", async () => {
  const parcel = playCarrier("parcel", { quote: async () => offers({ amount: 500, minutes: null }) });
  carriers = [parcel, playCarrier("rider", { quote: async () => offers({ amount: 900, minutes: 600 }) })];
  const { shipment, quotes } = await createQuoted(sandbox);
  expect(quotes.map(({ labels }: { labels: string[] }) => labels)).toEqual([["cheapest"], ["fastest"]]);
  expect(quotes[0]).toMatchObject({ estimated_pickup_at: null, estimated_delivery_at: null });

  const accepted = await sandbox.post(`${platform}/shipments/${shipment.id}/assignments`, {
    quote_id: quotes[0].id,
  });
  expect(accepted.status).toBe(201);
  const { body } = await sandbox.get(`${platform}/shipments/${shipment.id}`);
  expect(body).toMatchObject({ estimated_pickup_at: null, estimated_delivery_at: null });
  const { body: tracking } = await sandbox.get(`${platform}/tracking/${shipment.id}`);
  expect(tracking.eta).toMatchObject({ pickup: null, delivery: null, source: "estimate" });
  const { pathname } = new URL(body.tracking_url);
  const { body: shown } = await sandbox.get(`/api/v1${pathname.replace("/t/", "/track/")}`);
  expect(shown.eta).toMatchObject({ pickup: null, delivery: null });
});
