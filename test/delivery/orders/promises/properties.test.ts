import { afterAll, beforeAll, expect, test } from "bun:test";
import fc from "fast-check";
import { changeAccount } from "../../../../src/access/accounts/operator/administration.ts";
import { unseenNotices } from "../../../../src/delivery/lifecycle/driver-notices/reading.ts";
import { recipientMailStore } from "../../../../src/delivery/recipients/mail/store.ts";
import { createClock, jobsAtRest } from "../../../support/clock.ts";
import { addDriver, driverToken } from "../../../support/drivers.ts";
import { kreuzberg, platform } from "../../../support/fixtures.ts";
import { acceptFleet, addOpenFleet } from "../../../support/fleets.ts";
import {
  type Answer,
  type Client,
  startServer,
  type TestAccount,
  type TestServer,
} from "../../../support/harness.ts";
import { type MailServer, mailSettings, startMailServer } from "../../../support/mail-server.ts";

/**
 * Days on which promises move: by several dispatchers at once, repeated, back and forth, while riders change and take
 * their time. In the end there is one promise, and everybody was told it once.
 */

const runs = 25;
const deliveries = 3;
const minuteMs = 60_000;

type Body = Answer["body"];
type Window = { start: string; end: string };
interface Delivery {
  id: string;
  assignmentId: string;
  window: Window;
  /** Windows that it had, from the first on. */
  promised: Window[];
  /** Whether the newest window is one that the recipient was to be told. */
  isNews: boolean;
  isOver: boolean;
}

const clock = createClock(Date.parse("2026-11-23T06:00:00Z"));
let mail: MailServer;
let server: TestServer;
let account: TestAccount;
let client: Client;
let fleet: string;
let riders: { id: string; client: Client }[];
beforeAll(async () => {
  mail = await startMailServer();
  const config = { ...mailSettings(mail), recipientMailsPerDay: 10_000 };
  server = await startServer({ replacements: { clock }, config });
  account = await server.account();
  client = account.live;
  fleet = await addOpenFleet(server, account.accountId, { dispatch: "manual" }, "live");
  await account.session.patch(`${platform}/account`, { recipient_mail: true }, { "x-environment": "live" });
  await changeAccount(server.deps, account.accountId, { recipientMailAllowed: true });
  riders = [];
  for (const name of ["Kim", "Sam"]) {
    const driver = await addDriver(server, "live", account.accountId, {
      carrierId: fleet,
      name,
      onDuty: true,
    });
    const token = await driverToken(server, driver, account.accountId);
    riders.push({ id: driver.id, client: server.client({ authorization: `Bearer ${token}` }) });
  }
});
afterAll(async () => {
  await server.stop();
  await mail.stop();
});

const shipments = `${platform}/shipments`;
const iso = (at: number) => new Date(at).toISOString();
const windowAt = (at: number): Window => ({ start: iso(at), end: iso(at + 30 * minuteMs) });
const shifted = ({ start, end }: Window, minutes: number): Window => ({
  start: iso(Date.parse(start) + minutes * minuteMs),
  end: iso(Date.parse(end) + minutes * minuteMs),
});

let made = 0;
async function deliveryOf(rider: number): Promise<Delivery> {
  made += 1;
  const window = windowAt(clock.now() + 5 * 60 * minuteMs);
  const contact = { name: "Alex Kim", email: `alex-${made}@example.com` };
  const booked = await acceptFleet(client, fleet, { delivery: { contact, address: kreuzberg, window } });
  const delivery = { ...booked, window, promised: [window], isNews: false, isOver: false };
  await assign(delivery, rider);
  return delivery;
}
async function assign({ assignmentId }: Delivery, rider: number): Promise<void> {
  const path = `${platform}/assignments/${assignmentId}/driver`;
  expect((await client.post(path, { driver_id: riders[rider]?.id, over_capacity: true })).status).toBe(200);
}

function promise(delivery: Delivery, window: Window, notify: boolean): void {
  if (Bun.deepEquals(window, delivery.window)) return;
  delivery.window = window;
  delivery.promised.push(window);
  delivery.isNews = notify;
}
/** What the answer says of each, in the model. */
function take(day: readonly Delivery[], { results }: Body, notify: boolean): void {
  for (const { shipment_id, result, window } of results) {
    const delivery = day.find(({ id }) => id === shipment_id);
    if (delivery && result === "moved") promise(delivery, window, notify);
  }
}

