import { afterAll, beforeAll, describe, expect, spyOn, test } from "bun:test";
import type { Carrier, QuoteAnswer } from "../../../../src/delivery/carriers/carrier.ts";
import { gate, never, offers, playCarrier } from "../../../support/carriers.ts";
import { createClock } from "../../../support/clock.ts";
import { createQuoted, createShipment, platform } from "../../../support/fixtures.ts";
import {
  type Answer,
  type Client,
  eventually,
  startServer,
  type TestServer,
} from "../../../support/harness.ts";

/** Accepting by a rule while the carriers are still asked. */

const clock = createClock();
const assignmentsOf = (shipmentId: string) => `${platform}/shipments/${shipmentId}/assignments`;
const accept = (client: Client, shipmentId: string, headers: Record<string, string> = {}) =>
  client.post(assignmentsOf(shipmentId), { strategy: "cheapest" }, headers);

describe("with the sandbox's carriers", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.stop());

  test("60 accepts right after their shipments were created are all 201", async () => {
    const { sandbox } = await server.account();
    const statuses: number[] = [];
    for (let round = 0; round < 6; round += 1) {
      const made = await Promise.all(Array.from({ length: 10 }, () => createShipment(sandbox)));
      const answers = await Promise.all(made.map(({ id }) => accept(sandbox, id)));
      statuses.push(...answers.map((answer) => answer.status));
    }
    expect(statuses).toEqual(Array(60).fill(201));
  });

  test("no carrier makes an offer: 409 no_open_quotes", async () => {
    const { sandbox } = await server.account();
    const { id } = await createShipment(sandbox, { simulation: { outcome: "no_carriers" } });
    const answer = await accept(sandbox, id);
    expect([answer.status, answer.body.code]).toEqual([409, "no_open_quotes"]);
  });

  test("live without carriers: 409 no_open_quotes", async () => {
    const { live } = await server.account();
    const { id } = await createShipment(live);
    const answer = await accept(live, id);
    expect([answer.status, answer.body.code]).toEqual([409, "no_open_quotes"]);
  });
});

