import { afterAll, beforeAll, expect, test } from "bun:test";
import { withoutTokens } from "../../../support/bytes.ts";
import { type DispatchWorld, type Rider, startDispatchWorld } from "../../../support/dispatch.ts";
import { platform } from "../../../support/fixtures.ts";
import { follow } from "../../../support/stream.ts";

/** What a recipient sees of the driver of an own fleet, who brings parcels to others too. */

interface Trip {
  id: string;
  assignmentId: string;
}

let world: DispatchWorld;
let fleet: string;
let kim: Rider;
beforeAll(async () => {
  world = await startDispatchWorld();
  fleet = await world.addFleet({ dispatch: "manual" });
  kim = await world.addRider(fleet);
});
afterAll(() => world.server.stop());

async function take(): Promise<Trip> {
  const trip = await world.book(fleet);
  expect((await world.assign(trip.assignmentId, kim.id)).status).toBe(200);
  return trip;
}

let reports = 0;
async function report(trip: Trip, type: string, more: Record<string, unknown>): Promise<void> {
  reports += 1;
  world.clock.advance(30);
  const at = new Date(world.clock.now()).toISOString();
  const told = { id: `r-${reports}`, assignment_id: trip.assignmentId, at, type, ...more };
  const { body } = await kim.client.post("/api/v1/driver/reports", { sent_at: at, reports: [told] });
  expect(body.results).toMatchObject([{ result: "applied" }]);
}
const progress = (trip: Trip, substatus: string) => report(trip, "progress", { substatus });
const between = { latitude: 52.5129, longitude: 13.405 };

const tokenOf = async ({ id }: Trip) =>
  (await world.account.sandbox.get(`${platform}/shipments/${id}`)).body.tracking_url.split("/").at(-1);
const seen = async (trip: Trip) =>
  (await world.server.client().get(`/api/v1/track/${await tokenOf(trip)}`)).body;
const pageOf = async (trip: Trip) =>
  withoutTokens(await (await fetch(`${world.server.url}/t/${await tokenOf(trip)}`)).text());
const order = (...stops: string[]) => kim.client.put("/api/v1/driver/stops/order", { stops });
const delivery = ({ assignmentId }: Trip) => `${assignmentId}.delivery`;

test("the stops before theirs, and the driver's place only while theirs is next, whatever the order becomes", async () => {
  const [first, second] = [await take(), await take()];
  expect((await seen(second)).stops_before).toBe(null);
  for (const trip of [first, second]) {
    await progress(trip, "picked_up");
    await progress(trip, "en_route_to_delivery");
  }
  await report(first, "position", between);
  const states = async () =>
    (await Promise.all([seen(first), seen(second)])).map(({ stops_before, position }) => [
      stops_before,
      position !== null,
    ]);
  expect(await states()).toEqual([
    [0, true],
    [1, false],
  ]);
  expect(await pageOf(first)).toContain("You are the next stop.");
  expect(await pageOf(first)).toContain("(Kim, by cargo bike)");
  const page = await pageOf(second);
  expect(page).toContain("1 stop before you.");
  expect(page).not.toContain("Kim");
  expect(page).not.toContain("The driver is on the way to you.");
  expect(page).not.toContain("Berger");

  expect((await order(delivery(second), delivery(first))).status).toBe(200);
  // The last position was on the way to somebody else.
  expect(await states()).toEqual([
    [1, false],
    [0, false],
  ]);
  await report(second, "position", { ...between, latitude: 52.5128 });
  expect(await states()).toEqual([
    [1, false],
    [0, true],
  ]);
  await report(second, "delivered", { proof: { recipient_name: "Alex" } });
  expect(await states()).toEqual([
    [0, false],
    [null, false],
  ]);
  await report(first, "delivered", { proof: { recipient_name: "Alex" } });
});

test("a driver at the door is there, also before the stops that the order has first", async () => {
  const [first, second] = [await take(), await take()];
  for (const trip of [first, second]) await progress(trip, "picked_up");
  expect((await seen(second)).stops_before).toBe(1);
  await progress(second, "at_delivery");
  expect((await seen(second)).stops_before).toBe(0);
  const page = await pageOf(second);
  expect(page).toContain("The driver is at your door.");
  expect(page).toContain("(Kim, by cargo bike)");
  expect(page).not.toContain("next stop");
  for (const trip of [second, first]) {
    await report(trip, "delivered", { proof: { recipient_name: "Alex" } });
  }
});

