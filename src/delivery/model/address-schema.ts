import { type Static, Type } from "@sinclair/typebox";
import { OriginOf } from "../../infra/http/kinds.ts";
import { GrowingWords, Named, Nullable, Words } from "../../infra/http/schema.ts";
import { geocodePrecisions, geocodeSources, warningCodes } from "./model.ts";

/** Where an address is, in responses, and what Waybill says about it. */

export const whereabouts = {
  latitude: Nullable(Type.Number(), {
    description:
      "Null where nobody gave the place. In the sandbox it is then a made-up point in the town, for simulated drivers.",
  }),
  longitude: Nullable(Type.Number()),
  geocode_source: GrowingWords(geocodeSources, {
    title: "GeocodeSource",
    description:
      "`client`: you sent the coordinates, or somebody of your account set a pin for this address before. `geocoder`: the operator's geocoder found it, as exactly as `geocode_precision` says. `learned`: drivers of your own fleets handed over there on several days. `town`: Waybill knows the town and not the place in it. `country`: only the country is known.",
  }),
  geocode_precision: Nullable(GrowingWords(geocodePrecisions, { title: "GeocodePrecision" }), {
    description:
      "How exactly Waybill found it; null for coordinates that you sent. With `house` and `street` the place is known.",
  }),
  area: Nullable(
    Named("Area", {
      latitude: Type.Number({ examples: [52.524] }),
      longitude: Type.Number({ examples: [13.411] }),
      radius_meters: Type.Integer({ examples: [5000] }),
    }),
    { description: "The town as a circle: the address is somewhere in it. Null for an unknown town." },
  ),
};

const { geocode_precision: precision, area } = whereabouts;

/** What Waybill adds to an address of a shipment, which events have too. */
export const whereaboutsInEvents = {
  ...whereabouts,
  geocode_precision: Type.Optional({
    ...precision,
    description: `${precision.description} Missing in older events.`,
  }),
  area: Type.Optional({ ...area, description: `${area.description} Missing in older events.` }),
};

export const ignored =
  "Waybill's own word in responses. It is ignored, so that you can send back what you read.";

/** What responses say about it, as a request may repeat it. */
export const repeatedWhereabouts = {
  geocode_source: Type.Optional(
    OriginOf(
      Nullable(Words(geocodeSources, { title: "GeocodeSourceInput" }), {
        description:
          "Who found the place, as responses say it, so that you can send an address back. With anything but `client`, Waybill finds the place again, and ignores the coordinates beside it. To set a place yourself, leave it out.",
      }),
      { caller: "client", members: ["latitude", "longitude"] },
    ),
  ),
  geocode_precision: Type.Optional(
    Nullable(Words(geocodePrecisions, { title: "GeocodePrecisionInput" }), { description: ignored }),
  ),
  area: Type.Optional(
    Nullable(
      Named("AreaInput", {
        latitude: Type.Number({ minimum: -90, maximum: 90 }),
        longitude: Type.Number({ minimum: -180, maximum: 180 }),
        radius_meters: Type.Integer({ minimum: 0, maximum: 40_000_000 }),
      }),
      { description: ignored },
    ),
  ),
};

export const WarningSchema = Named("Warning", {
  code: GrowingWords(warningCodes, { title: "WarningCode" }),
  pointer: Type.String({
    description: "JSON Pointer into the body.",
    examples: ["#/delivery/address/latitude"],
  }),
  detail: Type.String({
    description: "For people.",
    examples: ["The coordinates lie 504 km from the town. Waybill uses the coordinates."],
  }),
});
export type WarningView = Static<typeof WarningSchema>;
