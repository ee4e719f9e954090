import { systemClock } from "../../src/infra/clock.ts";
import type { Connection } from "../../src/infra/db/connection.ts";
import { openStores } from "../../src/infra/db/open-stores.ts";
import { createIds } from "../../src/infra/ids.ts";
import { silentLog } from "../infra/db/support.ts";

const bodyBytes = 1024;

/**
 * Writes deliveries that are due into the sandbox of a folder that no server uses: as many events of 1 KiB for each
 * of the endpoints.
 */
export async function fillBacklog(dataDir: string, count: number, hook = "%"): Promise<void> {
  const stores = await openStores({ dataDir, log: silentLog });
  const { db } = stores.platform("sandbox");
  const { $client: database } = db as unknown as { $client: Connection };
  const ids = createIds(systemClock);
  const endpoints = database
    .prepare("SELECT id, account_id AS accountId FROM webhook_endpoints WHERE url LIKE ?")
    .all(hook) as { id: string; accountId: string }[];
  const insertEvent = database.prepare(
    `INSERT INTO events (id, account_id, type, shipment_id, sequence, body, sample, created_at)
    VALUES (?, ?, 'shipment.created', NULL, NULL, ?, 0, ?)`,
  );
  const insertDelivery = database.prepare(
    `INSERT INTO webhook_deliveries (id, webhook_id, event_id, event_type, status, attempt_count, round_attempts,
      due_at, created_at, delivered_at, shipment_id)
    VALUES (?, ?, ?, 'shipment.created', 'pending', 0, 0, ?, ?, NULL, NULL)`,
  );
  const now = Date.now() - 1000;
  database.exec("BEGIN");
  for (let made = 0; made < count; ) {
    for (const accountId of new Set(endpoints.map((endpoint) => endpoint.accountId))) {
      const eventId = ids.make("evt");
      insertEvent.run(eventId, accountId, bodyOf(eventId), now);
      for (const endpoint of endpoints) {
        if (endpoint.accountId !== accountId || made === count) continue;
        insertDelivery.run(ids.make("dlv"), endpoint.id, eventId, now, now);
        made += 1;
      }
    }
  }
  database.exec("COMMIT");
  await stores.close();
}

function bodyOf(id: string): string {
  const envelope = {
    id,
    type: "shipment.created",
    timestamp: new Date().toISOString(),
    data: { filling: "" },
  };
  envelope.data.filling = "x".repeat(bodyBytes - JSON.stringify(envelope).length);
  return JSON.stringify(envelope);
}
