import { type Static, type TSchema, Type } from "@sinclair/typebox";
import {
  CalendarDate,
  Environment,
  GrowingWords,
  Id,
  ListQuery,
  Name,
  Named,
  Nullable,
  Page,
  Query,
  Text,
  Timestamp,
} from "../../../infra/http/schema.ts";
import { ClockTime, Weekday } from "../../carriers/kinds/fleet/time-schema.ts";
import { WindowSchema } from "../../lifecycle/state/schema.ts";
import { CreateShipment } from "../shipments/schema.ts";
import { createHoursBeforeDefault, createHoursBeforeMax, dayStatuses, skipDatesMax } from "./schedule.ts";
import { ShipmentTemplate, ShipmentTemplatePatch } from "./template-schema.ts";

const from = { ...ClockTime, examples: ["09:00"] };
const to = { ...ClockTime, examples: ["11:00"] };
const ofWindow = {
  description:
    "Times of day in `time_zone`. A `to` at or before `from` is on the next day, at most 12 hours later. At least 10 minutes.",
};
const ClockWindow = Named("ScheduleWindow", { from, to }, ofWindow);
const ClockWindowInput = Named("ScheduleWindowInput", { from, to }, ofWindow);
const ClockWindowPatch = Named(
  "ScheduleWindowPatch",
  { from: Type.Optional(from), to: Type.Optional(to) },
  ofWindow,
);

const texts = {
  name: "What people call it.",
  days: "The days of the week on which a shipment is made.",
  delivery_window: "Null: none. One that is over when the pickup window starts is on the next day.",
  time_zone: "IANA time zone of the days and windows.",
  create_hours_before: "How many hours before its pickup window starts a shipment is made.",
  starts_on: "The first day on which a shipment may be made.",
  ends_on: "The last day. Null: it goes on until you pause or delete it.",
  skip_dates:
    "Days without a shipment, such as public holidays. Each lies within the span of `starts_on` and `ends_on`.",
  paused: "While true, no shipment is made. Those that were made stay as they are.",
};

const days = Type.Array(Weekday, {
  description: texts.days,
  examples: [["mon", "tue", "wed", "thu", "fri"]],
});
const dates = Type.Array(CalendarDate, { description: texts.skip_dates, examples: [["2026-12-25"]] });
const hours = { minimum: 0, maximum: createHoursBeforeMax, description: texts.create_hours_before };
const startsOn = { ...CalendarDate, description: texts.starts_on, examples: ["2026-02-02"] };
const endsOn = Nullable(CalendarDate, { description: texts.ends_on, examples: [null] });
const name = { description: texts.name, examples: ["Bread for the cafés"] };
const timeZone = { description: texts.time_zone, examples: ["Europe/Berlin"] };

const Problem = Named("ScheduleProblem", {
  code: Type.String({ description: "The code of an error.", examples: ["validation_failed"] }),
  title: Type.String({ examples: ["Some fields are invalid"] }),
  detail: Type.String({ examples: ["accept.driver_id must be a driver of your own fleet."] }),
});

const FailedDay = Named("FailedScheduleDay", {
  date: CalendarDate,
  problem: Problem,
  shipment_id: Nullable(Id("shp"), {
    description: "Its shipment, if no carrier was found for it. Null: there is none.",
  }),
  ends_at: { ...Timestamp, description: "The end of its pickup window. Waybill tries until then." },
});

