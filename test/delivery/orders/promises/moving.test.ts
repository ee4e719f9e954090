import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { expectProblem } from "../../../api/problem.ts";
import { addFleet } from "../../../support/carrier-rows.ts";
import { jobsAtRest } from "../../../support/clock.ts";
import { databaseRows, settledRows } from "../../../support/database.ts";
import { type DispatchWorld, type Rider, startDispatchWorld } from "../../../support/dispatch.ts";
import { berlinMitte, createAssigned, kreuzberg, platform } from "../../../support/fixtures.ts";
import type { Answer, Client } from "../../../support/harness.ts";
import { createOperator, type TestOperator } from "../../../support/operator.ts";
import { startReceiver, verify } from "../../../support/receiver.ts";
import { revokedAfter } from "../../../support/revoked-key.ts";
import { follow } from "../../../support/stream.ts";
import { plainCard, plainService } from "../../carriers/kinds/fleet/support.ts";

/** Promises of accepted deliveries that move: one by a patch, many by a batch. */

let world: DispatchWorld;
let operator: TestOperator;
let fleet: string;
let rider: Rider;
beforeAll(async () => {
  world = await startDispatchWorld();
  operator = await createOperator(world.server);
  fleet = await world.addFleet({ dispatch: "manual" });
});
beforeEach(async () => {
  rider = await world.addRider(fleet);
});
afterAll(() => world.server.stop());

type Body = Answer["body"];
const minutes = (count: number) => new Date(world.clock.now() + count * 60_000).toISOString();
const window = (from: number, to = from + 30) => ({ start: minutes(from), end: minutes(to) });
const person = { name: "Alex Example", phone: "+4930123456", email: "alex@example.com" };
const delivery = (change: object = {}) => ({
  delivery: { contact: person, address: kreuzberg, window: window(120), ...change },
});

const shipments = `${platform}/shipments`;
const move = (body: object, headers = {}, client: Client = world.account.sandbox) =>
  client.post(`${shipments}/windows/batch`, body, headers);
const patch = (id: string, body: object, headers = {}) =>
  world.account.sandbox.patch(`${shipments}/${id}`, body, headers);
const events = async (id: string): Promise<Body[]> =>
  (await world.account.sandbox.get(`${shipments}/${id}/events?limit=100`)).body.data;
const lastEvents = async (id: string, count: number) => (await events(id)).slice(-count);
const chargesOf = async (id: string): Promise<Body[]> =>
  (await world.account.sandbox.get(`${platform}/charges?shipment_id=${id}`)).body.data;
const pinOf = async (id: string): Promise<string> =>
  (await world.account.sandbox.get(`${shipments}/${id}/pin`)).body.pin;
const stopOf = async (id: string, kind: string): Promise<Body> =>
  (await rider.client.get("/api/v1/driver/stops")).body.data.find(
    (stop: Body) => stop.shipment_id === id && stop.kind === kind,
  );
const publicView = async (trackingUrl: string): Promise<Body> =>
  (await world.server.client().get(`/api/v1/track/${trackingUrl.split("/t/")[1]}`)).body;

/** A job of the rider. */
async function job(change: object = delivery()) {
  const booked = await world.book(fleet, change as Record<string, unknown>);
  expect((await world.assign(booked.assignmentId, rider.id)).status).toBe(200);
  await world.pass();
  return booked;
}
const pickUp = ({ assignmentId }: { assignmentId: string }) => world.report(fleet, assignmentId, "picked_up");

