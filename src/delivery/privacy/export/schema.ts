import { Type } from "@sinclair/typebox";
import { GrowingWords, Named } from "../../../infra/http/schema.ts";
import { lineTypes } from "./export.ts";

export const ExportLine = Named("ExportLine", {
  type: GrowingWords(lineTypes),
  data: Type.Unknown({
    description: "The object, in the shape of the operation that reads it.",
    examples: [{ id: "acct_01k2m8q3zv9h7r5x4c6b8n0d1e", name: "Book shop" }],
  }),
});
