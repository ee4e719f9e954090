import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import type { Carrier } from "../../../src/delivery/carriers/carrier.ts";
import type { CarrierUpdate } from "../../../src/delivery/carriers/carrier-update.ts";
import { sampleBooking, sampleQuote } from "../../../src/delivery/carriers/kinds/http/sample.ts";
import { carrierKinds } from "../../../src/delivery/carriers/registry.ts";
import { createCarrierWorld } from "../../../src/delivery/carriers/world.ts";
import { applyReport } from "../../../src/delivery/lifecycle/reporting.ts";
import { write } from "../../../src/infra/deps.ts";
import type { Log } from "../../../src/infra/log/log.ts";
import { createLog } from "../../../src/infra/log/log.ts";
import { readGuides } from "../../../src/web/docs/guides.ts";
import { assignmentsOf } from "../../support/bookings.ts";
import { readApart } from "../../support/bytes.ts";
import { type KindFixture, kindFixtures } from "../../support/carrier-kinds.ts";
import { makeDataFolder } from "../../support/data-folder.ts";
import { createShipment, platform } from "../../support/fixtures.ts";
import { eventually, startServer, type TestAccount, type TestServer } from "../../support/harness.ts";

/** What every kind of carrier keeps, with the carriers of its fixture and a real server. */
let server: TestServer;
const dataDir = await makeDataFolder();
const logged: string[] = [];
beforeAll(async () => {
  server = await startServer({
    dataDir,
    config: {
      secretKey: randomBytes(32),
      metrics: { hostname: "127.0.0.1", port: 0 },
      quotingDeadlineSeconds: 3,
    },
    replacements: { log: listening() },
  });
});
afterAll(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** A log that keeps what it is given, with every field. */
function listening(): Log {
  const keep = (...parts: unknown[]) => {
    logged.push(Bun.inspect(parts, { depth: 8 }));
  };
  const silent = createLog("silent");
  return Object.assign(Object.create(silent), {
    debug: keep,
    info: keep,
    warn: keep,
    error: keep,
    fatal: keep,
    line: keep,
  });
}

const signal = new AbortController().signal;

test("every guide of a kind is one", async () => {
  const guides = (await readGuides(server.url)).map(({ name }) => name);
  const named = carrierKinds.flatMap(({ guide }) => guide ?? []);
  expect(named).toContain("karrio");
  expect(guides).toEqual(expect.arrayContaining(named));
});

test("every kind has a fixture", () => {
  expect(Object.keys(kindFixtures).sort()).toEqual(carrierKinds.map(({ code }) => code).sort());
});

describe.each(carrierKinds.map((kind) => [kind.code, kind] as const))("%s", (code, kind) => {
  let fixture: KindFixture;
  let account: TestAccount;
  let carrier: Carrier;
  let shipmentId: string;
  let assignmentId: string;
  const client = () => account[fixture.environment];

  beforeAll(async () => {
    const make = kindFixtures[code];
    if (!make) throw new Error(`no fixture for ${code}`);
    fixture = await make(server);
    account = await server.account();
    const carrierId = await fixture.setUp(account.accountId);
    const found = server.deps.carrier(fixture.environment, carrierId);
    if (!found) throw new Error(`${code} is not connected`);
    carrier = found;
    ({ shipmentId, assignmentId } = await book(carrierId));
  });
  afterAll(() => fixture.stop());

  /** A job that the carrier has, through the API. */
  async function book(carrierId: string) {
    const { id } = await createShipment(
      client(),
      fixture.environment === "sandbox" ? { simulation: { speed: "manual" } } : {},
    );
    const { body } = await client().get(`${platform}/shipments/${id}/quotes?wait_seconds=20`);
    const quote = body.data.find((entry: { carrier: { id: string } }) => entry.carrier.id === carrierId);
    const accepted = await client().post(assignmentsOf(id), { quote_id: quote?.id });
    expect(accepted.status).toBe(201);
    const { db } = server.deps.stores.platform(fixture.environment);
    await eventually("booked", () => {
      const calls = db.all(sql`SELECT 1 FROM carrier_calls WHERE assignment_id = ${accepted.body.id}`);
      return calls.length === 0 || undefined;
    });
    // A carrier's own label comes later, and is told.
    await eventually("its label", async () => {
      const { body } = await client().get(`${assignmentsOf(id)}/${accepted.body.id}`);
      return body.label_status !== "pending";
    });
    return { shipmentId: id as string, assignmentId: accepted.body.id as string };
  }

  const callOf = (id: string) => ({
    idempotencyKey: id,
    bookingReference: null,
    callKey: `${id}_1`,
    purchaseSentAt: null,
  });
  const about = (id: string) => ({ ...callOf(id), offerReference: null });

  test("says who it is, and what it can as its kind does", () => {
    expect(carrier.kind).toBe(code);
    expect(carrier.identity.id).toMatch(/^car_/);
    for (const can of carrier.capabilities) expect(kind.capabilities).toContain(can);
    for (const proof of carrier.proves) expect(kind.proves).toContain(proof);
    for (const setting of kind.addressSettings)
      expect(Object.keys(kind.settings.properties)).toContain(setting);
    for (const secret of Object.keys(kind.generated)) {
      expect(kind.settings.properties[secret]?.writeOnly).toBe(true);
    }
  });

  test("books once, however often it is sent, also at the same time", async () => {
    const world = createCarrierWorld(
      server.deps,
      { ...carrier.identity, environment: fixture.environment, accountId: account.accountId },
      [],
    );
    const question = await carrier.quote(sampleQuote(world), signal);
    const offer = question.kind === "offers" ? question.offers[0] : undefined;
    const simulated = { service: { code: "x", name: "X" }, currency: "EUR", priceLines: [] };
    const asked = { estimatedPickupAt: null, estimatedDeliveryAt: null, ...(offer ?? simulated) };
    const request = { ...sampleBooking(world, asked), ...callOf(assignmentId) };
    const first = await carrier.book(request, signal);
    expect(first.kind).toBe("booked");
    const again = await Promise.all([carrier.book(request, signal), carrier.book(request, signal)]);
    for (const answer of again)
      expect(answer).toMatchObject({ kind: "booked", reference: referenceOf(first) });
    const { body } = await client().get(`${assignmentsOf(shipmentId)}/${assignmentId}`);
    expect(["pending", "confirmed"]).toContain(body.status);
    if (fixture.bookings) expect(fixture.bookings(assignmentId)).toBe(1);
  });

  test("takes back what it never had without an error", async () => {
    const unknown = about(server.deps.ids.make("asg"));
    const answer = await carrier.cancel({ ...unknown, reason: "timeout" }, signal);
    expect(answer).toEqual({ kind: "cancelled", fee: null });
  });

  test("changes nothing when a report is repeated", async () => {
    const updates: CarrierUpdate[] = [
      { kind: "progress", substatus: "en_route_to_pickup" },
      { kind: "progress", substatus: "picked_up" },
      { kind: "undeliverable", reason: "recipient_unavailable", message: "Nobody was there." },
      { kind: "returned" },
    ];
    const state = async () => {
      const [{ body: shipment }, { body: tracking }, { body: events }] = await Promise.all([
        client().get(`${platform}/shipments/${shipmentId}`),
        client().get(`${platform}/tracking/${shipmentId}`),
        client().get(`${platform}/shipments/${shipmentId}/events?limit=100`),
      ]);
      return { shipment, entries: tracking.entries, events: events.data };
    };
    for (const update of updates) {
      const report = { assignmentId, by: "carrier", at: server.deps.clock.now(), update } as const;
      const apply = () =>
        write(server.deps, fixture.environment, (writing) => applyReport(writing, shipmentId, report));
      await apply();
      const before = await state();
      await apply();
      expect(await state()).toEqual(before);
    }
    expect((await state()).shipment.status).toBe("returned");
  });

  // Only a kind with a server to call can be left waiting.
  if (kind.addressSettings.length > 0)
    test("ends every call with its signal", async () => {
      const [silentId = ""] = (await fixture.setUpFaulty?.(account.accountId)) ?? [];
      const silent = server.deps.carrier(fixture.environment, silentId);
      if (!silent) throw new Error(`the fixture of ${code} has no silent carrier`);
      const world = createCarrierWorld(
        server.deps,
        { ...silent.identity, environment: fixture.environment, accountId: account.accountId },
        [],
      );
      const offer = { service: { code: "x", name: "X" }, currency: "EUR", priceLines: [] };
      const asked = { ...offer, estimatedPickupAt: null, estimatedDeliveryAt: null };
      const { pickup, delivery } = sampleQuote(world);
      const name = { ...about(server.deps.ids.make("asg")), offerReference: "offer/1" };
      const booking = { ...name, bookingReference: "booking_1" };
      const calls: ((stop: AbortSignal) => Promise<unknown>)[] = [
        (stop) => silent.quote(sampleQuote(world), stop),
        (stop) => silent.book({ ...sampleBooking(world, asked), ...name }, stop),
        (stop) => silent.cancel({ ...name, reason: "timeout" }, stop),
      ];
      if (silent.capabilities.includes("update")) {
        calls.push((stop) => silent.update({ ...name, pickup, delivery }, stop));
      }
      const { status, track, label } = silent;
      if (status) calls.push((stop) => status(name, stop));
      if (track) calls.push((stop) => track(booking, stop));
      if (label) calls.push((stop) => label(booking, stop));
      for (const call of calls) {
        const controller = new AbortController();
        const running = call(controller.signal);
        controller.abort(new Error("called off"));
        await expect(running).rejects.toThrow("called off");
      }
    });

  test("shows its credentials nowhere", async () => {
    const unlucky = await server.account();
    const faulty = (await fixture.setUpFaulty?.(unlucky.accountId)) ?? [];
    if (faulty.length > 0) {
      const { id } = await createShipment(unlucky.live);
      await unlucky.live.get(`${platform}/shipments/${id}/quotes?wait_seconds=10`);
    }
    const seen = [logged.join("\n"), await (await fetch(String(server.metricsUrl))).text()];
    for (const caller of [account, unlucky]) {
      const { session } = caller;
      for (const path of ["carriers", "carrier-kinds", "shipments", "events", "requests", "charges"]) {
        const headers = { "x-environment": fixture.environment };
        seen.push((await session.get(`${platform}/${path}`, headers)).text);
      }
      const asked = faulty.map(async (id) => {
        const { text } = await caller.live.get(`${platform}/carriers/${id}`);
        return text + (await caller.live.post(`${platform}/carriers/${id}/check`, {})).text;
      });
      seen.push(...(await Promise.all(asked)));
    }
    const stored = readdirSync(dataDir, { withFileTypes: true }).filter((entry) => entry.isFile());
    const files = stored.map(({ name }) => readApart(join(dataDir, name)).toString("latin1"));
    for (const secret of fixture.secrets) {
      for (const text of [...seen, ...files]) expect(text.includes(secret)).toBe(false);
    }
    expect(logged.length).toBeGreaterThan(0);
  });
});

function referenceOf(answer: Awaited<ReturnType<Carrier["book"]>>): string | null {
  return answer.kind === "rejected" ? null : answer.reference;
}
