import { type Static, Type } from "@sinclair/typebox";
import { Line, Named, Nullable, Query, Tidied, Timestamp } from "../../../infra/http/schema.ts";

/** What the account's own riders taught Waybill about an address. */

export const PlaceQuery = Query({
  address: Tidied(
    Line(600, {
      examples: ["Torstr. 1, 10119 Berlin, DE"],
      description:
        "The address in one line: `line1`, `postal_code`, `city`, `state` and `country` in this order, without `line2`. Case, accents and punctuation do not matter.",
    }),
  ),
});

const point = {
  latitude: Type.Number({ examples: [52.5291] }),
  longitude: Type.Number({ examples: [13.4014] }),
};

export const PlaceSchema = Named("Place", {
  learned: Nullable(Named("LearnedPlace", point), {
    description:
      "Where your own drivers handed over, once two handovers on different days agree. New shipments to this address use it, unless you pinned it or the geocoder found the house. Null before that.",
  }),
  last_time: Nullable(Named("LastHandover", { ...point, handed_over_at: Timestamp }), {
    description: "The newest handover there: a suggestion for a pin. Null without one.",
  }),
});
export type PlaceView = Static<typeof PlaceSchema>;
