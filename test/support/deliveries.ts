import { sql } from "drizzle-orm";
import { systemClock, toTimestamp } from "../../src/infra/clock.ts";
import { type Deps, write } from "../../src/infra/deps.ts";
import { createTransport, type Transport } from "../../src/infra/net/transport.ts";
import { hourMs } from "../../src/infra/units.ts";
import { wakeJobs } from "./clock.ts";
import { platform } from "./fixtures.ts";
import { type Client, eventually } from "./harness.ts";

/** Waits for each answer as long as a test holds it: on a busy machine a test may last longer than an attempt may. */
export function patientTransport(): Transport {
  const transport = createTransport({ now: systemClock.monotonic });
  return { ...transport, send: (request) => transport.send({ ...request, timeoutMs: hourMs }) };
}

/** Writes many rows at once, as sending would have left them. */
interface PastDeliveries {
  webhookId: string;
  accountId: string;
  count: number;
  status: "delivered" | "failed" | "discarded" | "paused" | "pending";
  /** When each was created, in ms; `index` from 0. */
  at(index: number): number;
  attempts?: number;
  type?: string;
  sample?: boolean;
}

/** Writes events of the sandbox with their deliveries and attempts. @returns the deliveries' ids */
export function writeDeliveries(deps: Deps, past: PastDeliveries): Promise<string[]> {
  const { webhookId, accountId, count, status, at, attempts = 1, type = "shipment.created" } = past;
  return write<string[]>(deps, "sandbox", ({ tx }) =>
    Array.from({ length: count }, (_, index) => {
      const [event, delivery] = [deps.ids.make("evt"), deps.ids.make("dlv")];
      const timestamp = toTimestamp(at(index));
      const envelope = { id: event, type, timestamp, api_version: "v1", environment: "sandbox", data: {} };
      const body = JSON.stringify(envelope);
      tx.run(sql`INSERT INTO events (id, account_id, type, body, sample, created_at)
        VALUES (${event}, ${accountId}, ${type}, ${body}, ${past.sample ? 1 : 0}, ${at(index)})`);
      tx.run(sql`INSERT INTO webhook_deliveries
        (id, webhook_id, event_id, event_type, status, attempt_count, round_attempts, due_at, created_at)
        VALUES (${delivery}, ${webhookId}, ${event}, ${type}, ${status}, ${attempts}, ${attempts},
          ${status === "pending" ? at(index) : null}, ${at(index)})`);
      for (let number = 1; number <= attempts; number += 1) {
        tx.run(sql`INSERT INTO webhook_attempts
          (delivery_id, number, url, started_at, duration_ms, request_headers)
          VALUES (${delivery}, ${number}, 'http://127.0.0.1/', ${at(index)}, 3, '{}')`);
      }
      return delivery;
    }),
  );
}

/** How many rows a table of the sandbox has. */
export function rowsOf(deps: Deps, table: string): number {
  const { db } = deps.stores.platform("sandbox");
  return db.get<{ total: number }>(sql.raw(`SELECT count(*) AS total FROM ${table}`)).total;
}

export async function register(client: Client, url: string, events = ["*"]): Promise<string> {
  return (await client.post(`${platform}/webhooks`, { url, events })).body.id;
}

/** A delivery, once it has this status; meanwhile the jobs check the clock. */
export function settled(deps: Deps, client: Client, webhookId: string, id: string, status: string) {
  return eventually(`a delivery that is ${status}`, async () => {
    await wakeJobs(deps);
    const { body } = await client.get(`${platform}/webhooks/${webhookId}/deliveries/${id}`);
    return body.status === status ? body : undefined;
  });
}
