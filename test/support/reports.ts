import { expect } from "bun:test";
import { carrierClient } from "./carrier-client.ts";
import { playCarrier } from "./carriers.ts";
import { createClock, type TestClock } from "./clock.ts";
import { createQuoted, platform } from "./fixtures.ts";
import { type Answer, type Client, startServer, type TestAccount, type TestServer } from "./harness.ts";

export interface Trip {
  id: string;
  assignmentId: string;
  carrierId: string;
}

type Result = {
  id: string | null;
  result: string;
  problem: { code: string; detail: string; errors?: { pointer: string }[] } | null;
};

/** A server whose carriers only book: everything else comes from reports. */
export interface ReportWorld {
  server: TestServer;
  clock: TestClock;
  account: TestAccount;
  /** `slow` answers a cancellation later, by a report. */
  carriers: { a: string; b: string; slow: string };
  /** The carriers' servers. */
  clients: { a: Client; b: Client; slow: Client };
  /** Accepts the offer of a carrier for a new shipment. */
  accept(change?: Record<string, unknown>, options?: { client?: Client; carrier?: string }): Promise<Trip>;
  send(reports: unknown[], carrierId?: string): Promise<Result[]>;
  shipmentOf(trip: Trip): Promise<Answer["body"]>;
  trackingOf(trip: Trip): Promise<Answer["body"]>;
  eventsOf(trip: Trip): Promise<{ type: string; data: Record<string, unknown> }[]>;
}

/** @param ownPin whether `b` makes and checks PINs of its own, which can change */
export async function startReportWorld({ ownPin }: { ownPin?: () => boolean } = {}): Promise<ReportWorld> {
  const clock = createClock();
  const book = async () => ({ kind: "booked", reference: "r", driver: null, confirmed: false }) as const;
  const [a, plain] = [playCarrier("a", { book }), playCarrier("b", { book })];
  const b = ownPin ? Object.defineProperty(plain, "ownPin", { get: ownPin }) : plain;
  const slow = playCarrier("slow", {
    book,
    cancel: async () => ({ kind: "pending" }),
    terms: { cancelsAtOnce: false },
  });
  const server = await startServer({ replacements: { clock, carriers: () => [a, b, slow] } });
  const account = await server.account();
  const { sandbox } = account;
  const carriers = { a: a.identity.id, b: b.identity.id, slow: slow.identity.id };
  const clients = {
    a: await carrierClient(server, account, carriers.a),
    b: await carrierClient(server, account, carriers.b),
    slow: await carrierClient(server, account, carriers.slow),
  };
  return {
    server,
    clock,
    account,
    carriers,
    async accept(change = {}, { client = sandbox, carrier = carriers.a } = {}) {
      const { shipment, quotes } = await createQuoted(client, change);
      const quote = quotes.find((each: Answer["body"]) => each.carrier.id === carrier);
      const accepted = await client.post(`${platform}/shipments/${shipment.id}/assignments`, {
        quote_id: quote.id,
      });
      expect(accepted.status).toBe(201);
      return { id: shipment.id, assignmentId: accepted.body.id, carrierId: carrier };
    },
    clients,
    async send(reports, carrierId = carriers.a) {
      // A token has a rate.
      clock.advance(0.02);
      const client = clients[carrierId === carriers.slow ? "slow" : carrierId === carriers.b ? "b" : "a"];
      const answer = await client.post("/api/v1/carrier/reports", reports);
      expect([answer.status, answer.body.detail]).toEqual([200, undefined]);
      return answer.body.results as Result[];
    },
    shipmentOf: async ({ id }) => (await sandbox.get(`${platform}/shipments/${id}`)).body,
    trackingOf: async ({ id }) => (await sandbox.get(`${platform}/tracking/${id}`)).body,
    eventsOf: async ({ id }) => (await sandbox.get(`${platform}/shipments/${id}/events?limit=100`)).body.data,
  };
}
