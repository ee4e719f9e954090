import { expect } from "bun:test";
import { sql } from "drizzle-orm";
import type { BookRequest, Carrier } from "../../src/delivery/carriers/carrier.ts";
import type { PlayedCarrier } from "./carriers.ts";
import { beginDueJobs, createClock, type TestClock, wakeJobs } from "./clock.ts";
import { createQuoted, platform } from "./fixtures.ts";
import { type Answer, type Client, eventually, startServer, type TestServer } from "./harness.ts";

export const assignmentsOf = (shipmentId: string) => `${platform}/shipments/${shipmentId}/assignments`;

/** The calls to a carrier about an assignment. */
export function called(carrier: PlayedCarrier, key: string): string[] {
  return carrier.calls.filter((call) => call.key === key).map((call) => call.verb);
}

type Body = Answer["body"];

/** What Waybill keeps of a purchase, for calls to an adapter about one booking. */
export function keptPurchase(): Pick<BookRequest, "purchase" | "purchaseSentAt"> {
  let sentAt: number | null = null;
  return {
    get purchaseSentAt() {
      return sentAt;
    },
    purchase: {
      async begin() {
        const isFirst = sentAt === null;
        sentAt ??= Date.now();
        return isFirst;
      },
      async undo() {
        sentAt = null;
      },
    },
  };
}

/** A server whose clock a test moves and whose carriers it plays. */
export interface BookingWorld {
  server: TestServer;
  sandbox: Client;
  clock: TestClock;
  play(...carriers: Carrier[]): void;
  /** Accepts an offer for a new shipment. */
  accept(client?: Client, body?: unknown): Promise<Accepted>;
  assignmentOf(shipmentId: string, assignmentId: string): Promise<Body>;
  shipmentOf(id: string): Promise<Body>;
  /** The assignment, once it has this status. */
  becomes(accepted: Accepted, status: string): Promise<Body>;
  /** The calls to the carrier about an assignment, once there are this many. */
  calledTimes(carrier: PlayedCarrier, key: string, times: number): Promise<string[]>;
  /** Resolves when this many tries of an assignment's call had no answer and were postponed. */
  putOff(key: string, times: number): Promise<void>;
  /** Waits until the jobs have started everything that is due. */
  settle(): Promise<void>;
}

interface Accepted {
  id: string;
  quotes: Body[];
  assignment: Body;
}

export async function startBookingWorld(): Promise<BookingWorld> {
  const clock = createClock();
  let carriers: Carrier[] = [];
  const server = await startServer({ replacements: { carriers: () => carriers, clock } });
  const { sandbox } = await server.account();
  const assignmentOf = async (shipmentId: string, assignmentId: string) =>
    (await sandbox.get(`${assignmentsOf(shipmentId)}/${assignmentId}`)).body;
  return {
    server,
    sandbox,
    clock,
    assignmentOf,
    play: (...played) => {
      carriers = played;
    },
    async accept(client = sandbox, body = { strategy: "cheapest" }) {
      const { shipment, quotes } = await createQuoted(client);
      const accepted = await client.post(assignmentsOf(shipment.id), body);
      expect(accepted.status).toBe(201);
      return { id: shipment.id as string, quotes, assignment: accepted.body };
    },
    shipmentOf: async (id) => (await sandbox.get(`${platform}/shipments/${id}`)).body,
    becomes: ({ id, assignment }, status) =>
      eventually(status, async () => {
        const read = await assignmentOf(id, assignment.id);
        return read.status === status ? read : undefined;
      }),
    calledTimes: (carrier, key, times) =>
      eventually(`${times} calls`, async () => {
        await wakeJobs(server.deps);
        const verbs = called(carrier, key);
        return verbs.length >= times ? verbs : undefined;
      }),
    async putOff(key, times) {
      const { db } = server.deps.stores.platform("sandbox");
      await eventually(`${times} tries without an answer`, () => {
        const calls = db.all(
          sql`SELECT 1 FROM carrier_calls WHERE assignment_id = ${key} AND attempts >= ${times}`,
        );
        return calls.length > 0 || undefined;
      });
    },
    async settle() {
      for (let turn = 0; turn < 3; turn += 1) {
        await beginDueJobs(server.deps);
        // The answer to this write comes after all writes that were already started.
        await wakeJobs(server.deps);
      }
    },
  };
}
