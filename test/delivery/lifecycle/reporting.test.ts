import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type {
  CarrierUpdate,
  ProofImage,
  ProofOfDelivery,
} from "../../../src/delivery/carriers/carrier-update.ts";
import { pickPicture } from "../../../src/delivery/carriers/kinds/simulated/pictures.ts";
import { seededRandom } from "../../../src/delivery/carriers/kinds/simulated/random.ts";
import { applyReport } from "../../../src/delivery/lifecycle/reporting.ts";
import type { ReportResult } from "../../../src/delivery/lifecycle/tracking/report.ts";
import { write } from "../../../src/infra/deps.ts";
import { AppError } from "../../../src/infra/errors.ts";
import { playCarrier } from "../../support/carriers.ts";
import { createClock } from "../../support/clock.ts";
import { createQuoted, kreuzberg, platform } from "../../support/fixtures.ts";
import { type Client, eventually, startServer, type TestServer } from "../../support/harness.ts";
import { startReceiver } from "../../support/receiver.ts";

/** What carriers report, in any order and as often as they like; nothing else moves these shipments. */
const clock = createClock();
let server: TestServer;
let sandbox: Client;
beforeAll(async () => {
  const carrier = playCarrier("a", {
    book: async () => ({ kind: "booked", reference: "r", driver: null, confirmed: false }),
  });
  server = await startServer({ replacements: { clock, carriers: () => [carrier] } });
  ({ sandbox } = await server.account());
});
afterAll(() => server.stop());

interface Trip {
  id: string;
  assignmentId: string;
}

async function accept(change: Record<string, unknown> = {}, client: Client = sandbox): Promise<Trip> {
  const { shipment } = await createQuoted(client, change);
  const accepted = await client.post(`${platform}/shipments/${shipment.id}/assignments`, {
    strategy: "cheapest",
  });
  expect(accepted.status).toBe(201);
  return { id: shipment.id, assignmentId: accepted.body.id };
}

/** A carrier's report, a second after the one before. */
function report({ id, assignmentId }: Trip, update: CarrierUpdate, at?: number): Promise<ReportResult> {
  clock.advance(1);
  return write(server.deps, "sandbox", (writing) =>
    applyReport(writing, id, { assignmentId, by: "carrier", at: at ?? clock.now(), update }),
  );
}

/** The code it is refused with. */
async function refusal(trip: Trip, update: CarrierUpdate): Promise<string> {
  const error = await report(trip, update).then(
    () => undefined,
    (reason) => reason,
  );
  if (!(error instanceof AppError)) throw new Error(`it was not refused: ${error}`);
  return error.code;
}

const progress = (substatus: Extract<CarrierUpdate, { kind: "progress" }>["substatus"]): CarrierUpdate => ({
  kind: "progress",
  substatus,
});
const position = (latitude: number, longitude: number, fraction: number | null = null): CarrierUpdate => ({
  kind: "position",
  latitude,
  longitude,
  accuracyMeters: 5,
  headingDegrees: 90,
  speedMps: 4.5,
  fraction,
});
const undeliverable = (
  reason: Extract<CarrierUpdate, { kind: "undeliverable" }>["reason"],
  photo: ProofImage | null = null,
  message = "It did not work.",
): CarrierUpdate => ({ kind: "undeliverable", reason, message, photos: photo ? [photo] : [] });

const image: ProofImage = { contentType: "image/png", content: pickPicture("doorstep", seededRandom("x")) };
const nothing: ProofOfDelivery = {
  recipientName: null,
  handedTo: null,
  signature: null,
  photos: [],
  pin: null,
  ageVerified: false,
  note: null,
  location: null,
};
const delivered = (proof: Partial<ProofOfDelivery> = {}): CarrierUpdate => ({
  kind: "delivered",
  proof: { ...nothing, ...proof },
});
const signature = { ...image, signerName: "Alex" };

async function shipmentOf({ id }: Trip) {
  return (await sandbox.get(`${platform}/shipments/${id}`)).body;
}

async function trackingOf({ id }: Trip) {
  return (await sandbox.get(`${platform}/tracking/${id}`)).body;
}

async function eventsOf({ id }: Trip) {
  const answer = await sandbox.get(`${platform}/shipments/${id}/events?limit=100`);
  return answer.body.data as { type: string; data: Record<string, never> }[];
}