describe("a patch of an accepted delivery", () => {
  test("moves the window, and everybody reads the same one", async () => {
    const booked = await job();
    const before = await world.shipment(booked.id);
    const later = window(180);
    const answer = await patch(booked.id, { delivery: { window: later } });
    expect([answer.status, answer.body.detail]).toEqual([200, undefined]);
    expect(answer.body).toMatchObject({
      status: "assigned",
      price: before.price,
      delivery: { window: later },
    });
    expect(answer.body.assignment.id).toBe(booked.assignmentId);
    const [updated, rescheduled] = await lastEvents(booked.id, 2);
    expect(updated).toMatchObject({
      type: "shipment.updated",
      data: { shipment: { delivery: { window: later } } },
    });
    expect(rescheduled).toMatchObject({
      type: "shipment.rescheduled",
      data: {
        stop: "delivery",
        previous_window: before.delivery.window,
        reason: null,
        sequence: updated.data.sequence + 1,
        shipment: { version: answer.body.version, delivery: { window: later } },
      },
    });
    expect((await stopOf(booked.id, "delivery")).window).toEqual(later);
    expect((await publicView(answer.body.tracking_url)).window).toEqual(later);
    expect(await chargesOf(booked.id)).toHaveLength(1);
    // The estimate of the quote goes with the promise.
    expect(Date.parse(answer.body.estimated_delivery_at)).toBeGreaterThanOrEqual(Date.parse(later.start));
  });

  test("moves a pickup until it is made, and no longer", async () => {
    const booked = await job();
    const address = { line1: "Other Street 5", postal_code: "10969", latitude: 52.51, longitude: 13.4 };
    const moved = await patch(booked.id, { pickup: { window: window(60), address } });
    expect(moved.status).toBe(200);
    expect(await stopOf(booked.id, "pickup")).toMatchObject({
      window: window(60),
      address: { line1: "Other Street 5" },
    });
    expect((await lastEvents(booked.id, 1))[0]).toMatchObject({
      type: "shipment.rescheduled",
      data: { stop: "pickup", previous_window: null },
    });
    await pickUp(booked);
    for (const pickup of [{ window: window(90) }, { address: { line1: "Third Street 1" } }]) {
      const refused = await patch(booked.id, { pickup });
      expectProblem(world.server, refused, {
        status: 409,
        code: "shipment_not_editable",
        members: ["shipment_status"],
      });
    }
    expect((await patch(booked.id, { delivery: { window: window(200) } })).status).toBe(200);
  });

  test("another address or person gets another PIN, and another phone or mail another link", async () => {
    const booked = await job(delivery({ requirements: { pin: true } }));
    const first = { pin: await pinOf(booked.id), url: (await world.shipment(booked.id)).tracking_url };
    const sameHouse = await patch(booked.id, {
      delivery: { instructions: "Ring twice", window: window(150) },
    });
    expect([await pinOf(booked.id), sameHouse.body.tracking_url]).toEqual([first.pin, first.url]);

    const elsewhere = await patch(booked.id, {
      delivery: { address: { line1: "Other Street 5", latitude: 52.5, longitude: 13.41 } },
    });
    const second = await pinOf(booked.id);
    expect([elsewhere.status, elsewhere.body.tracking_url]).toEqual([200, first.url]);
    expect(second).toMatch(/^\d{4}$/);
    const pins = new Set([first.pin, second]);
    const links = new Set([first.url]);
    for (const contact of [{ phone: "+4930999999" }, { email: "other@example.com" }]) {
      const { body } = await patch(booked.id, { delivery: { contact } });
      links.add(body.tracking_url);
      pins.add(await pinOf(booked.id));
      expect((await publicView(body.tracking_url)).tracking_number).toBe(body.tracking_number);
    }
    expect(links.size).toBe(3);
    // Two of four random PINs may be equal, not all.
    expect(pins.size).toBeGreaterThan(2);
    expect((await world.server.client().get(`/api/v1/track/${first.url.split("/t/")[1]}`)).status).toBe(404);
  });

  test("keeps the price, and with reprice charges what the rate card says of the difference, once", async () => {
    const near = { latitude: kreuzberg.latitude + 0.001, longitude: kreuzberg.longitude };
    const far = { latitude: kreuzberg.latitude + 0.1, longitude: kreuzberg.longitude };
    const price_by_way = { ...plainService, price: { base: 500, per_km: 100 } };
    const card = { ...plainCard, services: [price_by_way] };
    const settings = { dispatch: "manual" };
    const { accountId } = world.account;
    const pricey = await addFleet(world.server, "sandbox", accountId, { status: "active", settings }, card);
    const booked = await world.book(pricey, delivery({ address: { ...kreuzberg, ...near } }));
    const { price } = await world.shipment(booked.id);
    const to = (line1: string, place: object) => ({ delivery: { address: { line1, ...place } } });
    const moved = await patch(booked.id, to("Far Street 1", far));
    expect([moved.status, moved.body.price, (await chargesOf(booked.id)).length]).toEqual([200, price, 1]);
    // Nothing is charged for what was not asked to be repriced.
    const again = await world.account.sandbox.patch(
      `${shipments}/${booked.id}?reprice=true`,
      to("Near Street 1", near),
    );
    expect([again.status, again.body.price]).toEqual([200, price]);
    const [back, ...rest] = (await chargesOf(booked.id)).filter(({ kind }) => kind === "adjustment");
    expect(rest).toEqual([]);
    expect(back.reverses).toBeNull();
    expect(back.amount.amount).toBeLessThan(0);
    const forth = await world.account.sandbox.patch(
      `${shipments}/${booked.id}?reprice=true`,
      to("Far Street 1", far),
    );
    expect(forth.status).toBe(200);
    const amounts = (await chargesOf(booked.id)).map(({ amount }) => amount.amount);
    expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(price.amount);
    // The same address with other coordinates is another way, too.
    const nearer = await world.account.sandbox.patch(`${shipments}/${booked.id}?reprice=true`, {
      delivery: { address: near },
    });
    expect([nearer.status, nearer.body.delivery.address.latitude]).toEqual([200, near.latitude]);
    expect((await chargesOf(booked.id)).map(({ amount }) => amount.amount)).toEqual([
      back.amount.amount,
      ...amounts,
    ]);
    const asFar = await patch(booked.id, { delivery: { address: far } });
    expect([asFar.status, (await chargesOf(booked.id)).length]).toEqual([200, amounts.length + 1]);
    // Who cancels gets all of it back.
    expect((await world.account.sandbox.post(`${shipments}/${booked.id}/cancellation`)).status).toBe(200);
    const left = (await chargesOf(booked.id)).map(({ amount }) => amount.amount);
    expect(left.reduce((sum, amount) => sum + amount, 0)).toBe(0);
  });

  test("to another address ends the offers for the earlier one: once it is released, nobody can book them", async () => {
    const other = await world.addFleet({ dispatch: "manual" });
    const booked = await job();
    const { sandbox } = world.account;
    const offerNow = async () => {
      const { data } = (await sandbox.get(`${shipments}/${booked.id}/quotes?wait_seconds=5`)).body;
      const offer = data.find(({ carrier }: Body) => carrier.id === other);
      return { id: offer?.id, status: offer?.status };
    };
    const earlier = await offerNow();
    expect(earlier.status).toBe("declined");
    const address = { ...berlinMitte, line1: "Torstr. 9", postal_code: "10119" };
    expect((await patch(booked.id, { delivery: { address } })).status).toBe(200);
    expect(await offerNow()).toEqual({ ...earlier, status: "withdrawn" });
    expect((await world.shipment(booked.id)).status).toBe("assigned");

    const assignments = `${shipments}/${booked.id}/assignments`;
    expect((await sandbox.delete(`${assignments}/${booked.assignmentId}`)).status).toBe(200);
    const refused = await sandbox.post(assignments, { quote_id: earlier.id });
    expect(refused.status).toBe(409);
    const anew = await offerNow();
    expect([anew.status, anew.id === earlier.id]).toEqual(["open", false]);
    expect((await sandbox.post(assignments, { quote_id: anew.id })).status).toBe(201);
  });

  test("is refused with an older ETag, a window of the past and the other carriers' shipments", async () => {
    const booked = await job();
    const rows = databaseRows(world.server);
    expect(
      (await patch(booked.id, { delivery: { window: window(200) } }, { "if-match": '"1"' })).status,
    ).toBe(412);
    expect((await patch(booked.id, { delivery: { window: window(-60) } })).body.errors[0]).toMatchObject({
      pointer: "#/delivery/window/end",
      code: "window_in_past",
    });
    expect(databaseRows(world.server)).toEqual(rows);
    const installation = await world.addFleet({ dispatch: "manual" }, null);
    const foreign = await world.book(installation, delivery());
    expect((await patch(foreign.id, { delivery: { window: window(200) } })).status).toBe(409);
  });
});

