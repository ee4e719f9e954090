import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { CarrierUpdate } from "../../../../src/delivery/carriers/carrier-update.ts";
import type { DeliveryDeps } from "../../../../src/delivery/carriers/deps.ts";
import { applyReport } from "../../../../src/delivery/lifecycle/reporting.ts";
import { write } from "../../../../src/infra/deps.ts";
import { createClock, jobsAtRest } from "../../../support/clock.ts";
import { berlinMitte, createShipment, platform } from "../../../support/fixtures.ts";
import { type Answer, type Client, startServer, type TestServer } from "../../../support/harness.ts";
import { center, germany, monday, plainCard, plainService } from "../../carriers/kinds/fleet/support.ts";

/** What a delivery costs that comes back or fails: as the rate card said when the price was quoted. */

const clock = createClock(Date.parse(monday));
let server: TestServer;
beforeAll(async () => {
  server = await startServer({ replacements: { clock } });
});
afterAll(() => server.stop());

type Body = Answer["body"];
const percents = { return_percent: 40, failed_percent: 25.5 };

interface Delivery {
  live: Client;
  id: string;
  fleet: string;
  quote: Body;
  report(update: CarrierUpdate): Promise<unknown>;
}

/** A shipment for 5 euros that a fleet has picked up. */
async function pickedUp(service: object, change: Record<string, unknown> = {}): Promise<Delivery> {
  const delivery = await booked(service, change);
  await delivery.report({ kind: "progress", substatus: "picked_up" });
  return delivery;
}

async function booked(service: object, change: Record<string, unknown> = {}): Promise<Delivery> {
  const { live } = await server.account();
  const { id: fleet } = (
    await live.post(`${platform}/carriers`, { kind: "fleet", code: "riders", name: "Riders", settings: {} })
  ).body;
  const zones = [center, germany];
  const served = { pickup_zones: ["center", "germany"], delivery_zones: ["center", "germany"] };
  const card = { ...plainCard, zones, services: [{ ...plainService, ...served, ...service }] };
  expect((await live.put(`${platform}/carriers/${fleet}/rate-card`, card)).status).toBe(200);
  const { id } = await createShipment(live, change);
  const [quote] = (await live.get(`${platform}/shipments/${id}/quotes`)).body.data;
  const accepted = await live.post(`${platform}/shipments/${id}/assignments`, { quote_id: quote.id });
  await jobsAtRest(server.deps);
  const report = (update: CarrierUpdate) =>
    write<unknown, DeliveryDeps>(server.deps, "live", (writing) =>
      applyReport(writing, id, { assignmentId: accepted.body.id, by: "driver", at: clock.now(), update }),
    );
  return { live, id, fleet, quote, report };
}

const undeliverable = (reason: "recipient_refused" | "damaged"): CarrierUpdate => ({
  kind: "undeliverable",
  reason,
  message: "No.",
});
const returned: CarrierUpdate = { kind: "returned" };

async function chargesOf({ live, id }: Delivery): Promise<string[]> {
  const { data } = (await live.get(`${platform}/charges?shipment_id=${id}&sort=oldest`)).body;
  return data.map(({ kind, amount }: Body) => `${kind} ${amount.amount}`);
}