const typesOf = async (trip: Trip) => (await eventsOf(trip)).map((event) => event.type);

describe("a carrier that jumps ahead makes the missing states first, in order", () => {
  const jumps: [string, CarrierUpdate, string[], string[]][] = [
    [
      "assigned → delivered",
      delivered(),
      ["in_transit/picked_up", "delivered"],
      ["shipment.in_transit", "shipment.delivered"],
    ],
    [
      "assigned → at_delivery",
      progress("at_delivery"),
      ["in_transit/picked_up", "in_transit/at_delivery"],
      ["shipment.in_transit", "tracking.substatus_changed"],
    ],
    [
      "assigned → undeliverable",
      undeliverable("recipient_refused"),
      ["in_transit/picked_up", "returning"],
      ["shipment.in_transit", "shipment.returning"],
    ],
    [
      "assigned → lost",
      undeliverable("lost"),
      ["in_transit/picked_up", "failed"],
      ["shipment.in_transit", "shipment.failed"],
    ],
    [
      "assigned → returned",
      { kind: "returned" },
      ["in_transit/picked_up", "returning", "returned"],
      ["shipment.in_transit", "shipment.returning", "shipment.returned"],
    ],
  ];
  test.each(jumps)("%s", async (_, update, states, types) => {
    const trip = await accept();
    const before = (await eventsOf(trip)).length;
    await report(trip, update);
    const { entries } = await trackingOf(trip);
    const made = entries
      .slice(3)
      .map((entry: { status: string; substatus: string | null }) =>
        entry.substatus ? `${entry.status}/${entry.substatus}` : entry.status,
      );
    expect(made).toEqual(states);
    expect((await typesOf(trip)).slice(before)).toEqual(types);
    const version = (await shipmentOf(trip)).version;
    expect(version).toBe(before + types.length);
  });
});

