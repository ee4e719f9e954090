/**
 * The least that a server for positions can do: a bare `Bun.serve` that parses the body and writes the same rows (a
 * position of the driver and one of the job for each, the place once) into the same tables with the same durability. It
 * checks and judges nothing, and nobody has to say who asks.
 */
import type { Connection } from "../../src/infra/db/connection.ts";
import { openStores } from "../../src/infra/db/open-stores.ts";
import { silentLog } from "../infra/db/support.ts";

interface Report {
  id: string;
  at: string;
  latitude: number;
  longitude: number;
}

const [dataDir = "", count = "0"] = process.argv.slice(2);
const stores = await openStores({ dataDir, log: silentLog });
const store = stores.platform("live");
const { $client: database } = store.db as unknown as { $client: Connection };

const insertDriver = database.prepare(
  `INSERT INTO drivers (id, carrier_id, name, vehicle, on_duty, version, created_at, updated_at, unsettled)
  VALUES (?, 'car_floor', 'Floor', '{}', 1, 1, 0, 0, 0)`,
);
const insertShipment = database.prepare(
  `INSERT INTO shipments (id, account_id, status, tracking_number, tracking_hash, search, pickup, delivery, parcels,
    if_undeliverable, metadata, version, event_count, created_at, updated_at)
  VALUES (?, 'acct_floor', 'assigned', ?, ?, '', '{}', '{}', '[]', 'return', '{}', 1, 1, 0, 0)`,
);
const insertPosition = database.prepare(
  `INSERT INTO driver_positions (driver_id, report_id, reported_at, latitude, longitude, recorded_at, received_at, verdict)
  VALUES (?, ?, ?, ?, ?, ?, ?, 'good')`,
);
const insertOfJob = database.prepare(
  `INSERT INTO positions (shipment_id, latitude, longitude, recorded_at, received_at) VALUES (?, ?, ?, ?, ?)`,
);
const savePlace = database.prepare("INSERT OR REPLACE INTO driver_places VALUES (?, ?)");
const readPlace = database.prepare("SELECT * FROM driver_places WHERE driver_id = ?");

await store.write(() => {
  database.exec(`INSERT INTO carriers (id, code, name, kind, status, settings, secrets, version, created_at, updated_at,
    unsettled) VALUES ('car_floor', 'floor', 'Floor', 'fleet', 'active', '{}', '{}', 1, 0, 0, 0)`);
  for (let made = 0; made < Number(count); made += 1) {
    insertDriver.run(`drv_${made}`);
    insertShipment.run(`drv_${made}`, `drv_${made}`, `drv_${made}`);
  }
});

const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch(request) {
    if (request.method === "POST") return save(request);
    const id = request.url.slice(request.url.lastIndexOf("/") + 1);
    return Response.json(readPlace.get(id) ?? null);
  },
});
console.log(server.url.origin);

process.on("SIGTERM", async () => {
  await server.stop(true);
  await stores.close();
});

async function save(request: Request): Promise<Response> {
  const { reports } = (await request.json()) as { reports: Report[] };
  const driver = request.headers.get("x-driver") ?? "";
  const now = Date.now();
  await store.write(() => {
    for (const { id, at, latitude, longitude } of reports) {
      const recordedAt = Date.parse(at);
      insertPosition.run(driver, id, recordedAt, latitude, longitude, recordedAt, now);
      insertOfJob.run(driver, latitude, longitude, recordedAt, now);
    }
    savePlace.run(driver, JSON.stringify(reports.at(-1)));
  });
  return Response.json({ results: reports.map(({ id }) => ({ id, result: "applied", problem: null })) });
}
