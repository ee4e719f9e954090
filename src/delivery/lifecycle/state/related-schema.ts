import { Type } from "@sinclair/typebox";
import { CalendarDate, Id, Nullable, Timestamp } from "../../../infra/http/schema.ts";

/** Members of a shipment about what it comes from and where it goes back to. */

/** Which other shipment brings it back, or is brought back by it, and of which standing order or order form it is. */
export const related = {
  return_of: Nullable(Id("shp"), {
    description: "Of a return: the shipment that it brings back.",
    examples: [null],
  }),
  return_shipment_id: Nullable(Id("shp"), {
    description: "Its latest return.",
    examples: [null],
  }),
  schedule_id: Nullable(Id("sch"), {
    description: "Of a standing order: the schedule that made it.",
    examples: [null],
  }),
  order_form_id: Nullable(Id("frm"), {
    description: "The order form by which a customer ordered it.",
    examples: [null],
  }),
  scheduled_for: Nullable(CalendarDate, {
    description: "For which day of the schedule it was made. Null without one.",
    examples: [null],
  }),
};

/** That its goods shall come back. */
export const recalled = {
  recall_requested_at: Nullable(Timestamp, {
    description:
      "When somebody asked to bring the goods back. It waits for the driver while the status is `in_transit`. Null: nobody did, or they took it back.",
    examples: [null],
  }),
};

/** Of a stop. */
export const waitedMinutes = Type.Optional(
  Nullable(Type.Integer({ minimum: 0 }), {
    description:
      "Whole minutes from the driver's *Arrived* (`at_pickup`, `at_delivery`) until the pickup or the handover. Null before that, and without *Arrived*: an arrival that only Waybill saw does not count, nor does one before a failed attempt. Missing in older events.",
    examples: [12],
  }),
);

/** Of an assignment. */
export const ownDriverId = Type.Optional(
  Nullable(Id("drv"), {
    description: "The driver of your own fleet who has it. Null without one. Missing in older events.",
    examples: [null],
  }),
);