describe("late reports are recorded once, repeated ones not at all, and both move nothing", () => {
  async function expectNothing(trip: Trip, update: CarrierUpdate, at?: number): Promise<void> {
    const before = [await shipmentOf(trip), await eventsOf(trip), await trackingOf(trip)];
    await report(trip, update, at);
    expect([await shipmentOf(trip), await eventsOf(trip), await trackingOf(trip)]).toEqual(before);
  }

  async function expectRecordedOnce(trip: Trip, update: CarrierUpdate, at?: number): Promise<void> {
    const [shipment, events, tracking] = [
      await shipmentOf(trip),
      await eventsOf(trip),
      await trackingOf(trip),
    ];
    await report(trip, update, at);
    expect(await shipmentOf(trip)).toEqual(shipment);
    expect(await eventsOf(trip)).toEqual(events);
    const after = await trackingOf(trip);
    expect(after.entries.slice(0, -1)).toEqual(tracking.entries);
    expect(after.entries.at(-1)).toMatchObject({
      status: shipment.status,
      substatus: shipment.substatus,
      code: "late_report",
      source: "carrier",
    });
    expect({ ...after, entries: [] }).toEqual({ ...tracking, entries: [], position: after.position });
    await expectNothing(trip, update, at);
  }

  test("a step that lies behind, or comes twice", async () => {
    const trip = await accept();
    await report(trip, progress("at_pickup"));
    await expectNothing(trip, progress("at_pickup"));
    await expectRecordedOnce(trip, progress("confirmed"));
    await report(trip, progress("en_route_to_delivery"));
    await expectNothing(trip, progress("picked_up"));
    await expectRecordedOnce(trip, progress("en_route_to_pickup"));
    await expectRecordedOnce(trip, {
      kind: "withdrawn",
      reason: "carrier_cancelled",
      message: "No.",
      rejected: false,
    });
    expect(await typesOf(trip)).toEqual([
      "shipment.created",
      "shipment.quoted",
      "shipment.assigned",
      "tracking.substatus_changed",
      "shipment.in_transit",
      "tracking.substatus_changed",
    ]);
  });

  test("a second refusal at the door while the goods are on their way back", async () => {
    const trip = await accept();
    await report(trip, undeliverable("recipient_unavailable"));
    await expectNothing(trip, undeliverable("recipient_unavailable"));
    await expectRecordedOnce(trip, progress("at_delivery"));
    await expectRecordedOnce(trip, delivered(), clock.now() - 60_000);
    await report(trip, { kind: "returned" });
    expect((await shipmentOf(trip)).status).toBe("returned");
  });

  test("goods that are lost or damaged on their way back have failed", async () => {
    for (const reason of ["lost", "damaged"] as const) {
      const trip = await accept();
      await report(trip, undeliverable("recipient_refused"));
      await report(trip, undeliverable(reason));
      expect(await shipmentOf(trip)).toMatchObject({ status: "failed", failure: { reason_code: reason } });
    }
  });

  test("anything after the end", async () => {
    const updates: CarrierUpdate[] = [
      progress("at_delivery"),
      delivered({ photos: [image] }),
      undeliverable("lost"),
      { kind: "returned" },
      { kind: "withdrawn", reason: "other", message: "No.", rejected: false },
    ];
    const ends: CarrierUpdate[] = [delivered({ photos: [image] }), undeliverable("damaged")];
    for (const end of ends) {
      const trip = await accept();
      await report(trip, end);
      for (const update of updates) {
        await (update.kind === end.kind ? expectNothing : expectRecordedOnce)(trip, update);
      }
    }
    const cancelled = await accept();
    await sandbox.post(`${platform}/shipments/${cancelled.id}/cancellation`);
    for (const update of updates) {
      // That is how the carrier says that it cancelled.
      await (update.kind === "withdrawn" ? expectNothing : expectRecordedOnce)(cancelled, update);
    }
  });

  test("of a carrier that no longer has the shipment: neither states nor places", async () => {
    const trip = await accept();
    await report(trip, position(52.6, 13.6));
    await sandbox.delete(`${platform}/shipments/${trip.id}/assignments/${trip.assignmentId}`);
    await eventually("new offers", async () =>
      (await shipmentOf(trip)).status === "quoted" ? true : undefined,
    );
    await expectRecordedOnce(trip, delivered());
    const again = await sandbox.post(`${platform}/shipments/${trip.id}/assignments`, {
      strategy: "cheapest",
    });
    const second = { id: trip.id, assignmentId: again.body.id };
    await expectRecordedOnce(trip, progress("picked_up"));
    await report(trip, position(52.7, 13.7));
    expect((await trackingOf(trip)).position).toBeNull();
    await report(second, progress("picked_up"));
    expect((await shipmentOf(trip)).status).toBe("in_transit");
  });

  test("a report about no shipment at all is nothing", async () => {
    const ghost = { id: "shp_00000000000000000000000000", assignmentId: "asg_00000000000000000000000000" };
    await report(ghost, delivered());
    expect((await sandbox.get(`${platform}/tracking/${ghost.id}`)).status).toBe(404);
  });
});

