import { integer, json, table, text } from "../../../infra/db/columns.ts";
import type { JobStatus, Rejection, Suggestion } from "./driver-job.ts";

/** One row for each assignment of a fleet. */
export const driverJobs = table("driver_jobs", {
  assignmentId: text("assignment_id").primaryKey(),
  shipmentId: text("shipment_id").notNull(),
  carrierId: text("carrier_id").notNull(),
  /** Whose job it is, or who is asked; null: nobody. */
  driverId: text("driver_id"),
  status: text().$type<JobStatus>().notNull(),
  /** Of all its parcels. */
  weightGrams: integer("weight_grams").notNull(),
  /** When the search begins. */
  searchAt: integer("search_at").notNull(),
  /** When the fleet gives the assignment back if nobody drives; null: never. */
  givesUpAt: integer("gives_up_at"),
  /** The drivers that were asked, also the present one. */
  asked: json<string[]>()().notNull(),
  /** Until when the driver who is asked may answer. */
  answerUntil: integer("answer_until"),
  acceptedAt: integer("accepted_at"),
  /** Who last rejected it, and why. */
  rejection: json<Rejection>()(),
  /** Since when nobody is left who could drive. */
  waitingSince: integer("waiting_since"),
  /** When the search has its next step; null: a person or a driver comes first. */
  dueAt: integer("due_at"),
});

/** Who has or had a job. */
export const driverTurns = table("driver_turns", {
  assignmentId: text("assignment_id").notNull(),
  driverId: text("driver_id").notNull(),
  since: integer().notNull(),
  /** When another driver took over, or nobody; null while the job is theirs, and after its end. */
  until: integer(),
});

/** One row for each driver who had a job. */
export const driverRoutes = table("driver_routes", {
  driverId: text("driver_id").primaryKey(),
  /** The chosen order of stops. Stops that it does not name come after. */
  stops: json<string[]>()().notNull(),
  suggestion: json<Suggestion>()(),
  /** When Waybill looks for a better order; null: when the driver's jobs change. */
  dueAt: integer("due_at"),
});
