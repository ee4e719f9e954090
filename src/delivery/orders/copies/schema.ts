import { type Static, Type } from "@sinclair/typebox";
import { CalendarDate, Id, Named, Nullable, Query, Text, Timestamp } from "../../../infra/http/schema.ts";
import { CreateResults } from "../batches/schema.ts";

export const copiesMax = 100;
/** Of a day. */
export const shownMax = 1_000;

const example = "shp_01m7x5rdwme1ct34p92xd7wpnk";
const toDate = {
  ...CalendarDate,
  description: "The day on which the copies are, by the clocks of their stops.",
  examples: ["2026-02-02"],
};

export const CopyShipments = Named(
  "CopyShipments",
  {
    shipment_ids: Type.Optional(
      Type.Array(Text({ minLength: 1, maxLength: 40, examples: [example] }), {
        minItems: 1,
        maxItems: copiesMax,
        description: "Which shipments. Instead of `date`.",
        examples: [[example]],
      }),
    ),
    date: Type.Optional({
      ...CalendarDate,
      description:
        "All shipments of this day that were not cancelled, at most 100. Instead of `shipment_ids`.",
    }),
    to_date: toDate,
  },
  { examples: [{ shipment_ids: [example], to_date: "2026-02-02" }] },
);
export type CopyShipments = Static<typeof CopyShipments>;

const { shipment, problem, index } = CreateResults.properties.data.items.properties;

export const CopyResults = Named("CopyResults", {
  data: Type.Array(
    Named("CopyResult", {
      index,
      shipment_id: Type.String({ description: "Which was copied.", examples: [example] }),
      shipment,
      problem,
    }),
    { description: "One for each shipment, in the order sent, or in that of their windows." },
  ),
});
export type CopyResults = Static<typeof CopyResults>;

export const DayQuery = Query({ date: CalendarDate });

export const ShipmentsOfDay = Named("ShipmentsOfDay", {
  date: CalendarDate,
  data: Type.Array(
    Named("ShipmentOfDay", {
      id: Id("shp"),
      reference: Nullable(Type.String(), { examples: ["order-1042"] }),
      recipient_name: Type.String({ examples: ["Ada Park"] }),
      starts_at: Nullable(Timestamp, { description: "The start of its first window." }),
      time_zone: Type.String({
        description: "IANA time zone of the stop that this window is of.",
        examples: ["Europe/Berlin"],
      }),
    }),
    { description: "At most 1,000, in the order of their windows." },
  ),
});
export type ShipmentsOfDayView = Static<typeof ShipmentsOfDay>;
