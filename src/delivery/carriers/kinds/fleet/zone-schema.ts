import { Type } from "@sinclair/typebox";
import { CountryCode, Line, Named, Text, TextLike } from "@/infra/http/schema.ts";

/** The zones of a rate card, and what is said of them. */

export const meterMax = 40_000_000;

/** Of a zone, a service or a surcharge. */
export const Code = TextLike(
  "^[a-z0-9]+(_[a-z0-9]+)*$",
  { code: "format", detail: "must be lower-case letters, digits and single underscores, such as next_day" },
  { minLength: 1, maxLength: 40, examples: ["express"] },
);
export const ZoneSchema = Named(
  "RateCardZone",
  {
    code: Code,
    countries: Type.Optional(Type.Array(CountryCode, { minItems: 1, maxItems: 250, uniqueItems: true })),
    postal_prefixes: Type.Optional(
      Type.Array(Line(20, { examples: ["101"] }), {
        maxItems: 5000,
        description:
          "How the postal codes of the zone begin. Spaces, hyphens, case and a country sign before it (`D-70173`) do not matter, but for GB, JE, GG and IM: there `M` is an area, `M1` a district (not M11), `EC1` a district with EC1A to EC1Y, and `M1 1` a sector. Without prefixes and `cities`, the zone is the whole of its countries. The sum of countries × prefixes of all zones is at most 100,000.",
      }),
    ),
    cities: Type.Optional(
      Type.Array(Line(100, { examples: ["Berlin"] }), {
        maxItems: 1000,
        description:
          "Towns of the zone, as addresses write them in `city`. Case, accents and punctuation do not matter. An address is in the zone if its postal code or its town is.",
      }),
    ),
    radius: Type.Optional(
      Named("RateCardRadius", {
        latitude: Type.Number({ minimum: -90, maximum: 90 }),
        longitude: Type.Number({ minimum: -180, maximum: 180 }),
        meters: Type.Integer({ minimum: 1, maximum: meterMax }),
      }),
    ),
  },
  { description: "Either `countries`, with or without `postal_prefixes` and `cities`, or `radius`." },
);

export const CardWarnings = Type.Array(
  Named("RateCardWarning", {
    code: Text({
      maxLength: 40,
      description: "`prefix_shrank` or `too_many_prefixes`. More may be added.",
      examples: ["prefix_shrank"],
    }),
    pointer: Text({
      maxLength: 200,
      description: "JSON Pointer into the rate card.",
      examples: ["#/zones/0/postal_prefixes/2"],
    }),
    detail: Text({ maxLength: 500 }),
  }),
  {
    description:
      "What an earlier version of Waybill read otherwise, or would refuse now. Missing where there is nothing to say; ignored when you send it. Storing the card again confirms it.",
  },
);
