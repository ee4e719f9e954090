import { type Static, Type } from "@sinclair/typebox";
import { Named, Nullable, Timestamp } from "../../../infra/http/schema.ts";

/** How far ahead of real time a clock may be. */
export const aheadDaysMax = 3_653;
const aheadSecondsMax = aheadDaysMax * 86_400;

export const MoveClock = Named(
  "MoveClock",
  {
    frozen_at: Type.Optional(
      Nullable(Timestamp, {
        description:
          "Moves the clock to this time, where it stands still. `null` lets it run on from where it is.",
      }),
    ),
    freeze: Type.Optional(Type.Literal(true, { description: "Stops the clock where it is." })),
    advance_seconds: Type.Optional(
      Type.Number({
        minimum: 0.001,
        maximum: aheadSecondsMax,
        description: "Moves the clock forward by this. A clock that stands still does so again.",
      }),
    ),
    to: Type.Optional({
      ...Timestamp,
      description: "Moves the clock forward to this time, in the same way.",
    }),
  },
  { minProperties: 1, examples: [{ advance_seconds: 86_400 }] },
);
export type MoveClock = Static<typeof MoveClock>;

const clock = {
  now: { ...Timestamp, description: "The time of the account's sandbox." },
  frozen_at: Nullable(Timestamp, { description: "Where the clock stands still; `null` while it runs." }),
  ahead_seconds: Type.Number({
    description: "How far the clock is ahead of real time. Negative if it has stood still for long.",
  }),
  is_real: Type.Boolean({ description: "Whether the account has no clock of its own." }),
};
const example = {
  now: "2026-02-01T09:30:00.000Z",
  frozen_at: "2026-02-01T09:30:00.000Z",
  ahead_seconds: 86_400,
  is_real: false,
};

export const ClockSchema = Named("Clock", clock, { examples: [example] });
export type ClockView = Static<typeof ClockSchema>;

const count = (description: string) => Type.Integer({ minimum: 0, description });

export const MovedClock = Named(
  "MovedClock",
  {
    ...clock,
    ran: Named("ClockRun", {
      tasks: count(
        "How many tasks Waybill ran on the way, such as expiries, retries and steps of drivers, with those that they led to.",
      ),
      pending: count(
        "How many webhooks still wait for their receiver's response after 10 seconds, and how many tasks have failed and wait for their next attempt. 0: everything that was due is done.",
      ),
    }),
  },
  { examples: [{ ...example, ran: { tasks: 12, pending: 0 } }] },
);
export type MovedClock = Static<typeof MovedClock>;
