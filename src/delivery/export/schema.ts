import { Type } from "@sinclair/typebox";
import { GrowingWords, Named } from "../../infra/http/schema.ts";
import { lineTypes } from "./export.ts";

export const ExportLine = Named("ExportLine", {
  type: GrowingWords(lineTypes),
  data: Type.Unknown({ description: "The object, in the shape of the operation that reads it." }),
});
