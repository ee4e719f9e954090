import { primaryKey } from "drizzle-orm/sqlite-core";
import { integer, real, table, text } from "../../../infra/db/columns.ts";
import type { PlacePrecision } from "../../../infra/geocoding/hit.ts";

/** Shipments with an address that the geocoder is still to be asked about. */
export const geocodings = table("geocodings", {
  shipmentId: text("shipment_id").primaryKey(),
  /** In real time. */
  dueAt: integer("due_at").notNull(),
  /** How often the geocoder failed. */
  attempts: integer().notNull(),
  /** 0: an order, 1: of an import. */
  rank: integer().notNull(),
  pickupAt: integer("pickup_at").notNull(),
});

export const geocoderAnswers = table("geocoder_answers", {
  addressHash: text("address_hash").primaryKey(),
  /** Null where nothing was found. */
  precision: text().$type<PlacePrecision>(),
  latitude: real(),
  longitude: real(),
  expiresAt: integer("expires_at").notNull(),
});

export const addressPins = table(
  "address_pins",
  {
    accountId: text("account_id").notNull(),
    addressHash: text("address_hash").notNull(),
    /** Whose address it was set for. */
    shipmentId: text("shipment_id").notNull(),
    latitude: real().notNull(),
    longitude: real().notNull(),
    setAt: integer("set_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.addressHash, table.shipmentId] })],
);