describe("required proof", () => {
  const requiring = (requirements: Record<string, unknown>) => ({
    delivery: { contact: { name: "Alex Example" }, address: kreuzberg, requirements },
  });
  const cases: [string, Record<string, unknown>, Partial<ProofOfDelivery>, string?][] = [
    ["a signature", { signature: true }, { photos: [image] }],
    ["a photo", { photo: true }, { signature }],
    ["a PIN, none given", { pin: true }, { signature, photos: [image] }],
    ["a PIN, a wrong one", { pin: true }, { pin: "no" }, "pin_wrong"],
    ["an age", { min_age: 18 }, { signature }],
    ["one of several", { signature: true, photo: true, min_age: 16 }, { signature, ageVerified: true }],
  ];
  test.each(cases)(
    "without %s: refused, and nothing is stored",
    async (_, requirements, proof, code = "proof_required") => {
      const trip = await accept(requiring(requirements));
      await report(trip, progress("at_delivery"));
      const before = [await shipmentOf(trip), await trackingOf(trip), await eventsOf(trip)];
      expect(await refusal(trip, delivered(proof))).toBe(code);
      expect([await shipmentOf(trip), await trackingOf(trip), await eventsOf(trip)]).toEqual(before);
      for (const name of ["signature.png", "photo-1.png"]) {
        const answer = await sandbox.get(`${platform}/tracking/${trip.id}/proof/${name}`);
        expect([name, answer.status]).toEqual([name, 404]);
      }
    },
  );

  test("refused before the pickup was reported, too: the jump is undone with it", async () => {
    const trip = await accept(requiring({ signature: true }));
    const before = [await shipmentOf(trip), await eventsOf(trip)];
    expect(await refusal(trip, delivered())).toBe("proof_required");
    expect([await shipmentOf(trip), await eventsOf(trip)]).toEqual(before);
  });

  test("with all of it: delivered; the document says what was shown, and never the PIN", async () => {
    const trip = await accept(requiring({ signature: true, photo: true, pin: true, min_age: 18 }));
    const { pin } = (await sandbox.get(`${platform}/shipments/${trip.id}/pin`)).body;
    await report(
      trip,
      delivered({
        recipientName: "Alex E.",
        handedTo: "neighbour",
        signature,
        photos: [image, image],
        pin,
        ageVerified: true,
        note: "Third floor",
        location: { latitude: 52.5009, longitude: 13.4217 },
      }),
    );
    const { proof_of_delivery: proof } = await trackingOf(trip);
    expect(proof).toMatchObject({
      id: expect.stringMatching(/^pod_/),
      types: ["signature", "photo", "pin", "age"],
      recipient_name: "Alex E.",
      handed_to: "neighbour",
      signature: { signer_name: "Alex" },
      pin: { verified: true, attempts: 1 },
      note: "Third floor",
      location: { latitude: 52.5009, longitude: 13.4217, distance_to_address_meters: 102 },
      captured_at: new Date(clock.now()).toISOString(),
      captured_by: "carrier",
    });
    expect(proof.photos).toHaveLength(2);
    const said = JSON.stringify([proof, await shipmentOf(trip), await eventsOf(trip)]);
    expect(said).not.toContain(`"${pin}"`);
  });

  test("a PIN that was not required proves nothing", async () => {
    const trip = await accept();
    await report(trip, delivered({ pin: "1234" }));
    expect((await trackingOf(trip)).proof_of_delivery).toMatchObject({ types: [], pin: null });
  });
});

describe("undeliverable: what happens is what the client asked for", () => {
  const matrix: [string, string, string][] = [
    ["return", "recipient_unavailable", "returning"],
    ["return", "address_not_found", "returning"],
    ["leave_at_door", "recipient_unavailable", "delivered"],
    // Nobody gets at the door what they refused, or may not have.
    ["leave_at_door", "recipient_refused", "returning"],
    ["leave_at_door", "age_check_failed", "returning"],
    ["discard", "recipient_unavailable", "failed"],
    ["discard", "age_check_failed", "failed"],
    ...["return", "leave_at_door", "discard"].flatMap((action): [string, string, string][] => [
      [action, "damaged", "failed"],
      [action, "lost", "failed"],
    ]),
  ];
  test.each(matrix)("%s, %s → %s", async (action, reason, status) => {
    const trip = await accept({ if_undeliverable: action });
    await report(trip, progress("at_delivery"));
    await report(trip, undeliverable(reason as "lost", image));
    const shipment = await shipmentOf(trip);
    expect(shipment).toMatchObject({ status, substatus: null });
    expect(shipment.assignment.status).toBe(
      { returning: "pending", delivered: "completed", failed: "failed" }[status]?.replace(
        "pending",
        "confirmed",
      ),
    );
    const types = await typesOf(trip);
    expect(types.at(-1)).toBe(`shipment.${status}`);
    if (status !== "delivered") {
      expect(shipment.failure).toMatchObject({ reason_code: reason, by: "carrier" });
    } else expect(shipment.failure).toBeNull();
    const { proof_of_delivery: proof } = await trackingOf(trip);
    if (status === "delivered") {
      expect(proof).toMatchObject({ types: ["photo"], handed_to: "safe_place", signature: null });
    } else expect(proof).toBeNull();
  });

  test.each([
    ["return", "Nobody at home", "Nobody at home. The goods are being returned."],
    ["return", "Where are they?", "Where are they? The goods are being returned."],
    ["discard", "Zu spät ", "Zu spät. The goods were discarded."],
  ])("%s: what a driver typed as %j ends as a sentence", async (action, message, expected) => {
    const trip = await accept({ if_undeliverable: action });
    await report(trip, undeliverable("recipient_unavailable", null, message));
    expect((await shipmentOf(trip)).failure.message).toBe(expected);
  });

  test("left at the door without a photo: refused, and nothing changes", async () => {
    const trip = await accept({ if_undeliverable: "leave_at_door" });
    await report(trip, progress("at_delivery"));
    const before = [await shipmentOf(trip), await trackingOf(trip), await eventsOf(trip)];
    expect(await refusal(trip, undeliverable("recipient_unavailable"))).toBe("proof_required");
    expect([await shipmentOf(trip), await trackingOf(trip), await eventsOf(trip)]).toEqual(before);
  });
});