describe("the rider", () => {
  const notices = async (): Promise<Body[]> => (await rider.client.get("/api/v1/driver/stops")).body.notices;
  const changes = async () => (await notices()).filter(({ kind }) => kind === "change");
  const see = async (id: string) => {
    const at = new Date(world.clock.now()).toISOString();
    return rider.client.post("/api/v1/driver/notices", { sent_at: at, seen: [{ id, at }] });
  };

  test("reads once what was and what is, also after a second move, until they have seen it", async () => {
    const booked = await job();
    await patch(booked.id, { delivery: { window: window(150) } });
    await patch(booked.id, {
      delivery: {
        window: window(180),
        address: { line1: "Other Street 5", latitude: 52.5, longitude: 13.41 },
      },
    });
    const [change, ...others] = await changes();
    expect(others).toEqual([]);
    expect(change.changes).toEqual([
      {
        stop: "delivery",
        has_new_window: true,
        previous_window: window(120),
        previous_address: `${kreuzberg.line1}, ${kreuzberg.postal_code} ${kreuzberg.city}`,
      },
    ]);
    expect((await stopOf(booked.id, "delivery")).address.line1).toBe("Other Street 5");
    expect((await see(change.id)).status).toBe(200);
    expect(await changes()).toEqual([]);
    await move({ shipment_ids: [booked.id], delay_minutes: 30 });
    expect((await changes())[0].changes[0]).toMatchObject({
      previous_window: window(180),
      previous_address: null,
    });
  });

  test("reads of another postal code, and nothing once it is the earlier one again", async () => {
    const booked = await job();
    await patch(booked.id, { delivery: { address: { postal_code: "10997" } } });
    expect((await changes())[0].changes[0].previous_address).toBe(
      `${kreuzberg.line1}, ${kreuzberg.postal_code} ${kreuzberg.city}`,
    );
    await patch(booked.id, { delivery: { address: { postal_code: kreuzberg.postal_code } } });
    expect(await changes()).toEqual([]);
  });

  test("reads nothing of what is again as they knew it, of instructions and of others' jobs", async () => {
    const [booked, unassigned] = [await job(), await world.book(fleet, delivery())];
    await patch(booked.id, { delivery: { window: window(150) } });
    await patch(booked.id, { delivery: { window: window(120) } });
    await patch(booked.id, { delivery: { instructions: "Ring twice", contact: { name: "Alex Kim" } } });
    await patch(unassigned.id, { delivery: { window: window(150) } });
    expect(await changes()).toEqual([]);
  });
});