test("who comes, and with what, only while theirs is the next stop: not before, not after", async () => {
  const [first, second] = [await take(), await take()];
  const stream = follow(`${world.server.url}/api/v1/track/${await tokenOf(second)}/stream`, {});
  const told = (await stream).rest();
  const who = async (trip: Trip) => {
    const { driver, vehicle } = await seen(trip);
    expect((await pageOf(trip)).includes("Kim")).toBe(driver === "Kim");
    return driver && `${driver} ${vehicle}`;
  };
  const both = async () => [await who(first), await who(second)];
  expect(await both()).toEqual([null, null]);
  for (const trip of [first, second]) await progress(trip, "en_route_to_pickup");
  for (const trip of [first, second]) await progress(trip, "picked_up");
  expect(await both()).toEqual(["Kim cargo_bike", null]);
  await progress(first, "en_route_to_delivery");
  await order(delivery(second), delivery(first));
  expect(await both()).toEqual([null, "Kim cargo_bike"]);
  await progress(second, "at_delivery");
  expect(await both()).toEqual([null, "Kim cargo_bike"]);
  await report(second, "delivered", { proof: { recipient_name: "Alex" } });
  expect(await both()).toEqual(["Kim cargo_bike", null]);
  await report(first, "undeliverable", { reason_code: "recipient_refused" });
  expect(await both()).toEqual([null, null]);
  expect((await told).map(({ text }) => text).join("\n")).not.toContain("Kim");
});

test("an arrival ends the estimate of that stop wherever it stands", async () => {
  const trip = await take();
  const estimates = async () => {
    const { eta } = (await world.account.sandbox.get(`${platform}/tracking/${trip.id}`)).body;
    const { data } = (await kim.client.get("/api/v1/driver/stops")).body;
    const own = data.filter(({ shipment_id }: { shipment_id: string }) => shipment_id === trip.id);
    const atStops = own.map((stop: { estimated_at: string | null }) => stop.estimated_at !== null);
    expect((await seen(trip)).eta).toEqual(eta);
    const isOnPage = (await pageOf(trip)).includes("Expected ");
    return { api: [eta.pickup !== null, eta.delivery !== null], stops: atStops, isOnPage };
  };
  const all = { api: [true, true], stops: [true, true], isOnPage: true };
  expect(await estimates()).toEqual(all);
  await progress(trip, "en_route_to_pickup");
  await report(trip, "position", between);
  expect(await estimates()).toEqual(all);
  await progress(trip, "at_pickup");
  expect(await estimates()).toEqual({ api: [false, true], stops: [false, true], isOnPage: true });
  await progress(trip, "picked_up");
  expect(await estimates()).toEqual({ api: [true, true], stops: [true], isOnPage: true });
  await progress(trip, "at_delivery");
  const ended = { api: [true, false], stops: [false], isOnPage: false };
  expect(await estimates()).toEqual(ended);
  // What was estimated before is late, and where the driver stands is no reason for a new one.
  await report(trip, "position", between);
  expect(await estimates()).toEqual(ended);
  await report(trip, "delivered", { proof: { recipient_name: "Alex" } });
  const { eta, entries } = await seen(trip);
  expect(eta.delivery).toBe(entries.at(-1).occurred_at);
});

test("what the sender says of the door reaches the driver at once, until the door", async () => {
  const trip = await take();
  const instructions = async () => {
    const { body } = await kim.client.get("/api/v1/driver/stops");
    return body.data.find(({ id }: { id: string }) => id === delivery(trip)).instructions;
  };
  const change = async (text: string) => {
    const path = `${platform}/shipments/${trip.id}`;
    const { headers } = await world.account.sandbox.get(path);
    const { status } = await world.account.sandbox.send(path, {
      method: "PATCH",
      body: JSON.stringify({ delivery: { instructions: text } }),
      headers: {
        "content-type": "application/merge-patch+json",
        "if-match": headers.get("etag") ?? "",
      },
    });
    expect(status).toBe(200);
  };
  await change("Ring at Kranich");
  expect(await instructions()).toBe("Ring at Kranich");
  for (const substatus of ["picked_up", "en_route_to_delivery", "at_delivery"]) {
    await progress(trip, substatus);
    await change(`Behind the flower pot, ${substatus}`);
    expect(await instructions()).toBe(`Behind the flower pot, ${substatus}`);
  }
});
