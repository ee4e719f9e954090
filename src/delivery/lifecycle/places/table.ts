import { expires, gone, integer, personal, plain, real, table, text } from "../../../infra/db/columns.ts";
import type { PlacePrecision } from "../../../infra/geocoding/hit.ts";

/** Shipments with an address that the geocoder is still to be asked about. */
export const geocodings = table("geocodings", {
  shipmentId: plain(text("shipment_id").primaryKey()),
  /** In real time. */
  dueAt: plain(integer("due_at").notNull()),
  /** How often the geocoder failed. */
  attempts: plain(integer().notNull()),
  /** 0: an order, 1: of an import. */
  rank: plain(integer().notNull()),
  pickupAt: plain(integer("pickup_at").notNull()),
});

/** Of whole houses and streets, which are nobody's: the hash has a key, and no row names who asked. */
export const geocoderAnswers = table("geocoder_answers", {
  addressHash: plain(text("address_hash").primaryKey()),
  /** Null where nothing was found. */
  precision: plain(text().$type<PlacePrecision>()),
  latitude: plain(real()),
  longitude: plain(real()),
  expiresAt: expires(integer("expires_at").notNull(), 0),
});

/** By account, address and shipment. */
export const addressPins = table("address_pins", {
  accountId: plain(text("account_id").notNull()),
  addressHash: personal(text("address_hash").notNull(), gone),
  /** Whose address it was set for. */
  shipmentId: plain(text("shipment_id").notNull()),
  latitude: personal(real().notNull(), gone),
  longitude: personal(real().notNull(), gone),
  setAt: plain(integer("set_at").notNull()),
});

/** Where own riders handed over, by shipment. */
export const handovers = table("handovers", {
  shipmentId: plain(text("shipment_id").primaryKey()),
  accountId: plain(text("account_id").notNull()),
  /** Of the line of the address. */
  addressHash: personal(text("address_hash").notNull(), gone),
  driverId: plain(text("driver_id").notNull()),
  latitude: personal(real().notNull(), gone),
  longitude: personal(real().notNull(), gone),
  handedOverAt: plain(integer("handed_over_at").notNull()),
  /** Whether it says where the address is. One that does not can still cast doubt on another. */
  teaches: plain(integer({ mode: "boolean" }).notNull()),
});