describe("a batch", () => {
  test("delays each delivery from what was promised, once for a key", async () => {
    const [one, two] = [await job(), await job(delivery({ window: null }))];
    const before = await world.shipment(two.id);
    const body = { shipment_ids: [one.id, two.id], delay_minutes: 30, reason: "The road is closed." };
    const key = { "idempotency-key": "later" };
    const answer = await move(body, key);
    expect([answer.status, answer.body.moved, answer.body.will_be_told]).toEqual([200, 2, 0]);
    const [first, second] = answer.body.results;
    expect(first).toMatchObject({
      shipment_id: one.id,
      result: "moved",
      window: window(150),
      previous_window: window(120),
      will_be_told: false,
      problem: null,
    });
    const estimate = Date.parse(before.estimated_delivery_at) + 30 * 60_000;
    expect(second).toMatchObject({
      previous_window: null,
      window: {
        start: new Date(estimate).toISOString(),
        end: new Date(estimate + 30 * 60_000).toISOString(),
      },
    });
    expect((await move(body, key)).body).toEqual(answer.body);
    expect((await world.shipment(one.id)).delivery.window).toEqual(window(150));
    expect((await lastEvents(one.id, 1))[0].data).toMatchObject({
      stop: "delivery",
      reason: "The road is closed.",
    });
  });

  test("of a key that is revoked midway are skipped from there on, and what moved stays", async () => {
    const asked = delivery();
    const booked = [];
    for (let number = 0; number < 25; number += 1) booked.push(await world.book(fleet, asked));
    const ids = booked.map(({ id }) => id);
    await world.pass();
    await settledRows(world.server);
    const { client, end } = await revokedAfter(world, 1);
    const { status, body } = await move({ shipment_ids: ids, delay_minutes: 30 }, {}, client);
    end();
    expect([status, body.moved > 0, body.moved < 25, body.moved % 10]).toEqual([200, true, true, 0]);
    const rest = body.results.slice(body.moved).map(({ problem }: Body) => problem?.code);
    expect(rest).toEqual(Array(25 - body.moved).fill("api_key_revoked"));
    const windows = await Promise.all(ids.map(async (id) => (await world.shipment(id)).delivery.window));
    expect(windows).toEqual(body.results.map(({ window: moved }: Body) => moved ?? asked.delivery.window));
  });

  test("of two callers at once, one moves it", async () => {
    const one = await job();
    const body = { shipment_ids: [one.id], delay_minutes: 30, previous_windows: [window(120)] };
    const answers = await Promise.all([move(body), move(body)]);
    expect(answers.map(({ body: { moved } }) => moved).sort()).toEqual([0, 1]);
    const loser = answers.find(({ body: { moved } }) => moved === 0);
    expect(loser?.body.results[0].problem.code).toBe("precondition_failed");
    expect((await world.shipment(one.id)).delivery.window).toEqual(window(150));
  });

  test("says before who would be told, and changes nothing", async () => {
    const [one, two] = [await job(), await job(delivery({ contact: { ...person, email: null } }))];
    const rows = databaseRows(world.server);
    const ask = { shipment_ids: [one.id, two.id], delay_minutes: 30, notify: true, dry_run: true };
    const { status, body } = await move(ask);
    expect([status, body.moved, body.will_be_told]).toEqual([200, 2, 0]);
    expect(
      body.results.map(({ not_told_because, recipient_name }: Body) => [not_told_because, recipient_name]),
    ).toEqual([
      // The sandbox sends no emails.
      ["switched_off", "Alex Example"],
      ["no_address", "Alex Example"],
    ]);
    expect(databaseRows(world.server)).toEqual(rows);
  });

  test("skips what cannot move, and nothing else", async () => {
    const [moving, over, simulated] = [await job(), await job(), await createAssigned(world.account.sandbox)];
    await pickUp(over);
    await world.end(fleet, over.assignmentId);
    const stranger = await world.server.account();
    const foreign = await createAssigned(stranger.sandbox);
    const installation = await world.book(await world.addFleet({ dispatch: "manual" }, null), delivery());
    const unbooked = await world.account.sandbox.post(shipments, {
      ...delivery(),
      pickup: { contact: { name: "Shop" }, address: kreuzberg },
      parcels: [{ weight_grams: 100 }],
    });
    const shipment_ids = [
      over.id,
      foreign.shipment.id,
      "shp_unknown",
      installation.id,
      unbooked.body.id,
      moving.id,
      simulated.shipment.id,
    ];
    const { body } = await move({ shipment_ids, delay_minutes: 30 });
    const codes = body.results.map(({ result, problem }: Body) => problem?.code ?? result);
    expect(codes).toEqual([
      "shipment_not_editable",
      "not_found",
      "not_found",
      "not_own_fleet",
      "not_own_fleet",
      "moved",
      "moved",
    ]);
    const [, one, other] = body.results;
    expect({ ...one.problem, instance: "", request_id: "" }).toEqual({
      ...other.problem,
      instance: "",
      request_id: "",
    });
  });

  test("takes along the next attempt that the rider planned, so that nobody reads two times", async () => {
    const booked = await job(delivery({ window: null }));
    await pickUp(booked);
    const report = {
      type: "attempt_failed",
      reason_code: "recipient_unavailable",
      next_attempt_at: minutes(60),
    };
    await rider.client.post("/api/v1/driver/reports", {
      sent_at: minutes(0),
      reports: [{ id: "not-home", at: minutes(0), assignment_id: booked.assignmentId, ...report }],
    });
    expect(await stopOf(booked.id, "delivery")).toMatchObject({
      next_attempt_at: minutes(60),
      estimated_at: minutes(60),
    });
    const { body } = await move({ shipment_ids: [booked.id], delay_minutes: 30 });
    expect(body.results[0].window).toEqual(window(90));
    expect(await stopOf(booked.id, "delivery")).toMatchObject({
      window: window(90),
      next_attempt_at: minutes(90),
      estimated_at: minutes(90),
    });
    const { estimated_delivery_at, tracking_url } = await world.shipment(booked.id);
    expect(estimated_delivery_at).toBe(minutes(90));
    expect(await publicView(tracking_url)).toMatchObject({
      window: window(90),
      eta: { delivery: minutes(90) },
    });
    // One that lies in the new window stays.
    await move({ shipment_ids: [booked.id], window: window(80, 120) });
    expect((await stopOf(booked.id, "delivery")).next_attempt_at).toBe(minutes(90));
  });

  test("an hour past midnight is another day, and says so", async () => {
    const now = new Date(world.clock.now());
    const toMidnight = (24 * 60 - (now.getUTCHours() * 60 + now.getUTCMinutes())) % (24 * 60);
    // Berlin is an hour or two ahead of UTC: half past ten in UTC is past midnight in summer, half an hour before it in winter.
    // A fleet needs some hours for it.
    const late = toMidnight - 90 + (toMidnight < 360 ? 24 * 60 : 0);
    const one = await job(delivery({ window: window(late - 60, late - 30) }));
    const days = [];
    for (const delay_minutes of [5, 240]) {
      const { body } = await move({ shipment_ids: [one.id], delay_minutes, dry_run: true });
      days.push(body.results[0].is_other_day);
    }
    expect(days).toEqual([false, true]);
  });

  test("the operator moves those of the installation's fleets, without names", async () => {
    const ours = await world.addFleet({ dispatch: "manual" }, null);
    const [theirs, own] = [await world.book(ours, delivery()), await job()];
    const ask = { shipment_ids: [theirs.id, own.id], delay_minutes: 15, notify: true };
    const path = "/api/v1/operator/shipments/windows/batch?environment=sandbox";
    const preview = await operator.session.post(path, { ...ask, dry_run: true });
    expect(preview.body.results.map(({ recipient_name }: Body) => recipient_name)).toEqual([null, null]);
    const { status, body } = await operator.session.post(path, ask);
    expect(status).toBe(200);
    expect(body.results.map(({ result, problem }: Body) => problem?.code ?? result)).toEqual([
      "moved",
      "not_found",
    ]);
    expect((await world.shipment(theirs.id)).delivery.window).toEqual(window(135, 165));
  });
});

