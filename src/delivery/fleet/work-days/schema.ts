import { type Static, Type } from "@sinclair/typebox";
import { CalendarDate, Id, Named, Nullable, Page, Timestamp } from "../../../infra/http/schema.ts";

/** The days of riders, as payrolls and clients need them. */

export const daysMax = 31;

const count = (description: string, example: number) =>
  Type.Integer({ minimum: 0, description, examples: [example] });

export const DriverDay = Named("DriverDay", {
  date: { ...CalendarDate, description: "The day in `time_zone`." },
  first_on_duty_at: Nullable(Timestamp, {
    description: "When the driver went on duty; the day's midnight for who was on duty then. Null: never.",
  }),
  last_on_duty_at: Nullable(Timestamp, {
    description: "When the driver last went off duty. Null while on duty, and for who never was.",
  }),
  minutes_on_duty: count("Whole minutes on duty, up to now.", 465),
  break_minutes: count("Whole minutes off duty between the first and the last time on duty.", 30),
  deliveries: count("Shipments handed over, without those that a correction took back.", 21),
  failed_attempts: count("Visits at which nobody took the goods.", 2),
  stops: count(
    "Pickups, deliveries, failed attempts and returns together. Several shipments at one door are several stops.",
    40,
  ),
  kilometers: Nullable(Type.Number({ minimum: 0 }), {
    description:
      "Straight lines between good positions of times on duty, at most 5 minutes apart. Gaps and a receiver that wanders where it stands add nothing, so the way by street is longer. Null without positions.",
    examples: [38.4],
  }),
});
export type DriverDay = Static<typeof DriverDay>;

export const DriverDays = Named("DriverDays", {
  driver_id: Id("drv"),
  driver_name: Type.String({ examples: ["Kim Berger"] }),
  time_zone: Type.String({
    description: "Of the fleet's rate card; `UTC` without a card.",
    examples: ["Europe/Berlin"],
  }),
  days: Type.Array(DriverDay, {
    description: "Oldest first. Days on which nothing was done are left out.",
  }),
});
export type DriverDays = Static<typeof DriverDays>;

export const DriverDaysPage = Page(DriverDays);
export type DriverDaysPage = Static<typeof DriverDaysPage>;

export const daySpan = {
  from: Type.Optional({ ...CalendarDate, description: "The first day. Default: six days before `to`." }),
  to: Type.Optional({
    ...CalendarDate,
    description: `The last day, at most ${daysMax} days in all. Default: today.`,
  }),
};
export interface DaySpan {
  from?: string;
  to?: string;
}