export const ScheduleSchema = Named("Schedule", {
  id: Id("sch"),
  environment: Environment,
  name: Type.String(name),
  shipment: Nullable(ShipmentTemplate, {
    description:
      "What each shipment is made of, without windows. Null once it was erased: by you, or because the schedule was paused or over for as many days as the account keeps personal data.",
  }),
  days,
  pickup_window: ClockWindow,
  delivery_window: Nullable(ClockWindow, { description: texts.delivery_window }),
  time_zone: Type.String(timeZone),
  create_hours_before: Type.Integer({ ...hours, examples: [createHoursBeforeDefault] }),
  starts_on: startsOn,
  ends_on: endsOn,
  skip_dates: dates,
  paused: Type.Boolean({ description: texts.paused, examples: [false] }),
  next_date: Nullable(CalendarDate, {
    description:
      "The next day whose shipment is still to be made. Null while it is paused, and when it has ended.",
  }),
  failed: Nullable(FailedDay, {
    description: "The first day that failed and is tried again. Null: none.",
    examples: [null],
  }),
  redacted_at: Nullable(Timestamp, {
    description: "When its personal data was erased; null if it was not.",
    examples: [null],
  }),
  version: Type.Integer({ minimum: 1 }),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type ScheduleView = Static<typeof ScheduleSchema>;
export const SchedulePage = Page(ScheduleSchema);

const maybe = <T extends TSchema>(schema: T) => Type.Optional(Nullable(schema));

const input = {
  ends_on: Type.Optional(endsOn),
  skip_dates: Type.Optional({ ...dates, maxItems: skipDatesMax }),
};
const paused = { description: texts.paused };
const daysInput = { ...days, minItems: 1, maxItems: 7 };

export const CreateSchedule = Named("CreateSchedule", {
  name: { ...Name(100), ...name },
  shipment: CreateShipment,
  days: daysInput,
  pickup_window: ClockWindowInput,
  delivery_window: Type.Optional(Nullable(ClockWindowInput, { description: texts.delivery_window })),
  time_zone: maybe(
    Text({
      minLength: 1,
      maxLength: 64,
      ...timeZone,
      description: `${texts.time_zone} Left out: that of the pickup, where the address or its coordinates tell.`,
    }),
  ),
  starts_on: maybe({ ...CalendarDate, description: `${texts.starts_on} Left out: today.` }),
  create_hours_before: Type.Optional(Type.Integer({ ...hours, default: createHoursBeforeDefault })),
  paused: Type.Optional(Type.Boolean({ ...paused, default: false })),
  ...input,
});
export type CreateSchedule = Static<typeof CreateSchedule>;

export const PatchSchedule = Named("PatchSchedule", {
  name: Type.Optional({ ...Name(100), ...name }),
  shipment: Type.Optional(ShipmentTemplatePatch),
  days: Type.Optional(daysInput),
  pickup_window: Type.Optional(ClockWindowPatch),
  delivery_window: Type.Optional(Nullable(ClockWindowPatch, { description: texts.delivery_window })),
  time_zone: Type.Optional(Text({ minLength: 1, maxLength: 64, ...timeZone })),
  starts_on: Type.Optional(startsOn),
  // Without defaults: what is left out stays as it is.
  create_hours_before: Type.Optional(Type.Integer(hours)),
  paused: Type.Optional(Type.Boolean(paused)),
  ...input,
});
export type PatchSchedule = Static<typeof PatchSchedule>;

export const ScheduleQuery = ListQuery({});
export type ScheduleQuery = Static<typeof ScheduleQuery>;

const upcomingDaysMax = 60;
export const UpcomingQuery = Query({
  days: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: upcomingDaysMax,
      default: 14,
      description: "How many days, from today on.",
    }),
  ),
});
export type UpcomingQuery = Static<typeof UpcomingQuery>;

const upcomingStates = ["planned", "skipped", "paused", ...dayStatuses] as const;

const UpcomingDay = Named("UpcomingDay", {
  date: CalendarDate,
  status: GrowingWords(upcomingStates, {
    title: "ScheduledDayStatus",
    description:
      "- `planned`: its shipment is made at `creates_at`\n- `skipped`: it is one of `skip_dates`\n- `paused`: the schedule is\n- `waiting`: its shipment is being made, or its carrier being found\n- `created`: done\n- `failed`: Waybill tries again until the pickup window ends\n- `missed`: it failed until then",
    examples: ["planned"],
  }),
  pickup_window: WindowSchema,
  delivery_window: Nullable(WindowSchema),
  creates_at: { ...Timestamp, description: "When its shipment is made." },
  shipment_id: Nullable(Id("shp"), { examples: [null] }),
  problem: Nullable(Problem, { description: "Why it failed.", examples: [null] }),
});
export type UpcomingDayView = Static<typeof UpcomingDay>;

export const UpcomingDays = Named("UpcomingDays", {
  time_zone: Type.String(timeZone),
  data: Type.Array(UpcomingDay, { description: "The days of the week that it names, in order." }),
  missed: Type.Array(UpcomingDay, {
    description: "Days of the last 14 for which no shipment could be made, newest first.",
    examples: [[]],
  }),
});
export type UpcomingDaysView = Static<typeof UpcomingDays>;
