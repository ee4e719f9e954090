/** Reads the databases of a server that has stopped. */
import { Database } from "bun:sqlite";
import { join } from "node:path";
import type { Facts } from "./facts.ts";

const stores = ["accounts", "live", "sandbox", "telemetry"] as const;
const platformStores = ["live", "sandbox"] as const;

/** Each finds rows that should not be. */
const faultQueries: Readonly<Record<string, string>> = {
  "events with a gap in their sequence":
    "SELECT shipment_id FROM events WHERE shipment_id IS NOT NULL GROUP BY 1 HAVING count(*) <> max(sequence) OR min(sequence) <> 1",
  "shipments whose number of events is wrong":
    "SELECT id FROM shipments s WHERE event_count <> (SELECT count(*) FROM events e WHERE e.shipment_id = s.id)",
  "shipments without the event of their creation":
    "SELECT id FROM shipments s WHERE NOT EXISTS (SELECT 1 FROM events e WHERE e.shipment_id = s.id AND e.type = 'shipment.created')",
  "tracking entries with a gap in their sequence":
    "SELECT shipment_id FROM shipment_entries GROUP BY 1 HAVING count(*) <> max(sequence)",
  "events of no shipment":
    "SELECT id FROM events e WHERE shipment_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM shipments s WHERE s.id = e.shipment_id)",
};

interface ShipmentRow {
  id: string;
  status: string;
  number: number;
}

/** @returns what does not hold, one line each */
export function compareDatabases(data: string, facts: Facts): string[] {
  const findings = [...missingFacts(data, facts)];
  for (const store of platformStores) {
    for (const [what, query] of Object.entries(faultQueries)) {
      const rows = readRows(data, store, query);
      if (rows.length > 0) findings.push(`${rows.length} ${what} in ${store}.db`);
    }
  }
  for (const store of stores) {
    const rows = [
      ...readRows<object>(data, store, "PRAGMA integrity_check"),
      ...readRows<object>(data, store, "PRAGMA foreign_key_check"),
    ];
    const said = rows.flatMap(Object.values).join(" ");
    if (said !== "ok") findings.push(`${store}.db: ${said}`);
  }
  return findings;
}

function missingFacts(data: string, facts: Facts): string[] {
  const rows = readRows<ShipmentRow>(
    data,
    "live",
    "SELECT id, status, CAST(ifnull(json_extract(metadata, '$.number'), 0) AS INTEGER) AS number FROM shipments",
  );
  const shipments = new Map(rows.map((row) => [row.id, row]));
  const events = idsIn(data, "live", "events");
  const keys = idsIn(data, "accounts", "api_keys");
  const isChanged = (id: string) => (shipments.get(id)?.number ?? 0) >= (facts.changed.get(id) ?? 0);
  return [
    ...tellMissing("acknowledged shipments", facts.created.keys(), (id) => shipments.has(id)),
    ...tellMissing("acknowledged changes", facts.changed.keys(), isChanged),
    ...tellMissing(
      "acknowledged cancellations",
      facts.cancelled,
      (id) => shipments.get(id)?.status === "cancelled",
    ),
    ...tellMissing("acknowledged keys", facts.keys, (id) => keys.has(id)),
    ...tellMissing("events sent by webhook", facts.delivered, (id) => events.has(id)),
    ...tellMissing("events sent by stream", facts.streamed, (id) => events.has(id)),
  ];
}

function tellMissing(what: string, ids: Iterable<string>, isThere: (id: string) => boolean): string[] {
  const all = [...ids];
  const lost = all.filter((id) => !isThere(id));
  return lost.length === 0 ? [] : [`${lost.length} of ${all.length} ${what} are lost, such as ${lost[0]}`];
}

function idsIn(data: string, store: (typeof stores)[number], table: string): Set<string> {
  return new Set(readRows<{ id: string }>(data, store, `SELECT id FROM ${table}`).map(({ id }) => id));
}

function readRows<T>(data: string, store: (typeof stores)[number], query: string): T[] {
  using database = new Database(join(data, `${store}.db`), { readonly: true });
  return database.query(query).all() as T[];
}
