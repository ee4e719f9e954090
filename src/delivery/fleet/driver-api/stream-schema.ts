import { Type } from "@sinclair/typebox";
import { GrowingWords, Named } from "../../../infra/http/schema.ts";

/** One Server-Sent Event of a driver's stream. It has no id: the first frame of each stream says to read again. */
export const DriverStreamEvent = Named("DriverStreamEvent", {
  event: GrowingWords(["changed"], { title: "DriverStreamEventName" }),
  data: Type.String({
    description: "JSON: an object, empty for `changed`.",
    contentMediaType: "application/json",
    examples: ["{}"],
  }),
});