describe("the end of a delivery", () => {
  test("is quoted with the price, and explained", async () => {
    const delivery = await pickedUp(percents);
    const fees = {
      return_fee: { amount: 200, currency: "EUR" },
      failed_price: { amount: 128, currency: "EUR" },
    };
    expect(delivery.quote).toMatchObject(fees);
    const { body } = await delivery.live.post(`${platform}/carriers/${delivery.fleet}/quote-explanation`, {
      shipment_id: delivery.id,
    });
    expect(body.services[0].offer).toMatchObject(fees);
    const plain = await pickedUp({});
    expect(plain.quote).toMatchObject({ return_fee: null, failed_price: null });
  });

  const ends: [
    why: string,
    service: object,
    change: Record<string, unknown>,
    updates: CarrierUpdate[],
    ...charges: string[],
  ][] = [
    [
      "a return costs its percent on top",
      percents,
      {},
      [undeliverable("recipient_refused"), returned],
      "return 200",
    ],
    ["goods on their way back cost nothing yet", percents, {}, [undeliverable("recipient_refused")]],
    [
      "a failure costs its percent: 25.5 % of 500, half up",
      percents,
      { if_undeliverable: "discard" },
      [undeliverable("recipient_refused")],
      "adjustment -372",
    ],
    ["damaged goods cost nothing", percents, {}, [undeliverable("damaged")], "adjustment -500"],
    ["without percents a return costs nothing", {}, {}, [undeliverable("recipient_refused"), returned]],
    ["without percents a failure costs the price, also of damaged goods", {}, {}, [undeliverable("damaged")]],
    ["a return alone leaves failures as they are", { return_percent: 40 }, {}, [undeliverable("damaged")]],
  ];
  test.each(ends)("%s", async (_why, service, change, updates, ...charges) => {
    const delivery = await pickedUp(service, change);
    for (const update of updates) await delivery.report(update);
    expect(await chargesOf(delivery)).toEqual(["delivery 500", ...charges]);
  });

  test("is charged once, however often it is reported, and lowers nothing below zero", async () => {
    const back = await pickedUp(percents);
    for (const update of [undeliverable("recipient_refused"), returned, returned]) await back.report(update);
    expect(await chargesOf(back)).toEqual(["delivery 500", "return 200"]);

    const lost = await pickedUp(percents);
    const discount = { kind: "discount", amount: { amount: 200, currency: "EUR" }, reason: "Late." };
    const headers = { "idempotency-key": "late-1" };
    const charged = await lost.live.post(`${platform}/shipments/${lost.id}/charges`, discount, headers);
    expect(charged.status).toBe(201);
    await lost.report(undeliverable("damaged"));
    expect(await chargesOf(lost)).toEqual(["delivery 500", "discount -200", "adjustment -300"]);
  });

  test("that is corrected is charged by one adjustment of the difference", async () => {
    const delivery = await pickedUp(percents);
    for (const update of [undeliverable("recipient_refused"), returned]) await delivery.report(update);
    const { live, id } = delivery;
    const correct = async (status: string) => {
      clock.advance(1000);
      const answer = await live.post(`${platform}/shipments/${id}/correction`, { status, reason: "Wrong." });
      expect([answer.status, answer.body.status]).toEqual([200, status]);
      return (await chargesOf(delivery)).at(-1);
    };
    expect(await correct("failed")).toBe("adjustment -572");
    expect(await correct("returned")).toBe("adjustment 572");
    expect(await correct("delivered")).toBe("adjustment -200");
    expect(await chargesOf(delivery)).toHaveLength(5);
  });

  test.each([
    [200, ["discount -200", "adjustment -300", "adjustment 300"]],
    [500, ["discount -500"]],
  ])("that is corrected leaves a discount of %d as it was", async (amount, charges) => {
    const delivery = await pickedUp(percents);
    const { live, id } = delivery;
    const discount = { kind: "discount", amount: { amount, currency: "EUR" }, reason: "Late." };
    const headers = { "idempotency-key": "late-2" };
    expect((await live.post(`${platform}/shipments/${id}/charges`, discount, headers)).status).toBe(201);
    await delivery.report(undeliverable("damaged"));
    clock.advance(1000);
    const wrong = { status: "delivered", reason: "Wrong." };
    expect((await live.post(`${platform}/shipments/${id}/correction`, wrong)).body.status).toBe("delivered");
    expect(await chargesOf(delivery)).toEqual(["delivery 500", ...charges]);
    clock.advance(1000);
    const back = { status: "failed", reason: "It was broken." };
    expect((await live.post(`${platform}/shipments/${id}/correction`, back)).status).toBe(200);
    clock.advance(1000);
    expect((await live.post(`${platform}/shipments/${id}/correction`, wrong)).status).toBe(200);
    const { data } = (await live.get(`${platform}/charges?shipment_id=${id}`)).body;
    const sum = data.reduce((total: number, charge: Body) => total + charge.amount.amount, 0);
    expect(sum).toBe(500 - amount);
  });

  describe("whose address has changed", () => {
    /** A service whose price becomes this with another address. */
    const toCenter = (base: number) => ({
      ...percents,
      zone_prices: [{ from: "center", to: "center", base }],
    });
    const move = async ({ live, id }: Delivery) => {
      const delivery = { address: { ...berlinMitte, line1: "Torstr. 9", postal_code: "10119" } };
      const { status } = await live.patch(`${platform}/shipments/${id}?reprice=true`, { delivery });
      expect(status).toBe(200);
    };
    const moves: [why: string, base: number, update: CarrierUpdate, ...charges: string[]][] = [
      ["costs what was quoted for a failure", 800, undeliverable("recipient_refused"), "adjustment -672"],
      ["costs nothing where goods are damaged", 800, undeliverable("damaged"), "adjustment -800"],
      [
        "costs nothing where goods are damaged, also if it became cheaper",
        300,
        undeliverable("damaged"),
        "adjustment -300",
      ],
      ["costs no more than the delivery", 100, undeliverable("recipient_refused")],
    ];
    test.each(moves)("%s, of %d", async (_why, base, update, ...charges) => {
      const delivery = await pickedUp(toCenter(base), { if_undeliverable: "discard" });
      await move(delivery);
      const moved = ["delivery 500", `adjustment ${base - 500}`];
      expect(await chargesOf(delivery)).toEqual(moved);
      await delivery.report(update);
      expect(await chargesOf(delivery)).toEqual([...moved, ...charges]);
      // Whoever reported it wrongly changes nothing of the price.
      clock.advance(1000);
      const { live, id } = delivery;
      const correction = { status: "delivered", reason: "Wrong." };
      expect((await live.post(`${platform}/shipments/${id}/correction`, correction)).status).toBe(200);
      const { data } = (await live.get(`${platform}/charges?shipment_id=${id}`)).body;
      expect(data.reduce((sum: number, { amount }: Body) => sum + amount.amount, 0)).toBe(base);
    });

    test("leaves what was charged beside the price as it was, however often its end is corrected", async () => {
      const delivery = await pickedUp(toCenter(100));
      const { live, id } = delivery;
      const charge = async (kind: string, amount: number) => {
        const body = { kind, amount: { amount, currency: "EUR" }, reason: "So it was." };
        const headers = { "idempotency-key": `${kind}-${amount}` };
        expect((await live.post(`${platform}/shipments/${id}/charges`, body, headers)).status).toBe(201);
      };
      const sumOf = async () =>
        (await chargesOf(delivery)).reduce((sum, line) => sum + Number(line.split(" ")[1]), 0);
      const correct = async (status: string) => {
        clock.advance(1000);
        const body = { status, reason: "Wrong." };
        expect((await live.post(`${platform}/shipments/${id}/correction`, body)).status).toBe(200);
        return await sumOf();
      };
      await charge("discount", 450);
      await move(delivery);
      expect(await sumOf()).toBe(0);
      await charge("waiting", 256);
      for (const update of [undeliverable("recipient_refused"), returned]) await delivery.report(update);
      expect(await sumOf()).toBe(256);
      expect(await correct("delivered")).toBe(256);
      expect(await correct("failed")).toBe(256);
      expect(await correct("returned")).toBe(256);
      await charge("waiting", 44);
      expect(await correct("delivered")).toBe(300);
      expect(await correct("in_transit")).toBe(300);
    });

    test.each([
      [800, 500],
      [100, 100],
    ])("and costs %d then is cancelled for %d", async (base, fee) => {
      const atOnce = { cancellation: [{ until: "confirmed", percent: 0 }] };
      const delivery = await booked({ ...toCenter(base), ...atOnce });
      await move(delivery);
      expect((await delivery.live.post(`${platform}/shipments/${delivery.id}/cancellation`)).status).toBe(
        200,
      );
      expect(await chargesOf(delivery)).toEqual([
        "delivery 500",
        `adjustment ${base - 500}`,
        "adjustment -500",
        `adjustment ${500 - base}`,
        `cancellation ${fee}`,
      ]);
    });
  });

  test("keeps what was quoted when the card changes", async () => {
    const delivery = await pickedUp(percents);
    const card = { ...plainCard, services: [{ ...plainService, return_percent: 90 }] };
    await delivery.live.put(`${platform}/carriers/${delivery.fleet}/rate-card`, card);
    for (const update of [undeliverable("recipient_refused"), returned]) await delivery.report(update);
    expect(await chargesOf(delivery)).toEqual(["delivery 500", "return 200"]);
  });
});
