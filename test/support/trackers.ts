import { sql } from "drizzle-orm";
import type { Carrier } from "../../src/delivery/carriers/carrier.ts";
import type { CarrierUpdate, ProofOfDelivery } from "../../src/delivery/carriers/carrier-update.ts";
import type { DeliveryWriting } from "../../src/delivery/carriers/deps.ts";
import type { Tracked } from "../../src/delivery/carriers/tracked.ts";
import { type AppliedTracked, applyTracked } from "../../src/delivery/connections/polling/applying.ts";
import { awaitRefund } from "../../src/delivery/lifecycle/assignments/polling/transitions.ts";
import { assignmentStore } from "../../src/delivery/lifecycle/assignments/store.ts";
import { findAssignmentRow } from "../../src/delivery/lifecycle/state/reading.ts";
import { write } from "../../src/infra/deps.ts";
import type { Environment } from "../../src/infra/environment.ts";
import { type BookingWorld, startBookingWorld } from "./bookings.ts";
import { type PlayedCarrier, playCarrier } from "./carriers.ts";
import { platform } from "./fixtures.ts";
import { eventually, type TestServer } from "./harness.ts";

type Accepted = Awaited<ReturnType<BookingWorld["accept"]>>;

export interface PollRow {
  awaits: "booking" | "refund";
  due_at: number;
  failures: number;
}

/** Carriers that can be asked about their bookings, played by a test that moves the clock. */
export interface TrackerWorld extends BookingWorld {
  /** By default it confirms every booking and knows no news of it. */
  playPolled(change?: Partial<Pick<Carrier, "book" | "cancel" | "status" | "track">>): PlayedCarrier;
  trackerOf(assignmentId: string): PollRow | undefined;
  confirmed(): Promise<Accepted>;
  /** Moves the clock to the next ask. @returns the tracker when the ask is settled */
  nextAsk(assignmentId: string): Promise<PollRow | undefined>;
  apply(assignment: { id: string }, tracked: Tracked): Promise<AppliedTracked>;
  /** Kinds and amounts, newest first. */
  chargesOf(shipmentId: string): Promise<[string, number][]>;
}

export const nothingNew: Tracked = { updates: [] };

export async function startTrackerWorld(): Promise<TrackerWorld> {
  const world = await startBookingWorld();
  const { server, sandbox, clock } = world;
  const trackerOf = (assignmentId: string) => trackerIn(server, assignmentId);
  return {
    ...world,
    trackerOf,
    playPolled(change = {}) {
      const carrier = playPolled(change);
      world.play(carrier);
      return carrier;
    },
    async confirmed() {
      const accepted = await world.accept();
      await world.becomes(accepted, "confirmed");
      return accepted;
    },
    async nextAsk(assignmentId) {
      const before = trackerOf(assignmentId);
      if (!before) throw new Error("nobody asks about it");
      clock.moveTo(before.due_at);
      await world.settle();
      await eventually(
        "the ask to be settled",
        () => trackerOf(assignmentId)?.due_at !== before.due_at || undefined,
      );
      return trackerOf(assignmentId);
    },
    apply: (assignment, tracked) =>
      write(server.deps, "sandbox", (writing) => applyTracked(writing, assignment, tracked)),
    async chargesOf(shipmentId) {
      const { body } = await sandbox.get(`${platform}/charges?shipment_id=${shipmentId}`);
      return body.data.map(({ kind, amount }: { kind: string; amount: { amount: number } }) => [
        kind,
        amount.amount,
      ]);
    },
  };
}

/** Runs in a transaction that is undone, so that many stories can begin with one booking. @returns what `tell` saw */
export async function undone<T>({ deps }: TestServer, tell: (writing: DeliveryWriting) => T): Promise<T> {
  const seen: T[] = [];
  const undo = new Error("undone");
  const story = write(deps, "sandbox", (writing) => {
    seen.push(tell(writing));
    throw undo;
  });
  await story.catch((error: unknown) => {
    if (error !== undo) throw error;
  });
  return seen[0] as T;
}

/** A carrier that must agree to cancellations, and of which a delivery without proof stands. */
export function playPolled(
  change: Partial<Pick<Carrier, "book" | "cancel" | "status" | "track">> = {},
  code = "polled",
): PlayedCarrier {
  const terms = { cancelsAtOnce: false, enforcesProof: false };
  return playCarrier(code, { terms, track: async () => nothingNew, ...change });
}

export function trackerIn({ deps }: TestServer, assignmentId: string): PollRow | undefined {
  return deps.stores
    .platform("sandbox")
    .db.get(sql`SELECT awaits, due_at, failures FROM trackers WHERE assignment_id = ${assignmentId}`);
}

/** The carrier named a tracking number of its own, and will be asked about the booking in hours. */
export async function addTracker({ deps }: TestServer, environment: Environment, id: string): Promise<void> {
  await write(deps, environment, (writing) => {
    const row = findAssignmentRow(writing.tx, id);
    if (!row) throw new Error(`no assignment ${id}`);
    assignmentStore(writing.tx).update(id, { trackingNumbers: { parcel: `T-${id}` } });
    awaitRefund(writing, row);
  });
}

export const noProof: ProofOfDelivery = {
  recipientName: null,
  handedTo: null,
  signature: null,
  photos: [],
  pin: null,
  ageVerified: false,
  note: null,
  location: null,
};

/** What a carrier tells. */
export const seen: CarrierUpdate = { kind: "scan", message: "Seen in a depot.", location: null };
export const pickedUp: CarrierUpdate = { kind: "progress", substatus: "picked_up" };
export const delivered: CarrierUpdate = { kind: "delivered", proof: noProof };

/** The updates with their keys, a second apart. */
export function toldFrom(at: number, ...updates: CarrierUpdate[]): Tracked["updates"] {
  return updates.map((update, index) => ({ key: `e-${index}`, at: at + index * 1_000, update }));
}
