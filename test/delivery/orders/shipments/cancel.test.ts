import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { expectProblem } from "../../../api/problem.ts";
import { databaseRows, settledRows } from "../../../support/database.ts";
import {
  advance,
  createAssigned,
  createQuoted,
  createShipment,
  platform,
} from "../../../support/fixtures.ts";
import {
  type Answer,
  eventually,
  startServer,
  type TestAccount,
  type TestServer,
} from "../../../support/harness.ts";

let server: TestServer;
let account: TestAccount;

beforeAll(async () => {
  server = await startServer({ watchesVersions: true });
  account = await server.account();
});
afterAll(() => server.stop());

const path = `${platform}/shipments`;
const cancel = (id: string, body?: unknown) => account.sandbox.post(`${path}/${id}/cancellation`, body);
const events = async (id: string): Promise<Answer["body"][]> =>
  (await account.sandbox.get(`${path}/${id}/events?limit=100`)).body.data;

async function moved(to: string, outcome = "delivered"): Promise<string> {
  const { shipment } = await createAssigned(account.sandbox, { simulation: { speed: "manual", outcome } });
  expect((await advance(account.sandbox, shipment.id, to)).status).toBe(200);
  return shipment.id;
}

describe("cancelling", () => {
  test("says who, why and when, ends the offers, and is one event", async () => {
    const { shipment, quotes } = await createQuoted(account.sandbox);
    const answer = await cancel(shipment.id, { reason_code: "duplicate", message: "Ordered twice" });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      status: "cancelled",
      substatus: null,
      cancellation: {
        reason_code: "duplicate",
        message: "Ordered twice",
        by: "client",
        at: answer.body.updated_at,
      },
      failure: null,
    });
    const last = (await events(shipment.id)).at(-1);
    expect(last.type).toBe("shipment.cancelled");
    expect(last.data).toEqual({ shipment: answer.body, sequence: 3, previous_status: "quoted" });
    const offers = await account.sandbox.get(`${path}/${shipment.id}/quotes`);
    expect(offers.body.data.map((quote: { status: string }) => quote.status)).toEqual(
      quotes.map(() => "withdrawn"),
    );
  });

  test("without a word is cancelled_by_client", async () => {
    const { shipment } = await createQuoted(account.sandbox);
    const { body } = await cancel(shipment.id);
    expect(body.cancellation).toMatchObject({ reason_code: "cancelled_by_client", message: null });
  });

  test("again shows the first and changes nothing", async () => {
    const { shipment } = await createQuoted(account.sandbox);
    const first = await cancel(shipment.id, { reason_code: "weather" });
    const rows = await settledRows(server);
    const second = await cancel(shipment.id, { reason_code: "other", message: "again" });
    expect([second.status, second.body]).toEqual([200, first.body]);
    expect(databaseRows(server)).toEqual(rows);
  });

  test("twenty at once is one", async () => {
    const { shipment } = await createQuoted(account.sandbox);
    const answers = await Promise.all(Array.from({ length: 20 }, () => cancel(shipment.id)));
    for (const answer of answers) expect(answer.body).toEqual(answers[0]?.body);
    expect((await events(shipment.id)).map((event) => event.type)).toEqual([
      "shipment.created",
      "shipment.quoted",
      "shipment.cancelled",
    ]);
  });

  test("while the carriers are asked ends that too", async () => {
    const shipment = await createShipment(account.sandbox);
    expect((await cancel(shipment.id)).body.status).toBe("cancelled");
    await settledRows(server);
    expect((await account.sandbox.get(`${path}/${shipment.id}`)).body.status).toBe("cancelled");
  });

  test.each(["awaiting_carrier", "confirmed", "en_route_to_pickup", "at_pickup"])(
    "%s: the carrier loses it",
    async (to) => {
      const { shipment, assignment } = await createAssigned(account.sandbox);
      if (to !== "awaiting_carrier") await advance(account.sandbox, shipment.id, to);
      const { status, body } = await cancel(shipment.id);
      expect([status, body.status, body.assignment.status]).toEqual([200, "cancelled", "cancelled"]);
      expect(body.assignment).toMatchObject({ id: assignment.id, release_reason: "cancelled_by_client" });
      await eventually("the carrier to be told", () =>
        databaseRows(server)["sandbox.carrier_calls"]?.length === 0 ? true : undefined,
      );
      expect((await account.sandbox.get(`${path}/${shipment.id}`)).body.status).toBe("cancelled");
    },
  );

  test.each([
    ["in_transit", () => moved("picked_up")],
    ["in_transit", () => moved("at_delivery")],
    ["delivered", () => moved("delivered")],
    ["failed", () => moved("failed", "damaged")],
    ["returning", () => moved("returning", "recipient_refused")],
    ["returned", () => moved("returned", "recipient_refused")],
  ])("%s is refused", async (status, make) => {
    const id = await make();
    const rows = await settledRows(server);
    const answer = await cancel(id, { message: "too late" });
    expectProblem(server, answer, {
      status: 409,
      code: "shipment_not_cancellable",
      members: ["shipment_status"],
    });
    expect(answer.body.shipment_status).toBe(status);
    expect(databaseRows(server)).toEqual(rows);
  });

  test.each([
    [{ reason_code: "boredom" }, { "#/reason_code": "enum" }],
    [{ reason: "other" }, { "#/reason": "unknown_field" }],
    [{ message: "m".repeat(501) }, { "#/message": "max_length" }],
    [{ message: 1 }, { "#/message": "type" }],
  ])("%j is wrong", async (body, at) => {
    const { shipment } = await createQuoted(account.sandbox);
    const rows = await settledRows(server);
    expectProblem(server, await cancel(shipment.id, body), { status: 422, code: "validation_failed", at });
    expect(databaseRows(server)).toEqual(rows);
  });
});

