import { afterAll, beforeAll, expect, test } from "bun:test";
import { type DispatchWorld, type Rider, startDispatchWorld } from "../../support/dispatch.ts";
import { platform } from "../../support/fixtures.ts";

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
const pageOf = async (trip: Trip) => (await fetch(`${world.server.url}/t/${await tokenOf(trip)}`)).text();
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
  expect(await seen(second)).toMatchObject({ driver: "Kim", vehicle: "cargo_bike" });
  expect(await pageOf(first)).toContain("You are the next stop.");
  const page = await pageOf(second);
  expect(page).toContain("1 stop before you.");
  expect(page).toContain("(Kim by cargo bike)");
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