describe("while a carrier thinks", () => {
  let carriers: Carrier[] = [];
  let server: TestServer;
  let sandbox: Client;
  beforeAll(async () => {
    server = await startServer({ replacements: { carriers: () => carriers, clock } });
    ({ sandbox } = await server.account());
  });
  afterAll(() => server.stop());

  /** A shipment whose only carrier answers when the test says so. */
  async function createThinking() {
    const answer = gate<QuoteAnswer>();
    carriers = [playCarrier("slow", { quote: () => answer.promise })];
    const { id } = await createShipment(sandbox);
    return { id, answer };
  }

  /**
   * The answers to come of requests of which none has been answered while the carrier thinks.
   * @param waits how many of them wait for the carrier; the others wait for those
   */
  async function held(send: () => Promise<Answer>, count: number, waits = count): Promise<Promise<Answer>[]> {
    let answered = 0;
    // Who waits listens to commits.
    const listening = spyOn(server.deps.stores.platform("sandbox"), "onSynced");
    const answers = Array.from({ length: count }, async () => {
      const answer = await send();
      answered += 1;
      return answer;
    });
    await eventually("the waits", () => answered > 0 || listening.mock.calls.length >= waits || undefined);
    listening.mockRestore();
    expect(answered).toBe(0);
    return answers;
  }

  test("the request waits, other writes go on, and the offer is accepted when it comes", async () => {
    const { id, answer } = await createThinking();
    const waiting = await held(() => accept(sandbox, id), 1);
    const patched = await sandbox.patch(`${platform}/shipments/${id}`, { reference: "meanwhile" });
    expect(patched.status).toBe(200);
    answer.resolve(offers({ amount: 700 }));
    const [accepted] = await Promise.all(waiting);
    expect([accepted?.status, accepted?.body.price.amount]).toEqual([201, 700]);
    const events = await sandbox.get(`${platform}/shipments/${id}/events`);
    expect(events.body.data.slice(0, 4).map((event: { type: string }) => event.type)).toEqual([
      "shipment.created",
      "shipment.updated",
      "shipment.quoted",
      "shipment.assigned",
    ]);
  });

  test("an open quote is accepted by its id at once, and the others are not waited for", async () => {
    carriers = [playCarrier("quick"), playCarrier("slow", { quote: never })];
    const { id } = await createShipment(sandbox);
    const quotes = `${platform}/shipments/${id}/quotes`;
    const { data, status } = await eventually("a quote", async () => {
      const { body } = await sandbox.get(`${quotes}?wait_seconds=0`);
      return body.data.length > 0 && body;
    });
    const [quote] = data;
    expect([quote.status, status]).toEqual(["open", "partial"]);
    const accepted = await sandbox.post(assignmentsOf(id), { quote_id: quote.id });
    expect([accepted.status, accepted.body.quote_id]).toEqual([201, quote.id]);
    const { body } = await sandbox.get(`${platform}/shipments/${id}/events`);
    const types = body.data.map(({ type }: { type: string }) => type);
    expect(types.slice(0, 3)).toEqual(["shipment.created", "shipment.quoted", "shipment.assigned"]);
    expect((await sandbox.get(`${quotes}?wait_seconds=10`)).body.status).toBe("complete");
  });

  test("of ten that wait exactly one wins", async () => {
    const { id, answer } = await createThinking();
    const waiting = await held(() => accept(sandbox, id), 10);
    answer.resolve(offers({ amount: 700 }));
    const answers = await Promise.all(waiting);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
    const codes = new Set(answers.flatMap(({ body }) => body.code ?? []));
    expect([...codes]).toEqual(["shipment_already_assigned"]);
  });

  test("equal requests with one Idempotency-Key share an assignment and an answer", async () => {
    const { id, answer } = await createThinking();
    const key = { "idempotency-key": `wait-${id}` };
    const waiting = await held(() => accept(sandbox, id, key), 5, 1);
    answer.resolve(offers({ amount: 700 }));
    const answers = await Promise.all(waiting);
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(201));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers.get("idempotent-replayed") === "true")).toHaveLength(4);
    expect((await sandbox.get(assignmentsOf(id))).body.data).toHaveLength(1);
  });

  test("cancelled meanwhile: 409 at once, and nothing is assigned", async () => {
    const { id } = await createThinking();
    const waiting = await held(() => accept(sandbox, id), 1);
    await sandbox.post(`${platform}/shipments/${id}/cancellation`);
    const [refused] = await Promise.all(waiting);
    expect([refused?.status, refused?.body.code]).toEqual([409, "transition_not_allowed"]);
    expect((await sandbox.get(assignmentsOf(id))).body.data).toEqual([]);
  });

  test("the round ends without an offer: 409 no_open_quotes, and the key is free again", async () => {
    const { id, answer } = await createThinking();
    const key = { "idempotency-key": `none-${id}` };
    const waiting = await held(() => accept(sandbox, id, key), 1);
    answer.resolve({ kind: "unavailable", code: "no_drivers", message: "No driver is available." });
    const [refused] = await Promise.all(waiting);
    expect([refused?.status, refused?.body.code]).toEqual([409, "no_open_quotes"]);
    carriers = [playCarrier("quick")];
    await sandbox.post(`${platform}/shipments/${id}/quotes`);
    expect((await accept(sandbox, id, key)).status).toBe(201);
  });

  test("after quoting again it waits for the new offers", async () => {
    carriers = [playCarrier("quick")];
    const { shipment } = await createQuoted(sandbox);
    const answer = gate<QuoteAnswer>();
    carriers = [playCarrier("slow", { quote: () => answer.promise })];
    await sandbox.post(`${platform}/shipments/${shipment.id}/quotes?wait_seconds=0`);
    const waiting = await held(() => accept(sandbox, shipment.id), 1);
    answer.resolve(offers({ amount: 333 }));
    const [accepted] = await Promise.all(waiting);
    expect([accepted?.status, accepted?.body.price.amount]).toEqual([201, 333]);
  });

  test("an unknown shipment and a stranger's are 404 at once", async () => {
    const { id } = await createThinking();
    const stranger = (await server.account()).sandbox;
    expect((await accept(stranger, id)).status).toBe(404);
    expect((await accept(sandbox, "shp_00000000000000000000000000")).status).toBe(404);
  });

  test("one silent carrier: the others' best offer is accepted when the round's time is up", async () => {
    const own = await startServer({
      config: { quotingDeadlineSeconds: 1 },
      replacements: {
        carriers: () => [playCarrier("quick"), playCarrier("silent", { quote: never })],
        clock,
      },
    });
    const { sandbox: client } = await own.account();
    const { id } = await createShipment(client);
    const accepted = await accept(client, id);
    expect([accepted.status, accepted.body.carrier.code]).toEqual([201, "quick"]);
    await own.stop();
  });

  test("the server stops meanwhile: 503 shutting_down, and nothing is assigned", async () => {
    const silent = playCarrier("silent", { quote: never });
    const own = await startServer({ replacements: { carriers: () => [silent], clock } });
    const { sandbox: client } = await own.account();
    const { id } = await createShipment(client);
    const waiting = accept(client, id);
    await eventually("the question", () => silent.calls.length === 1);
    await client.get(`${platform}/account`);
    const stopped = own.stop();
    const answer = await waiting;
    expect([answer.status, answer.body.code]).toEqual([503, "shutting_down"]);
    await stopped;
  });
});