test("an erased shipment leaves nothing of earlier addresses and people, nor of why it moved", async () => {
  const booked = await job(delivery({ address: { ...kreuzberg, line1: "Vanishing Street 1" } }));
  await patch(booked.id, {
    delivery: {
      contact: { name: "Vanishing Person" },
      address: { ...berlinMitte, line1: "Vanishing Street 2" },
    },
  });
  await move({ shipment_ids: [booked.id], delay_minutes: 30, reason: "Vanishing reason" });
  await pickUp(booked);
  await world.end(fleet, booked.assignmentId);
  const erased = await world.account.sandbox.post(`${shipments}/${booked.id}/redaction`);
  expect(erased.status).toBe(200);
  await world.pass(1);
  expect(JSON.stringify(databaseRows(world.server))).not.toContain("Vanishing");
  // And nobody moves it any more.
  const { body } = await move({ shipment_ids: [booked.id], delay_minutes: 30 });
  expect(body.results[0].problem.code).toBe("shipment_not_editable");
});

test("the recipient's open page and a webhook hear of it, once and signed", async () => {
  const receiver = startReceiver();
  const events = ["shipment.rescheduled"];
  const { body: endpoint } = await world.account.sandbox.post(`${platform}/webhooks`, {
    url: receiver.url,
    events,
  });
  const booked = await job();
  const token = (await world.shipment(booked.id)).tracking_url.split("/t/")[1];
  const url = `${world.server.url}/api/v1/track/${token}/stream`;
  const stream = await follow(url, {});
  const windowFrame = async () => {
    for (;;) {
      const frame = await stream.next();
      if (frame === undefined || frame.event === "window") return frame;
    }
  };
  try {
    const next = windowFrame();
    const key = { "idempotency-key": "told-once" };
    for (const _ of [1, 2]) await move({ shipment_ids: [booked.id], delay_minutes: 30 }, key);
    const frame = await next;
    expect(frame?.data).toEqual({ window: window(150) });
    // Whoever comes back after that hears it no second time.
    const again = await follow(url, { "last-event-id": frame?.id ?? "" });
    await patch(booked.id, { delivery: { window: window(200) } });
    const after = await again.next();
    expect([after?.event, after?.data]).toEqual(["window", { window: window(200) }]);
    again.leave();

    await jobsAtRest(world.server.deps);
    expect(receiver.received.map(({ event }) => [event.type, event.data.previous_window])).toEqual([
      ["shipment.rescheduled", window(120)],
      ["shipment.rescheduled", window(150)],
    ]);
    for (const one of receiver.received) verify(endpoint.secret, one);
  } finally {
    stream.leave();
    await receiver.stop();
    await world.account.sandbox.delete(`${platform}/webhooks/${endpoint.id}`);
  }
});

