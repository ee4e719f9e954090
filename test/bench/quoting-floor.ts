/**
 * The least that quoting can do: a bare `Bun.serve` that writes the shipment as the other floor does, asks each carrier
 * by `fetch`, and writes each offer into the same table with the same durability. `GET /` has the times, in ms, from
 * the shipment's row to its last offer. It signs and checks nothing, and a carrier that hangs hangs it too.
 */
import type { Connection } from "../../src/infra/db/connection.ts";
import { openStores } from "../../src/infra/db/open-stores.ts";
import { silentLog } from "../infra/db/support.ts";

interface Offered {
  offers: { service: unknown; price: { amount: number; currency: string } }[];
}

const [dataDir = "", ...carriers] = process.argv.slice(2);
const stores = await openStores({ dataDir, log: silentLog });
const store = stores.platform("live");
const { $client: database } = store.db as unknown as { $client: Connection };

const insertShipment = database.prepare(
  `INSERT INTO shipments (id, account_id, status, tracking_number, tracking_hash, search, pickup, delivery,
    parcels, if_undeliverable, metadata, distance_meters, expires_at, version, event_count, created_at, updated_at)
  VALUES (?, 'acct_floor', 'created', ?, ?, '', ?, ?, ?, 'return', '{}', 3123, ?, 1, 1, ?, ?)`,
);
const insertQuote = database.prepare(
  `INSERT INTO quotes (id, shipment_id, round, status, carrier, service, amount, currency, price_breakdown,
    estimated_pickup_at, estimated_delivery_at, expires_at, created_at)
  VALUES (?, ?, 1, 'open', ?, ?, ?, ?, '[]', ?, ?, ?, ?)`,
);

const times: number[] = [];
const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  async fetch(request) {
    if (request.method === "GET") return Response.json(times.splice(0));
    const text = await request.text();
    const { pickup, delivery, parcels } = JSON.parse(text);
    const id = `shp_${Bun.randomUUIDv7()}`;
    const now = Date.now();
    await store.write(() => {
      const [from, to, what] = [pickup, delivery, parcels].map((part) => JSON.stringify(part));
      insertShipment.run(id, id, id, from, to, what, now + 86_400_000, now, now);
    });
    offer(id, text);
    return Response.json({ id }, { status: 201 });
  },
});
console.log(server.url.origin);

process.on("SIGTERM", async () => {
  await server.stop(true);
  await stores.close();
});

async function offer(id: string, body: string): Promise<void> {
  const startedMs = performance.now();
  await Promise.all(
    carriers.map(async (carrier) => {
      const response = await fetch(`${carrier}/quotes`, { method: "POST", body });
      const { offers } = (await response.json()) as Offered;
      await store.write(() => {
        const now = Date.now();
        for (const { service, price } of offers) {
          const { amount, currency } = price;
          const of = JSON.stringify({ id: carrier, code: carrier, name: carrier });
          const quote = `qte_${Bun.randomUUIDv7()}`;
          insertQuote.run(quote, id, of, JSON.stringify(service), amount, currency, now, now, now, now);
        }
      });
    }),
  );
  times.push(performance.now() - startedMs);
}