describe("withdrawn before the pickup", () => {
  test.each([
    [true, "rejected", "carrier_rejected"],
    [false, "cancelled", "vehicle_breakdown"],
  ] as const)("rejected: %p", async (rejected, status, reason) => {
    const trip = await accept();
    await report(trip, { kind: "withdrawn", reason, message: "Sorry.", rejected });
    const answer = await sandbox.get(`${platform}/shipments/${trip.id}/assignments/${trip.assignmentId}`);
    expect(answer.body).toMatchObject({ status, release_reason: reason });
    // One carrier, one offer: none is left, and quoting begins anew.
    await eventually("new offers", async () =>
      (await shipmentOf(trip)).status === "quoted" ? true : undefined,
    );
    const statuses = (await trackingOf(trip)).entries.map((entry: { status: string }) => entry.status);
    expect(statuses).toEqual(["created", "quoted", "assigned", "created", "quoted"]);
  });
});

describe("the estimated arrival", () => {
  const estimate = (deliveryAt: number | null, delayed = false): CarrierUpdate => ({
    kind: "estimate",
    pickupAt: null,
    deliveryAt,
    delayed,
  });
  const changes = async (trip: Trip) =>
    (await eventsOf(trip)).filter((event) => event.type === "tracking.eta_changed");

  test("small changes add up: what counts is what was told last", async () => {
    const trip = await accept();
    const at = clock.now() + 3_600_000;
    for (const later of [0, 45_000, 90_000, 135_000, 160_000]) await report(trip, estimate(at + later));
    const told = (await changes(trip)).map(
      (event) => (event.data as { eta?: { delivery: string } }).eta?.delivery,
    );
    expect(told).toEqual([new Date(at + 90_000).toISOString(), new Date(at + 160_000).toISOString()]);
  });

  test("is the quote's at first, then the carrier's; an event only when it moves by more than a minute", async () => {
    const trip = await accept();
    const quoted = await trackingOf(trip);
    const shipment = await shipmentOf(trip);
    expect(quoted.eta).toMatchObject({ source: "estimate", delivery: shipment.estimated_delivery_at });
    const at = clock.now() + 3_600_000;
    await report(trip, estimate(at));
    expect((await trackingOf(trip)).eta).toMatchObject({
      source: "carrier",
      delivery: new Date(at).toISOString(),
    });
    expect(await changes(trip)).toEqual([]);
    await report(trip, estimate(at + 60_000));
    await report(trip, estimate(at));
    expect(await changes(trip)).toEqual([]);
    await report(trip, estimate(at + 60_001));
    const [change, ...more] = await changes(trip);
    expect(more).toEqual([]);
    expect(change?.data).toMatchObject({
      shipment_id: trip.id,
      status: "assigned",
      sequence: 4,
      eta: { delivery: new Date(at + 60_001).toISOString(), source: "carrier" },
    });
    await report(trip, estimate(at - 60_000));
    expect(await changes(trip)).toHaveLength(2);
    // Moving estimates leave the shipment and its version alone: the estimates there are the quote's.
    expect(await shipmentOf(trip)).toMatchObject({
      version: shipment.version,
      estimated_delivery_at: shipment.estimated_delivery_at,
    });
  });

  test("an estimate that comes late does not replace a newer one", async () => {
    const trip = await accept();
    const at = clock.now() + 3_600_000;
    const earlier = clock.now();
    await report(trip, estimate(at));
    await report(trip, estimate(at + 600_000));
    const before = await trackingOf(trip);
    await report(trip, estimate(at), earlier);
    expect((await trackingOf(trip)).eta).toEqual(before.eta);
    expect(await changes(trip)).toHaveLength(1);
  });
});

