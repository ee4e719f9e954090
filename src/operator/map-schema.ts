import { Type } from "@sinclair/typebox";
import { Named, Nullable, Timestamp } from "../infra/http/schema.ts";

export const OperatorMap = Named("OperatorMap", {
  file: Type.String({ description: "Path of the map file.", examples: ["/var/lib/waybill/map.pmtiles"] }),
  size_bytes: Type.Integer({ minimum: 0 }),
  modified_at: Nullable(Timestamp, { description: "Null if the file cannot be read." }),
  fault: Nullable(Type.String(), {
    description: "Why maps show no streets. Null if the file can be used.",
    examples: [null],
  }),
  bounds: Nullable(Type.Array(Type.Number(), { minItems: 4, maxItems: 4 }), {
    description: "West, south, east and north in degrees. Null with a fault.",
    examples: [[13.0, 52.3, 13.8, 52.7]],
  }),
  min_zoom: Nullable(Type.Integer({ minimum: 0 })),
  max_zoom: Nullable(Type.Integer({ minimum: 0 })),
});