describe("the PIN", () => {
  const requirements = { pin: true };
  const delivery = {
    contact: { name: "B" },
    address: { line1: "1", city: "Berlin", country: "DE" },
    requirements,
  };

  test("is minted with the accepted offer, stays the same, and is nowhere else", async () => {
    const { shipment } = await createQuoted(account.sandbox, { delivery, simulation: { speed: "manual" } });
    const pin = () => account.sandbox.get(`${path}/${shipment.id}/pin`);
    expect((await pin()).body).toEqual({ pin: null });
    const accepted = await account.sandbox.post(`${path}/${shipment.id}/assignments`, {
      strategy: "cheapest",
    });
    const answer = await pin();
    expect(answer.body).toEqual({ pin: expect.stringMatching(/^\d{4}$/) });
    expect(answer.headers.get("cache-control")).toBe("no-store");
    await advance(account.sandbox, shipment.id, "delivered");
    expect((await pin()).body).toEqual(answer.body);

    const elsewhere = await Promise.all(
      [
        `${path}/${shipment.id}`,
        path,
        `${path}/${shipment.id}/events`,
        `${path}/${shipment.id}/quotes`,
        `${path}/${shipment.id}/assignments`,
        `${platform}/events`,
        `${platform}/tracking/${shipment.id}`,
      ].map((address) => account.sandbox.get(address)),
    );
    for (const seen of [accepted, ...elsewhere]) {
      expect(valuesOf(seen.body)).not.toContain(answer.body.pin);
    }
    const tables = databaseRows(server);
    // The column holds JSON.
    const [plain, quoted] = [answer.body.pin, JSON.stringify(answer.body.pin)];
    const holders = Object.entries(tables).filter(([, rows]) =>
      valuesOf(rows).some((value) => value === plain || value === quoted),
    );
    expect(holders.map(([name]) => name)).toEqual(["sandbox.shipments"]);
  });

  test("is null where none is required", async () => {
    const { shipment } = await createAssigned(account.sandbox);
    expect((await account.sandbox.get(`${path}/${shipment.id}/pin`)).body).toEqual({ pin: null });
  });
});

/** Every string in a value, JSON in strings included. */
function valuesOf(value: unknown): string[] {
  if (typeof value === "string" && /^[{[]/.test(value)) return [value, ...valuesOf(JSON.parse(value))];
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null || value instanceof Uint8Array) return [];
  return Object.entries(value).flatMap(([name, entry]) => [name, ...valuesOf(entry)]);
}

describe("a shipment's events", () => {
  test("are numbered without a gap, oldest first, in pages of any size", async () => {
    const id = await moved("delivered");
    const whole = await events(id);
    const numbers = whole.map((event) => event.data.sequence);
    expect(numbers).toEqual(Array.from({ length: whole.length }, (_, index) => index + 1));
    expect(whole[0].type).toBe("shipment.created");
    expect(whole.at(-1).type).toBe("shipment.delivered");
    expect(whole.length).toBeGreaterThanOrEqual(9);
    const paged: unknown[] = [];
    let next: string | null = `${path}/${id}/events?limit=2`;
    while (next !== null) {
      const answer: Answer = await account.sandbox.get(next);
      paged.push(...answer.body.data);
      next = /^<([^>]+)>/.exec(answer.headers.get("link") ?? "")?.[1] ?? null;
    }
    expect(paged).toEqual(whole);
  });

  test("each one alone, and in the account's list, is the same", async () => {
    const { shipment } = await createQuoted(account.sandbox);
    const own = await events(shipment.id);
    const listed = await account.sandbox.get(`${platform}/events?shipment_id=${shipment.id}`);
    expect(listed.body.data).toEqual([...own].reverse());
    for (const event of own) {
      expect((await account.sandbox.get(`${platform}/events/${event.id}`)).body).toEqual(event);
    }
  });
});