describe("positions", () => {
  const positionsOf = async (trip: Trip, query = "") =>
    (await sandbox.get(`${platform}/tracking/${trip.id}/positions${query}`)).body;

  test("the newest counts; an older one that comes late is history only", async () => {
    const trip = await accept();
    expect((await trackingOf(trip)).position).toBeNull();
    await report(trip, position(52.51, 13.41));
    const at = clock.now();
    clock.advance(60);
    await report(trip, position(52.52, 13.42));
    await report(trip, position(52.5, 13.4), at - 500);
    const { position: latest } = await trackingOf(trip);
    expect(latest).toMatchObject({
      latitude: 52.52,
      longitude: 13.42,
      accuracy_meters: 5,
      heading_degrees: 90,
      speed_mps: 4.5,
      age_seconds: 1,
      stale: false,
    });
    const { data } = await positionsOf(trip);
    expect(data.map(({ verdict }: { verdict: string }) => verdict)).toEqual(["good", "good", "old"]);
    const geo = await sandbox.get(`${platform}/tracking/${trip.id}/positions`, {
      accept: "application/geo+json",
    });
    expect(geo.body.geometry.coordinates).toEqual([
      [13.4, 52.5],
      [13.41, 52.51],
      [13.42, 52.52],
    ]);
  });

  test("positions change neither the shipment nor its version, and make no numbered event", async () => {
    const trip = await accept();
    const before = [await shipmentOf(trip), await eventsOf(trip)];
    for (let step = 0; step < 20; step += 1) await report(trip, position(52.5 + step / 10_000, 13.4));
    expect([await shipmentOf(trip), await eventsOf(trip)]).toEqual(before);
  });

  test("stale after 300 s without one, or when the carrier says that it lost the signal", async () => {
    const trip = await accept();
    await report(trip, position(52.51, 13.41));
    clock.advance(300);
    expect((await trackingOf(trip)).position).toMatchObject({ age_seconds: 300, stale: false });
    clock.advance(0.001);
    expect((await trackingOf(trip)).position).toMatchObject({ age_seconds: 300, stale: true });
    await report(trip, position(52.52, 13.42));
    expect((await trackingOf(trip)).position.stale).toBe(false);
    await report(trip, { kind: "signal_lost" });
    expect((await trackingOf(trip)).position.stale).toBe(true);
    await report(trip, position(52.5201, 13.4201));
    expect((await trackingOf(trip)).position.stale).toBe(false);
  });

  test("progress grows on the way to the delivery, never falls back, and is whole at the end", async () => {
    const trip = await accept();
    const percent = async () => (await trackingOf(trip)).progress;
    const { distance_meters } = await shipmentOf(trip);
    await report(trip, position(52.5009, 13.4202));
    expect(await percent()).toEqual({ percent: 0, distance_meters, remaining_meters: distance_meters });
    await report(trip, progress("picked_up"));
    clock.advance(300);
    await report(trip, position(52.515, 13.4108));
    const half = await percent();
    expect(half.percent).toBeGreaterThan(40);
    expect(half.percent).toBeLessThan(60);
    expect(half.remaining_meters).toBe(Math.round((distance_meters * (100 - half.percent)) / 100));
    clock.advance(300);
    await report(trip, position(52.5291, 13.4014));
    expect((await percent()).percent).toBe(half.percent);
    await report(trip, position(52.5291, 13.4014, 0.8));
    expect((await percent()).percent).toBe(80);
    clock.advance(300);
    await report(trip, position(52.5009, 13.4202));
    expect((await percent()).percent).toBe(99);
    await report(trip, delivered());
    expect(await percent()).toEqual({ percent: 100, distance_meters, remaining_meters: 0 });
  });

  test("the history: oldest first, a page at a time, and as GeoJSON with longitude first", async () => {
    const trip = await accept();
    const empty = await sandbox.get(`${platform}/tracking/${trip.id}/positions`, {
      accept: "application/geo+json",
    });
    expect(empty.body).toMatchObject({ type: "Feature", geometry: null });
    for (let step = 0; step < 25; step += 1) await report(trip, position(52.5 + step / 10_000, 13.4));
    const first = await positionsOf(trip);
    expect([first.data.length, first.has_more]).toEqual([20, true]);
    const rest = await positionsOf(trip, `?cursor=${first.next_cursor}`);
    expect([rest.data.length, rest.has_more, rest.next_cursor]).toEqual([5, false, null]);
    const latitudes = [...first.data, ...rest.data].map((entry: { latitude: number }) => entry.latitude);
    expect(latitudes).toEqual(Array.from({ length: 25 }, (_, step) => 52.5 + step / 10_000));
    expect(first.data[0]).toEqual({
      latitude: 52.5,
      longitude: 13.4,
      accuracy_meters: 5,
      heading_degrees: 90,
      speed_mps: 4.5,
      recorded_at: expect.any(String),
      received_at: expect.any(String),
      verdict: "good",
    });
    const other = await accept();
    const foreign = await sandbox.get(
      `${platform}/tracking/${other.id}/positions?cursor=${first.next_cursor}`,
    );
    expect([foreign.status, foreign.body.code]).toEqual([400, "cursor_invalid"]);

    const geo = await sandbox.get(`${platform}/tracking/${trip.id}/positions`, {
      accept: "application/geo+json",
    });
    expect(geo.headers.get("content-type")).toContain("application/geo+json");
    expect(geo.body.geometry.type).toBe("LineString");
    expect(geo.body.geometry.coordinates).toEqual(latitudes.map((latitude) => [13.4, latitude]));
    expect(geo.body.properties.shipment_id).toBe(trip.id);
    expect(geo.body.properties.recorded_at).toHaveLength(25);
  });

  test("position events: only while an endpoint names them, not numbered, at most one in 15 s", async () => {
    const { sandbox: client } = await server.account();
    const receiver = startReceiver();
    const webhook = await client.post(`${platform}/webhooks`, {
      url: receiver.url,
      events: ["tracking.position_updated"],
    });
    const all = await client.post(`${platform}/webhooks`, { url: receiver.url, events: ["*"] });
    await client.patch(`${platform}/webhooks/${all.body.id}`, { enabled: false });
    const trip = await accept({}, client);
    const told = async () => {
      const answer = await client.get(`${platform}/events?type=tracking.position_updated&limit=100`);
      return answer.body.data as { data: { position: { latitude: number } } }[];
    };
    for (let second = 0; second < 45; second += 1) await report(trip, position(52 + second / 10_000, 13));
    const events = await told();
    expect(events).toHaveLength(3);
    expect(events.map((event) => event.data.position.latitude).reverse()).toEqual([52, 52.0015, 52.003]);
    expect(events[0]?.data).toMatchObject({ shipment_id: trip.id, sequence: null, status: "assigned" });
    const numbered = await client.get(`${platform}/shipments/${trip.id}`);
    expect(numbered.body.version).toBe(3);

    await client.patch(`${platform}/webhooks/${webhook.body.id}`, { enabled: false });
    for (let second = 0; second < 20; second += 1) await report(trip, position(52.0044, 13));
    expect(await told()).toHaveLength(3);
    await client.patch(`${platform}/webhooks/${webhook.body.id}`, { enabled: true });
    await report(trip, position(52.0045, 13));
    expect(await told()).toHaveLength(4);
    // Another carrier of the same shipment does not get fifteen seconds of its own.
    await client.delete(`${platform}/shipments/${trip.id}/assignments/${trip.assignmentId}`);
    await client.get(`${platform}/shipments/${trip.id}/quotes`);
    const again = await client.post(`${platform}/shipments/${trip.id}/assignments`, { strategy: "cheapest" });
    await report({ id: trip.id, assignmentId: again.body.id }, position(52.0046, 13));
    expect(await told()).toHaveLength(4);
    await receiver.stop();
  });
});

test("tracking is the account's own", async () => {
  const trip = await accept();
  await report(trip, delivered({ photos: [image] }));
  const stranger = (await server.account()).sandbox;
  for (const path of ["", "/positions", "/stream", "/proof/photo-1.png"]) {
    expect([path, (await stranger.get(`${platform}/tracking/${trip.id}${path}`)).status]).toEqual([
      path,
      404,
    ]);
  }
});
