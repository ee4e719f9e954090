import { type Static, Type } from "@sinclair/typebox";
import { JudgedLater, Named, saying, Text } from "@/infra/http/schema.ts";

/** The simulated driver's route, as callers give it. */

export const routePointsMax = 1000;

/** Degrees, and altitudes in meters. The route is judged by place. */
const withinLimits = { minimum: -100_000, maximum: 100_000 };

/** A line of GeoJSON, RFC 7946. Its altitudes say nothing here. */
export const LineInput = Named("LineInput", {
  type: saying(Type.Literal("LineString"), { code: "type", detail: "must be LineString" }),
  coordinates: Type.Array(
    Type.Array(Type.Number(withinLimits), {
      minItems: 2,
      maxItems: 3,
      description: "Longitude first, then latitude.",
    }),
    { minItems: 2, maxItems: routePointsMax },
  ),
});
export type LineInput = Static<typeof LineInput>;

export const PolylineInput = Text({
  minLength: 1,
  maxLength: 20_000,
  description: "An encoded polyline with precision 5, as route planners give it.",
});

export const RouteInput = JudgedLater(
  Type.Union([LineInput, PolylineInput], {
    description:
      "The simulated driver's route from the pickup to the delivery: a GeoJSON LineString or an encoded polyline. The driver follows it at a steady pace, and back on a return. It must start within 50 km of the pickup and end within 50 km of the delivery; the driver goes straight between them. At most 1,000 points and 20,000 km. Without it, Waybill makes a route. Responses do not repeat it.",
    examples: [
      {
        type: "LineString",
        coordinates: [
          [13.4014, 52.5291],
          [13.41, 52.52],
          [13.4202, 52.5009],
        ],
      },
    ],
  }),
);