describe("bad input", () => {
  const bad: [string, () => object, number, string][] = [
    ["neither a delay nor a window", () => ({}), 422, "#/delay_minutes"],
    ["both", () => ({ delay_minutes: 30, window: window(200) }), 422, "#/window"],
    ["a delay of four minutes", () => ({ delay_minutes: 4 }), 422, "#/delay_minutes"],
    ["a delay of more than eight hours", () => ({ delay_minutes: 481 }), 422, "#/delay_minutes"],
    ["half a minute", () => ({ delay_minutes: 7.5 }), 422, "#/delay_minutes"],
    ["a window that is over", () => ({ window: window(-60) }), 422, "#/window/end"],
    ["a window of five minutes", () => ({ window: window(60, 65) }), 422, "#/window/end"],
    ["a window in two months", () => ({ window: window(60 * 24 * 60) }), 422, "#/window/start"],
    [
      "a list of another length",
      () => ({ delay_minutes: 30, previous_windows: [null, null] }),
      422,
      "#/previous_windows",
    ],
    ["no shipment", () => ({ delay_minutes: 30, shipment_ids: [] }), 422, "#/shipment_ids"],
    ["one twice", () => ({ delay_minutes: 30, shipment_ids: ["shp_a", "shp_a"] }), 422, "#/shipment_ids"],
    [
      "more than 100",
      () => ({ delay_minutes: 30, shipment_ids: Array.from({ length: 101 }, (_, index) => `shp_${index}`) }),
      422,
      "#/shipment_ids",
    ],
    ["a reason that is too long", () => ({ delay_minutes: 30, reason: "x".repeat(501) }), 422, "#/reason"],
  ];
  test.each(bad)("%s", async (_, change, status, pointer) => {
    const one = await job();
    const rows = databaseRows(world.server);
    const answer = await move({ shipment_ids: [one.id], ...change() });
    expect([answer.status, answer.body.errors?.[0]?.pointer]).toEqual([status, pointer]);
    expect(databaseRows(world.server)).toEqual(rows);
  });
});

// The last, because it moves the clock.
test("a promise that was broken needs nobody any more once it moved", async () => {
  const booked = await job(delivery({ window: window(90) }));
  await pickUp(booked);
  await world.pass(3 * 60 * 60);
  const kinds = async () => {
    const { body } = await world.account.sandbox.get(`${platform}/attention?limit=100`);
    return body.data.filter((item: Body) => item.shipment_id === booked.id).map((item: Body) => item.kind);
  };
  expect(await kinds()).toContain("late");
  // A delay from what was promised is over as well: that is said, and nothing moves.
  const { body } = await move({ shipment_ids: [booked.id], delay_minutes: 5 });
  expect(body.results[0].problem).toMatchObject({
    code: "validation_failed",
    errors: [{ pointer: "#/window/end", code: "window_in_past" }],
  });
  expect((await move({ shipment_ids: [booked.id], window: window(30) })).body.moved).toBe(1);
  await world.pass(5);
  expect(await kinds()).not.toContain("late");
});