let keys = 0;
const move = async (body: object, key?: string): Promise<Body> => {
  const answer = await client.post(`${shipments}/windows/batch`, body, key ? { "idempotency-key": key } : {});
  expect([answer.status, answer.body.detail]).toEqual([200, undefined]);
  return answer.body;
};

type Act = (day: readonly Delivery[]) => Promise<void>;
const which = fc.nat({ max: deliveries - 1 });
const delays = fc.constantFrom(5, 15, 30, 60);
const some = fc.uniqueArray(which, { minLength: 1 });
const chosen = (day: readonly Delivery[], picks: readonly number[]) =>
  picks.flatMap((pick) => day[pick] ?? []);

const acts: fc.Arbitrary<{ name: string; act: Act }> = fc.oneof(
  fc.record({ some, delay_minutes: delays, notify: fc.boolean(), isRepeated: fc.boolean() }).map((given) => ({
    name: `later ${JSON.stringify(given)}`,
    act: async (day: readonly Delivery[]) => {
      const { some, delay_minutes, notify, isRepeated } = given;
      const body = { shipment_ids: chosen(day, some).map(({ id }) => id), delay_minutes, notify };
      keys += 1;
      const answer = await move(body, `move-${keys}`);
      for (const { shipment_id, result, window } of answer.results) {
        const delivery = day.find(({ id }) => id === shipment_id);
        expect(result).toBe(delivery?.isOver ? "skipped" : "moved");
        if (delivery && !delivery.isOver) expect(window).toEqual(shifted(delivery.window, delay_minutes));
      }
      take(day, answer, notify);
      if (isRepeated) expect(await move(body, `move-${keys}`)).toEqual(answer);
    },
  })),
  fc.record({ some, first: delays, second: delays, notify: fc.boolean() }).map((given) => ({
    name: `two dispatchers ${JSON.stringify(given)}`,
    act: async (day: readonly Delivery[]) => {
      const { some, first, second, notify } = given;
      const both = chosen(day, some);
      const known = {
        shipment_ids: both.map(({ id }) => id),
        previous_windows: both.map(({ window }) => window),
        notify,
      };
      const answers = await Promise.all(
        [first, second].map((delay_minutes) => move({ ...known, delay_minutes })),
      );
      for (const [index, { isOver }] of both.entries()) {
        const moved = answers.filter(({ results }) => results[index].result === "moved");
        expect(moved).toHaveLength(isOver ? 0 : 1);
      }
      for (const answer of answers) take(day, answer, notify);
    },
  })),
  fc.record({ pick: which, hours: fc.integer({ min: 2, max: 4 }), isOld: fc.boolean() }).map((given) => ({
    name: `a patch ${JSON.stringify(given)}`,
    act: async (day: readonly Delivery[]) => {
      const [delivery] = chosen(day, [given.pick]);
      if (!delivery) return;
      const window = windowAt(clock.now() + given.hours * 60 * minuteMs);
      const answer = await client.patch(
        `${shipments}/${delivery.id}`,
        { delivery: { window } },
        given.isOld ? { "if-match": '"1"' } : {},
      );
      expect(answer.status).toBe(given.isOld ? 412 : delivery.isOver ? 409 : 200);
      if (answer.status === 200) promise(delivery, window, false);
    },
  })),
  fc.record({ rider: fc.nat({ max: 1 }) }).map((given) => ({
    name: `seen ${JSON.stringify(given)}`,
    act: async () => {
      const rider = riders[given.rider];
      const { body } = (await rider?.client.get("/api/v1/driver/stops")) ?? { body: { notices: [] } };
      const at = iso(clock.now());
      const seen = body.notices.map(({ id }: Body) => ({ id, at }));
      expect((await rider?.client.post("/api/v1/driver/notices", { sent_at: at, seen }))?.status).toBe(200);
    },
  })),
  fc.record({ pick: which, rider: fc.nat({ max: 1 }) }).map((given) => ({
    name: `another rider ${JSON.stringify(given)}`,
    act: async (day: readonly Delivery[]) => {
      const [delivery] = chosen(day, [given.pick]);
      if (delivery && !delivery.isOver) await assign(delivery, given.rider);
    },
  })),
  fc.integer({ min: 1, max: 20 }).map((minutes) => ({
    name: `${minutes} minutes`,
    act: async () => {
      // No mail is under way while the clock jumps.
      await jobsAtRest(server.deps);
      clock.advance(minutes * 60);
      await jobsAtRest(server.deps);
    },
  })),
  which.map((pick) => ({
    name: `delivered ${pick}`,
    act: async (day: readonly Delivery[]) => {
      const [delivery] = chosen(day, [pick]);
      if (!delivery || delivery.isOver) return;
      for (const step of [
        { type: "progress", substatus: "picked_up" },
        { type: "delivered", proof: {} },
      ]) {
        keys += 1;
        const report = {
          id: `r-${keys}`,
          assignment_id: delivery.assignmentId,
          at: iso(clock.now()),
          ...step,
        };
        const { body } = await client.post(`${platform}/carriers/${fleet}/reports`, [report]);
        expect(body.results[0].result).toBe("applied");
      }
      delivery.isOver = true;
    },
  })),
);

