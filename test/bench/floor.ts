/**
 * The least that a server for shipments can do: a bare `Bun.serve` that parses the body and writes the same
 * three rows (the shipment, its first entry, its event) into the same tables with the same durability, and reads
 * by one prepared statement. It checks nothing, and nobody has to say who asks.
 */
import type { Connection } from "../../src/infra/db/connection.ts";
import { openStores } from "../../src/infra/db/open-stores.ts";
import { silentLog } from "../infra/db/support.ts";

interface Made {
  pickup: unknown;
  delivery: unknown;
  parcels: unknown;
}

const [dataDir = ""] = process.argv.slice(2);
const stores = await openStores({ dataDir, log: silentLog });
const store = stores.platform("live");
const { $client: database } = store.db as unknown as { $client: Connection };

const insertShipment = database.prepare(
  `INSERT INTO shipments (id, account_id, status, tracking_number, tracking_hash, search, pickup, delivery,
    parcels, if_undeliverable, metadata, distance_meters, expires_at, version, event_count, created_at, updated_at)
  VALUES (?, 'acct_floor', 'created', ?, ?, ?, ?, ?, ?, 'return', '{}', 3123, ?, 1, 1, ?, ?)`,
);
const insertEntry = database.prepare(
  `INSERT INTO shipment_entries (shipment_id, sequence, status, message, source, occurred_at, recorded_at)
  VALUES (?, 1, 'created', 'The shipment was created.', 'client', ?, ?)`,
);
const insertEvent = database.prepare(
  `INSERT INTO events (id, account_id, type, shipment_id, sequence, body, sample, created_at)
  VALUES (?, 'acct_floor', 'shipment.created', ?, 1, ?, 0, ?)`,
);
const readOne = database.prepare("SELECT * FROM shipments WHERE id = ? AND account_id = 'acct_floor'");
// The plus keeps SQLite from sorting all rows of the account.
const readPage = database.prepare(
  "SELECT * FROM shipments WHERE +account_id = 'acct_floor' ORDER BY id DESC LIMIT 20",
);

const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch(request) {
    if (request.method === "POST") return create(request);
    const id = request.url.slice(request.url.lastIndexOf("/") + 1);
    return Response.json(id === "shipments" ? { data: readPage.all() } : readOne.get(id));
  },
});
console.log(server.url.origin);

process.on("SIGTERM", async () => {
  await server.stop(true);
  await stores.close();
});

async function create(request: Request): Promise<Response> {
  const { pickup, delivery, parcels } = (await request.json()) as Made;
  const id = `shp_${Bun.randomUUIDv7()}`;
  const number = id.slice(-12);
  const now = Date.now();
  const createdAt = new Date(now).toISOString();
  const shipment = {
    id,
    status: "created",
    tracking_number: number,
    pickup,
    delivery,
    parcels,
    created_at: createdAt,
  };
  await store.write(() => {
    const [from, to, what] = [pickup, delivery, parcels].map((part) => JSON.stringify(part));
    insertShipment.run(id, number, id, number, from, to, what, now + 86_400_000, now, now);
    insertEntry.run(id, now, now);
    const event = { id: `evt_${Bun.randomUUIDv7()}`, type: "shipment.created", timestamp: createdAt };
    insertEvent.run(event.id, id, JSON.stringify({ ...event, data: { shipment } }), now);
  });
  return Response.json(shipment, { status: 201 });
}
