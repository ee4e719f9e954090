import { Type } from "@sinclair/typebox";
import { errorCatalog } from "../error-catalog.ts";
import { GrowingWords, Named } from "./schema.ts";

const FieldError = Named("FieldError", {
  pointer: Type.Optional(
    Type.String({
      description: "JSON Pointer into the body (RFC 6901).",
      examples: ["#/parcels/0/weight_grams"],
    }),
  ),
  parameter: Type.Optional(Type.String({ description: "Name of the query parameter." })),
  code: Type.String({ examples: ["minimum"] }),
  detail: Type.String({ examples: ["must be at least 1"] }),
});

/** RFC 9457. Some codes add members of their own, such as the states that are allowed. */
export const ProblemSchema = Type.Object(
  {
    type: Type.String({ format: "uri", description: "Link to the documentation of the code." }),
    title: Type.String(),
    status: Type.Integer(),
    code: GrowingWords(Object.keys(errorCatalog), { description: "Stable error code for programs:" }),
    detail: Type.String({ description: "For people: what to do. The wording may change." }),
    request_id: Type.String(),
    errors: Type.Optional(Type.Array(FieldError)),
  },
  { title: "Problem", additionalProperties: true },
);