async function expectOnePromise({ id, assignmentId, window, promised, isOver }: Delivery): Promise<void> {
  const { body: shipment } = await client.get(`${shipments}/${id}`);
  expect(shipment.delivery.window).toEqual(window);
  const token = shipment.tracking_url.split("/t/")[1];
  expect((await server.client().get(`/api/v1/track/${token}`)).body.window).toEqual(window);
  const stops = await Promise.all(
    riders.map(async (rider) => (await rider.client.get("/api/v1/driver/stops")).body),
  );
  const own = stops
    .flatMap(({ data }) => data)
    .filter((stop: Body) => stop.assignment_id === assignmentId && stop.kind === "delivery");
  expect(own.map((stop: Body) => stop.window)).toEqual(isOver ? [] : [window]);

  // What webhooks carry: one event for each promise, each with the one before.
  const { body: events } = await client.get(`${shipments}/${id}/events?limit=100`);
  const told = events.data.filter(({ type }: Body) => type === "shipment.rescheduled");
  expect(told.map(({ data }: Body) => data.previous_window)).toEqual(promised.slice(0, -1));
  expect(told.map(({ data }: Body) => data.shipment.delivery.window)).toEqual(promised.slice(1));
  expect(events.data.map(({ data }: Body) => data.sequence)).toEqual(
    events.data.map((_: unknown, index: number) => index + 1),
  );
  const { body: charges } = await client.get(`${platform}/charges?shipment_id=${id}`);
  expect(charges.data.map(({ kind }: Body) => kind)).toEqual(["delivery"]);
}

function expectToldOnce({ id, assignmentId, window, isNews, isOver }: Delivery): void {
  const { db } = server.deps.stores.platform("live");
  const mails = recipientMailStore(db)
    .ofShipment(id)
    .filter(({ moment, status }) => moment === "delayed" && status === "sent");
  for (const [index, { sentAt, toldWindow }] of mails.entries()) {
    const before = mails[index - 1];
    if (!before) continue;
    expect((sentAt ?? 0) - (before.sentAt ?? 0)).toBeGreaterThanOrEqual(15 * minuteMs);
    expect(toldWindow).not.toBe(before.toldWindow);
  }
  if (isNews && !isOver) expect(mails.at(-1)?.toldWindow).toBe(`${window.start}/${window.end}`);
  const changes = riders
    .flatMap((rider) => unseenNotices(db, rider.id))
    .filter((notice) => notice.assignmentId === assignmentId && notice.kind === "change");
  expect(changes.length).toBeLessThanOrEqual(1);
}

test("random moves, retries and races leave one promise, and nobody is told it twice", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(acts, { minLength: 3, maxLength: 14 }), async (steps) => {
      const day: Delivery[] = [];
      for (let count = 0; count < deliveries; count += 1) day.push(await deliveryOf(count % 2));
      await jobsAtRest(server.deps);
      for (const { act } of steps) await act(day);
      for (const delivery of day) await expectOnePromise(delivery);
      await jobsAtRest(server.deps);
      clock.advance(16 * 60);
      await jobsAtRest(server.deps);
      for (const delivery of day) expectToldOnce(delivery);
    }),
    { numRuns: runs },
  );
}, 300_000);
