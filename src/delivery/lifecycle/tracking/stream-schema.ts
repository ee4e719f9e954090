import { Type } from "@sinclair/typebox";
import { GrowingWords, Named } from "../../../infra/http/schema.ts";

/** What the streams of tracking send. */

const StreamEventName = GrowingWords(["status", "position", "eta", "window"], {
  title: "TrackingStreamEventName",
});

/** One Server-Sent Event of the stream. OpenAPI 3.1 has one schema for the whole stream. */
export const TrackingStreamEvent = Named("TrackingStreamEvent", {
  id: Type.String({ description: "Send it as `Last-Event-ID` to resume.", examples: ["8.24.3"] }),
  event: StreamEventName,
  data: Type.String({
    description:
      "JSON that depends on `event`: a TrackingEntry, a Position, an Eta, or for `window` an object with the `window` that is promised now.",
    contentMediaType: "application/json",
    examples: ['{"sequence":8,"status":"in_transit","substatus":"en_route_to_delivery"}'],
  }),
});

export const PublicTrackingStreamEvent = Named("PublicTrackingStreamEvent", {
  id: Type.String({ description: "Send it as `Last-Event-ID` to resume.", examples: ["8.24.3"] }),
  event: StreamEventName,
  data: Type.String({
    description:
      "JSON that depends on `event`: an entry of PublicTracking, a Position, an Eta, or for `window` an object with the `window` that is promised now.",
    contentMediaType: "application/json",
    examples: ['{"status":"in_transit","substatus":"en_route_to_delivery","message":"On the way."}'],
  }),
});
