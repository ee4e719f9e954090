import { expires, gone, integer, json, personal, plain, table, text } from "../../../infra/db/columns.ts";
import { dayMs } from "../../../infra/units.ts";
import type { PageLanguage } from "../../model/model.ts";
import type { DriverPlace, Vehicle } from "./driver.ts";

/** The row of a deleted driver stays, with the name, for the assignments that it had. */
export const drivers = table("drivers", {
  id: plain(text().primaryKey()),
  carrierId: plain(text("carrier_id").notNull()),
  /** The carrier's account; null: the installation's. */
  accountId: plain(text("account_id")),
  name: plain(text().notNull()),
  phone: personal(text(), null),
  vehicle: plain(json<Vehicle>()().notNull()),
  /** Null: the language of the phone. */
  language: plain(text().$type<PageLanguage>()),
  onDuty: plain(integer("on_duty", { mode: "boolean" }).notNull()),
  /** When the duty changes by itself; null: when somebody changes it. */
  dutyUntil: plain(integer("duty_until")),
  /** A dispatcher sets the duty and enters the results. */
  withoutPhone: plain(integer("without_phone", { mode: "boolean" }).notNull()),
  /** How much the driver takes at a time; null: no limit. */
  capacityAssignments: plain(integer("capacity_assignments")),
  capacityWeightGrams: plain(integer("capacity_weight_grams")),
  version: plain(integer().notNull()),
  createdAt: plain(integer("created_at").notNull()),
  updatedAt: plain(integer("updated_at").notNull()),
  /** A deleted driver gets no jobs. Its row stays for the assignments that it had. */
  deletedAt: plain(integer("deleted_at")),
  /** The link, devices and tokens of the deleted driver may still be valid. */
  unsettled: plain(integer({ mode: "boolean" }).notNull()),
});

export const driverPlaces = table("driver_places", {
  driverId: plain(text("driver_id").primaryKey()),
  place: personal(json<DriverPlace>()().notNull(), gone),
});

/** Who is out, or was. */
export const driverAbsences = table("driver_absences", {
  driverId: plain(text("driver_id").primaryKey()),
  until: expires(integer().notNull(), 30 * dayMs),
  /** What becomes of the driver's jobs. */
  jobs: plain(text().$type<"release" | "keep">().notNull()),
  /** When a job takes back what is left of them, real time; null: nothing is. */
  releaseAt: plain(integer("release_at")),
  createdAt: plain(integer("created_at").notNull()),
});
