import { type Static, Type } from "@sinclair/typebox";
import { Closed, Named, Words } from "../../infra/http/schema.ts";
import { audiences } from "./audience.ts";

/** Which part of the document, and in which form. */
export const DocumentQuery = Closed({
  for: Type.Optional(Words(audiences, { title: "DocumentAudience" })),
  errors: Type.Optional(Words(["default"], { title: "DocumentErrors" })),
});
export type DocumentQuery = Static<typeof DocumentQuery>;

/** OpenAPI 3.1. */
const Members = Type.Record(Type.String(), Type.Unknown());

export const OpenApiDocument = Named("OpenApiDocument", {
  openapi: Type.Literal("3.1.1"),
  info: Members,
  servers: Type.Array(Members),
  tags: Type.Array(Members),
  paths: Members,
  webhooks: Members,
  components: Members,
});
export type OpenApiDocument = Static<typeof OpenApiDocument>;
