import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { carrierStore } from "../../../../src/delivery/carriers/store.ts";
import { write } from "../../../../src/infra/deps.ts";
import { storeCard } from "../../../support/carrier-rows.ts";
import { createClock, jobsAtRest } from "../../../support/clock.ts";
import { platform, shipmentBody } from "../../../support/fixtures.ts";
import { acceptFleet, addOpenFleet } from "../../../support/fleets.ts";
import { type Client, eventually, startServer, type TestServer } from "../../../support/harness.ts";
import { type PlayedRouter, startRouter } from "../../../support/router.ts";
import { cardOf } from "../../carriers/kinds/fleet/support.ts";

/** With a route planner, trips are estimated and fleets priced by road; without its answer, by Waybill itself. */
const clock = createClock();
let router: PlayedRouter;
let server: TestServer;
let sandbox: Client;
let fleet: string;
beforeAll(async () => {
  router = await startRouter();
  server = await startServer({ config: { routerUrl: router.url }, replacements: { clock } });
  const account = await server.account();
  ({ sandbox } = account);
  fleet = await addOpenFleet(server, account.accountId);
});
afterAll(async () => {
  await server.stop();
  await router.stop();
});
beforeEach(() => {
  clock.advance(3600);
  router.play = "well";
  router.held = undefined;
});

const far = { latitude: 52.5691, longitude: 13.4014 };

/** A euro for each kilometer. */
const addDistancePrice = (other: TestServer, carrierId: string) =>
  write(other.deps, "sandbox", (writing) => {
    const row = carrierStore(writing.tx).find(carrierId);
    const price = { base: 500, per_km: 100, included_km: 0 };
    if (row) storeCard(writing, row, cardOf({ service: { price } }));
  });

let count = 0;
async function report(assignmentId: string, body: Record<string, unknown>): Promise<void> {
  count += 1;
  const at = new Date(clock.now()).toISOString();
  const reports = [{ id: `r-${count}`, assignment_id: assignmentId, at, ...body }];
  const answer = await sandbox.post(`${platform}/carriers/${fleet}/reports`, reports);
  expect(answer.body.results).toEqual([{ id: `r-${count}`, result: "applied", problem: null }]);
}
const position = (place = far) => ({ type: "position", ...place, accuracy_meters: 8, speed_mps: 4 });
const etaOf = async (id: string) => (await sandbox.get(`${platform}/tracking/${id}`)).body.eta;
const inSeconds = (seconds: number) => new Date(clock.now() + seconds * 1000).toISOString();

test("positions make the router's times the ETA, at most once a minute; without them Waybill estimates", async () => {
  const trip = await acceptFleet(sandbox, fleet);
  router.asked = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  router.held = promise;
  await report(trip.assignmentId, position());
  const own = await etaOf(trip.id);
  expect(own.source).toBe("estimate");
  resolve();
  await jobsAtRest(server.deps);
  const legs = `${far.longitude.toFixed(6)},${far.latitude.toFixed(6)};13.401400,52.529100;13.420200,52.500900`;
  expect(router.asked).toEqual([`/osrm/route/v1/driving/${legs}?overview=false`]);
  const routed = await etaOf(trip.id);
  // Two legs, and the pickup between them.
  expect(routed).toMatchObject({ source: "router", pickup: inSeconds(100), delivery: inSeconds(440) });
  clock.advance(30);
  await report(trip.assignmentId, position());
  await jobsAtRest(server.deps);
  expect(router.asked).toHaveLength(1);
  expect(await etaOf(trip.id)).toEqual(routed);

  router.play = "html";
  clock.advance(31);
  await report(trip.assignmentId, position());
  await jobsAtRest(server.deps);
  expect(router.asked).toHaveLength(2);
  expect(await etaOf(trip.id)).toEqual(routed);
  clock.advance(120);
  await report(trip.assignmentId, position());
  expect(await etaOf(trip.id)).toMatchObject({ source: "estimate" });
  const { db } = server.deps.stores.platform("sandbox");
  await jobsAtRest(server.deps);
  expect(db.all(sql`SELECT 1 FROM tracking_checks WHERE route_at IS NOT NULL`)).toEqual([]);
});

test("times for a way that changed while the router thought are not taken over", async () => {
  const other = await startServer({ config: { routerUrl: router.url }, replacements: { clock } });
  const { accountId, sandbox: client } = await other.account();
  const carrier = await addOpenFleet(other, accountId);
  const trip = await acceptFleet(client, carrier);
  const { promise, resolve } = Promise.withResolvers<void>();
  router.held = promise;
  router.asked = [];
  const at = new Date(clock.now()).toISOString();
  const send = (id: string, body: Record<string, unknown>) =>
    client.post(`${platform}/carriers/${carrier}/reports`, [
      { id, assignment_id: trip.assignmentId, at, ...body },
    ]);
  await send("r-1", position());
  await eventually("the question", () => router.asked.length > 0 || undefined);
  await send("r-2", { type: "progress", substatus: "picked_up" });
  const { body: before } = await client.get(`${platform}/tracking/${trip.id}`);
  resolve();
  await jobsAtRest(other.deps);
  expect((await client.get(`${platform}/tracking/${trip.id}`)).body.eta).toEqual(before.eta);
  expect(router.asked).toHaveLength(1);
  await other.stop();
});

test("a rate card counts the router's meters, and says so; a router that fails costs nothing but itself", async () => {
  // Each server rests after a failure.
  const other = await startServer({ config: { routerUrl: router.url } });
  const { accountId, sandbox: client } = await other.account();
  const carrier = await addOpenFleet(other, accountId);
  await addDistancePrice(other, carrier);
  router.meters = 7_777;
  const explained = async () => {
    const path = `${platform}/carriers/${carrier}/quote-explanation`;
    const { body } = await client.post(path, shipmentBody());
    const offer = body.services[0].offer ?? body.services[0];
    return [body.distance, JSON.stringify(offer).includes("1278")];
  };
  const priceOf = async () => {
    const { body } = await client.post(`${platform}/estimates`, shipmentBody());
    return body.data.find((quote: { carrier: { id: string } }) => quote.carrier.id === carrier).price.amount;
  };
  expect(await explained()).toEqual([{ meters: 7_777, source: "router" }, true]);
  expect(await priceOf()).toBe(1278);
  router.play = "broken";
  expect(await priceOf()).toBe(500 + Math.round(338.4 * 1.3));
  expect((await explained())[0]).toMatchObject({ source: "great_circle" });
  await other.stop();
});
