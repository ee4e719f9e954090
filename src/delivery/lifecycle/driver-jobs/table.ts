import { integer, json, personal, plain, table, text } from "../../../infra/db/columns.ts";
import { type JobStatus, type Rejection, redactRejection, type Suggestion } from "./driver-job.ts";

/** One row for each assignment of a fleet. */
export const driverJobs = table("driver_jobs", {
  assignmentId: plain(text("assignment_id").primaryKey()),
  shipmentId: plain(text("shipment_id").notNull()),
  carrierId: plain(text("carrier_id").notNull()),
  /** Whose job it is, or who is asked; null: nobody. */
  driverId: plain(text("driver_id")),
  status: plain(text().$type<JobStatus>().notNull()),
  /** Of all its parcels. */
  weightGrams: plain(integer("weight_grams").notNull()),
  /** When the search begins. */
  searchAt: plain(integer("search_at").notNull()),
  /** When the fleet gives the assignment back if nobody drives; null: never. */
  givesUpAt: plain(integer("gives_up_at")),
  /** The drivers that were asked, also the present one. */
  asked: plain(json<string[]>()().notNull()),
  /** Until when the driver who is asked may answer. */
  answerUntil: plain(integer("answer_until")),
  acceptedAt: plain(integer("accepted_at")),
  /** Who last rejected it, and why. */
  rejection: personal(json<Rejection>()(), redactRejection),
  /** Since when nobody is left who could drive. */
  waitingSince: plain(integer("waiting_since")),
  /** When the search has its next step; null: a person or a driver comes first. */
  dueAt: plain(integer("due_at")),
});

/** Who has or had a job. */
export const driverTurns = table("driver_turns", {
  assignmentId: plain(text("assignment_id").notNull()),
  driverId: plain(text("driver_id").notNull()),
  since: plain(integer().notNull()),
  /** When another driver took over, or nobody; null while the job is theirs, and after its end. */
  until: plain(integer()),
});

/** One row for each driver who had a job. */
export const driverRoutes = table("driver_routes", {
  driverId: plain(text("driver_id").primaryKey()),
  /** The chosen order of stops. Stops that it does not name come after. */
  stops: plain(json<string[]>()().notNull()),
  suggestion: plain(json<Suggestion>()()),
  /** When Waybill looks for a better order; null: when the driver's jobs change. */
  dueAt: plain(integer("due_at")),
});
