import { type TSchema, Type } from "@sinclair/typebox";
import { Named, TextLike, Words } from "@/infra/http/schema.ts";
import { weekdays } from "./words.ts";

/** Times of day in a rate card. */

const clock = "([01][0-9]|2[0-3]):[0-5][0-9]";
export const ClockTime = TextLike(
  `^${clock}$`,
  { code: "format", detail: "must be a time of day such as 18:00" },
  { maxLength: 5, examples: ["18:00"] },
);
const OpenHours = TextLike(
  `^${clock}-${clock}$`,
  { code: "format", detail: "must be two times of day such as 08:00-20:00; write 00:00 for midnight" },
  { maxLength: 11, examples: ["08:00-20:00"] },
);
export const Weekday = Words(weekdays, { title: "Weekday" });

/** Members for the days of the week. */
function ofDays<T extends TSchema>(schema: T) {
  const day = Type.Optional(schema);
  return { mon: day, tue: day, wed: day, thu: day, fri: day, sat: day, sun: day };
}

export const HoursSchema = Named("RateCardHours", ofDays(Type.Array(OpenHours, { maxItems: 10 })), {
  description:
    "When a pickup is possible; a day without an entry is closed. An end at or before the start is on the next day. Null: always.",
});

const LatestByDay = Named("RateCardLatestByDay", ofDays(ClockTime), {
  description: "By weekday; a day without an entry has no such time.",
});

export const LatestPickup = (description: string) =>
  Type.Union([ClockTime, LatestByDay, Type.Null()], { description, examples: ["17:00"] });

/** Days ahead. Waybill looks for an opening in the next 60 days. */
const daysBeforeMax = 30;

export const OrderUntil = Type.Union(
  [
    ClockTime,
    Named(
      "RateCardOrderByDay",
      ofDays(
        Named("RateCardOrderTime", {
          time: ClockTime,
          days_before: Type.Optional(Type.Integer({ minimum: 0, maximum: daysBeforeMax, default: 0 })),
        }),
      ),
      {
        description: "By the weekday of the pickup; a day without an entry has no such time.",
      },
    ),
    Type.Null(),
  ],
  {
    description:
      "Until when one orders for a day, judged when the quote is made. Later orders are picked up on the next day that is still open for them.",
    examples: ["14:00"],
  },
);
