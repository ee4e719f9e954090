import { integer, json, table, text } from "../../../infra/db/columns.ts";
import type { PageLanguage } from "../../model/model.ts";
import type { DriverPlace, Vehicle } from "./driver.ts";

export const drivers = table("drivers", {
  id: text().primaryKey(),
  carrierId: text("carrier_id").notNull(),
  /** The carrier's account; null: the installation's. */
  accountId: text("account_id"),
  name: text().notNull(),
  phone: text(),
  vehicle: json<Vehicle>()().notNull(),
  /** Null: the language of the phone. */
  language: text().$type<PageLanguage>(),
  onDuty: integer("on_duty", { mode: "boolean" }).notNull(),
  /** How much the driver takes at a time; null: no limit. */
  capacityAssignments: integer("capacity_assignments"),
  capacityWeightGrams: integer("capacity_weight_grams"),
  version: integer().notNull(),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
  /** A deleted driver gets no jobs. Its row stays for the assignments that it had. */
  deletedAt: integer("deleted_at"),
  /** The link, devices and tokens of the deleted driver may still be valid. */
  unsettled: integer({ mode: "boolean" }).notNull(),
});

export const driverPlaces = table("driver_places", {
  driverId: text("driver_id").primaryKey(),
  place: json<DriverPlace>()().notNull(),
});
