import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { platform, shipmentBody } from "../support/fixtures.ts";
import { eventually } from "../support/harness.ts";
import { startReceiver, verify } from "../support/receiver.ts";
import { restart, serve, signUp } from "./executable.ts";

/**
 * Kills the executable again and again in the middle of its work. What it has acknowledged is there afterwards,
 * what it has begun comes to its end, and every event arrives.
 */

const kills = 6;
const workers = 6;
/** Work that is acknowledged between two kills, and a random moment more. */
const livesBetween = 15;
const momentMsMax = 150;

const env = {
  WAYBILL_WEBHOOK_SCHEDULE: "0,1,1",
  WAYBILL_WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8",
  WAYBILL_DEFAULT_TIER: "unlimited",
  WAYBILL_LOG_LEVEL: "error",
};

/** What the server has said that it did. */
interface Acknowledged {
  shipments: Map<string, string>;
  assignments: Map<string, string>;
  cancelled: Set<string>;
  webhooks: Map<string, string>;
  live: Map<string, string>;
}

// biome-ignore lint/suspicious/noExplicitAny: a test asserts what is in there
type Body = any;

interface Answer {
  status: number;
  body: Body;
}

const finals = ["delivered", "cancelled", "failed", "returned"];

test("killed at random moments: nothing that was acknowledged is lost, nothing stays half done", async () => {
  const cwd = mkdtempSync(join(tmpdir(), "waybill-crash-"));
  const data = join(cwd, "data");
  const receiver = startReceiver();
  let serving = await serve(data, { cwd, env });
  const { keys, cookie } = await signUp(serving.url);

  /** Undefined where the connection broke: nobody knows then whether it was done. */
  async function call(
    method: string,
    path: string,
    body?: unknown,
    key = keys.sandbox,
  ): Promise<Answer | undefined> {
    try {
      const response = await fetch(serving.url + path, {
        method,
        signal: serving.gone,
        headers: { "x-api-key": key, ...(body === undefined ? {} : { "content-type": "application/json" }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, body: text === "" ? null : JSON.parse(text) };
    } catch {
      return undefined;
    }
  }

  async function must(path: string): Promise<Body> {
    const answer = await call("GET", path);
    if (answer?.status !== 200)
      throw new Error(`${path} gave ${answer?.status}: ${JSON.stringify(answer?.body)}`);
    return answer.body;
  }

  async function mustAll(path: string): Promise<Body[]> {
    const rows: Body[] = [];
    let cursor: string | null = null;
    do {
      const page: Body = await must(`${path}?limit=100${cursor === null ? "" : `&cursor=${cursor}`}`);
      rows.push(...page.data);
      cursor = page.next_cursor;
    } while (cursor !== null);
    return rows;
  }

  const hook = await call("POST", `${platform}/webhooks`, { url: receiver.url, events: ["*"] });
  expect(hook?.status).toBe(201);

  const said: Acknowledged = {
    shipments: new Map(),
    assignments: new Map(),
    cancelled: new Set(),
    webhooks: new Map([[hook?.body.id, receiver.url]]),
    live: new Map(),
  };
  const unexpected: string[] = [];
  const expectStatus = (what: string, answer: Answer | undefined, ...allowed: number[]) => {
    if (answer && !allowed.includes(answer.status)) {
      unexpected.push(`${what}: ${answer.status} ${JSON.stringify(answer.body)}`);
    }
    return answer && answer.status < 300 ? answer.body : undefined;
  };
  let stopping = false;
  let made = 0;

  async function liveOnce(): Promise<void> {
    made += 1;
    const number = made;
    const reference = `ORD-${number}`;
    const speed = number % 3 === 0 ? 100 : "instant";
    const created = expectStatus(
      "create",
      await call("POST", `${platform}/shipments`, shipmentBody({ reference, simulation: { speed } })),
      201,
    );
    if (!created) return;
    said.shipments.set(created.id, reference);
    const path = `${platform}/shipments/${created.id}`;
    if (number % 7 === 0) {
      const cancelled = expectStatus("cancel", await call("POST", `${path}/cancellation`), 200);
      if (cancelled) said.cancelled.add(created.id);
      return;
    }
    expectStatus("quotes", await call("GET", `${path}/quotes`), 200);
    const accepted = expectStatus(
      "accept",
      await call("POST", `${path}/assignments`, { strategy: "cheapest" }),
      201,
      409,
    );
    if (accepted) said.assignments.set(created.id, accepted.id);
    if (number % 25 === 0 && said.webhooks.size < 20) {
      const url = `${receiver.url}?n=${number}`;
      const webhook = await call("POST", `${platform}/webhooks`, { url, events: ["shipment.failed"] });
      if (expectStatus("webhook", webhook, 201)) said.webhooks.set(webhook?.body.id, url);
    }
  }

  /** Live has no carriers of its own: what is kept there is the shipment itself, in a store that waits. */
  async function keepLive(): Promise<void> {
    const reference = `LIVE-${said.live.size + 1}`;
    const body = shipmentBody({ reference });
    const created = expectStatus("live", await call("POST", `${platform}/shipments`, body, keys.live), 201);
    if (created) said.live.set(created.id, reference);
  }

  /** While it is away nobody listens: whoever called it then would only be busy. */
  let isThere = Promise.resolve();
  async function killAndStart(): Promise<void> {
    const back = Promise.withResolvers<void>();
    isThere = back.promise;
    serving = await restart(serving, data, { cwd, env });
    back.resolve();
  }

  async function work(turn: () => Promise<void>): Promise<void> {
    while (!stopping) {
      await isThere;
      await turn();
    }
  }

  const working = Promise.all([work(keepLive), ...Array.from({ length: workers }, () => work(liveOnce))]);
  for (let kill = 0; kill < kills; kill += 1) {
    const before = said.assignments.size;
    await eventually("work between two kills", () => said.assignments.size >= before + livesBetween);
    await Bun.sleep(Math.random() * momentMsMax);
    await killAndStart();
  }
  const before = said.assignments.size;
  await eventually("work after the last kill", () => said.assignments.size > before);
  stopping = true;
  await working;
  // Once more with nothing in between, so that what is read below was on the disk.
  serving = await restart(serving, data, { cwd, env });

  expect(unexpected).toEqual([]);
  for (const kept of [said.cancelled, said.live]) expect(kept.size).toBeGreaterThan(0);

  await eventually("every accepted shipment at its end", async () => {
    const moving = await must(`${platform}/shipments?limit=1&status=assigned,in_transit,returning`);
    return moving.data.length === 0;
  });
  await eventually("every shipment with its offers", async () => {
    const waiting = await must(`${platform}/shipments?limit=1&status=created`);
    return waiting.data.length === 0;
  });

  const shipments = new Map<string, Body>();
  for (const shipment of await mustAll(`${platform}/shipments`)) shipments.set(shipment.id, shipment);
  const lost = [...said.shipments].filter(([id, reference]) => shipments.get(id)?.reference !== reference);
  expect(lost).toEqual([]);
  for (const id of said.cancelled) expect([id, shipments.get(id)?.status]).toEqual([id, "cancelled"]);
  for (const [id, assignmentId] of said.assignments) {
    const { data: attempts } = await must(`${platform}/shipments/${id}/assignments`);
    expect([id, attempts.map((entry: Body) => [entry.id, entry.status])]).toEqual([
      id,
      [[assignmentId, "completed"]],
    ]);
    expect([id, shipments.get(id)?.status]).toEqual([id, "delivered"]);
  }
  const webhooks = new Map((await mustAll(`${platform}/webhooks`)).map((entry) => [entry.id, entry.url]));
  for (const [id, url] of said.webhooks) expect([id, webhooks.get(id)]).toEqual([id, url]);

  for (const [id, reference] of said.live) {
    const answer = await call("GET", `${platform}/shipments/${id}`, undefined, keys.live);
    expect([id, answer?.status, answer?.body.reference]).toEqual([id, 200, reference]);
    const log = await call("GET", `${platform}/shipments/${id}/events`, undefined, keys.live);
    expect(log?.body.data.map((event: Body) => event.type)).toEqual(["shipment.created"]);
  }

  const events = await mustAll(`${platform}/events`);
  const perShipment = Map.groupBy(events, (event) => event.data.shipment?.id ?? event.data.shipment_id);
  for (const [id, shipment] of shipments) {
    expectWhole(shipment, (perShipment.get(id) ?? []).reverse(), await must(`${platform}/tracking/${id}`));
  }

  await eventually("every event at the receiver", () => {
    const received = new Set(receiver.received.map((request) => request.event.id));
    return events.every((event) => received.has(event.id));
  });
  const known = new Map(events.map((event) => [event.id, event]));
  for (const request of receiver.received) {
    // Nothing was sent that a crash then took back.
    expect(known.get(request.event.id)).toEqual(request.event);
    expect(request.headers["webhook-id"]).toBe(request.event.id);
  }
  const last = receiver.received.at(-1);
  if (last) verify(hook?.body.secret, last);

  const session = await fetch(`${serving.url}/api/v1/auth/session`, { headers: { cookie } });
  expect(session.status).toBe(200);
  serving.kill("SIGTERM");
  expect((await serving.exited).exitCode).toBe(0);
  await receiver.stop();
  rmSync(cwd, { recursive: true });
});

/** A shipment's row, entries, events and assignment tell one story. */
function expectWhole(shipment: Body, events: Body[], tracking: Body): void {
  const { id, status } = shipment;
  expect([id, events.map((event) => event.data.sequence)]).toEqual([id, events.map((_, index) => index + 1)]);
  const told = events.filter((event) => event.data.shipment);
  expect([id, told.at(-1)?.data.shipment.status]).toEqual([id, status]);
  expect([id, tracking.status, tracking.entries.at(-1).status]).toEqual([id, status, status]);
  expect([id, [...finals, "quoted"]]).toEqual([id, expect.arrayContaining([status])]);
  if (status !== "delivered") return;
  expect(tracking.proof_of_delivery.types).toEqual(["signature", "photo"]);
  expect(events.map((event) => event.type)).toEqual([
    "shipment.created",
    "shipment.quoted",
    "shipment.assigned",
    ...Array(2).fill("tracking.substatus_changed"),
    "tracking.approaching",
    "tracking.substatus_changed",
    "shipment.in_transit",
    "tracking.substatus_changed",
    "tracking.approaching",
    "tracking.substatus_changed",
    "shipment.delivered",
  ]);
}
